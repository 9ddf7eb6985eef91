package consensus

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// reachedSets keeps what the last search from each node in each DAG reached: the node itself, members of its family, and
// the rest of the region. In wide runs a row for each would be most of the memory, and nearly all bits of it would be 0. There
// it keeps lists.
type reachedSets struct {
	dags    int
	reached bitset.Matrix // row v*dags+i, of nodes: of the search from v in DAG i; in wide runs of no rows
	found   []found       // of v*dags+i; nil but in wide runs
}

// found is what one search reached.
type found struct {
	list []int32    // rising, unless a row is shorter
	row  bitset.Set // then; else nil
}

func newReachedSets(n, dags int, wide bool) reachedSets {
	if wide {
		return reachedSets{dags: dags, found: make([]found, n*dags)}
	}
	return reachedSets{dags: dags, reached: bitset.NewMatrix(n*dags, n)}
}

// placeFor is where searches from v write what they reach in each DAG. In wide runs it is scratch, and put keeps it.
func (s *reachedSets) placeFor(v int, scratch bitset.Matrix) bitset.Matrix {
	if s.found == nil {
		return s.reached.Rows(v*s.dags, s.dags)
	}
	return scratch
}

// put takes over what searches from v have reached.
func (s *reachedSets) put(v int, dags bitset.Set, reached bitset.Matrix) {
	if s.found == nil {
		return // it is in its place
	}
	for i := dags.Next(0); i >= 0; i = dags.Next(i + 1) {
		f, row := &s.found[v*s.dags+i], reached.Row(i)
		if f.row = nil; row.Count() > len(row) { // a list grows to as much as a word for each number
			f.list, f.row = nil, row.Clone()
			continue
		}
		f.list = row.Append(f.list[:0])
	}
}

// reachedFrom is what the last search from v in a DAG reached. It may be made in scratch.
func (s *reachedSets) reachedFrom(v, dag int, scratch bitset.Set) bitset.Set {
	if s.found == nil {
		return s.reached.Row(v*s.dags + dag)
	}
	f := &s.found[v*s.dags+dag]
	if f.row != nil {
		return f.row
	}
	setOf(f.list, scratch)
	return scratch
}

// allReachedFrom has it as a row for each of some DAGs. The rows may be made in scratch.
func (s *reachedSets) allReachedFrom(v int, dags bitset.Set, scratch bitset.Matrix) bitset.Matrix {
	if s.found != nil {
		for i := dags.Next(0); i >= 0; i = dags.Next(i + 1) {
			row := scratch.Row(i)
			row.Copy(s.reachedFrom(v, i, row))
		}
	}
	return s.placeFor(v, scratch)
}

// hasReached reports whether the last search from v in a DAG reached x.
func (s *reachedSets) hasReached(v, dag, x int) bool {
	if s.found == nil {
		return s.reached.Row(v*s.dags + dag).Has(x)
	}
	f := &s.found[v*s.dags+dag]
	if f.row != nil {
		return f.row.Has(x)
	}
	_, has := slices.BinarySearch(f.list, int32(x))
	return has
}

// addReached adds to in, a set of DAGs, those of searched in which v reached x.
func (s *reachedSets) addReached(v, x int, searched, in bitset.Set) {
	for i := searched.Next(0); i >= 0; i = searched.Next(i + 1) {
		if s.hasReached(v, i, x) {
			in.Add(i)
		}
	}
}

// memberships are the families that each node is a member of: by rows, or in wide runs by lists.
type memberships struct {
	rows  bitset.Matrix // row x, of nodes: the v of whose family x is a member; in wide runs of no rows
	lists [][]int32     // nil but in wide runs
}

func newMemberships(n int, wide bool) memberships {
	if wide {
		return memberships{lists: make([][]int32, n)}
	}
	return memberships{rows: bitset.NewMatrix(n, n)}
}

func (h *memberships) add(x, v int) {
	if h.lists == nil {
		h.rows.Row(x).Add(v)
	} else if !slices.Contains(h.lists[x], int32(v)) {
		h.lists[x] = append(h.lists[x], int32(v))
	}
}

func (h *memberships) remove(x, v int) {
	if h.lists == nil {
		h.rows.Row(x).Remove(v)
		return
	}
	list := h.lists[x]
	k := slices.Index(list, int32(v))
	list[k] = list[len(list)-1]
	h.lists[x] = list[:len(list)-1]
}
