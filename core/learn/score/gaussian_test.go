package score

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// drawValues draws columns of whole numbers, each multiplied by a power of two. Each column has
// a part of its own, and so no column is a linear function of others if there are enough rows.
// The powers come last: a column that held another's power would lose its own part to it.
func drawValues(t *rapid.T, most int) *data.Numbers {
	n, rows := rapid.IntRange(1, most).Draw(t, "n"), rapid.IntRange(2, 60).Draw(t, "rows")
	rng := oracle.Rand(rapid.Uint64().Draw(t, "values"))
	largest := 30
	if rows <= 3*n { // the scatter may be singular, and rounding must not hide BGe's prior
		largest = 0
	}
	d := &data.Numbers{Rows: rows}
	for j := range n {
		column := make([]float64, rows)
		for row := range column {
			column[row] = float64(rng.IntN(1000))
			if j > 0 {
				column[row] += float64(rng.IntN(3)) * d.Columns[rng.IntN(j)][row]
			}
		}
		column[0], column[1] = -1, -2 // never constant
		d.Columns = append(d.Columns, column)
	}
	for _, column := range d.Columns {
		scale := math.Ldexp(1, rapid.IntRange(-30, largest).Draw(t, "scale"))
		for row := range column {
			column[row] *= scale
		}
	}
	return d
}

// gaussianCase is a score of real-valued data, with the data.
type gaussianCase struct {
	model      Model
	kind       Kind
	parameters Parameters
	data       *data.Numbers
}

func drawGaussian(t *rapid.T, d *data.Numbers) gaussianCase {
	n := len(d.Columns)
	c := gaussianCase{data: d, parameters: Parameters{
		Penalty: rapid.SampledFrom([]float64{0, 0.5, 1, 10}).Draw(t, "penalty"),
		AlphaMu: rapid.SampledFrom([]float64{0.1, 1, 7}).Draw(t, "alpha_mu"),
	}}
	c.parameters.AlphaW = float64(n+1) + rapid.SampledFrom([]float64{0.1, 1, 100}).Draw(t, "alpha_w")
	name := rapid.SampledFrom([]string{"bge", "bic-g"}).Draw(t, "kind")
	if d.Rows <= 3*n { // a draw of so few rows may be singular
		name = "bge"
	}
	c.kind, _ = Find(name)
	var err error
	c.model, err = c.kind.Continuous(scatterOf(d, nil), c.parameters)
	require.NoError(t, err)
	return c
}

// logDet is the logarithm of the determinant of (scatter + ridge · I) / divisor over some
// columns, from exact fractions.
func logDet(d *data.Numbers, set []int, ridge, divisor float64) float64 {
	m := make([][]*big.Rat, len(set))
	for i, j := range set {
		for l, k := range set {
			sum := exactProducts(d.Columns[j], d.Columns[k])
			if i == l {
				sum.Add(sum, new(big.Rat).SetFloat64(ridge))
			}
			m[i] = append(m[i], sum.Quo(sum, new(big.Rat).SetFloat64(divisor)))
		}
	}
	return logOf(expanded(m))
}

// exactProducts is the sum of the products of the deviations of two columns from their means.
func exactProducts(u, v []float64) *big.Rat {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	means := [2]*big.Rat{new(big.Rat), new(big.Rat)}
	for i, column := range [][]float64{u, v} {
		for _, x := range column {
			means[i].Add(means[i], rat(x))
		}
		means[i].Quo(means[i], rat(float64(len(column))))
	}
	sum := new(big.Rat)
	for row := range u {
		x, y := rat(u[row]), rat(v[row])
		sum.Add(sum, x.Mul(x.Sub(x, means[0]), y.Sub(y, means[1])))
	}
	return sum
}

// logOf is the natural logarithm of a fraction above 0.
func logOf(q *big.Rat) float64 {
	mantissa := new(big.Float).SetRat(q)
	exponent := mantissa.MantExp(mantissa)
	fraction, _ := mantissa.Float64()
	return math.Log(fraction) + float64(exponent)*math.Ln2
}

// expanded is the determinant by expansion along the first row.
func expanded(m [][]*big.Rat) *big.Rat {
	if len(m) == 0 {
		return big.NewRat(1, 1)
	}
	det, sign := new(big.Rat), int64(1)
	for k := range m {
		var minor [][]*big.Rat
		for _, row := range m[1:] {
			minor = append(minor, append(append([]*big.Rat{}, row[:k]...), row[k+1:]...))
		}
		term := expanded(minor)
		det.Add(det, term.Mul(term.Mul(term, m[0][k]), big.NewRat(sign, 1)))
		sign = -sign
	}
	return det
}

// logMultigamma is the logarithm of the multivariate gamma function Γ_l(x).
func logMultigamma(l int, x float64) float64 {
	sum := float64(l*(l-1)) / 4 * math.Log(math.Pi)
	for j := 1; j <= l; j++ {
		term, _ := math.Lgamma(x + float64(1-j)/2)
		sum += term
	}
	return sum
}

// naive is the logarithm of the maximum likelihood of a set, or of its marginal likelihood.
func (c gaussianCase) naive(set []int) float64 {
	rows, l, n := float64(c.data.Rows), float64(len(set)), float64(len(c.data.Columns))
	if c.kind.Name == "bic-g" {
		return -rows / 2 * (logDet(c.data, set, 0, rows) + l*math.Log(2*math.Pi) + l)
	}
	p := c.parameters
	t := p.AlphaMu * (p.AlphaW - n - 1) / (p.AlphaMu + 1)
	before, after := p.AlphaW-n+l, rows+p.AlphaW-n+l
	return l/2*math.Log(p.AlphaMu/(rows+p.AlphaMu)) - l*rows/2*math.Log(math.Pi) +
		logMultigamma(len(set), after/2) - logMultigamma(len(set), before/2) +
		before/2*l*math.Log(t) - after/2*logDet(c.data, set, t, 1)
}

// A score of real-valued data is its formula: Kuipers, Moffa and Heckerman (2014), equation 17,
// and the log-likelihood of a normal distribution at its maximum (Schwarz 1978).
func TestGaussianScoresAreTheirFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawValues(t, 5)
		c := drawGaussian(t, d)
		s := NewLocalScorer(c.model)
		y := rapid.IntRange(0, len(d.Columns)-1).Draw(t, "y")
		set, list, parents := []int{}, []int32{}, 0.0
		for p := range d.Columns {
			if p != y && rapid.Bool().Draw(t, "parent") {
				set, list = append(set, p), append(list, int32(p))
				parents++
			}
		}
		want := c.naive(append([]int{y}, set...)) - c.naive(set)
		if c.kind.Name == "bic-g" {
			want -= c.parameters.Penalty * (parents + 2) * math.Log(float64(d.Rows)) / 2
		}
		require.InDelta(t, want, s.Score(int32(y), list), 1e-8*(math.Abs(want)+1))
	})
}

// Neither the order of the rows nor the number of workers changes a bit. Powers of two as
// units change no gain of bic-g.
func TestGaussianScoresIgnoreTheOrderOfRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawValues(t, 6)
		c := drawGaussian(t, d)
		shuffled := &data.Numbers{Rows: d.Rows}
		order := rapid.Permutation(indices(d.Rows)).Draw(t, "order")
		for _, column := range d.Columns {
			moved := make([]float64, d.Rows)
			for row, from := range order {
				moved[row] = column[from]
			}
			shuffled.Columns = append(shuffled.Columns, moved)
		}
		team := parallel.NewTeam(3)
		defer team.Close()
		other, err := c.kind.Continuous(scatterOf(shuffled, team), c.parameters)
		require.NoError(t, err)
		require.Equal(t, c.model, other)
	})
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// A column that others determine is found, and the others are named. There is no error for
// BGe, whose scores are finite.
func TestSingularColumns(t *testing.T) {
	rng := oracle.Rand(5)
	d := &data.Numbers{Rows: 500, Columns: make([][]float64, 7)}
	for j := range d.Columns {
		for range d.Rows {
			d.Columns[j] = append(d.Columns[j], rng.NormFloat64())
		}
	}
	for row := range d.Rows {
		d.Columns[5][row] = 3*d.Columns[1][row] - 1e6*d.Columns[4][row] + 7
	}
	bic, _ := Find("bic-g")
	_, err := bic.Continuous(scatterOf(d, nil), Parameters{Penalty: 1})
	var singular *SingularError
	require.ErrorAs(t, err, &singular)
	require.Equal(t, 5, singular.Column)
	require.Contains(t, singular.Others, 4)
	require.Subset(t, []int{1, 4}, singular.Others)

	few := &data.Numbers{Rows: 7, Columns: make([][]float64, 7)}
	for j := range few.Columns {
		few.Columns[j] = d.Columns[(j+6)%7][:7] // without the dependent column, last
	}
	_, err = bic.Continuous(scatterOf(few, nil), Parameters{Penalty: 1})
	require.ErrorAs(t, err, &singular)
	require.Equal(t, -1, singular.Column)
	require.EqualError(t, err, "there are too few rows: 7, and at least 8 are needed")

	for row := range d.Rows {
		d.Columns[2][row] = 3
	}
	_, err = bic.Continuous(scatterOf(d, nil), Parameters{Penalty: 1})
	require.EqualError(t, err, "column 2 does not vary")

	bge, _ := Find("bge")
	for _, table := range []*data.Numbers{d, few} {
		m, err := bge.Continuous(scatterOf(table, nil), Parameters{AlphaMu: 1, AlphaW: 9})
		require.NoError(t, err)
		score := NewLocalScorer(m).Score(5, []int32{0, 1, 2, 3, 4, 6})
		require.False(t, math.IsNaN(score) || math.IsInf(score, 0))
	}
}

// The logarithm is math.Log's up to rounding.
func TestLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(1e-300, 4).Draw(t, "x")
		exponent := rapid.IntRange(-2000, 2000).Draw(t, "exponent")
		want := new(big.Float).SetPrec(200)
		want.Mul(want.SetInt64(int64(exponent)), ln2(t))
		got := determinant{x, exponent}.log()
		sum, _ := want.Add(want, new(big.Float).SetFloat64(math.Log(x))).Float64()
		require.InDelta(t, sum, got, 4e-16*(math.Abs(sum)+math.Abs(math.Log(x))))
	})
	require.Zero(t, determinant{1, 0}.log())
	require.Equal(t, math.Ln2, determinant{1, 1}.log())
}

func ln2(t *rapid.T) *big.Float {
	value, _, err := big.ParseFloat("0.693147180559945309417232121458176568075500134360255254120680", 10, 200, big.ToNearestEven)
	require.NoError(t, err)
	return value
}

// scatterOf is the scatter of a table. Nothing ends it early.
func scatterOf(d *data.Numbers, team *parallel.Team) *data.Scatter {
	s, err := data.NewScatter(context.Background(), d, team)
	if err != nil {
		panic(err)
	}
	return s
}
