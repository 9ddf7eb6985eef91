package over

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
)

// PairVotes are how many sites' classes have x → y, y → x and x − y.
type PairVotes struct {
	X, Y    int
	Numbers [3]int
}

func (v *PairVotes) joined() int { return v.Numbers[0] + v.Numbers[1] + v.Numbers[2] }

// A family of an elected DAG has at most this number of cells: it only fills rows.
const mostElected = 1 << 12

// Elect are the votes on pairs of columns, and a DAG of the pairs that more than half of the sites that see them join. A
// direction that more of these sites' classes have than the other one goes in, by falling numbers, if it closes no cycle. The
// others are oriented without a further v-structure, if that is possible. Each node keeps the parents that the largest
// shares join with it, as long as its family is small by the columns' arities. together is (n, n): how many sites see both
// columns.
func Elect(sites int, told []PairVotes, together, arity []int, mostParents int) (*jointly.Votes, *graph.DAG) {
	n := len(arity)
	votes, skeleton := jointly.NewUnequalVotes(n, sites), graph.NewPDAG(n)
	type arrow struct{ from, to, votes int }
	var arrows []arrow
	var joined []PairVotes
	for _, pair := range told {
		votes.Have(pair.X, pair.Y, together[pair.X*n+pair.Y])
		votes.Join(pair.X, pair.Y, pair.joined())
		if 2*pair.joined() <= together[pair.X*n+pair.Y] {
			continue
		}
		joined = append(joined, pair)
		switch forward, back := pair.Numbers[0], pair.Numbers[1]; {
		case forward > back:
			arrows = append(arrows, arrow{pair.X, pair.Y, forward})
		case back > forward:
			arrows = append(arrows, arrow{pair.Y, pair.X, back})
		}
	}
	slices.SortStableFunc(arrows, func(a, b arrow) int {
		return cmp.Or(cmp.Compare(b.votes, a.votes), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	directed := graph.NewDAG(n)
	for _, a := range arrows {
		directed.Add(a.from, a.to)
		if directed.TopologicalOrder() == nil {
			directed.Remove(a.from, a.to)
			continue
		}
		skeleton.AddDirected(a.from, a.to)
	}
	for _, pair := range joined {
		if !directed.Adjacent(pair.X, pair.Y) {
			skeleton.AddUndirected(pair.X, pair.Y)
		}
	}
	return votes, cut(equiv.Orient(skeleton, nil), votes, arity, mostParents)
}

func cut(dag *graph.DAG, votes *jointly.Votes, arity []int, mostParents int) *graph.DAG {
	for v := range dag.N {
		parents, cells, taken := dag.Pa(v).Append(nil), arity[v], 0
		slices.SortStableFunc(parents, func(a, b int32) int {
			return cmp.Compare(votes.Share(int(b), v), votes.Share(int(a), v))
		})
		for _, u := range parents {
			if more := cells * arity[u]; more <= mostElected && taken < mostParents {
				cells = more
				taken++
			} else {
				dag.Remove(int(u), v)
			}
		}
	}
	return dag
}
