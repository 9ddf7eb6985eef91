package wire

import "github.com/mcbnc/mcbnc/core/call"

// maxHeld is the most DAGs that all sites have together. The cost of a sink is at most n², so sums of
// costs stay below 2^62.
const maxHeld = 1 << 30

// held reads how many DAGs each site has.
func (r *reader) held() *call.Error {
	held, total := numbers[int64](r, "held"), int64(0)
	for i, count := range held {
		if count < 1 || count > maxHeld-total {
			return call.Invalidf("held", "site %d has %d DAGs; each has at least one, and all have at most %d", i, count, maxHeld).InDAG(i)
		}
		total += count
	}
	r.in.Session.Held = held
	return nil
}

// siteDAGs reads the DAGs of one site, or the members of the classes that it sent.
func (r *reader) siteDAGs() *call.Error {
	if failure := r.site(); failure != nil {
		return failure
	}
	count, want := len(r.arrays["dags"])/(r.in.N*r.in.N), int64(1)
	if r.in.Session.Held != nil {
		want = r.in.Session.Held[r.q.Site]
	}
	if int64(count) != want {
		return call.Invalidf("dags", "there are %d DAGs where site %d has %d", count, r.q.Site, want)
	}
	return r.dags()
}
