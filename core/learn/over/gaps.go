package over

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// A gap is a cell without a value in a column that its site sees. It is to its row what a column is to a site that does
// not see it.

// findGaps finds the gaps of a site, and makes the table without them.
func (s *site) findGaps(arity []int) {
	n := len(arity)
	columns, states := make([][]uint32, n), make([]int32, n)
	for v := range columns {
		columns[v], states[v] = make([]uint32, s.rows), int32(arity[v])
		for row := range s.rows {
			if state := s.cells[row*n+v]; state < states[v] {
				columns[v][row] = uint32(state)
				continue
			}
			if s.gaps == nil {
				s.gaps = make([]bitset.Set, n)
			}
			if s.gaps[v] == nil {
				s.gaps[v] = bitset.New(s.rows)
			}
			s.gaps[v].Add(row)
		}
	}
	s.whole = data.New(s.rows, columns, states)
}

// gapsIn are the rows without a value in a column that the site sees; nil: none.
func (s *site) gapsIn(v int) bitset.Set {
	if s.gaps == nil {
		return nil
	}
	return s.gaps[v]
}

// listDrawn lists the cells to draw of each row.
func (s *site) listDrawn() {
	s.drawn = make([][]int32, s.rows)
	for row := range s.drawn {
		for at, v := range s.missing {
			if gaps := s.gaps[v]; gaps == nil || gaps.Has(row) {
				s.drawn[row] = append(s.drawn[row], int32(at))
			}
		}
	}
}

// complete are the rows with a value in each of some columns, which the site sees; nil: all rows.
func (s *site) complete(columns ...int32) bitset.Set {
	var rows bitset.Set
	for _, v := range columns {
		gaps := s.gapsIn(int(v))
		switch {
		case gaps == nil:
		case rows == nil:
			rows = bitset.Full(s.rows)
			rows.AndNot(gaps)
		default:
			rows.AndNot(gaps)
		}
	}
	return rows
}

// sees reports whether the site has a value of both columns in one row. Without gaps, it has the columns.
func (s *site) sees(a, b int) bool {
	if !s.Seen.Has(a) || !s.Seen.Has(b) {
		return false
	}
	rows := s.complete(int32(a), int32(b))
	return rows == nil || rows.Any()
}
