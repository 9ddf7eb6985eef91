package ops

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// models are the bytes of the indices of all datasets: bit masks of states.
func (t *tables) models(s *call.Size) float64 { return float64(t.Total())*4*s.N + 32*s.Cells }

// models are the bytes of the indices of all datasets: bit masks of states, sums of products, or cells.
func (d *rows) models(s *call.Size) float64 {
	bytes := float64(d.Total())*d.wide(s) + 32*s.Cells
	if d.form == table.Both {
		for _, rows := range d.Counts {
			bytes += min(data.MaxMoments, s.Cells*(8*float64(rows)+8*s.Cells))
		}
	}
	return bytes
}

// wide are the bytes of a row, of states or numbers.
func (d *rows) wide(s *call.Size) float64 {
	switch d.form {
	case table.Both: // normal scores, their integers and ranks, and codes
		return 24 * s.N
	case table.Numbers:
		return 8 * s.N
	}
	return 4 * s.N
}

// counted is what counting groups of the largest dataset takes.
func (t *tables) counted() float64 {
	largest := 0
	for _, rows := range t.Counts {
		largest = max(largest, rows)
	}
	return 64 * 4 * float64(largest)
}

// searched is what one search keeps: the class, its moves, the weights of pairs and the sets that were counted.
func (t *tables) searched(s *call.Size) float64 { return 272*s.Cells + t.counted() }
