package score

import (
	"fmt"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// naiveMixed is J by the formulas, with plain sums.
type naiveMixed struct {
	*data.Numbers
	p Parameters
}

// columns are the real values of a set, as the score takes them: as they are, or as normal scores by counting.
func (n naiveMixed) columns(set []int32) (columns [][]float64) {
	for _, v := range set {
		column := n.Columns[v]
		if !n.p.Raw {
			column = make([]float64, n.Rows)
			for row, x := range n.Columns[v] {
				below, equal := 0, 0
				for _, y := range n.Columns[v] {
					if y < x {
						below++
					} else if y == x {
						equal++
					}
				}
				column[row] = math.Sqrt2 * math.Erfinv(2*(float64(below)+float64(equal+1)/2)/float64(n.Rows+1)-1)
			}
		}
		columns = append(columns, column)
	}
	return columns
}

func (n naiveMixed) parts(set []int32) (discrete, real []int32) {
	for _, v := range set {
		if n.Arity[v] > 0 {
			discrete = append(discrete, v)
		} else {
			real = append(real, v)
		}
	}
	return discrete, real
}

// moments are the means and the covariance matrix of some rows, divided by their number.
func moments(columns [][]float64, rows []int) (means []float64, covariance [][]float64) {
	for _, x := range columns {
		mean := 0.0
		for _, row := range rows {
			mean += x[row] / float64(len(rows))
		}
		means = append(means, mean)
	}
	for i, x := range columns {
		covariance = append(covariance, nil)
		for j, y := range columns {
			sum := 0.0
			for _, row := range rows {
				sum += (x[row] - means[i]) * (y[row] - means[j]) / float64(len(rows))
			}
			covariance[i] = append(covariance[i], sum)
		}
	}
	return means, covariance
}

// solve returns the solution of a x = b and log det a, by Gaussian elimination with pivots.
func solve(a [][]float64, b []float64) (x []float64, logDet float64) {
	size := len(b)
	x = slices.Clone(b)
	m := make([][]float64, size)
	for i := range m {
		m[i] = slices.Clone(a[i])
	}
	for k := range size {
		best := k
		for i := k; i < size; i++ {
			if math.Abs(m[i][k]) > math.Abs(m[best][k]) {
				best = i
			}
		}
		m[k], m[best], x[k], x[best] = m[best], m[k], x[best], x[k]
		logDet += math.Log(math.Abs(m[k][k]))
		for i := k + 1; i < size; i++ {
			f := m[i][k] / m[k][k]
			for j := k; j < size; j++ {
				m[i][j] -= f * m[k][j]
			}
			x[i] -= f * x[k]
		}
	}
	for k := size - 1; k >= 0; k-- {
		for j := k + 1; j < size; j++ {
			x[k] -= m[k][j] * x[j]
		}
		x[k] /= m[k][k]
	}
	return x, logDet
}

func (n naiveMixed) conditional(set []int32) float64 {
	discrete, real := n.parts(set)
	columns, total, every := n.columns(real), 0.0, make([]int, n.Rows)
	cells, states := map[string][]int{}, 1.0
	for row := range n.Rows {
		every[row] = row
		name := ""
		for _, v := range discrete {
			name += fmt.Sprint(n.Columns[v][row], " ")
		}
		cells[name] = append(cells[name], row)
	}
	for _, v := range discrete {
		states *= float64(n.Arity[v])
	}
	_, pooled := moments(columns, every)
	c := float64(len(real))
	for _, rows := range cells {
		size := float64(len(rows))
		total += size * math.Log(size/float64(n.Rows))
		means, covariance := moments(columns, rows)
		if len(rows) <= len(real)+4 {
			covariance = pooled
		}
		matrix := make([][]float64, len(real))
		for i := range matrix {
			matrix[i] = slices.Clone(covariance[i])
			matrix[i][i] += 1e-4
		}
		for _, row := range rows {
			x := make([]float64, len(real))
			for i := range x {
				x[i] = columns[i][row] - means[i]
			}
			solved, logDet := solve(matrix, x)
			total -= (c*math.Log(2*math.Pi) + logDet) / 2
			for i := range x {
				total -= x[i] * solved[i] / 2
			}
		}
	}
	return total - n.p.Penalty/2*math.Log(float64(n.Rows))*(states-1+states*c*(c+3)/2)
}

func (n naiveMixed) degenerate(set []int32) float64 {
	discrete, real := n.parts(set)
	columns, every := n.columns(real), make([]int, n.Rows)
	for row := range every {
		every[row] = row
	}
	for _, v := range discrete {
		occurring := slices.Compact(slices.Sorted(slices.Values(n.Columns[v])))
		for _, s := range occurring[1:] {
			column := make([]float64, n.Rows)
			for row, x := range n.Columns[v] {
				if x == s {
					column[row] = 1
				}
			}
			columns = append(columns, column)
		}
	}
	columns = slices.DeleteFunc(columns, func(x []float64) bool { return slices.Min(x) == slices.Max(x) })
	_, r := moments(columns, every)
	deviations := make([]float64, len(columns))
	for i := range columns {
		deviations[i] = math.Sqrt(r[i][i])
	}
	for i := range r {
		for j := range r {
			r[i][j] /= deviations[i] * deviations[j]
		}
		r[i][i] += 1e-6
	}
	_, logDet := solve(r, make([]float64, len(columns)))
	c := float64(len(columns))
	return -float64(n.Rows)/2*logDet - n.p.Penalty/2*math.Log(float64(n.Rows))*c*(c+1)/2
}

func (n naiveMixed) j(name string, set []int32) float64 {
	if name == "dg" {
		return n.degenerate(set)
	}
	return n.conditional(set)
}
