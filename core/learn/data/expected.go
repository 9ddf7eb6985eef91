package data

import (
	"context"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// em finds the covariance of normal variables of maximum likelihood, given rows of which some cells have no value: the
// EM algorithm of Dempster, Laird and Rubin (1977). Each iteration puts into each empty cell its expectation given the
// row's other cells, and adds up the products, with the covariance of what is not known.
//
// The iterations are the same for any order of the rows, which are sorted, and for any number of workers: rows are in
// blocks, and the sums of the blocks are added up in their order.
type em struct {
	*incomplete
	whole  sums // of the complete rows
	blocks [][]pattern
}

const (
	emBlocks     = 16
	emIterations = 500
	emTolerance  = 1e-9 // the largest change of a correlation in the last iteration, roughly
	emRidge      = 1e-9 // on the diagonal of what is inverted, where variances are about 1
)

// expected are rows with gaps, and their covariance, in units of the columns' scales. It takes O(rows · columns²) and
// O(columns³) for each iteration. If ctx ends first, it returns ctx's error.
func expected(ctx context.Context, d *Numbers, team *parallel.Team) (*incomplete, []float64, error) {
	rows, err := newIncomplete(ctx, d, team)
	if err != nil {
		return nil, nil, err
	}
	covariance, err := newEM(rows).run(ctx, team)
	return rows, covariance, err
}

// newEM adds up the complete rows, and cuts the others into blocks of about equally many.
func newEM(rows *incomplete) *em {
	e, left := &em{incomplete: rows, whole: newSums(rows.n)}, rows.rows
	for _, p := range e.patterns {
		if p.missing == nil {
			for _, row := range p.rows {
				e.whole.add(e.cells[int(row)*e.n:][:e.n])
			}
			left -= len(p.rows)
		}
	}
	each := max(1, (left+emBlocks-1)/emBlocks)
	var block []pattern
	left = each
	for _, p := range e.patterns {
		for p.missing != nil && len(p.rows) > 0 {
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
	return e
}

// run iterates until the covariance stays.
func (e *em) run(ctx context.Context, team *parallel.Team) ([]float64, error) {
	at := independent(e.n)
	for range emIterations {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next, change := e.expect(at.Mean, at.Covariance, team).normal(float64(e.rows)), 0.0
		for k, x := range next.Covariance {
			change = max(change, math.Abs(x-at.Covariance[k]))
		}
		if at = next; change < emTolerance {
			break
		}
	}
	return at.Covariance, nil
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
	return sums{slices.Clone(e.whole.cells), slices.Clone(e.whole.products)}.plus(parts)
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

// ExpectedCorrelations are as those of Moments, of a table with gaps, and the rows that a pair of variables has, in the mean.
func ExpectedCorrelations(ctx context.Context, d *Numbers, team *parallel.Team) (first []int32, matrix []float64, rows int, err error) {
	first, wide := expanded(d, false)
	_, covariance, err := expected(ctx, wide, team)
	if err != nil {
		return nil, nil, 0, err
	}
	return first, standardised(covariance, len(wide.Columns)), pairRows(d), nil
}
