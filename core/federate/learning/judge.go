package learning

import (
	"fmt"
	"math/bits"
)

// Told is what all sites are told of one another, so that each judges itself: how many sites' DAGs join each pair of x < y, in
// lexicographic order.
type Told struct {
	Sites  int     `json:"sites"`
	Joined []int32 `json:"joined"`
}

// The share of what sites reach in the mean, below which a site leaves itself out, is leastTimes / leastOf.
const leastTimes, leastOf = 3, 5

// leavesOut tells whether the DAG is so unlike the others that the site answers zeros. Let M be the pairs that more than half of
// the other sites join. The F1 of the DAG's pairs and M is 2 hits / (own + |M|). With M of all sites instead, the mean of hits
// and of own over the sites follow from the votes. A site is left out if its F1 is below three fifths of the F1 of these means.
// bench/sums has the evidence. It is decided in integers.
func (s *Structure) leavesOut(t *Told) (bool, error) {
	hits, own, majority := 0, 0, 0      // of this site, beside the others
	all, joined, allMajority := 0, 0, 0 // of all sites together
	at := 0
	for x := range s.DAG.N {
		for y := x + 1; y < s.DAG.N; y++ {
			votes, mine := int(t.Joined[at]), 0
			if s.DAG.Has(x, y) || s.DAG.Has(y, x) {
				mine = 1
			}
			if votes < mine || votes > t.Sites-1+mine {
				return false, fmt.Errorf("%d of %d sites are said to join nodes %d and %d, of which this site is one or not", votes,
					t.Sites, x, y)
			}
			at, own, joined = at+1, own+mine, joined+votes
			if 2*(votes-mine) > t.Sites-1 {
				majority++
				hits += mine
			}
			if 2*votes > t.Sites {
				allMajority++
				all += votes
			}
		}
	}
	return isLess(leastOf*hits, joined+t.Sites*allMajority, leastTimes*all, own+majority), nil
}

// isLess tells whether a·b < c·d, of numbers that are not negative.
func isLess(a, b, c, d int) bool {
	high, low := bits.Mul64(uint64(a), uint64(b))
	otherHigh, otherLow := bits.Mul64(uint64(c), uint64(d))
	return high < otherHigh || high == otherHigh && low < otherLow
}

// check checks what is told of n nodes.
func (t *Told) check(n int) error {
	if pairs := n * (n - 1) / 2; len(t.Joined) != pairs || t.Sites < 1 {
		return fmt.Errorf("it tells the votes of %d sites on %d pairs, and there are %d", t.Sites, len(t.Joined), pairs)
	}
	return nil
}

// told is what the votes so far say.
func (p *Public) told(k *known) *Told {
	return &Told{p.Sites, k.joined}
}
