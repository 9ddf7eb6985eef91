package baselines

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// collider is a v-structure a → c ← b, a < b, and its share. The share is of the weight of the DAGs in which c is
// adjacent to a and b, and a and b are not adjacent. It is the part of those with a → c ← b.
type collider struct {
	triple [3]int32 // a, c, b
	share  float64
}

// majorityColliders are the v-structures a → c ← b with a share of more than 1/2, for all paths
// a − c − b of the skeleton with a and b not adjacent. They are sorted by decreasing share (ties: the
// lowest a, c, b).
func majorityColliders(
	ctx context.Context, skeleton *graph.PDAG, votes PathVotes, workers int,
) ([]collider, error) {
	at := make([][]collider, skeleton.N)
	err := parallel.For(ctx, skeleton.N, workers, func(_, c int) error {
		eachNonAdjacentPair(skeleton, skeleton.Ne(c), func(a, b int) {
			voting, inFavour := votes(a, c, b)
			if share := consensus.Psi(inFavour, voting); share > 0.5 {
				at[c] = append(at[c], collider{tripleOf(a, c, b), share})
			}
		})
		return nil
	})
	all := slices.Concat(at...)
	slices.SortFunc(all, func(v, w collider) int {
		return cmp.Or(cmp.Compare(w.share, v.share), compareTriples(v.triple, w.triple))
	})
	return all, err
}

// EachPath calls f for every path a − c − b of the skeleton with a and b not adjacent, the lowest c, a and b first.
func EachPath(skeleton *graph.PDAG, f func(a, c, b int)) {
	for c := range skeleton.N {
		eachNonAdjacentPair(skeleton, skeleton.Ne(c), func(a, b int) { f(a, c, b) })
	}
}

// eachNonAdjacentPair calls f for every two members a < b of the set that are not adjacent in p.
func eachNonAdjacentPair(p *graph.PDAG, set bitset.Set, f func(a, b int)) {
	joined := bitset.New(p.N)
	for a := range set.All() {
		p.Adjacent(a, joined)
		for b := set.Next(a + 1); b >= 0; b = set.Next(b + 1) {
			if !joined.Has(b) {
				f(a, b)
			}
		}
	}
}

// colliders are the v-structures of p, as (a, c, b) for a → c ← b with a < b, the lowest first.
func colliders(p *graph.PDAG) [][3]int32 {
	var out [][3]int32
	for c := range p.N {
		eachNonAdjacentPair(p, p.Pa(c), func(a, b int) {
			out = append(out, tripleOf(a, c, b))
		})
	}
	slices.SortFunc(out, compareTriples)
	return out
}

func tripleOf(a, c, b int) [3]int32 { return [3]int32{int32(a), int32(c), int32(b)} }

func compareTriples(v, w [3]int32) int { return slices.Compare(v[:], w[:]) }

// conflicts are the v-structures in exactly one of the two lists, the lowest first.
func conflicts(decided, got [][3]int32) [][3]int32 {
	unmet := map[[3]int32]bool{}
	for _, v := range decided {
		unmet[v] = true
	}
	for _, v := range got {
		unmet[v] = !unmet[v]
	}
	maps.DeleteFunc(unmet, func(_ [3]int32, only bool) bool { return !only })
	return slices.SortedFunc(maps.Keys(unmet), compareTriples)
}
