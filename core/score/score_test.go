package score

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/internal/oracle"
	"github.com/mcbnc/mcbnc/core/parallel"
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

// naive is the score of y given its parents, by the formulas: of BDeu Heckerman et al.
// (1995), equation 28, with N'_ijk = ess / (q r); of BIC the log-likelihood less ½ log N
// for each free parameter.
func (tb rows) naive(kind Kind, ess float64, y int, parents []int) float64 {
	q, r := 1.0, float64(tb.arity[y])
	for _, p := range parents {
		q *= float64(tb.arity[p])
	}
	groups := map[string]map[uint32]float64{}
	for row, state := range tb.columns[y] {
		var key []uint32
		for _, p := range parents {
			key = append(key, tb.columns[p][row])
		}
		name := fmt.Sprint(key)
		if groups[name] == nil {
			groups[name] = map[uint32]float64{}
		}
		groups[name][state]++
	}
	lgamma := func(x float64) float64 { l, _ := math.Lgamma(x); return l }
	sum := 0.0
	for _, counts := range groups {
		all := 0.0
		for _, n := range counts {
			all += n
			if kind == BDeu {
				sum += lgamma(n+ess/q/r) - lgamma(ess/q/r)
			} else {
				sum += n * math.Log(n)
			}
		}
		if kind == BDeu {
			sum += lgamma(ess/q) - lgamma(all+ess/q)
		} else {
			sum -= all * math.Log(all)
		}
	}
	if count := float64(len(tb.columns[y])); kind == BIC && count > 0 {
		sum -= math.Log(count) / 2 * q * (r - 1)
	}
	return sum
}

func drawModel(t *rapid.T, tb rows) (*Model, Kind, float64) {
	kind := rapid.SampledFrom([]Kind{BDeu, BIC}).Draw(t, "kind")
	ess := rapid.SampledFrom([]float64{1e-3, 1, 10, 1e4}).Draw(t, "ess")
	return New(tb.dataset(), kind, ess), kind, ess
}

// Local is the formula, whatever the number of states and rows.
func TestLocal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := drawTable(t, 5)
		m, kind, ess := drawModel(t, tb)
		s, n := NewScorer(m), len(tb.columns)
		for range 4 {
			y := rapid.IntRange(0, n-1).Draw(t, "y")
			parents, list := []int{}, []int32{}
			for p := range n {
				if p != y && rapid.Bool().Draw(t, "parent") {
					parents, list = append(parents, p), append(list, int32(p))
				}
			}
			want := tb.naive(kind, ess, y, parents)
			require.InDelta(t, want, s.Local(int32(y), list), 1e-9*(math.Abs(want)+1))
		}
	})
}

// What a parent adds is the difference of two scores, to the last bit, in whatever
// company it is asked for and by however many workers it is worked out.
func TestGainsAreDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := drawTable(t, 12)
		m, _, _ := drawModel(t, tb)
		team := parallel.NewTeam(rapid.SampledFrom([]int{1, 2, 7}).Draw(t, "workers"))
		defer team.Close()
		s, sets, n := NewScorer(m), NewSets(m, team), len(tb.columns)
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
				y, x := []int32{int32(q.y)}, []int32{int32(q.x)}
				want := s.F(slices.Concat(q.parents, x, y)) - s.F(slices.Concat(q.parents, x)) -
					s.F(slices.Concat(q.parents, y)) + s.F(q.parents)
				if cost := m.penalty(m.joint(q.parents), q.x, q.y); cost < 1<<50 {
					require.Equal(t, want-cost, q.gains(q.x))
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

// Equivalent DAGs have equal scores, to the last bit but for the sum of the penalties.
func TestEquivalentDAGsScoreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := drawTable(t, 4)
		m, kind, _ := drawModel(t, tb)
		g := oracle.DrawDAG(t, len(tb.columns), "dag")
		s := NewScorer(m)
		score := func(g oracle.Matrix) (f int64, sum float64) {
			for y := range g {
				var parents []int32
				for _, p := range g.Parents(y) {
					parents = append(parents, int32(p))
				}
				f += s.F(append(slices.Clone(parents), int32(y))) - s.F(parents)
				sum += s.Local(int32(y), parents)
			}
			return f, sum
		}
		f, sum := score(g)
		for _, member := range oracle.ClassMembers(g) {
			other, otherSum := score(member)
			require.Equal(t, f, other)
			require.InEpsilon(t, sum-1, otherSum-1, 1e-9, "%v", kind)
		}
	})
}
