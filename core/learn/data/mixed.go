package data

import (
	"context"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Mixed is a table of discrete and of real-valued variables. A variable without an arity is real-valued. The
// cells of any other are its states, as codes from 0.
type Mixed struct {
	*Continuous
	Arity []int // by column: the number of possible states; 0: the column is real-valued
}

// NormalScores is d with each real value replaced by the normal quantile of its rank in its column, divided by one more
// than the number of rows. Equal values have the mean of their ranks. So the order of the rows does not count, nor does
// any rising function of a column. If ctx ends first, NormalScores returns ctx's error.
func (d Mixed) NormalScores(ctx context.Context, team *parallel.Team) (Mixed, error) {
	out := Mixed{&Continuous{Rows: d.Rows, Columns: slices.Clone(d.Columns)}, d.Arity}
	team.Do(len(d.Columns), nanosecondsToRank*d.Rows, func(_, j int) {
		if d.Arity[j] == 0 && ctx.Err() == nil {
			out.Columns[j] = normalScores(d.Columns[j])
		}
	})
	return out, ctx.Err()
}

const nanosecondsToRank = 100 // a cell, roughly

func normalScores(column []float64) []float64 {
	order := make([]int32, len(column))
	for row := range order {
		order[row] = int32(row)
	}
	slices.SortFunc(order, func(a, b int32) int {
		switch x, y := column[a], column[b]; { // all are numbers
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	scores := make([]float64, len(column))
	for first := 0; first < len(order); {
		end := first + 1
		for end < len(order) && column[order[end]] == column[order[first]] {
			end++
		}
		rank := float64(first+1+end) / 2
		score := math.Sqrt2 * math.Erfinv(float64(2*rank)/float64(len(order)+1)-1)
		for _, row := range order[first:end] {
			scores[row] = score
		}
		first = end
	}
	return scores
}
