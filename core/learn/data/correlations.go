package data

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Correlations are those of columns that the variables stand for. A real-valued variable is one column, if it varies. A
// discrete one is a column for each state that occurs but the first: 1 in the rows of the state, and else 0. Variable v
// has the columns from first[v] on, up to first[v+1]. The matrix is symmetric and has 1 on its diagonal.
//
// It takes O(rows · variables²), and O(1) for each pair of columns. No column of a state is ever made. If ctx ends first,
// Correlations returns ctx's error.
func (m *Moments) Correlations(ctx context.Context, team *parallel.Team) (first []int32, matrix []float64, err error) {
	n := len(m.Arity)
	variables := make([]indicated, n)
	team.Do(n, nanosecondsToFix*m.Rows, func(_, v int) { variables[v] = m.indicate(v) })
	first = make([]int32, n+1)
	for v := range variables {
		first[v+1] = first[v] + int32(variables[v].columns())
	}
	size := int(first[n])
	matrix = make([]float64, size*size)
	team.Do(n, n*m.Rows/2, func(_, v int) {
		for w := 0; w <= v && ctx.Err() == nil; w++ {
			columns := variables[w].columns()
			for k, x := range m.covariances(&variables[v], &variables[w]) {
				matrix[(int(first[v])+k/columns)*size+int(first[w])+k%columns] = x
			}
		}
	})
	return first, standardised(matrix, size), ctx.Err()
}

// standardised divides the lower triangle of a matrix by the roots of its diagonal, and fills in the upper one.
func standardised(matrix []float64, size int) []float64 {
	roots := make([]float64, size)
	for j := range roots {
		roots[j] = math.Sqrt(matrix[j*size+j])
	}
	for j := range size {
		for k := range j {
			x := matrix[j*size+k] / roots[j] / roots[k]
			matrix[j*size+k], matrix[k*size+j] = x, x
		}
		matrix[j*size+j] = 1
	}
	return matrix
}

// indicated is a variable as columns.
type indicated struct {
	variable int
	varies   bool     // a real-valued variable does
	counts   []uint64 // of a discrete variable, by column: the rows with a 1
	column   []int32  // of a discrete variable, by row: the column with a 1; -1: none
}

func (i *indicated) columns() int {
	if i.varies {
		return 1
	}
	return len(i.counts)
}

func (m *Moments) indicate(v int) indicated {
	if m.Arity[v] == 0 {
		whole := m.Cells(nil)
		return indicated{variable: v, varies: len(whole.Sizes) > 0 && whole.sum(v, v)[0] > 0}
	}
	codes := m.codes[v].codes
	rows := make([]uint64, m.codes[v].most)
	for _, s := range codes {
		rows[s]++
	}
	i := indicated{variable: v, column: make([]int32, m.Rows)}
	of, occurring := make([]int32, len(rows)), int32(-1)
	for s, n := range rows {
		if of[s] = occurring; n == 0 {
			continue
		}
		if occurring >= 0 {
			i.counts = append(i.counts, n)
		}
		occurring++
	}
	for row, s := range codes {
		i.column[row] = of[s]
	}
	return i
}

// covariances are the sums of the products of the deviations from their means of all columns of a with all columns of b:
// of each column of a, those with the columns of b. The unit of a real-valued variable is that of its integers.
func (m *Moments) covariances(a, b *indicated) []float64 {
	switch {
	case a.columns() == 0 || b.columns() == 0:
		return nil
	case a.varies && b.varies:
		return m.Cells(nil).sum(a.variable, b.variable)
	case a.varies:
		return m.withStates(a, b)
	case b.varies:
		return m.withStates(b, a)
	case a == b:
		return m.ofStates(a)
	}
	both, columns := make([]uint64, len(a.counts)*len(b.counts)), len(b.counts)
	for row, j := range a.column {
		if k := b.column[row]; j >= 0 && k >= 0 {
			both[int(j)*columns+int(k)]++
		}
	}
	out := make([]float64, len(both))
	for k, n := range both {
		out[k] = centred(0, n, a.counts[k/columns], b.counts[k%columns], uint64(m.Rows))
	}
	return out
}

// withStates are the covariances of a real-valued variable with the columns of a discrete one.
func (m *Moments) withStates(a, b *indicated) []float64 {
	sums, u := make([]uint64, len(b.counts)), m.fixed[a.variable].shifted
	for row, k := range b.column {
		if k >= 0 {
			sums[k] += u[row]
		}
	}
	total, out := m.Cells(nil).total(a.variable)[0], make([]float64, len(sums))
	for k, sum := range sums {
		out[k] = centred(0, sum, total, b.counts[k], uint64(m.Rows))
	}
	return out
}

// ofStates are the covariances of the columns of one discrete variable. No two of them have a 1 in the same row.
func (m *Moments) ofStates(a *indicated) []float64 {
	columns := len(a.counts)
	out := make([]float64, columns*columns)
	for j, n := range a.counts {
		for k, other := range a.counts {
			both := uint64(0)
			if j == k {
				both = n
			}
			out[j*columns+k] = centred(0, both, n, other, uint64(m.Rows))
		}
	}
	return out
}
