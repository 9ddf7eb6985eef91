// Package rowstest draws rows for tests of what several sites have.
package rowstest

import (
	"math/rand/v2"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// Sites are the rows of a number of sites, from least to below most, each from a distribution
// of its own: a variable copies an earlier one, or is uniform.
func Sites(rng *rand.Rand, count int, arity []int32, least, most int) []*data.Dataset {
	var out []*data.Dataset
	for range count {
		columns := make([][]uint32, len(arity))
		rows, strength := least+rng.IntN(most-least), rng.Float64()
		for v := range columns {
			copied := -1
			if v > 0 {
				copied = rng.IntN(v)
			}
			for row := range rows {
				state := rng.Uint32N(uint32(arity[v]))
				if copied >= 0 && rng.Float64() < strength {
					state = columns[copied][row] % uint32(arity[v])
				}
				columns[v] = append(columns[v], state)
			}
		}
		out = append(out, data.New(rows, columns, arity))
	}
	return out
}
