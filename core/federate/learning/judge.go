package learning

import (
	"fmt"
	"math/bits"
)

// Told is the votes that all sites get, so that each judges itself: how many sites' DAGs join each pair of x < y, in
// lexicographic order.
type Told struct {
	Sites  int     `json:"sites"`
	Joined []int32 `json:"joined"`
}

// A site leaves itself out below leastTimes / leastOf of what sites reach in the mean, and only if leastCounting sites certainly
// count: a sum over fewer shows too much of each.
const (
	leastTimes, leastOf = 3, 5
	leastCounting       = 3
)

// agreed is the agreement of all sites by the votes. M are the pairs that more than half of the sites join.
type agreed struct {
	majority int   // |M|
	hits     int   // the votes on pairs in M: the sum over the sites of the pairs that a site has in M
	weight   int   // the sum over the sites of own + |M|, where a site joins own pairs
	votes    []int // on the pairs in M
}

func (t *Told) agreed() agreed {
	var a agreed
	joined := 0
	for _, k := range t.Joined {
		joined += int(k)
		if 2*int(k) > t.Sites {
			a.hits, a.votes = a.hits+int(k), append(a.votes, int(k))
		}
	}
	a.majority = len(a.votes)
	a.weight = joined + t.Sites*a.majority
	return a
}

// leavesOut reports whether the DAG is so unlike the others that the site answers zeros. The F1 of a site's pairs and M is
// 2 hits / (own + |M|). The site is out if its F1 is below three fifths of 2 Σ hits / Σ (own + |M|), the sums over all sites.
// studies/sums has the evidence. It is decided in integers.
func (s *Structure) leavesOut(t *Told) (bool, error) {
	hits, own, at := 0, 0, 0
	for x := range s.DAG.N {
		for y := x + 1; y < s.DAG.N; y++ {
			votes, mine := int(t.Joined[at]), 0
			if s.DAG.Has(x, y) || s.DAG.Has(y, x) {
				mine = 1
			}
			if at++; votes < mine || votes > t.Sites-1+mine {
				return false, fmt.Errorf("%d of %d sites join nodes %d and %d by the votes, which contradicts this site's own", votes,
					t.Sites, x, y)
			}
			if own += mine; 2*votes > t.Sites {
				hits += mine
			}
		}
	}
	a := t.agreed()
	return a.enoughCount() && isLess(leastOf*hits, a.weight, leastTimes*a.hits, own+a.majority), nil
}

// enoughCount reports whether the votes alone prove that at least leastCounting sites count, if any site is out. It is a proof for
// votes that are true. With masks a site has added them up itself: see CheckTold.
//
// Let H = Σ hits and W = Σ (own + |M|). A site that is out has less than 3/5 · H/W · (own + |M|) hits, so all of them have less
// than 3/5 H, and the u sites that count more than 2/5 H, with at least as many pairs of their own. So Σ (own + |M|) of those
// that are out is below W − 2/5 H − u |M|, and their hits are below 3/5 · H/W times that. But their hits are at least
// Σ (votes − u) over the pairs of M with more than u votes. Where this is not less, not just u sites count.
func (a agreed) enoughCount() bool {
	for u := range leastCounting {
		others := 0
		for _, votes := range a.votes {
			others += max(0, votes-u)
		}
		most := leastOf*a.weight - (leastOf-leastTimes)*a.hits - leastOf*u*a.majority
		if most > 0 && isLess(leastOf*leastOf*others, a.weight, leastTimes*a.hits, most) {
			return false
		}
	}
	return true
}

// isLess reports whether a·b < c·d, of numbers that are not negative.
func isLess(a, b, c, d int) bool {
	high, low := bits.Mul64(uint64(a), uint64(b))
	otherHigh, otherLow := bits.Mul64(uint64(c), uint64(d))
	return high < otherHigh || high == otherHigh && low < otherLow
}

// check checks the votes on n nodes.
func (t *Told) check(n int) error {
	if pairs := n * (n - 1) / 2; len(t.Joined) != pairs || t.Sites < 1 {
		return fmt.Errorf("it has the votes of %d sites on %d pairs, not on %d", t.Sites, len(t.Joined), pairs)
	}
	return nil
}

// told is the votes so far.
func (p *Public) told(k *known) *Told {
	return &Told{p.Sites, k.joined}
}
