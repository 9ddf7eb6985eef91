package score

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// rows is a dataset as plain numbers.
type rows struct {
	columns [][]uint32
	arity   []int32
}

func drawTable(t *rapid.T, most int) rows {
	n, count := rapid.IntRange(1, most).Draw(t, "n"), rapid.IntRange(0, 120).Draw(t, "rows")
	out := rows{make([][]uint32, n), make([]int32, n)}
	for v := range n {
		out.arity[v] = rapid.SampledFrom([]int32{1, 2, 2, 3, 3, 4, 5, 9, 40, 300, 70_000}).Draw(t, "arity")
		seen := rapid.Uint32Range(1, uint32(out.arity[v])).Draw(t, "states seen")
		out.columns[v] = rapid.SliceOfN(rapid.Uint32Range(0, seen-1), count, count).Draw(t, "column")
	}
	return out
}

func (tb rows) dataset() *data.Dataset { return data.New(len(tb.columns[0]), tb.columns, tb.arity) }

// definition is a score of y given its parents by its formula, without a table of values
// or any sharing. The counts are those of y's states, for each joint state of the parents
// that occurs. There are q joint states and r states of y.
type definition func(counts [][]float64, rows, parents int, q, r float64, p Parameters) float64

// definitions has one entry for each registered score of discrete data.
var definitions = map[string]definition{
	// Heckerman et al. (1995), equation 28, with N'_ijk = ess / (q r).
	"bdeu": func(counts [][]float64, _, _ int, q, r float64, p Parameters) float64 { return bdeuOf(counts, q, r, p) },
	// Scutari (2016): BDeu with the number of the parents' joint states that occur for q.
	"bds": func(counts [][]float64, _, _ int, _, r float64, p Parameters) float64 {
		return bdeuOf(counts, float64(len(counts)), r, p)
	},
	// Schwarz (1978), with a factor of the penalty.
	"bic": func(counts [][]float64, rows, _ int, q, r float64, p Parameters) float64 {
		return logLikelihood(counts) - p.Penalty*math.Log(float64(max(rows, 1)))/2*q*(r-1)
	},
	// Akaike (1974), as log L - k.
	"aic": func(counts [][]float64, _, _ int, q, r float64, _ Parameters) float64 {
		return logLikelihood(counts) - q*(r-1)
	},
	// Silander et al. (2018), with the approximation of their section 2, less what a surplus of joint states costs.
	"qnml": func(counts [][]float64, rows, parents int, q, r float64, p Parameters) float64 {
		both := 0
		for _, given := range counts {
			both += len(given)
		}
		family := plainSurplus(p.Surplus, parents+1, both, rows) - plainSurplus(p.Surplus, parents, len(counts), rows)
		return logLikelihood(counts) - plainRegret(float64(rows), q*r) + plainRegret(float64(rows), q) - family
	},
}

// plainSurplus is what F of a number of variables loses if a number of their joint states occur.
func plainSurplus(penalty float64, variables, states, rows int) float64 {
	if variables < 2 {
		return 0
	}
	return penalty * max(0, float64(states)-float64(rows)/4)
}

// plainRegret is the formula as it is written, and its series where that has no digits left. For large a, c is so near to 1
// that log c is taken of c - 1 = (2/a) / (1 + √(1 + 4/a)).
func plainRegret(n, states float64) float64 {
	a := states / n
	root := math.Sqrt(1 + 4/a)
	c, logC := 0.5+0.5*root, math.Log1p(2/a/(1+root))
	switch {
	case n == 0 || states == 1:
		return 0
	case a > 1e7:
		return n*(math.Log(a)+3/(2*a)) - 0.5*math.Log(c+2/a)
	}
	return n*(math.Log(a)+(a+2)*logC-1/c) - 0.5*math.Log(c+2/a)
}

func bdeuOf(counts [][]float64, q, r float64, p Parameters) float64 {
	lgamma := func(x float64) float64 { l, _ := math.Lgamma(x); return l }
	sum := 0.0
	for _, given := range counts {
		all := 0.0
		for _, n := range given {
			all += n
			sum += lgamma(n+p.ESS/q/r) - lgamma(p.ESS/q/r)
		}
		sum += lgamma(p.ESS/q) - lgamma(all+p.ESS/q)
	}
	return sum
}

func logLikelihood(counts [][]float64) float64 {
	sum := 0.0
	for _, given := range counts {
		all := 0.0
		for _, n := range given {
			all += n
			sum += n * math.Log(n)
		}
		sum -= all * math.Log(all)
	}
	return sum
}

// naive is the score of y given its parents by the definition.
func (tb rows) naive(score definition, p Parameters, y int, parents []int) float64 {
	q := 1.0
	for _, parent := range parents {
		q *= float64(tb.arity[parent])
	}
	groups := map[string]map[uint32]float64{}
	for row, state := range tb.columns[y] {
		var key []uint32
		for _, parent := range parents {
			key = append(key, tb.columns[parent][row])
		}
		name := fmt.Sprint(key)
		if groups[name] == nil {
			groups[name] = map[uint32]float64{}
		}
		groups[name][state]++
	}
	var counts [][]float64
	for _, group := range groups {
		counts = append(counts, slices.Collect(maps.Values(group)))
	}
	return score(counts, len(tb.columns[y]), len(parents), q, float64(tb.arity[y]), p)
}

// discreteKinds are the registered scores of discrete data.
func discreteKinds() []Kind {
	return slices.DeleteFunc(Kinds(), func(k Kind) bool { return k.Discrete == nil })
}

func drawModel(t *rapid.T, tb rows) (m Model, kind Kind, p Parameters) {
	kind = rapid.SampledFrom(discreteKinds()).Draw(t, "kind")
	p.ESS = rapid.SampledFrom([]float64{1e-3, 1, 10, 1e4}).Draw(t, "ess")
	p.Penalty = rapid.SampledFrom([]float64{1, 1, 0, 0.3, 50}).Draw(t, "penalty")
	p.Surplus = rapid.SampledFrom([]float64{0, 0.7, 2, 1e6}).Draw(t, "surplus")
	d := tb.dataset()
	if rapid.Bool().Draw(t, "index") {
		d.Index(context.Background())
	}
	return kind.Discrete(d, p), kind, p
}

// drawAnyModel draws a model of either kind of data.
func drawAnyModel(t *rapid.T, most int) Model {
	if rapid.Bool().Draw(t, "continuous") {
		return drawGaussian(t, drawValues(t, most)).model
	}
	m, _, _ := drawModel(t, drawTable(t, most))
	return m
}

// Every score of discrete data is its formula, whatever the number of states and rows.
func TestScoresAreTheirFormulas(t *testing.T) {
	for _, kind := range discreteKinds() {
		require.Contains(t, definitions, kind.Name)
	}
	rapid.Check(t, func(t *rapid.T) {
		tb := drawTable(t, 5)
		m, kind, p := drawModel(t, tb)
		s, n := NewLocalScorer(m), len(tb.columns)
		for range 4 {
			y := rapid.IntRange(0, n-1).Draw(t, "y")
			parents, list := []int{}, []int32{}
			for p := range n {
				if p != y && rapid.Bool().Draw(t, "parent") {
					parents, list = append(parents, p), append(list, int32(p))
				}
			}
			want := tb.naive(definitions[kind.Name], p, y, parents)
			require.InDelta(t, want, s.Score(int32(y), list), 1e-9*(math.Abs(want)+1))
		}
	})
}

// The gain of a parent is the difference of two scores to the last bit, whatever else is
// asked for at the same time, and with any number of workers.
func TestGainsAreDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawAnyModel(t, 12)
		team := parallel.NewTeam(rapid.SampledFrom([]int{1, 2, 7}).Draw(t, "workers"))
		defer team.Close()
		s, sets, n := NewLocalScorer(m), NewSets(m, team), m.Variables()
		for range 3 {
			type asked struct {
				y, x    int
				parents []int32
				gains   func(int) int64
			}
			var all []asked
			for range rapid.IntRange(1, 6).Draw(t, "questions") {
				y := rapid.IntRange(0, n-1).Draw(t, "y")
				q, with := asked{y: y}, bitset.New(n)
				for x := range n {
					switch rapid.IntRange(0, 4).Draw(t, "role") {
					case 0:
						if x != y {
							q.parents = append(q.parents, int32(x))
						}
					case 1, 2:
						with.Add(x)
					}
				}
				with.Remove(y)
				q.gains = sets.Gains(y, q.parents, with)
				for q.x = with.Next(0); q.x >= 0; q.x = with.Next(q.x + 1) {
					all = append(all, q)
				}
			}
			require.NoError(t, sets.Fill(context.Background()))
			for _, q := range all {
				y, x := []int32{memberOf(m, int32(q.y))}, []int32{int32(q.x)}
				want := s.f(slices.Concat(q.parents, x, y)) - s.f(slices.Concat(q.parents, x)) -
					s.f(slices.Concat(q.parents, y)) + s.f(q.parents)
				penalty := m.ArcPenalty(q.parents, q.x, q.y)
				require.Equal(t, want-penalty, q.gains(q.x))
				require.Equal(t, penalty, m.ArcPenalty(q.parents, q.y, q.x))
				if penalty < 1<<50 {
					more := m.Penalty(int32(q.y), append(x, q.parents...)) - m.Penalty(int32(q.y), q.parents)
					require.InEpsilon(t, 1+more, 1+m.Float(penalty), 1e-6)
				} else {
					require.Negative(t, q.gains(q.x))
				}
			}
			if rapid.Bool().Draw(t, "forget") {
				sets.limit = 0
				sets.Trim()
			}
		}
	})
}

// Equivalent DAGs have equal sums of F to the last bit, and equal scores.
func TestEquivalentDAGsScoreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawAnyModel(t, 4)
		if !m.Equal() {
			return
		}
		g := oracle.DrawDAG(t, m.Variables(), "dag")
		s := NewLocalScorer(m)
		score := func(g oracle.Matrix) (f int64, sum float64) {
			for y := range g {
				var parents []int32
				for _, p := range g.Parents(y) {
					parents = append(parents, int32(p))
				}
				f += s.f(append(slices.Clone(parents), int32(y))) - s.f(parents)
				sum += s.Score(int32(y), parents)
			}
			return f, sum
		}
		f, sum := score(g)
		for _, member := range oracle.ClassMembers(g) {
			other, otherSum := score(member)
			require.Equal(t, f, other)
			require.InDelta(t, sum, otherSum, 1e-9*(1+math.Abs(sum)))
		}
	})
}

// log Γ(x + d) − log Γ(x) is log x + … + log(x + d − 1), however large x is.
func TestLogRising(t *testing.T) {
	for x := 1.0; x < 1e30; x *= 1.37 {
		want := 0.0
		for d := range 50 {
			require.InDelta(t, want, logRising(x, float64(d)), 1e-12*(want+1), "%v, %v", x, d)
			want += math.Log(x + float64(d))
		}
	}
}

// Tables are forgotten before there are too many, and then made again.
func TestTablesAreBounded(t *testing.T) {
	var kept tables
	square := func(name int64) func(int) int64 {
		return func(count int) int64 { return name * int64(count) }
	}
	for round := range 3 {
		for name := range int64(maxTables) {
			require.Equal(t, name*int64(round), terms{rest: kept.at(name, square)}.sum([]int32{int32(round)}, 0))
		}
		size := 0
		kept.byName.Range(func(any, any) bool { size++; return true })
		require.Less(t, size, maxTables)
	}
}
