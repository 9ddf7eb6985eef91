package jointly_test

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/internal/testkit/rowstest"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// models are the pooled and the own model, and the model of each site, of one unit.
func models(kind score.Kind, tables []*data.Dataset, memo *score.Memo) (pooled, own score.Model, each []score.Model) {
	// With a Memo, the engine sees that the models have one F, and counts all rows and each site's at once.
	p := score.Parameters{ESS: 1, Penalty: 1, Memo: memo}
	p.MaxUnit = kind.Discrete(data.Join(tables), p).Unit() - score.Room(len(tables))
	for _, table := range tables {
		each = append(each, kind.Discrete(table, p))
	}
	joined := data.Join(tables)
	joined.Index(context.Background())
	return kind.Discrete(joined, p), score.Sum(each), each
}

// familyScore is the score of a family by its definition, in units.
func familyScore(m score.Model, y int, parents []int) int64 {
	batch := m.NewBatch(1)
	if !m.Equal() {
		family := []int32{score.Child(int32(y))}
		for _, x := range parents {
			family = append(family, int32(x))
		}
		return batch.Open(0, 0, family, 0)
	}
	var set []int32
	penalty := m.NodePenalty(y)
	for _, x := range parents {
		penalty += m.ArcPenalty(set, x, y)
		set = append(set, int32(x))
	}
	without := batch.Open(0, 0, set, 0)
	return batch.Open(0, 0, append(slices.Clone(set), int32(y)), 0) - without - penalty
}

// problem is a drawn problem, with the parts of its oracle.
type problem struct {
	jointly.Problem
	dags  []oracle.Matrix
	each  []score.Model // of the sites
	limit oracle.SearchOptions
	one   string // the only search; "": all of them
}

func draw(t *rapid.T) problem {
	n, count := rapid.IntRange(1, 5).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "sites")
	rng := oracle.Rand(rapid.Uint64().Draw(t, "rows"))
	arity := make([]int32, n)
	for v := range arity {
		arity[v] = 2 + rng.Int32N(2)
	}
	kind, _ := score.Find(rapid.SampledFrom([]string{"bdeu", "bds", "qnml", "bic", "aic"}).Draw(t, "score"))
	p := problem{dags: oracle.RandomDAGs(rng, count, n, 0.4), limit: oracle.SearchOptions{MaxParents: -1}}
	p.Pooled, p.Own, p.each = models(kind, rowstest.Sites(rng, count, arity, 1, 61), rapid.SampledFrom([]*score.Memo{nil, {}}).Draw(t, "memo"))
	p.Votes = jointly.Count(n, graphtest.DAGs(p.dags))
	p.MaxParents = -1
	switch rapid.IntRange(0, 2).Draw(t, "pairs") {
	case 0:
		p.Penalised = true
	case 1:
		p.AllPairs = true
	default:
		p.Share = rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "share")
	}
	if rapid.Bool().Draw(t, "weights") {
		p.Weights = make([]float64, n*n)
		for u := range n {
			for v := range u {
				w := rng.NormFloat64() * 3
				p.Weights[u*n+v], p.Weights[v*n+u] = w, w
			}
		}
	}
	p.one = rapid.SampledFrom([]string{"", "", "pooled", "own"}).Draw(t, "one search")
	if rapid.Bool().Draw(t, "constrained") {
		p.MaxParents, p.limit.MaxParents = 2, 2
		p.limit.Constraints = oracle.Constraints{Required: oracle.New(n), Forbidden: oracle.New(n)}
		c := graph.NewConstraints(n)
		for u := range n {
			for v := range u {
				into, matrix := p.limit.Required, c.Required
				if rng.IntN(2) == 0 {
					into, matrix = p.limit.Forbidden, c.Forbidden
				}
				if rng.IntN(5) == 0 {
					into[u][v], into[v][u] = true, true
					matrix.Row(u).Add(v)
					matrix.Row(v).Add(u)
				}
			}
		}
		p.Constraints = c
	}
	return p
}

// votes is the number of DAGs that join a pair.
func (p *problem) votes(u, v int) (k int) {
	for _, g := range p.dags {
		if g.Adjacent(u, v) {
			k++
		}
	}
	return k
}

// pooled, own and mixed are the scores of a family.
func (p *problem) pooled(y int, parents []int) int64 { return familyScore(p.Pooled, y, parents) }

func (p *problem) own(y int, parents []int) (total int64) {
	for _, m := range p.each {
		total += familyScore(m, y, parents)
	}
	return total
}

func (p *problem) mixed(y int, parents []int) int64 {
	return max(p.pooled(y, parents), p.own(y, parents))
}

// weighted is a score with a weight for each pair, in natural logarithms.
func (p *problem) weighted(score oracle.Local, weight func(u, v int) float64) oracle.Local {
	return func(y int, parents []int) int64 {
		total := score(y, parents)
		for _, x := range parents {
			total += int64(math.RoundToEven(math.Ldexp(weight(x, y), p.Pooled.Unit())))
		}
		return total
	}
}

func (p *problem) expert(u, v int) float64 {
	if p.Weights == nil {
		return 0
	}
	return p.Weights[u*len(p.dags[0])+v]
}

func (p *problem) penalised(u, v int) float64 {
	k, m := float64(p.votes(u, v)), float64(len(p.dags))
	return min(0, math.Log((k+0.5)/(m-k+0.5))) + p.expert(u, v)
}

// among are the search's options, with the pairs forbidden that fewer of the DAGs join.
func (p *problem) among(share float64) oracle.SearchOptions {
	n, out := len(p.dags[0]), p.limit
	out.Forbidden = oracle.New(n)
	for u := range n {
		for v := range n {
			k := p.votes(u, v)
			few := k == 0 || float64(k) < share*float64(len(p.dags))
			out.Forbidden[u][v] = u != v && (joined(p.limit.Forbidden, u, v) || few && !joined(p.limit.Required, u, v))
		}
	}
	return out
}

// The searches are those of the rule, step by step, and the answer is the first with the highest
// mix.
func TestRunIsTheRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := draw(t)
		n := len(p.dags[0])
		pooled, own := p.weighted(p.pooled, p.expert), p.weighted(p.own, p.expert)
		type search struct {
			method string
			local  oracle.Local
			limit  oracle.SearchOptions
		}
		var want []search
		switch {
		case p.Penalised:
			want = []search{
				{"pooled", p.weighted(p.pooled, p.penalised), p.limit},
				{"own", own, p.among(0)},
				{"mixed", p.weighted(p.mixed, p.penalised), p.limit},
			}
		case p.AllPairs:
			want = []search{{"pooled", pooled, p.limit}, {"own", own, p.limit}}
		default:
			want = []search{{"pooled", pooled, p.among(p.Share)}, {"own", own, p.among(p.Share)}}
		}
		mix := p.weighted(p.mixed, p.expert)
		run := p.Problem
		switch p.one {
		case "pooled":
			run.Own, want, mix = nil, want[:1], pooled
		case "own":
			run.Pooled, want, mix = nil, want[1:2], own
		}
		got, err := jointly.Run(context.Background(), &run, rapid.IntRange(1, 3).Draw(t, "workers"))
		require.NoError(t, err)
		require.Len(t, got.Found, len(want))
		first := 0
		for k, s := range want {
			moves, state := oracle.GES(n, s.local, s.limit)
			f := got.Found[k]
			require.Equal(t, s.method, f.Method)
			require.Equal(t, steps(moves), f.Steps)
			require.Equal(t, [][]bool(state), graphtest.PDAGMatrix(equiv.Known(f.DAG, nil)))
			total := int64(0)
			for y := range n {
				total += mix(y, graphtest.Ints(f.DAG.Pa(y).Append(nil)))
			}
			require.Zero(t, f.Mix.Cmp(big.NewInt(total)))
			if f.Mix.Cmp(got.Found[first].Mix) > 0 {
				first = k
			}
		}
		require.Equal(t, first, got.Best)
	})
}

// Among the problems that are drawn, each of the searches has the highest mix of some.
func TestEachSearchMayWin(t *testing.T) {
	best := map[string]bool{}
	problems := rapid.Custom(draw)
	for seed := 0; len(best) < 3; seed++ {
		require.Less(t, seed, 1000, "only these won: %v", best)
		p := problems.Example(seed)
		got, err := jointly.Run(context.Background(), &p.Problem, 1)
		require.NoError(t, err)
		best[got.Found[got.Best].Method] = true
	}
}

func steps(moves []oracle.Move) []ges.Step {
	var out []ges.Step
	for _, m := range moves {
		step := ges.Step{Insert: m.Insert, X: m.X, Y: m.Y, Gain: m.Gain}
		for _, x := range m.Set {
			step.Set = append(step.Set, int32(x))
		}
		out = append(out, step)
	}
	return out
}

// The sum of the sites' scores is the score of all rows with a column "site" as a further parent
// of every node, if the equivalent sample size is the number of sites.
func TestOwnScoreIsThatOfASiteColumn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, count := rapid.IntRange(1, 4).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "sites")
		rng := oracle.Rand(rapid.Uint64().Draw(t, "rows"))
		arity := slices.Repeat([]int32{3}, n)
		tables := rowstest.Sites(rng, count, arity, 1, 61)
		kind, _ := score.Find("bdeu")
		_, own, _ := models(kind, tables, nil)

		all := data.Join(tables)
		columns := make([][]uint32, n+1)
		for v := range n {
			for row := range all.Rows {
				columns[v] = append(columns[v], uint32(all.Columns[v].State(row)))
			}
		}
		for k, table := range tables {
			columns[n] = append(columns[n], slices.Repeat([]uint32{uint32(k)}, table.Rows)...)
		}
		sited := kind.Discrete(data.New(all.Rows, columns, append(arity, int32(count))), score.Parameters{ESS: float64(count)})
		parents := []int32{}
		for x := range int32(n - 1) {
			if rng.IntN(2) == 0 {
				parents = append(parents, x)
			}
		}
		y := int32(n - 1)
		want := score.NewLocalScorer(sited).Score(y, append(slices.Clone(parents), int32(n)))
		require.InDelta(t, want, score.NewLocalScorer(own).Score(y, parents), 1e-8*(1+math.Abs(want)))
	})
}

// A search that is stopped reports it, and its results are valid.
func TestRunStops(t *testing.T) {
	kind, _ := score.Find("bdeu")
	tables := rowstest.Sites(oracle.Rand(1), 3, slices.Repeat([]int32{2}, 5), 1, 61)
	p := jointly.Problem{Votes: jointly.Count(5, nil), Penalised: true, MaxParents: -1}
	p.Pooled, p.Own, _ = models(kind, tables, nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got, err := jointly.Run(ctx, &p, 2)
	require.NoError(t, err)
	require.True(t, got.Stopped)
	for _, f := range got.Found {
		require.Zero(t, f.DAG.Arcs())
		require.NotZero(t, f.Mix.Sign())
	}
}

// The vote of the sites' DAGs is one more answer where the searches are stopped, and it is there for that alone.
func TestTheVoteStandsInForSearchesThatStop(t *testing.T) {
	kind, _ := score.Find("bdeu")
	tables := rowstest.Sites(oracle.Rand(1), 3, slices.Repeat([]int32{2}, 5), 1, 61)
	p := jointly.Problem{Votes: jointly.Count(5, nil), AllPairs: true, MaxParents: -1}
	p.Pooled, p.Own, _ = models(kind, tables, nil)
	whole, err := jointly.Run(t.Context(), &p, 2)
	require.NoError(t, err)
	best := whole.Found[whole.Best]
	require.Positive(t, best.DAG.Arcs(), "else nothing is better than nothing")

	p.Voted = best.DAG
	again, err := jointly.Run(t.Context(), &p, 2)
	require.NoError(t, err)
	require.Equal(t, whole, again)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stopped, err := jointly.Run(ctx, &p, 2)
	require.NoError(t, err)
	require.Len(t, stopped.Found, len(whole.Found)+1)
	got := stopped.Found[stopped.Best]
	require.Equal(t, jointly.MethodVote, got.Method)
	require.Equal(t, equiv.Known(best.DAG, nil), equiv.Known(got.DAG, nil))
	require.Zero(t, best.Mix.Cmp(got.Mix))

	p.Voted = graph.NewDAG(5) // no better than what the searches have
	stopped, err = jointly.Run(ctx, &p, 2)
	require.NoError(t, err)
	require.Zero(t, stopped.Best)
}

func TestPairs(t *testing.T) {
	dags := graphtest.DAGs([]oracle.Matrix{
		oracle.FromArcs(3, [][2]int{{0, 1}, {1, 2}}), oracle.FromArcs(3, [][2]int{{1, 0}}), oracle.FromArcs(3, [][2]int{{0, 1}}),
	})
	v := jointly.Count(3, dags)
	list := func(m bitset.Matrix) [][]bool { return graphtest.Rows(3, m) }
	some, none := oracle.New(3), oracle.New(3)
	some[0][1], some[1][0], some[1][2], some[2][1] = true, true, true, true
	none[0][1], none[1][0] = true, true
	require.Equal(t, [][]bool(some), list(v.Pairs(0)))
	require.Equal(t, [][]bool(some), list(v.Pairs(1.0/3)))
	require.Equal(t, [][]bool(none), list(v.Pairs(0.34)))
	require.Equal(t, [][]bool(none), list(v.Pairs(1)))
	w := v.Penalties()
	require.Zero(t, w[1])
	require.Equal(t, math.Log(1.5/2.5), w[1*3+2])
	require.Equal(t, math.Log(0.5/3.5), w[2])
}

// joined reports whether a matrix, which may be nil, joins a pair.
func joined(m oracle.Matrix, u, v int) bool { return m != nil && m.Adjacent(u, v) }
