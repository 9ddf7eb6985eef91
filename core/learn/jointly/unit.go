package jointly

import "github.com/mcbnc/mcbnc/core/learn/score"

// Unit is the number of binary places of all scores, for the number of rows of all sites together:
// as many as fit the score of all rows, less the room for the sum of the sites' scores.
func Unit(kind score.Kind, rows int, arity []int, p score.Parameters, sites int) int {
	p.MaxUnit = 0
	return kind.Shape(rows, arity, p).Unit() - score.Room(sites)
}
