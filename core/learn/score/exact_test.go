package score

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// drawNear draws columns of large units, of which some nearly determine others.
func drawNear(t *rapid.T, n int) *data.Numbers {
	d := &data.Numbers{Rows: rapid.IntRange(n+6, 30).Draw(t, "rows")}
	rng := oracle.Rand(rapid.Uint64().Draw(t, "values"))
	for j := range n {
		unit := rapid.SampledFrom([]float64{1, 1e3, 1e5, 1e7, 1e9, 1e15, 1e30}).Draw(t, "unit")
		apart := rapid.SampledFrom([]float64{0, 1e-12, 1e-9, 1e-7, 1e-3, 1}).Draw(t, "apart")
		column := make([]float64, d.Rows)
		for row := range column {
			x := rng.NormFloat64()
			if j > 0 && apart < 1 {
				x = 3*d.Columns[j-1][row] + d.Columns[rng.IntN(j)][row]
				x *= 1 + apart*rng.NormFloat64()
			} else {
				x *= unit
			}
			column[row] = x
		}
		d.Columns = append(d.Columns, column)
	}
	return d
}

// BGe of columns that nearly determine one another is its formula, whatever their units. Sets have one value, whichever way
// they come about.
func TestNearColumnsHaveTheirScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawNear(t, rapid.IntRange(2, 4).Draw(t, "n"))
		n := len(d.Columns)
		c := gaussianCase{data: d, parameters: Parameters{AlphaMu: rapid.SampledFrom([]float64{1e-10, 1}).Draw(t, "alpha_mu")}}
		c.parameters.AlphaW = float64(n) + c.parameters.AlphaMu + 1
		c.kind, _ = Find("bge")
		var err error
		c.model, err = c.kind.Continuous(scatterOf(d, nil), c.parameters)
		require.NoError(t, err)
		b, values := c.model.NewBatch(1), make([]int64, n)
		for y := range n {
			members := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 0, n-1, rapid.ID).Draw(t, "set")
			members = slices.DeleteFunc(members, func(v int) bool { return v == y })
			slices.Sort(members)
			with := slices.Sorted(slices.Values(append(slices.Clone(members), y)))
			want := c.naive(with)
			got := b.Open(0, 0, int32s(with), 0)
			require.InDelta(t, want, c.model.Float(got), 1e-6*max(1, math.Abs(want)))
			b.Open(0, 0, int32s(members), 3)
			b.Extend(context.Background(), 0, 0, []int32{int32(y)}, values)
			require.Equal(t, got, values[y])
		}
	})
}

func int32s(list []int) (out []int32) {
	for _, x := range list {
		out = append(out, int32(x))
	}
	return out
}

// Only where columns nearly determine one another is anything eliminated in long numbers.
func TestOtherColumnsAreNotExact(t *testing.T) {
	for _, unit := range []float64{1, 1e9} {
		d := &data.Numbers{Rows: 40, Columns: make([][]float64, 3)}
		rng := oracle.Rand(1)
		for j := range d.Columns {
			for range d.Rows {
				d.Columns[j] = append(d.Columns[j], unit*rng.NormFloat64())
			}
		}
		bge, _ := Find("bge")
		model, err := bge.Continuous(scatterOf(d, nil), Parameters{AlphaMu: 1, AlphaW: 5})
		require.NoError(t, err)
		require.Nil(t, model.(*gaussian).exact)
		copy(d.Columns[2], d.Columns[0])
		model, err = bge.Continuous(scatterOf(d, nil), Parameters{AlphaMu: 1, AlphaW: 5})
		require.NoError(t, err)
		require.Equal(t, unit > 1, model.(*gaussian).exact != nil)
	}
}

// Inexact sums do not determine what a prior decides.
func TestNearSumsAreRefused(t *testing.T) {
	d := &data.Numbers{Rows: 60, Columns: make([][]float64, 3), Gaps: true}
	rng := oracle.Rand(1)
	for range d.Rows {
		x := 1e6 * rng.NormFloat64()
		for j, y := range []float64{x, 1e6 * rng.NormFloat64(), 2 * x} {
			d.Columns[j] = append(d.Columns[j], y)
		}
	}
	d.Columns[1][3] = math.NaN()
	bge, _ := Find("bge")
	_, err := bge.Continuous(scatterOf(d, nil), Parameters{AlphaMu: 1, AlphaW: 5})
	var singular *SingularError
	require.ErrorAs(t, err, &singular)
	require.Equal(t, SingularError{Column: 2, Others: []int{0}, Prior: true}, *singular)
}

// exactConditional is J of bic-cg without its penalty, from exact fractions: −(n log det Σ + tr Σ⁻¹S) / 2 and so on.
func exactConditional(d *data.Numbers, set []int32) float64 {
	n := naiveMixed{d, Parameters{Raw: true}}
	discrete, real := n.parts(set)
	cells := map[string][]int{}
	for row := range d.Rows {
		name := ""
		for _, v := range discrete {
			name += string(rune('a' + int(d.Columns[v][row])))
		}
		cells[name] = append(cells[name], row)
	}
	var every []int
	for row := range d.Rows {
		every = append(every, row)
	}
	columns := n.columns(real)
	pooled, total := rationals(columns, every), 0.0
	for _, rows := range cells {
		size := float64(len(rows))
		total += size * math.Log(size/float64(d.Rows))
		if len(real) == 0 {
			continue
		}
		own := rationals(columns, rows)
		sigma := own
		if len(rows) <= len(real)+moreRows {
			sigma = pooled
		}
		ridged := make([][]*big.Rat, len(sigma))
		for i := range sigma {
			ridged[i] = slices.Clone(sigma[i])
			ridged[i][i] = new(big.Rat).Add(sigma[i][i], new(big.Rat).SetFloat64(conditionalRidge))
		}
		det, trace := expanded(ridged), new(big.Rat)
		for i := range ridged { // tr Σ⁻¹S by Cramer's rule: row i of S in the place of row i of Σ
			with := slices.Clone(ridged)
			with[i] = own[i]
			trace.Add(trace, expanded(with))
		}
		trace.Quo(trace, det)
		form, _ := trace.Float64()
		total -= size / 2 * (float64(len(real))*math.Log(2*math.Pi) + logOf(det) + form)
	}
	return total
}

// rationals is the covariance matrix of some rows.
func rationals(columns [][]float64, rows []int) [][]*big.Rat {
	out := make([][]*big.Rat, len(columns))
	for i, x := range columns {
		for _, y := range columns {
			u, v := []float64{}, []float64{}
			for _, row := range rows {
				u, v = append(u, x[row]), append(v, y[row])
			}
			sum := exactProducts(u, v)
			out[i] = append(out[i], sum.Quo(sum, big.NewRat(int64(len(rows)), 1)))
		}
	}
	return out
}

// bic-cg of columns that nearly determine one another, in the cells or in all rows, is its formula.
func TestNearCellsHaveTheirScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawNear(t, rapid.IntRange(1, 3).Draw(t, "n"))
		d.Arity = make([]int, len(d.Columns))
		states := make([]float64, d.Rows)
		rng := oracle.Rand(rapid.Uint64().Draw(t, "states"))
		for row := range states {
			states[row] = float64(rng.IntN(2))
			if states[row] == 1 && rapid.Bool().Draw(t, "small") { // far less varied in one cell than in all rows
				d.Columns[0][row] = 1 + rng.NormFloat64()/100
			}
		}
		d.Columns, d.Arity = append(d.Columns, states), append(d.Arity, 2)
		model := mixedModel(t, "bic-cg", d, Parameters{Raw: true})
		b := model.NewBatch(1)
		for size := 1; size <= len(d.Columns); size++ {
			for _, set := range [][]int32{seq(size), seq(len(d.Columns))[len(d.Columns)-size:]} {
				want := exactConditional(d, set)
				require.InDelta(t, want, model.Float(b.Open(0, 0, set, 0)), 1e-6*max(1, math.Abs(want)))
			}
		}
	})
}
