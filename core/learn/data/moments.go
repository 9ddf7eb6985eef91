package data

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Moments tell how often the joint states of discrete variables occur in a table of Numbers, and in each of these cells the
// sums of the products of the real-valued variables' deviations from their means in the cell.
//
// The sums do not depend on the order of the rows: see Scatter. A column has so few bits here that a sum, times the
// number of rows, stays below 2^126, so that the deviations from the means of a cell are exact too. One rounding to
// float64 and a division make each sum.
//
// What is asked for is kept, up to about MaxMoments bytes. Any number of goroutines may ask.
type Moments struct {
	Rows   int
	Arity  []int // by variable, as in Numbers
	fixed  []fixedColumn
	of     *Numbers
	scales []int // by real-valued variable: see Scale
	number []int // by real-valued variable: how many there are before it
	reals  int   // real-valued variables
	codes  []codedColumn

	mu    sync.Mutex
	byKey map[string]*CellMoments
	bytes atomic.Int64
}

// MaxMoments is about how many bytes of cells are kept.
const MaxMoments = 1 << 26

// NewMoments takes O(rows · columns). If ctx ends first, NewMoments returns ctx's error.
func NewMoments(ctx context.Context, d *Numbers, team *parallel.Team) (*Moments, error) {
	n := len(d.Columns)
	m := &Moments{
		Rows: d.Rows, Arity: d.Arity, of: d, fixed: make([]fixedColumn, n), scales: make([]int, n), codes: make([]codedColumn, n),
		number: make([]int, n), byKey: map[string]*CellMoments{},
	}
	for j, arity := range d.Arity {
		if m.number[j] = m.reals; arity == 0 {
			m.reals++
		}
	}
	team.Do(n, nanosecondsToFix*d.Rows, func(_, j int) {
		switch {
		case ctx.Err() != nil:
		case d.Arity[j] > 0:
			m.codes[j] = coded(d.Columns[j], d.Arity[j])
		case d.Rows > 0:
			m.fixed[j] = newFixedColumn(d.Columns[j], 62-bits.Len(uint(d.Rows)))
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if whole := m.Cells(nil); len(whole.Sizes) > 0 {
		for j, arity := range d.Arity {
			if arity == 0 {
				m.scales[j] = m.scaleOf(whole, j)
			}
		}
	}
	return m, nil
}

// scaleOf makes the variance of a column of all rows 1/4 to 2 in units of 2^(2·scale).
func (m *Moments) scaleOf(whole *CellMoments, j int) int {
	variance := whole.sum(j, j)[0] / float64(m.Rows)
	if variance == 0 {
		return 0
	}
	_, e := math.Frexp(variance)
	return m.fixed[j].exponent + (e+1)>>1
}

// Scale is the exponent of the unit of a real-valued variable in Products: a power of two near its standard deviation.
func (m *Moments) Scale(j int32) int { return m.scales[j] }

// Rounding is the exponent of what a cell of a real-valued variable is off by at most, in that unit.
func (m *Moments) Rounding(j int32) int { return m.fixed[j].exponent - m.scales[j] }

// codedColumn are the states of a discrete variable, row by row, as codes below most.
type codedColumn struct {
	codes []uint32
	most  int
}

// coded has the states as codes. If they may be more than there are rows, those that occur are numbered in their order, so
// that no array is as long as an arity.
func coded(column []float64, arity int) codedColumn {
	c := codedColumn{make([]uint32, len(column)), arity}
	if arity <= len(column) {
		for row, x := range column {
			c.codes[row] = uint32(x)
		}
		return c
	}
	seen := slices.Compact(slices.Sorted(slices.Values(column)))
	for row, x := range column {
		code, _ := slices.BinarySearch(seen, x)
		c.codes[row] = uint32(code)
	}
	c.most = len(seen)
	return c
}

// CellMoments are the joint states of some discrete variables that occur in at least two rows, in lexicographic order.
type CellMoments struct {
	Sizes      []int32 // numbers of rows
	Singletons int     // the number of joint states that occur in one row

	m        *Moments
	rows     []int32 // of all cells, cell after cell
	totals   []atomic.Pointer[[]uint64]
	products []atomic.Pointer[[]float64]
}

// Cells are those of some discrete variables, in ascending order.
func (m *Moments) Cells(variables []int32) *CellMoments {
	name := key(variables)
	m.mu.Lock()
	found := m.byKey[name]
	m.mu.Unlock()
	if found != nil {
		return found
	}
	var made *CellMoments
	if last := len(variables) - 1; last < 0 {
		made = m.whole()
	} else {
		made = m.refined(m.Cells(variables[:last]), variables[last])
	}
	n := m.reals
	made.m = m
	made.totals, made.products = make([]atomic.Pointer[[]uint64], n), make([]atomic.Pointer[[]float64], n*(n+1)/2)
	m.mu.Lock()
	defer m.mu.Unlock()
	if found := m.byKey[name]; found != nil {
		return found
	}
	if m.bytes.Add(int64(4*len(made.rows)+8*len(made.products)+8*n)) > MaxMoments { // cells that are in use stay valid
		m.bytes.Store(0)
		clear(m.byKey)
	}
	m.byKey[name] = made
	return made
}

func (m *Moments) whole() *CellMoments {
	if m.Rows < 2 {
		return &CellMoments{Singletons: m.Rows}
	}
	c := &CellMoments{Sizes: []int32{int32(m.Rows)}, rows: make([]int32, m.Rows)}
	for row := range c.rows {
		c.rows[row] = int32(row)
	}
	return c
}

// refined are cells split by the states of one more variable. A cell of few rows is sorted, so that many states that do
// not occur in it cost nothing.
func (m *Moments) refined(from *CellMoments, variable int32) *CellMoments {
	c := &CellMoments{Singletons: from.Singletons, rows: make([]int32, 0, len(from.rows))}
	codes, most := m.codes[variable].codes, m.codes[variable].most
	next := make([]int32, most+1)
	scratch := make([]int32, len(from.rows))
	from.each(func(_ int, rows []int32) {
		sorted := scratch[:len(rows)]
		if most > 4*len(rows) {
			copy(sorted, rows)
			slices.SortFunc(sorted, func(a, b int32) int { return int(codes[a]) - int(codes[b]) })
		} else {
			sortByCode(rows, sorted, codes, next)
		}
		c.append(sorted, codes)
	})
	return c
}

// sortByCode writes the rows to sorted in the order of their codes. The array next is scratch memory, one longer than
// there are codes.
func sortByCode(rows, sorted []int32, codes []uint32, next []int32) {
	clear(next)
	for _, row := range rows {
		next[codes[row]+1]++
	}
	for k := 1; k < len(next); k++ {
		next[k] += next[k-1]
	}
	for _, row := range rows {
		s := codes[row]
		sorted[next[s]] = row
		next[s]++
	}
}

// append appends the rows of a cell, which are sorted by their codes, as a cell for each code.
func (c *CellMoments) append(sorted []int32, codes []uint32) {
	for first := 0; first < len(sorted); {
		end := first + 1
		for end < len(sorted) && codes[sorted[end]] == codes[sorted[first]] {
			end++
		}
		if size := end - first; size == 1 {
			c.Singletons++
		} else {
			c.Sizes = append(c.Sizes, int32(size))
			c.rows = append(c.rows, sorted[first:end]...)
		}
		first = end
	}
}

func (c *CellMoments) each(f func(cell int, rows []int32)) {
	start := 0
	for cell, size := range c.Sizes {
		f(cell, c.rows[start:start+int(size)])
		start += int(size)
	}
}

// Products are, for each cell, the sum of the products of the deviations of two real-valued variables from their means in
// the cell, in units of 2^(Scale of the one + Scale of the other).
func (c *CellMoments) Products(j, k int32) []float64 {
	if j < k {
		j, k = k, j
	}
	row := c.m.number[j]
	at := &c.products[row*(row+1)/2+c.m.number[k]]
	if known := at.Load(); known != nil {
		return *known
	}
	m := c.m
	sums := c.sum(int(j), int(k))
	shift := m.fixed[j].exponent + m.fixed[k].exponent - m.scales[j] - m.scales[k]
	for cell := range sums {
		sums[cell] = math.Ldexp(sums[cell], shift)
	}
	at.Store(&sums)
	m.bytes.Add(int64(8 * len(sums)))
	return sums
}

// Exact is the sum of Products for one cell in the units of the columns themselves, rounded once to the given number of
// bits.
func (c *CellMoments) Exact(j, k int32, cell int, precision uint) *big.Float {
	start := 0
	for _, size := range c.Sizes[:cell] {
		start += int(size)
	}
	rows := c.rows[start:][:c.Sizes[cell]]
	return Exact(taken(c.m.of.Columns[j], rows), taken(c.m.of.Columns[k], rows), precision)
}

// sum is Products in the units of the columns' integers.
func (c *CellMoments) sum(j, k int) []float64 {
	u, v := c.m.fixed[j].shifted, c.m.fixed[k].shifted
	totalsU, totalsV := c.total(j), c.total(k)
	out := make([]float64, len(c.Sizes))
	c.each(func(cell int, rows []int32) {
		var high, low, carry uint64
		for _, row := range rows {
			h, l := bits.Mul64(u[row], v[row])
			low, carry = bits.Add64(low, l, 0)
			high += h + carry
		}
		out[cell] = centred(high, low, totalsU[cell], totalsV[cell], uint64(len(rows)))
	})
	return out
}

// centred is Σuv − Σu Σv / n, given Σuv in two words. Both n Σuv and Σu Σv are below 2^126.
func centred(high, low, sumU, sumV, n uint64) float64 {
	carried, low := bits.Mul64(low, n)
	high = high*n + carried
	h, l := bits.Mul64(sumU, sumV)
	low, borrow := bits.Sub64(low, l, 0)
	high, _ = bits.Sub64(high, h, borrow)
	return toFloat(high, low) / float64(n)
}

// total is the sum of a column's integers in each cell.
func (c *CellMoments) total(j int) []uint64 {
	at := &c.totals[c.m.number[j]]
	if known := at.Load(); known != nil {
		return *known
	}
	u, out := c.m.fixed[j].shifted, make([]uint64, len(c.Sizes))
	c.each(func(cell int, rows []int32) {
		for _, row := range rows {
			out[cell] += u[row]
		}
	})
	at.Store(&out)
	c.m.bytes.Add(int64(8 * len(out)))
	return out
}
