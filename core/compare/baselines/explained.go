package baselines

import (
	"context"
	"math"
	"math/big"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/hashed"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// UsualExplained: an explained join counts an eighth.
const UsualExplained = 8

// Joins are the pairs that voters join, the lowest first, and what the rest of the first round explains of them.
type Joins struct {
	Pairs     [][2]int32 // the lower node first
	Plain     []float64  // the share of the weight that joins the pair
	Shares    []float64  // the same, where an explained join counts one of so many
	Unsure    []bool     // whether all of these joins are explained
	Explained [][]int32  // the voters whose join is explained, the lowest first; nil: it is not known who they are
}

// Explained is the vote on the skeleton of DAGs over different nodes, in two rounds. The first round is Skeleton. In the
// second one a join that the rest of the first round's class explains counts one k-th, where k is at least 1.
// V-structures are voted on in full in both rounds. Explained fails if ctx ends.
func Explained(
	ctx context.Context, n int, ballots Ballots, known *graph.Constraints, threshold float64, k int64, workers int,
) (*Outcome, *Joins, error) {
	pairs, err := askPairs(ctx, n, ballots)
	if err != nil {
		return nil, nil, err
	}
	first := plainSkeleton(n, pairs, known, threshold)
	out, err := direct(ctx, first, ballots, known, threshold, workers)
	if err != nil {
		return nil, nil, err
	}
	member, err := equiv.Extension(equiv.Known(out.DAG, out.Directed), nil)
	if err != nil {
		return nil, nil, err
	}
	joins, err := explainJoins(ctx, member, pairs, ballots, k)
	if err != nil {
		return nil, nil, err
	}
	second := graph.NewPDAG(n)
	for at, pair := range joins.Pairs {
		if u, v := int(pair[0]), int(pair[1]); !known.Forbids(u, v) && joins.Shares[at] > threshold {
			second.AddUndirected(u, v)
		}
	}
	if !second.Equal(first) {
		out, err = direct(ctx, second, ballots, known, threshold, workers)
	}
	return out, joins, err
}

// Explain finds what the rest of the DAG explains of all pairs that voters with a say join.
func Explain(ctx context.Context, g *graph.DAG, ballots Ballots, k int64) (*Joins, error) {
	pairs, err := askPairs(ctx, g.N, ballots)
	if err != nil {
		return nil, err
	}
	return explainJoins(ctx, g, pairs, ballots, k)
}

// explainJoins is Explain, of the pairs that voters join.
func explainJoins(ctx context.Context, g *graph.DAG, pairs []pair, ballots Ballots, k int64) (*Joins, error) {
	m := len(pairs)
	j := &Joins{Plain: make([]float64, m), Shares: make([]float64, m), Unsure: make([]bool, m)}
	for _, p := range pairs {
		j.Pairs = append(j.Pairs, p.ends)
	}
	explained, whose, err := ballots.Explained(ctx, g, j.Pairs)
	if err != nil {
		return nil, err
	}
	j.Explained = whose
	for at, p := range pairs {
		j.Plain[at] = p.share()
		j.Shares[at] = discounted(p.joined, explained[at], p.both, k)
		j.Unsure[at] = explained[at] == p.joined
	}
	return j, nil
}

// discounted is the correctly rounded share of joined in total, where the part explained of joined counts one k-th.
func discounted(joined, explained, total, k int64) float64 {
	if total <= math.MaxInt64/k {
		return consensus.Psi(k*joined-(k-1)*explained, k*total-(k-1)*explained)
	}
	less := new(big.Int).Mul(big.NewInt(k-1), big.NewInt(explained))
	of := func(weight int64) *big.Int {
		x := new(big.Int).Mul(big.NewInt(k), big.NewInt(weight))
		return x.Sub(x, less)
	}
	share, _ := new(big.Rat).SetFrac(of(joined), of(total)).Float64()
	return share
}

// explainer is a DAG, and what voters have of its nodes.
type explainer struct {
	dag       *graph.DAG
	ancestors bitset.Matrix // row x: x and its ancestors
	voters    *Voters
	kinds     []int32      // by voter: which of the sets it has
	sets      []bitset.Set // the distinct ones
}

func newExplainer(g *graph.DAG, voters *Voters) *explainer {
	e := &explainer{dag: g, ancestors: bitset.NewMatrix(g.N, g.N), voters: voters, kinds: make([]int32, len(voters.Seen))}
	for _, x := range g.TopologicalOrder() {
		g.AncestorsOf(int(x), e.ancestors)
	}
	var kinds hashed.Table[int32]
	for i, has := range voters.Seen {
		hash := has.Hash()
		at := kinds.First(hash)
		for at >= 0 && !e.sets[*kinds.At(at)].Equal(has) {
			at = kinds.Next(at)
		}
		if at >= 0 {
			e.kinds[i] = *kinds.At(at)
			continue
		}
		kind := int32(len(e.sets))
		e.kinds[i], e.sets = kind, append(e.sets, has)
		kinds.Add(hash, &kind)
	}
	return e
}

// asker asks what the DAG explains without the arc between two nodes. One goroutine uses it.
type asker struct {
	*explainer
	rest    *graph.DAG    // the DAG without that arc
	within  bitset.Set    // the ancestors of both nodes in it, and the nodes
	moral   bitset.Matrix // the rows of its moral graph on them that are filled
	filled  bitset.Set
	lacking bitset.Set // nodes that a voter lacks and the walk has not met
	ahead   bitset.Set // nodes that the walk goes on from
	answers []int8     // by kind: 1 if a join is explained, -1 if not, 0 if nobody has asked
}

// explain finds the voters whose joins are explained, by pair, and their weights.
func (e *explainer) explain(ctx context.Context, pairs [][2]int32, workers int) (weights []int64, whose [][]int32, err error) {
	weights, whose = make([]int64, len(pairs)), make([][]int32, len(pairs))
	team := make([]*asker, max(1, min(workers, len(pairs))))
	err = parallel.For(ctx, len(pairs), len(team), func(worker, at int) error {
		if team[worker] == nil {
			team[worker] = e.asker()
		}
		whose[at], weights[at] = team[worker].joins(int(pairs[at][0]), int(pairs[at][1]))
		return nil
	})
	return weights, whose, err
}

func (e *explainer) asker() *asker {
	n := e.dag.N
	return &asker{
		explainer: e, rest: e.dag.Clone(), within: bitset.New(n), moral: bitset.NewMatrix(n, n), filled: bitset.New(n),
		lacking: bitset.New(n), ahead: bitset.New(n), answers: make([]int8, len(e.sets)),
	}
}

// joins are the voters whose join of u and v is explained, and their weight. Voters of weight 0 have no say.
func (a *asker) joins(u, v int) (explained []int32, weight int64) {
	tail, head := u, v
	if a.rest.Has(v, u) {
		tail, head = v, u
	}
	if a.rest.Has(tail, head) {
		a.rest.Remove(tail, head)
		defer a.rest.Add(tail, head)
	}
	// Without the arc u → v the ancestors of the two are the same, because u is one of the two.
	a.within.Copy(a.ancestors.Row(u))
	a.within.Or(a.ancestors.Row(v))
	a.filled.Clear()
	clear(a.answers)
	for i, g := range a.voters.DAGs {
		if a.voters.Weights[i] == 0 || !g.Adjacent(u, v) {
			continue
		}
		answer := &a.answers[a.kinds[i]]
		if *answer == 0 {
			*answer = -1
			if a.connects(u, v, a.sets[a.kinds[i]]) {
				*answer = 1
			}
		}
		if *answer > 0 {
			explained = append(explained, int32(i))
			weight += a.voters.Weights[i]
		}
	}
	return explained, weight
}

// connects reports whether a path of the moral graph leads from u to v by nodes that are not in has alone. This is so
// if and only if no set within has d-separates them; see doc.go.
func (a *asker) connects(u, v int, has bitset.Set) bool {
	a.lacking.Copy(a.within)
	a.lacking.AndNot(has)
	a.ahead.Clear()
	for x := u; x >= 0; x = a.ahead.Next(0) {
		a.ahead.Remove(x)
		for w, word := range a.moralRow(x) {
			found := word & a.lacking[w]
			a.ahead[w] |= found
			a.lacking[w] &^= found
		}
		if a.moralRow(x).Has(v) {
			return true
		}
	}
	return false
}

// moralRow are the neighbours of x in the moral graph of the rest on within.
func (a *asker) moralRow(x int) bitset.Set {
	row := a.moral.Row(x)
	if !a.filled.Has(x) {
		a.filled.Add(x)
		a.rest.MoralRowWithin(x, a.within, row)
	}
	return row
}
