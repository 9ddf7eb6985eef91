package over

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

const (
	leastChance = 1e-4    // of a state
	ownWeight   = 100     // B: the rows that the common table counts for in a site's own
	mostDense   = 1 << 14 // numbers in a table that has a place for each joint state
)

// node is a column with its parents in a DAG. The joint state of the parents is a number: the sum of their states, each
// times its stride. The first number of a joint state's counts is at that place of a dense table.
type node struct {
	v, arity int
	parents  []int32 // ascending
	strides  []int
	cells    int // of the whole table
}

// TooManyStatesError is the error that the joint states of a node and its parents cannot be numbered.
type TooManyStatesError struct{ Node int }

func (e *TooManyStatesError) Error() string {
	return fmt.Sprintf("node %d and its parents have more than 2^62 joint states", e.Node)
}

// nodesOf are the columns with their parents in g.
func nodesOf(g *graph.DAG, arity []int) ([]node, error) {
	nodes := make([]node, g.N)
	for v := range nodes {
		d := node{v: v, arity: arity[v], parents: g.Pa(v).Append(nil)}
		cells := uint64(d.arity)
		d.strides = make([]int, len(d.parents))
		for k := len(d.parents) - 1; k >= 0; k-- {
			d.strides[k] = int(cells)
			high, low := bits.Mul64(cells, uint64(arity[d.parents[k]]))
			if cells = low; high != 0 || low > 1<<62 {
				return nil, &TooManyStatesError{v}
			}
		}
		d.cells = int(cells)
		nodes[v] = d
	}
	return nodes, nil
}

// at is the place of the joint state of the parents in a row.
func (d *node) at(row []int32) (at int) {
	for k, p := range d.parents {
		at += int(row[p]) * d.strides[k]
	}
	return at
}

// numbers are as many for each joint state of some parents as the child has states.
type numbers struct {
	arity  int
	dense  []float64         // nil if there would be many
	sparse map[int][]float64 // of the joint states that have any
	other  func(at int) []float64
}

// of are the numbers of a joint state.
func (t *numbers) of(at int) []float64 {
	if t.dense != nil {
		return t.dense[at : at+t.arity : at+t.arity]
	}
	if found, ok := t.sparse[at]; ok {
		return found
	}
	return t.other(at)
}

// counter are the numbers of rows of each family's joint states, all 0.
func (d *node) counter() *numbers {
	if d.cells <= mostDense {
		return &numbers{arity: d.arity, dense: make([]float64, d.cells)}
	}
	return &numbers{arity: d.arity, sparse: map[int][]float64{}}
}

// seenBy reports whether a site sees the node and all of its parents.
func (d *node) seenBy(s *site) bool {
	for _, p := range d.parents {
		if !s.Seen.Has(int(p)) {
			return false
		}
	}
	return s.Seen.Has(d.v)
}

// family are the node and its parents.
func (d *node) family() []int32 { return append(slices.Clone(d.parents), int32(d.v)) }

// clone are the same numbers, to be changed.
func (t *numbers) clone() *numbers {
	c := &numbers{arity: t.arity, dense: slices.Clone(t.dense)}
	if t.sparse != nil {
		c.sparse = make(map[int][]float64, len(t.sparse))
		for at, own := range t.sparse {
			c.sparse[at] = slices.Clone(own)
		}
	}
	return c
}

// count adds some of the rows of a site; nil: all.
func (d *node) count(t *numbers, cells []int32, n int, rows bitset.Set) {
	if rows != nil {
		for row := range rows.All() {
			d.add(t, cells[row*n:][:n], 1)
		}
		return
	}
	for ; len(cells) > 0; cells = cells[n:] {
		d.add(t, cells, 1)
	}
}

// add adds a number of equal rows.
func (d *node) add(t *numbers, row []int32, times float64) {
	at := d.at(row)
	if t.dense != nil {
		t.dense[at+int(row[d.v])] += times
		return
	}
	if t.sparse[at] == nil {
		t.sparse[at] = make([]float64, d.arity)
	}
	t.sparse[at][row[d.v]] += times
}

// chances makes θ of counts: of each joint state, the counts and weight times a prior, in proportion, and at least
// leastChance each. It writes over the counts.
func (d *node) chances(t *numbers, weight float64, prior func(at int) []float64) *numbers {
	t.other = func(at int) []float64 {
		out := make([]float64, d.arity)
		share(out, weight, prior(at))
		return out
	}
	for at := 0; at < len(t.dense); at += d.arity {
		share(t.of(at), weight, prior(at))
	}
	for at, counts := range t.sparse {
		share(counts, weight, prior(at))
	}
	return t
}

func share(counts []float64, weight float64, prior []float64) {
	total := 0.0
	for s := range counts {
		counts[s] += float64(weight * prior[s])
		total += counts[s]
	}
	for s := range counts {
		counts[s] = max(counts[s]/total, leastChance)
	}
}
