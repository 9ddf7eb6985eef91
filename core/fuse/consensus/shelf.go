package consensus

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// shelf keeps what the last search from each node in each DAG found. In wide runs a row for each would be most of the memory,
// and nearly all bits of it would be 0. There the shelf keeps lists.
type shelf struct {
	dags    int
	reached bitset.Matrix   // row v*dags+i, of nodes: the members that the search from v in DAG i reached; in wide runs of no rows
	region  []bitset.Matrix // region[v], row i, of nodes: the region of that search; side by side for one DAG; the same
	found   []found         // of v*dags+i; nil but in wide runs
}

// found is what one search found. The nodes of a list rise.
type found struct {
	reached []int32
	region  []int32    // unless a row is shorter
	row     bitset.Set // the region then; else empty
}

func newShelf(n, dags int, wide bool) shelf {
	if wide {
		return shelf{dags: dags, found: make([]found, n*dags)}
	}
	return shelf{dags: dags, reached: bitset.NewMatrix(n*dags, n), region: bitset.Interleaved(n, dags, n)}
}

// put takes over what searches from v have found. Rows need no put: searches write them to their places themselves.
func (s *shelf) put(v int, dags bitset.Set, reached, region bitset.Matrix) {
	for i := dags.Next(0); i >= 0; i = dags.Next(i + 1) {
		f, row := &s.found[v*s.dags+i], region.Row(i)
		f.reached = reached.Row(i).Append(f.reached[:0])
		if f.row = nil; row.Count() > len(row) { // a list grows to as much as a word for each number
			f.region, f.row = nil, row.Clone()
			continue
		}
		f.region = row.Append(f.region[:0])
	}
}

// addReached adds to in, a set of DAGs, those of searched in which v reached x.
func (s *shelf) addReached(v, x int, searched, in bitset.Set) {
	if s.found != nil {
		s.addReachedInLists(v, x, searched, in)
		return
	}
	for i := searched.Next(0); i >= 0; i = searched.Next(i + 1) {
		if s.reached.Row(v*s.dags + i).Has(x) {
			in.Add(i)
		}
	}
}

func (s *shelf) addReachedInLists(v, x int, searched, in bitset.Set) {
	for i := searched.Next(0); i >= 0; i = searched.Next(i + 1) {
		if slices.Contains(s.found[v*s.dags+i].reached, int32(x)) {
			in.Add(i)
		}
	}
}

// regions has v's region in each of some DAGs as a row. The rows may be made in scratch.
func (s *shelf) regions(v int, dags bitset.Set, scratch bitset.Matrix) bitset.Matrix {
	if s.found == nil {
		return s.region[v]
	}
	s.regionsIn(v, dags, scratch)
	return scratch
}

func (s *shelf) regionsIn(v int, dags bitset.Set, scratch bitset.Matrix) {
	for i := dags.Next(0); i >= 0; i = dags.Next(i + 1) {
		if f := &s.found[v*s.dags+i]; f.row != nil {
			scratch.Row(i).Copy(f.row)
		} else {
			setOf(f.region, scratch.Row(i))
		}
	}
}

// meets reports whether the region has one of some nodes.
func (f *found) meets(few []int32) bool {
	return slices.ContainsFunc(few, func(x int32) bool {
		if f.row != nil {
			return f.row.Has(int(x))
		}
		_, has := slices.BinarySearch(f.region, x)
		return has
	})
}

// heirs tells of whose families each node is a member: by rows, or in wide runs by lists.
type heirs struct {
	rows  bitset.Matrix // row x, of nodes: the v of whose family x is a member; in wide runs of no rows
	lists [][]int32     // nil but in wide runs
}

func newHeirs(n int, wide bool) heirs {
	if wide {
		return heirs{lists: make([][]int32, n)}
	}
	return heirs{rows: bitset.NewMatrix(n, n)}
}

func (h *heirs) add(x, v int) {
	if h.lists == nil {
		h.rows.Row(x).Add(v)
	} else if !slices.Contains(h.lists[x], int32(v)) {
		h.lists[x] = append(h.lists[x], int32(v))
	}
}

func (h *heirs) remove(x, v int) {
	if h.lists == nil {
		h.rows.Row(x).Remove(v)
		return
	}
	list := h.lists[x]
	k := slices.Index(list, int32(v))
	list[k] = list[len(list)-1]
	h.lists[x] = list[:len(list)-1]
}
