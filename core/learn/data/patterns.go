package data

import (
	"context"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Patterns are the rows of a table with gaps, by the columns in which they have values: of each such set of columns the
// number of rows, and the sums of their cells and of products of two cells. These are all that a normal distribution needs
// to know, and there are few of them where it is sites that lack columns.
//
// A discrete variable stands for indicators, as in Moments.Correlations. Columns are standardised.
type Patterns struct {
	First []int32 // by variable: its first column; one more
	Rows  int     // that a pair of variables has, in the mean over the pairs that any row has

	*incomplete // without the cells
	parts       []patternSums
}

// patternSums are the sums of a number of rows with values in the known columns.
type patternSums struct {
	known, missing []int32
	rows           float64
	cells          []float64 // by known column
	products       []float64 // (known, known), symmetric; nil: they are made of own each time
	own            []float64 // (rows, known) of few rows, which take less memory than their products
}

// NewPatterns takes O(rows · columns²). If ctx ends first, it returns ctx's error. The sums do not depend on the order of the
// rows.
func NewPatterns(ctx context.Context, d *Numbers, team *parallel.Team) (*Patterns, error) {
	first, wide := expanded(d, true) // also columns that no site that is left has
	rows, err := newIncomplete(ctx, wide, team)
	if err != nil {
		return nil, err
	}
	p := &Patterns{First: first, Rows: pairRows(d), incomplete: rows, parts: make([]patternSums, len(rows.patterns))}
	team.Do(len(p.parts), rows.n*d.Rows, func(_, k int) {
		of := &rows.patterns[k]
		p.parts[k] = patternSums{known: of.known, missing: of.missing}
		p.parts[k].add(rows.cells, rows.n, of.rows)
	})
	rows.cells, rows.patterns = nil, nil
	return p, ctx.Err()
}

func (s *patternSums) add(cells []float64, n int, rows []int32) {
	size := len(s.known)
	s.rows, s.cells = float64(len(rows)), make([]float64, size)
	own := make([]float64, 0, len(rows)*size)
	for _, row := range rows {
		for a, j := range s.known {
			x := cells[int(row)*n+int(j)]
			s.cells[a] += x
			own = append(own, x)
		}
	}
	if len(rows) < size {
		s.own = own
	} else {
		s.products = productsOf(own, size)
	}
}

// productsOf are the sums over rows of the products of two cells, (size, size).
func productsOf(rows []float64, size int) []float64 {
	out := make([]float64, size*size)
	for ; len(rows) > 0; rows = rows[size:] {
		for a := range size {
			for b := range a + 1 {
				out[a*size+b] += float64(rows[a] * rows[b])
			}
		}
	}
	for a := range size {
		for b := range a {
			out[b*size+a] = out[a*size+b]
		}
	}
	return out
}

// Independent is where nothing is known of how columns go together.
func (p *Patterns) Independent() Normal { return independent(p.n) }

// Expect is the mean and the covariance that all rows are expected to have, given a distribution: the E-step of the EM
// algorithm of Dempster, Laird and Rubin (1977). It takes O(columns³) for each pattern.
func (p *Patterns) Expect(at Normal, team *parallel.Team) Normal {
	parts := make([]sums, min(len(p.parts), emBlocks)) // the same for any number of workers
	team.Do(len(parts), p.n*p.n*p.n, func(_, b int) {
		parts[b] = newSums(p.n)
		for k := b * len(p.parts) / len(parts); k < (b+1)*len(p.parts)/len(parts); k++ {
			p.parts[k].expect(at, p.n, parts[b])
		}
	})
	return newSums(p.n).plus(parts).normal(float64(max(p.rows, 1)))
}

// expect adds the expected sums of the rows of a pattern. With O its known columns and M the others, x_M has the expectation
// a + B x_O with B = Σ_MO (Σ_OO)⁻¹ and a = μ_M − B μ_O, and the covariance C = Σ_MM − B Σ_OM.
func (s *patternSums) expect(at Normal, n int, to sums) {
	known, missing, products := len(s.known), len(s.missing), s.products
	if products == nil && known > 0 {
		products = productsOf(s.own, known)
	}
	for a, j := range s.known {
		to.cells[j] += s.cells[a]
		for b, k := range s.known {
			to.products[int(j)*n+int(k)] += products[a*known+b]
		}
	}
	if missing == 0 {
		return
	}
	inverse := part(at.Covariance, n, s.known, s.known)
	for a := range known {
		inverse[a*known+a] += emRidge
	}
	invert(inverse, known)
	cross := part(at.Covariance, n, s.missing, s.known)
	pull := product(cross, inverse, missing, known, known) // B
	shift := make([]float64, missing)                      // a
	for i, j := range s.missing {
		shift[i] = at.Mean[j]
		for b, k := range s.known {
			shift[i] -= float64(pull[i*known+b] * at.Mean[k])
		}
	}
	moved := product(pull, s.cells, missing, known, 1)          // B Σ x_O
	withKnown := product(pull, products, missing, known, known) // B Σ x_O x_Oᵀ
	for i, j := range s.missing {
		to.cells[j] += float64(s.rows*shift[i]) + moved[i]
		for b, k := range s.known {
			x := withKnown[i*known+b] + float64(shift[i]*s.cells[b])
			to.products[int(j)*n+int(k)] += x
			to.products[int(k)*n+int(j)] += x
		}
		for h, k := range s.missing[:i+1] {
			square, spread := 0.0, at.Covariance[int(j)*n+int(k)]
			for b := range known {
				square += float64(withKnown[i*known+b] * pull[h*known+b])
				spread -= float64(pull[i*known+b] * cross[h*known+b])
			}
			x := square + float64(shift[i]*moved[h]) + float64(moved[i]*shift[h]) + float64(s.rows*(float64(shift[i]*shift[h])+spread))
			if to.products[int(j)*n+int(k)] += x; j != k {
				to.products[int(k)*n+int(j)] += x
			}
		}
	}
}

// part are some rows and columns of a matrix of n columns.
func part(matrix []float64, n int, rows, columns []int32) []float64 {
	out := make([]float64, 0, len(rows)*len(columns))
	for _, j := range rows {
		for _, k := range columns {
			out = append(out, matrix[int(j)*n+int(k)])
		}
	}
	return out
}

// product is a matrix (rows, inner) times another one (inner, columns).
func product(a, b []float64, rows, inner, columns int) []float64 {
	out := make([]float64, rows*columns)
	for i := range rows {
		row := out[i*columns : (i+1)*columns]
		for k := range inner {
			x := a[i*inner+k]
			for j, y := range b[k*columns : (k+1)*columns] {
				row[j] += float64(x * y)
			}
		}
	}
	return out
}

// ridge of a regression, where variances are about 1: indicators may determine one another.
const fitRidge = 1e-6

// Fit is the normal distribution of a DAG that is nearest to another one: each variable has the regression on its parents.
// order lists the variables, parents first. It takes O(columns³).
func (p *Patterns) Fit(at Normal, order []int32, parents [][]int32) Normal {
	fitted := Normal{at.Mean, make([]float64, p.n*p.n)}
	var before []int32
	for _, v := range order {
		own, above := p.columns(v), p.columns(parents[v]...)
		size := len(above)
		inverse := part(at.Covariance, p.n, above, above)
		for a := range size {
			inverse[a*size+a] += fitRidge
		}
		invert(inverse, size)
		cross := part(at.Covariance, p.n, own, above)
		slopes := product(cross, inverse, len(own), size, size)
		with := product(slopes, part(fitted.Covariance, p.n, above, before), len(own), size, len(before))
		for i, j := range own {
			for b, k := range before {
				x := with[i*len(before)+b]
				fitted.Covariance[int(j)*p.n+int(k)], fitted.Covariance[int(k)*p.n+int(j)] = x, x
			}
		}
		toAbove := part(fitted.Covariance, p.n, own, above)
		for i, j := range own {
			for h, k := range own[:i+1] {
				x := at.Covariance[int(j)*p.n+int(k)]
				for b := range size {
					x += float64(slopes[i*size+b]*toAbove[h*size+b]) - float64(slopes[i*size+b]*cross[h*size+b])
				}
				fitted.Covariance[int(j)*p.n+int(k)], fitted.Covariance[int(k)*p.n+int(j)] = x, x
			}
		}
		before = append(before, own...)
	}
	return fitted
}

// columns are those of some variables, ascending if these are.
func (p *Patterns) columns(variables ...int32) (columns []int32) {
	for _, v := range variables {
		for column := p.First[v]; column < p.First[v+1]; column++ {
			columns = append(columns, column)
		}
	}
	return columns
}

// Expectation is what Rows complete rows with a covariance have.
type Expectation struct {
	of         *Patterns
	covariance []float64
}

// At is the expectation of a covariance.
func (p *Patterns) At(covariance []float64) Expectation { return Expectation{p, covariance} }

// Scatter is that of numbers alone.
func (e Expectation) Scatter() *Scatter {
	return e.of.scatter(e.covariance, e.of.Rows)
}

// Correlations are as those of Moments.
func (e Expectation) Correlations() (first []int32, matrix []float64) {
	return e.of.First, standardised(slices.Clone(e.covariance), e.of.n)
}

// Information is the mutual information of two variables, in natural units, by a covariance.
func (p *Patterns) Information(covariance []float64, x, y int32) float64 {
	of := func(columns []int32) float64 {
		a := part(covariance, p.n, columns, columns)
		for j := range columns {
			a[j*len(columns)+j] += fitRidge
		}
		return logDeterminantOf(a, len(columns))
	}
	one, other := p.columns(x), p.columns(y)
	return max(0, (of(one)+of(other)-of(append(slices.Clone(one), other...)))/2)
}

// logDeterminantOf eliminates a symmetric positive definite matrix in place.
func logDeterminantOf(a []float64, n int) (sum float64) {
	for k := range n {
		sum += math.Log(a[k*n+k])
		for i := k + 1; i < n; i++ {
			factor := a[i*n+k] / a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= float64(factor * a[k*n+j])
			}
		}
	}
	return sum
}
