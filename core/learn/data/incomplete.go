package data

import (
	"context"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// incomplete are rows of which some cells have no value: standardised, sorted, and by the columns in which they have values.
type incomplete struct {
	n, rows   int
	cells     []float64 // (rows, n); NaN: none
	scales    []float64 // by column: its standard deviation among its values, times 2^-exponent
	exponents []int
	patterns  []pattern // in the order of their first rows
}

// pattern is some rows with values in the same columns.
type pattern struct {
	known, missing []int32
	rows           []int32
}

// newIncomplete does not depend on the order of the rows. If ctx ends first, it returns ctx's error.
func newIncomplete(ctx context.Context, d *Numbers, team *parallel.Team) (*incomplete, error) {
	d, err := d.Sorted(ctx)
	if err != nil {
		return nil, err
	}
	n := len(d.Columns)
	s := &incomplete{n: n, rows: d.Rows, cells: make([]float64, d.Rows*n), scales: make([]float64, n), exponents: make([]int, n)}
	team.Do(n, nanosecondsToFix*d.Rows, func(_, j int) {
		s.scales[j], s.exponents[j] = standardise(d.Columns[j], s.cells[j:], n)
	})
	place, mask := map[string]int{}, make([]byte, n)
	for row := range d.Rows {
		for j, x := range s.cells[row*n:][:n] {
			if mask[j] = 0; math.IsNaN(x) {
				mask[j] = 1
			}
		}
		at, found := place[string(mask)]
		if !found {
			at = len(s.patterns)
			place[string(mask)] = at
			one := pattern{}
			for j, gap := range mask {
				if gap == 1 {
					one.missing = append(one.missing, int32(j))
				} else {
					one.known = append(one.known, int32(j))
				}
			}
			s.patterns = append(s.patterns, one)
		}
		s.patterns[at].rows = append(s.patterns[at].rows, int32(row))
	}
	return s, nil
}

// scatter is a covariance as the sums of so many rows.
func (s *incomplete) scatter(covariance []float64, rows int) *Scatter {
	n := s.n
	out := &Scatter{Rows: rows, Variables: n, Expected: true, sums: make([]float64, n*n), exponents: s.exponents}
	for j := range n {
		for k := range n {
			out.sums[j*n+k] = float64(covariance[j*n+k]*float64(s.scales[j]*s.scales[k])) * float64(rows)
		}
	}
	return out
}

// sums are those of some rows: of their cells, and of the products of two cells, (n, n), of which the lower triangle counts.
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

// plus adds the sums of other rows, in their order.
func (s sums) plus(parts []sums) sums {
	for _, part := range parts {
		for j, x := range part.cells {
			s.cells[j] += x
		}
		for at, x := range part.products {
			s.products[at] += x
		}
	}
	return s
}

// Normal is a mean and a covariance, (columns, columns), symmetric.
type Normal struct{ Mean, Covariance []float64 }

// normal is that of so many rows with these sums, which it writes over.
func (s sums) normal(rows float64) Normal {
	n := len(s.cells)
	for j := range s.cells {
		s.cells[j] /= rows
	}
	for j := range n {
		for k := range j + 1 {
			x := s.products[j*n+k]/rows - float64(s.cells[j]*s.cells[k])
			s.products[j*n+k], s.products[k*n+j] = x, x
		}
	}
	return Normal{s.cells, s.products}
}

// independent is where nothing is known of how columns go together.
func independent(n int) Normal {
	at := Normal{make([]float64, n), make([]float64, n*n)}
	for j := range n {
		at.Covariance[j*n+j] = 1
	}
	return at
}

// pairRows are the rows that have a value in both columns of a pair, in the mean over all pairs that any row has. So many
// complete rows would tell about as much of a covariance. By all rows, a score would take chance for edges.
func pairRows(d *Numbers) int {
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

// expanded has the columns that the variables stand for (Moments.Correlations), which begin at first; one more. A variable of
// states without a value has none of its columns' either. Of numbers those that do not vary may be left out.
func expanded(d *Numbers, constant bool) (first []int32, wide *Numbers) {
	first, wide = make([]int32, 1, len(d.Columns)+1), &Numbers{Rows: d.Rows, Gaps: true}
	for v, column := range d.Columns {
		switch {
		case d.Arity[v] > 0:
			wide.Columns = append(wide.Columns, indicators(column, d.Arity[v])...)
		case constant || varies(column):
			wide.Columns = append(wide.Columns, column)
		}
		first = append(first, int32(len(wide.Columns)))
	}
	return first, wide
}

// indicators are the columns that a variable of states stands for.
func indicators(column []float64, arity int) (columns [][]float64) {
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
