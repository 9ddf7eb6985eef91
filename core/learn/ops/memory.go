package ops

import "github.com/mcbnc/mcbnc/core/call"

// models are the bytes of the indices of all datasets: bit masks of states.
func (t *tables) models(s *call.Size) float64 { return float64(t.Total())*4*s.N + 32*s.Cells }

// models are the bytes of the indices of all datasets: bit masks of states, or sums of products.
func (d *rows) models(s *call.Size) float64 { return float64(d.Total())*d.wide(s) + 32*s.Cells }

// wide are the bytes of a row, of discrete or real values.
func (d *rows) wide(s *call.Size) float64 {
	if d.continuous() {
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

// searched is what one search keeps: the class, its moves and the sets that were counted.
func (t *tables) searched(s *call.Size) float64 { return 256*s.Cells + t.counted() }
