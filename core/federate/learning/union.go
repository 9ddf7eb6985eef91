package learning

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
	"github.com/mcbnc/mcbnc/core/learn/over"
)

// Union is how sites with different columns are learned from: see doc.go.
type Union struct {
	Searches int // on filled rows
	Alike    int // so many sites at least must have the columns of any of them
}

// Fillings by the DAG of the votes, before the first search.
const warmUps = 4

// A family of the DAG of the votes has at most so many cells: it only fills rows.
const mostFilled = 1 << 12

// nextOfUnion is the next question after so many rounds, or the result.
func (p *Public) nextOfUnion(ctx context.Context, k *known, rounds int) (*Question, *Learned, error) {
	if err := checkAlike(k.sees, p.Union.Alike); err != nil {
		return nil, nil, err
	}
	n := len(p.Arity)
	seen := newSees(n, k.sees)
	for v := range n {
		if !seen[v].Any() {
			return nil, nil, &UnseenError{v}
		}
	}
	together := make([]int, n*n)
	for at := range together {
		together[at] = seen.both(at/n, at%n)
	}
	if pairs := pairsOf(n, together); rounds == 1 && len(pairs) > 0 {
		return &Question{Sees: k.sees, Votes: pairs}, nil, nil
	}
	votes, dag := p.elect(k, together)
	var shared []Family
	last := warmUps + p.Union.Searches - 1
	for number := firstFill(together, p.Sites, last); number <= last; number++ {
		fill := &Fill{Number: number, Families: shared}
		ask := func(q *Question) (*Question, *Learned, error) {
			q.Sees, q.Fill = k.sees, fill
			return q, nil, nil
		}
		at := *k
		if at.tables = k.filled[number]; number < warmUps {
			sets, err := p.lackedFamilies(&at, dag)
			if err != nil {
				return nil, nil, err
			}
			if len(sets) > 0 {
				return ask(&Question{Unit: p.shape(k).Unit(), Tables: sets})
			}
		} else {
			q, learned, err := p.search(ctx, &at, p.unionProblem(&at, votes, together))
			if err != nil {
				return nil, nil, err
			}
			if q != nil {
				return ask(q)
			}
			if dag = learned.Found[learned.Best].DAG; number == last {
				learned.Seen = slices.Collect(slices.Chunk(together, n))
				return nil, learned, nil
			}
		}
		shared = p.families(&at, dag)
	}
	panic("learning: there is no search")
}

// firstFill is the first filling: the last one if all sites see all columns, so that nothing is filled.
func firstFill(together []int, sites, last int) int {
	if slices.Min(together) == sites {
		return last
	}
	return 0
}

// pairsOf are the pairs of n columns that some site sees.
func pairsOf(n int, together []int) (pairs [][]int32) {
	for x := range n {
		for y := x + 1; y < n; y++ {
			if together[x*n+y] > 0 {
				pairs = append(pairs, []int32{int32(x), int32(y)})
			}
		}
	}
	return pairs
}

// pairVotes are how many sites' classes have x → y, y → x and x − y.
type pairVotes struct {
	x, y    int
	numbers [3]int
}

func (v *pairVotes) joined() int { return v.numbers[0] + v.numbers[1] + v.numbers[2] }

func (p *Public) gatherSeen(k *known, words int, sum []uint64) ([]uint64, *SumError) {
	n := len(p.Arity)
	if words != (p.Sites+63)/64 {
		return nil, cannotBe(nil, "there are %d numbers for each column, and %d sites", words, p.Sites)
	}
	k.sees = make([][]int32, p.Sites)
	for v := range n {
		for place := range words * 64 {
			if sum[v*words+place/64]>>(place%64)&1 == 0 {
				continue
			}
			if place >= p.Sites {
				return nil, cannotBe([]int32{int32(v)}, "site %d of %d sees a column", place, p.Sites)
			}
			k.sees[place] = append(k.sees[place], int32(v))
		}
	}
	return sum[n*words:], nil
}

func (p *Public) gatherVotes(k *known, q *Question, sum []uint64) ([]uint64, *SumError) {
	for _, pair := range q.Votes {
		told := pairVotes{x: int(pair[0]), y: int(pair[1])}
		left := uint64(p.Sites)
		for at, number := range sum[:3] {
			if number > left {
				return nil, cannotBe(pair, "more classes join two nodes than there are sites")
			}
			told.numbers[at] = int(number)
			left -= number
		}
		k.told, sum = append(k.told, told), sum[3:]
	}
	return sum, nil
}

// elect are the votes, and a DAG of the pairs that more than half of the sites that see them join. A direction that more of
// these sites' classes have than the other one goes in, by falling numbers, if it closes no cycle. The others are oriented
// without a further v-structure, if that is possible.
func (p *Public) elect(k *known, together []int) (*jointly.Votes, *graph.DAG) {
	n := len(p.Arity)
	votes, skeleton := jointly.NewUnequalVotes(n, p.Sites), graph.NewPDAG(n)
	type arrow struct{ from, to, votes int }
	var arrows []arrow
	joined := make([]pairVotes, 0, len(k.told))
	for _, pair := range k.told {
		x, y := pair.x, pair.y
		votes.Have(x, y, together[x*n+y])
		votes.Join(x, y, pair.joined())
		if 2*pair.joined() <= together[x*n+y] {
			continue
		}
		joined = append(joined, pair)
		switch forward, back := pair.numbers[0], pair.numbers[1]; {
		case forward > back:
			arrows = append(arrows, arrow{x, y, forward})
		case back > forward:
			arrows = append(arrows, arrow{y, x, back})
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
		if !directed.Adjacent(pair.x, pair.y) {
			skeleton.AddUndirected(pair.x, pair.y)
		}
	}
	return votes, p.cut(equiv.Orient(skeleton, nil), votes)
}

// cut leaves of each node's parents those that most sites join with it, as far as a search may take so many and the node's
// family is small.
func (p *Public) cut(dag *graph.DAG, votes *jointly.Votes) *graph.DAG {
	for v := range dag.N {
		parents, cells := dag.Pa(v).Append(nil), p.Arity[v]
		slices.SortStableFunc(parents, func(a, b int32) int {
			return cmp.Compare(votes.Share(int(b), v), votes.Share(int(a), v))
		})
		taken := 0
		for _, u := range parents {
			if more := cells * p.Arity[u]; more <= mostFilled && taken < p.mostParents() {
				cells = more
				taken++
			} else {
				dag.Remove(int(u), v)
			}
		}
	}
	return dag
}

// unionProblem is the problem of a search on filled rows.
func (p *Public) unionProblem(k *known, votes *jointly.Votes, together []int) *jointly.Problem {
	k.votes = votes
	problem := p.problem(k)
	problem.Constraints, problem.MaxParents = over.Together(p.Constraints, len(p.Arity), together), p.mostParents()
	return problem
}

func (p *Public) mostParents() int {
	if p.MaxParents < 0 {
		return over.MostParents
	}
	return p.MaxParents
}

// lackedFamilies are the sets of which tables tell the counts of a DAG's families, without those that are known.
func (p *Public) lackedFamilies(k *known, dag *graph.DAG) ([][]int32, error) {
	var known data.Covers
	for _, table := range k.tables {
		known.Add(table.Variables)
	}
	var lacked [][]int32
	for v := range dag.N {
		if set := familyOf(dag, v); known.Find(set) < 0 {
			lacked = append(lacked, set)
		}
	}
	return p.tables(lacked)
}

// families are the counts of a DAG's families, of which tables tell.
func (p *Public) families(k *known, dag *graph.DAG) []Family {
	var known data.Covers
	for _, table := range k.tables {
		known.Add(table.Variables)
	}
	out := make([]Family, dag.N)
	for v := range out {
		set := familyOf(dag, v)
		out[v] = Family(k.tables[known.Find(set)].Marginal(p.Arity, set))
	}
	return out
}

// familyOf are a node and its parents, ascending.
func familyOf(dag *graph.DAG, v int) []int32 {
	set := append(dag.Pa(v).Append(nil), int32(v))
	slices.Sort(set)
	return set
}
