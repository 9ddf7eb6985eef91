package pool

import (
	"context"
	"math"
)

const (
	tolerance = 1e-9 // an EM ends when nothing changes by so much
	most      = 500  // or after so many iterations
	ceiling   = 6    // nats: all sources together may say no more of a pair's existence
)

// existence is the state of the EM of step 3.
type existence struct {
	*model
	pi      float64
	hit     []float64
	alarm   []float64
	yes, no []float64 // the weighted log-odds of a pair that a source surely joins, and of one that it surely does not
	said    []float64 // by pair: the log-odds of all sources
	z       []float64 // by pair: the probability, without the cap
	rounds  int
}

// existence finds the rates of the sources and the probability of each pair, in turn (Dawid and Skene 1979).
func (m *model) existence(ctx context.Context) (*existence, error) {
	k := len(m.sources)
	e := &existence{
		model: m, hit: make([]float64, k), alarm: make([]float64, k), yes: make([]float64, k), no: make([]float64, k),
		said: make([]float64, m.pairs.Count()), z: m.start(),
	}
	for change := math.Inf(1); change >= tolerance && e.rounds < most; e.rounds++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.rates()
		e.addUp()
		change = e.renew()
	}
	return e, nil
}

// start is where the EM begins: at the share of the sources that join a pair, and half-way from it to what rows say.
func (m *model) start() []float64 {
	joined, seen := m.counts()
	z := make([]float64, len(joined))
	for p := range z {
		z[p] = (joined[p] + m.prior) / (seen[p] + 1)
		if m.speak != nil && m.speak[p] {
			z[p] = (logistic(m.given[p]) + z[p]) / 2
		}
		z[p] = min(max(z[p], 0.02), 0.98)
	}
	return z
}

// counts are, by pair, how much of the sources join it and how many see it.
func (m *model) counts() (joined, seen []float64) {
	joined, seen = make([]float64, m.pairs.Count()), make([]float64, m.pairs.Count())
	have := make([]float64, len(m.scopes))
	for _, s := range m.sources {
		have[s.scope]++
		for x, p := range s.at {
			joined[p] += s.v[x]
		}
	}
	for k, nodes := range m.scopes {
		for p := range m.pairs.among(nodes) {
			seen[p] += have[k]
		}
	}
	return joined, seen
}

// rates estimates the prior and each source's rates from the probabilities. The counts that are added stand for a source that
// finds 0.7 of the edges, with a false alarm in 0.4 π₀ of the other pairs.
func (e *existence) rates() {
	total := 0.0
	for _, z := range e.z {
		total += z
	}
	e.pi = (total + 2) / (float64(len(e.z)) + 2/e.prior)
	inScope := make([]float64, len(e.scopes))
	for k, nodes := range e.scopes {
		for p := range e.pairs.among(nodes) {
			inScope[k] += e.z[p]
		}
	}
	usual := 0.4 * e.prior
	for k, s := range e.sources {
		right, wrong := 0.0, 0.0
		for x, p := range s.at {
			right += s.v[x] * e.z[p]
			wrong += s.v[x] * (1 - e.z[p])
		}
		edges := inScope[s.scope]
		alarm := (wrong + 6) / (pairsOf(len(s.Nodes)) - edges + 6/usual)
		hit := max((right+7)/(edges+10), alarm)
		e.hit[k], e.alarm[k] = hit, alarm
		e.yes[k], e.no[k] = s.weight*math.Log(hit/alarm), s.weight*math.Log((1-hit)/(1-alarm))
	}
}

// addUp adds up what the sources say of each pair. A source that is v sure says v times its yes and 1 − v times its no.
func (e *existence) addUp() {
	base := make([]float64, len(e.scopes))
	for k, s := range e.sources {
		base[s.scope] += e.no[k]
	}
	clear(e.said)
	for k, nodes := range e.scopes {
		for p := range e.pairs.among(nodes) {
			e.said[p] += base[k]
		}
	}
	for k, s := range e.sources {
		more := e.yes[k] - e.no[k]
		for x, p := range s.at {
			e.said[p] += s.v[x] * more
		}
	}
}

// renew makes the probabilities of the log-odds, and returns the largest change.
func (e *existence) renew() (change float64) {
	prior := logit(e.pi)
	for p, said := range e.said {
		z := logistic(e.before(p, prior) + said)
		change = max(change, math.Abs(z-e.z[p]))
		e.z[p] = z
	}
	return change
}

// before are the log-odds of a pair without the sources.
func (e *existence) before(p int, prior float64) float64 {
	if given := e.given[p]; !math.IsNaN(given) {
		return given
	}
	return prior
}

// put puts the outcome into the result.
func (e *existence) put(r *Result) {
	r.Hit, r.FalseAlarm, r.Yes, r.No = e.back(e.hit), e.back(e.alarm), e.back(e.yes), e.back(e.no)
	r.Prior, r.Iterations = e.pi, e.rounds
	r.Rows, r.Opinions, r.Probability = make([]float64, len(e.z)), e.said, make([]float64, len(e.z))
	prior := logit(e.pi)
	r.OutOfReach = e.rows == nil && prior <= -ceiling
	for p := range e.z {
		r.Rows[p] = e.before(p, prior)
		r.Opinions[p] = min(max(e.said[p], -ceiling), ceiling)
		r.Probability[p] = logistic(r.Rows[p] + r.Opinions[p])
	}
}
