package learning

import (
	"context"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
	"github.com/mcbnc/mcbnc/core/learn/over"
)

// Union is how sites with different columns are learned from: see doc.go.
type Union struct {
	Searches int // on filled rows
	Alike    int // the least number of sites that must have the columns of any of them
}

// Fillings by the DAG of the votes, before the first search.
const warmUps = 4

// nextOfUnion is the next question after the given rounds, or the result.
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
	together := seen.together()
	if pairs := pairsOf(n, together); rounds == 1 && len(pairs) > 0 {
		return &Question{Sees: k.sees, Votes: pairs}, nil, nil
	}
	votes, dag := over.Elect(p.Sites, k.told, together, p.Arity, p.mostParents())
	var shared []Family
	last := p.lastFill()
	for number := firstFill(together, p.Sites, last); number <= last; number++ {
		fill := &Fill{Number: number, Families: shared}
		ask := func(q *Question) (*Question, *Learned, error) {
			q.Sees, q.Fill = k.sees, fill
			return q, nil, nil
		}
		if number >= warmUps {
			at := *k
			at.tables = k.filled[number]
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
		sets, err := p.lackedFamilies(k.shared[number], dag)
		if err != nil {
			return nil, nil, err
		}
		if len(sets) > 0 {
			return ask(&Question{Unit: p.shape(k).Unit(), Tables: sets, Shared: true})
		}
		if shared, err = p.families(k.shared[number], familiesOf(dag)); err != nil {
			return nil, nil, err
		}
	}
	panic("learning: there is no search")
}

// lastFill is the number of the last filling.
func (p *Public) lastFill() int { return warmUps + p.Union.Searches - 1 }

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

func (p *Public) gatherSeen(k *known, words int, sum []uint64) ([]uint64, *SumError) {
	n := len(p.Arity)
	if words != wordsOf(p.Sites) {
		return nil, cannotBe(nil, "there are %d numbers for each column, and %d sites", words, p.Sites)
	}
	k.sees = make([][]int32, p.Sites)
	for v := range n {
		for place := range words * placesOf {
			if sum[v*words+place/placesOf]>>(place%placesOf)&1 == 0 {
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
		told := over.PairVotes{X: int(pair[0]), Y: int(pair[1])}
		left := uint64(p.Sites)
		for at, number := range sum[:3] {
			if number > left {
				return nil, cannotBe(pair, "more classes join two nodes than there are sites")
			}
			told.Numbers[at] = int(number)
			left -= number
		}
		k.told, sum = append(k.told, told), sum[3:]
	}
	return sum, nil
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

// lackedFamilies are the sets whose tables give the counts of a DAG's families, without those that these tables give.
func (p *Public) lackedFamilies(tables []data.Joint, dag *graph.DAG) ([][]int32, error) {
	known, lacked := covers(tables), [][]int32(nil)
	for _, set := range familiesOf(dag) {
		if known.Find(set) < 0 {
			lacked = append(lacked, set)
		}
	}
	return p.tables(lacked)
}

// families are the counts of these families, from the tables.
func (p *Public) families(tables []data.Joint, sets [][]int32) ([]Family, error) {
	known, out := covers(tables), make([]Family, len(sets))
	for v, set := range sets {
		at := known.Find(set)
		if at < 0 {
			return nil, fmt.Errorf("no table has the counts of %v", set)
		}
		out[v] = Family(tables[at].Marginal(p.Arity, set))
	}
	return out, nil
}

func covers(tables []data.Joint) (known data.Covers) {
	for _, table := range tables {
		known.Add(table.Variables)
	}
	return known
}

// familiesOf are, by node, the node and its parents, ascending.
func familiesOf(dag *graph.DAG) [][]int32 {
	sets := make([][]int32, dag.N)
	for v := range sets {
		sets[v] = append(dag.Pa(v).Append(nil), int32(v))
		slices.Sort(sets[v])
	}
	return sets
}
