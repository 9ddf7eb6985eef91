package data

import (
	"context"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// expected is the covariance of normal variables of maximum likelihood, given rows with cells without a value: the
// EM algorithm of Dempster, Laird and Rubin (1977). Each iteration puts into each empty cell its expectation given the
// row's other cells, and adds up the products, with the covariance of what is not known.
//
// The iterations are the same for any order of the rows, which are sorted, and for any number of workers: rows are in
// blocks, and the sums of the blocks are added up in their order.
type expected struct {
	covariance []float64 // (n, n): in units of the columns' scales
	scales     []float64 // by column: its standard deviation among its values, times 2^-exponent
	exponents  []int
}

const (
	emBlocks     = 16
	emIterations = 500
	emTolerance  = 1e-9 // the largest change of a correlation in the last iteration, roughly
	emRidge      = 1e-9 // on the diagonal of what is inverted, where variances are about 1
)

// newExpected takes O(rows · columns²) and O(columns³) for each iteration. If ctx ends first, it returns ctx's error.
func newExpected(ctx context.Context, d *Continuous, team *parallel.Team) (*expected, error) {
	d, err := d.Sorted(ctx)
	if err != nil {
		return nil, err
	}
	n := len(d.Columns)
	e := &expected{scales: make([]float64, n), exponents: make([]int, n)}
	em := &em{n: n, cells: make([]float64, d.Rows*n)}
	team.Do(n, nanosecondsToFix*d.Rows, func(_, j int) {
		e.scales[j], e.exponents[j] = standardise(d.Columns[j], em.cells[j:], n)
	})
	em.findPatterns(d)
	e.covariance, err = em.run(ctx, team)
	return e, err
}

// pairRows are the rows that have a value in both columns of a pair, in the mean over all pairs that any row has. This
// number of complete rows would give a covariance about as exactly. By all rows, a score would take chance for edges.
func pairRows(d *Continuous) int {
	var known []bitset.Set
	for _, column := range d.Columns {
		known = append(known, Known(column))
	}
	if len(known) == 1 {
		return known[0].Count()
	}
	rows, pairs := 0, 0
	for j := range known {
		for k := range j {
			if both := known[j].CountAnd(known[k]); both > 0 {
				rows += both
				pairs++
			}
		}
	}
	return rows / max(pairs, 1)
}

// Known are the rows in which a column has a value.
func Known(column []float64) bitset.Set {
	rows := bitset.New(len(column))
	for row, x := range column {
		if !math.IsNaN(x) {
			rows.Add(row)
		}
	}
	return rows
}

// standardise writes the deviations of a column's values from their mean, over their standard deviation, to every stride-th
// place of an array. The standard deviation is scale · 2^exponent. Of a column that does not vary it is 1.
func standardise(column, to []float64, stride int) (scale float64, exponent int) {
	low, high, count := math.Inf(1), math.Inf(-1), 0.0
	for _, x := range column {
		if !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
			count++
		}
	}
	if low < high {
		exponent = exponentOf(low, high)
	} else {
		low = 0
	}
	origin, sum, squares := math.Ldexp(low, -exponent), 0.0, 0.0
	for row, x := range column {
		x = math.Ldexp(x, -exponent) - origin
		if to[row*stride] = x; !math.IsNaN(x) {
			sum += x
		}
	}
	mean := sum / max(count, 1)
	for row := range column {
		x := to[row*stride] - mean
		if to[row*stride] = x; !math.IsNaN(x) {
			squares += float64(x * x)
		}
	}
	if scale = math.Sqrt(squares / max(count, 1)); scale == 0 {
		scale = 1
	}
	for row := range column {
		to[row*stride] /= scale
	}
	return scale, exponent
}

// em is the algorithm at work.
type em struct {
	n        int
	cells    []float64 // (rows, n); NaN: none
	patterns []pattern
	whole    sums // of the complete rows
	blocks   [][]pattern
}

// pattern is some rows with values in the same columns.
type pattern struct {
	known, missing []int32
	rows           []int32
}

// sums are those of some rows: of their cells, and of the products of two cells, (n, n). The lower triangle counts.
type sums struct{ cells, products []float64 }

func newSums(n int) sums { return sums{make([]float64, n), make([]float64, n*n)} }

func (s sums) add(row []float64) {
	n := len(row)
	for j, x := range row {
		s.cells[j] += x
		products := s.products[j*n : j*n+j+1]
		for k := range products {
			products[k] += float64(x * row[k])
		}
	}
}

// findPatterns sorts the rows by the columns in which they have values, and these into blocks of about equally many rows.
func (e *em) findPatterns(d *Continuous) {
	place, mask := map[string]int{}, make([]byte, e.n)
	e.whole = newSums(e.n)
	incomplete := 0
	for row := range d.Rows {
		cells := e.cells[row*e.n:][:e.n]
		for j, x := range cells {
			if mask[j] = 0; math.IsNaN(x) {
				mask[j] = 1
			}
		}
		if !slices.Contains(mask, 1) {
			e.whole.add(cells)
			continue
		}
		incomplete++
		at, found := place[string(mask)]
		if !found {
			at = len(e.patterns)
			place[string(mask)] = at
			one := pattern{}
			for j, gap := range mask {
				if gap == 1 {
					one.missing = append(one.missing, int32(j))
				} else {
					one.known = append(one.known, int32(j))
				}
			}
			e.patterns = append(e.patterns, one)
		}
		e.patterns[at].rows = append(e.patterns[at].rows, int32(row))
	}
	each := max(1, (incomplete+emBlocks-1)/emBlocks)
	var block []pattern
	left := each
	for _, p := range e.patterns {
		for len(p.rows) > 0 {
			count := min(left, len(p.rows))
			block = append(block, pattern{p.known, p.missing, p.rows[:count]})
			p.rows = p.rows[count:]
			if left -= count; left == 0 {
				e.blocks, block, left = append(e.blocks, block), nil, each
			}
		}
	}
	if block != nil {
		e.blocks = append(e.blocks, block)
	}
}

// run iterates until the covariance stays.
func (e *em) run(ctx context.Context, team *parallel.Team) ([]float64, error) {
	n, rows := e.n, float64(len(e.cells)/max(e.n, 1))
	mean, covariance := make([]float64, n), make([]float64, n*n)
	for j := range n {
		covariance[j*n+j] = 1
	}
	for range emIterations {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		total := e.expect(mean, covariance, team)
		change := 0.0
		for j := range n {
			mean[j] = total.cells[j] / rows
			for k := range j + 1 {
				x := total.products[j*n+k]/rows - float64(mean[j]*mean[k])
				change = max(change, math.Abs(x-covariance[j*n+k]))
				covariance[j*n+k], covariance[k*n+j] = x, x
			}
		}
		if change < emTolerance {
			break
		}
	}
	return covariance, nil
}

// expect are the expected sums, given a mean and a covariance.
func (e *em) expect(mean, covariance []float64, team *parallel.Team) sums {
	precision := slices.Clone(covariance)
	for j := range e.n {
		precision[j*e.n+j] += emRidge
	}
	invert(precision, e.n)
	parts := make([]sums, len(e.blocks))
	team.Do(len(e.blocks), len(e.cells)*e.n/max(len(e.blocks), 1), func(_, b int) {
		parts[b] = newSums(e.n)
		row, scratch := make([]float64, e.n), make([]float64, e.n*e.n)
		for k := range e.blocks[b] {
			e.expectPattern(&e.blocks[b][k], mean, precision, row, scratch, parts[b])
		}
	})
	total := sums{slices.Clone(e.whole.cells), slices.Clone(e.whole.products)}
	for _, part := range parts {
		for j, x := range part.cells {
			total.cells[j] += x
		}
		for at, x := range part.products {
			total.products[at] += x
		}
	}
	return total
}

// expectPattern adds the expected sums of the rows of a pattern. With the precision matrix K, the columns M without values
// have, given the others O, the covariance C = (K_MM)⁻¹ and the mean μ_M − C K_MO (x_O − μ_O).
func (e *em) expectPattern(p *pattern, mean, precision, row, scratch []float64, to sums) {
	size := len(p.missing)
	c := scratch[:size*size]
	for a, j := range p.missing {
		for b, k := range p.missing {
			c[a*size+b] = precision[int(j)*e.n+int(k)]
		}
	}
	invert(c, size)
	pull := make([]float64, size)
	for _, r := range p.rows {
		copy(row, e.cells[int(r)*e.n:][:e.n])
		for a, j := range p.missing {
			pull[a] = 0
			k := precision[int(j)*e.n:]
			for _, o := range p.known {
				pull[a] += float64(k[o] * (row[o] - mean[o]))
			}
		}
		for a, j := range p.missing {
			row[j] = mean[j]
			for b, x := range pull {
				row[j] -= float64(c[a*size+b] * x)
			}
		}
		to.add(row)
	}
	count := float64(len(p.rows))
	for a, j := range p.missing {
		for b, k := range p.missing[:a+1] {
			to.products[int(j)*e.n+int(k)] += float64(count * c[a*size+b])
		}
	}
}

// invert replaces a symmetric positive definite matrix by its inverse, by Gauss and Jordan's elimination, pivot by pivot.
func invert(a []float64, n int) {
	for p := range n {
		pivot := 1 / a[p*n+p]
		own := a[p*n : p*n+n]
		for i := range n {
			if i == p {
				continue
			}
			row := a[i*n : i*n+n]
			factor := float64(row[p] * pivot)
			for k, x := range own {
				if k != p {
					row[k] -= float64(factor * x)
				}
			}
			row[p] = -factor
		}
		for k := range own {
			own[k] *= pivot
		}
		own[p] = pivot
	}
}

// scatter is the covariance as the sums of a number of rows.
func (e *expected) scatter(rows int) *Scatter {
	n := len(e.scales)
	s := &Scatter{Rows: rows, Variables: n, Expected: true, sums: make([]float64, n*n), exponents: e.exponents}
	for j := range n {
		for k := range n {
			s.sums[j*n+k] = float64(e.covariance[j*n+k]*float64(e.scales[j]*e.scales[k])) * float64(rows)
		}
	}
	return s
}

// ExpectedCorrelations are as those of Moments, of a table with gaps, and the rows that a pair of variables has, in the mean. A
// variable of states without a value has none of its columns' either.
func ExpectedCorrelations(ctx context.Context, d Mixed, team *parallel.Team) (first []int32, matrix []float64, rows int, err error) {
	wide := &Continuous{Rows: d.Rows, Gaps: true}
	first = make([]int32, 1, len(d.Columns)+1)
	for v, column := range d.Columns {
		wide.Columns = append(wide.Columns, indicators(column, d.Arity[v])...)
		first = append(first, int32(len(wide.Columns)))
	}
	e, err := newExpected(ctx, wide, team)
	if err != nil {
		return nil, nil, 0, err
	}
	return first, standardised(e.covariance, len(wide.Columns)), pairRows(d.Continuous), nil
}

// indicators are the columns that a variable stands for: see Moments.Correlations.
func indicators(column []float64, arity int) (columns [][]float64) {
	if arity == 0 {
		if !varies(column) {
			return nil
		}
		return [][]float64{column}
	}
	occurs := make([]bool, arity)
	for _, x := range column {
		if !math.IsNaN(x) {
			occurs[int(x)] = true
		}
	}
	reference := slices.Index(occurs, true)
	for state := range arity {
		if !occurs[state] || state == reference {
			continue
		}
		own := make([]float64, len(column))
		for row, x := range column {
			switch {
			case math.IsNaN(x):
				own[row] = x
			case int(x) == state:
				own[row] = 1
			}
		}
		columns = append(columns, own)
	}
	return columns
}

func varies(column []float64) bool {
	first := math.NaN()
	for _, x := range column {
		if math.IsNaN(first) {
			first = x
		} else if !math.IsNaN(x) && x != first {
			return true
		}
	}
	return false
}
