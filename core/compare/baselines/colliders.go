package baselines

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// collider is a v-structure a → c ← b, a < b, and its share; see colliderShare.
type collider struct {
	a, c, b int32
	share   float64
}

func (v collider) triple() [3]int32 { return [3]int32{v.a, v.c, v.b} }

// majorityColliders are the v-structures a → c ← b with a share of more than 1/2, for all paths
// a − c − b of the skeleton with a and b not adjacent. They are sorted by decreasing share (ties: the
// lowest a, c, b).
func majorityColliders(
	ctx context.Context, skeleton *graph.PDAG, dags []*graph.DAG, weights []int64, workers int,
) ([]collider, error) {
	at := make([][]collider, skeleton.N)
	err := parallel.For(ctx, skeleton.N, workers, func(_, c int) error {
		eachNonAdjacentPair(skeleton, skeleton.Ne(c), func(a, b int) {
			if share := colliderShare(dags, weights, a, c, b); share > 0.5 {
				at[c] = append(at[c], collider{int32(a), int32(c), int32(b), share})
			}
		})
		return nil
	})
	all := slices.Concat(at...)
	slices.SortFunc(all, func(v, w collider) int {
		return cmp.Or(cmp.Compare(w.share, v.share), compareTriples(v.triple(), w.triple()))
	})
	return all, err
}

// colliderShare is the share of the weight of the DAGs with a → c ← b, among the DAGs in which c is
// adjacent to a and b, and a and b are not adjacent. It is 0 if there is no such DAG.
func colliderShare(dags []*graph.DAG, weights []int64, a, c, b int) float64 {
	voting, inFavour := int64(0), int64(0)
	for i, g := range dags {
		if !g.Adjacent(a, c) || !g.Adjacent(b, c) || g.Adjacent(a, b) {
			continue
		}
		voting += weights[i]
		if g.Has(a, c) && g.Has(b, c) {
			inFavour += weights[i]
		}
	}
	if voting == 0 {
		return 0
	}
	return consensus.Psi(inFavour, voting)
}

// eachNonAdjacentPair calls f for every two members a < b of the set that are not adjacent in p.
func eachNonAdjacentPair(p *graph.PDAG, set bitset.Set, f func(a, b int)) {
	joined := bitset.New(p.N)
	for a := set.Next(0); a >= 0; a = set.Next(a + 1) {
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
			out = append(out, [3]int32{int32(a), int32(c), int32(b)})
		})
	}
	slices.SortFunc(out, compareTriples)
	return out
}

func compareTriples(v, w [3]int32) int { return slices.Compare(v[:], w[:]) }

// conflicts are the v-structures in exactly one of the two lists, the lowest first.
func conflicts(decided, got [][3]int32) [][3]int32 {
	times := make(map[[3]int32]int, len(decided))
	for _, v := range slices.Concat(decided, got) {
		times[v]++
	}
	var out [][3]int32
	for v, k := range times {
		if k == 1 {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, compareTriples)
	return out
}
