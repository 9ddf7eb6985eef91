package cells

import (
	"bytes"
	"math"

	"github.com/mcbnc/mcbnc/core/read/texts"
)

// Numbers are those of a column's cells. A cell without a value is NaN.
type Numbers struct {
	Values []float64
	// Known is a cell that shows that the point is the decimal sign, if a cell has a point, else the first number. nil: there
	// is no number.
	Known []byte

	gaps    map[string]bool // the texts without a value, beside blanks
	points  bool            // a cell has a point
	certain bool            // Known shows the decimal sign
	odd     bool            // a cell is neither a plain number nor a gap
}

// add takes the cells of one column of so many.
func (n *Numbers) add(r *reader, cells []span, at, columns int) {
	if n.odd {
		return
	}
	for ; at < len(cells); at += columns {
		cell := r.cell(cells[at])
		value, plain := texts.Plain(cell)
		if !plain {
			cell = trim(cell)
			if value, plain = texts.Plain(cell); !plain {
				if len(cell) > 0 && !n.gaps[string(cell)] {
					n.odd, n.Values = true, nil
					return
				}
				n.Values = append(n.Values, math.NaN())
				continue
			}
		}
		n.Values = append(n.Values, value)
		if !n.certain {
			n.look(cell)
		}
	}
}

// look looks at a number for the decimal sign.
func (n *Numbers) look(cell []byte) {
	if n.Known == nil {
		n.Known = bytes.Clone(cell)
	}
	if point := bytes.IndexByte(cell, '.'); point >= 0 {
		n.points = true
		if n.certain = partsNoThousands(cell, point); n.certain {
			n.Known = bytes.Clone(cell)
		}
	}
}

// plain reports whether the numbers are what the cells mean. If every point may part thousands, they may not be.
func (n *Numbers) plain() bool { return !n.odd && (n.certain || !n.points) }

// partsNoThousands reports whether the point of a plain number cannot part thousands.
func partsNoThousands(cell []byte, point int) bool {
	whole := bytes.TrimLeft(cell[:point], "+-")
	if len(whole) == 0 || len(whole) > 3 || whole[0] == '0' {
		return true
	}
	behind := cell[point+1:]
	digits := 0
	for digits < len(behind) && '0' <= behind[digits] && behind[digits] <= '9' {
		digits++
	}
	return digits != 3
}
