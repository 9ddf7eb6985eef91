package data

import (
	"math"
	"math/bits"
)

// Joint are the counts of all joint states of some variables: a dense table. The first variable
// is the slowest: with variables a and b, of A and B states, the count of (i, j) is at i·B + j.
type Joint struct {
	Variables []int32 // ascending
	Counts    []int32
}

// Cells is the number of joint states of some variables with these arities, or math.MaxInt if
// that is larger.
func Cells(arity []int, variables []int32) int {
	cells := uint64(1)
	for _, v := range variables {
		high, low := bits.Mul64(cells, uint64(arity[v]))
		if high != 0 || low > math.MaxInt {
			return math.MaxInt
		}
		cells = low
	}
	return int(cells)
}

// Marginal adds up the counts of the states that agree in some of the variables, in ascending
// order.
func (j Joint) Marginal(arity []int, variables []int32) Joint {
	strides := make([]int, len(j.Variables)) // in the marginal; 0 for what is summed out
	cells := 1
	for k, rest := len(j.Variables)-1, variables; k >= 0; k-- {
		if v := j.Variables[k]; len(rest) > 0 && rest[len(rest)-1] == v {
			strides[k] = cells
			cells *= arity[v]
			rest = rest[:len(rest)-1]
		}
	}
	counts := make([]int32, cells)
	states := make([]int, len(j.Variables)) // of the cell that is looked at
	at := 0                                 // its cell of the marginal
	for _, count := range j.Counts {
		counts[at] += count
		for k := len(states) - 1; k >= 0; k-- {
			states[k]++
			at += strides[k]
			if states[k] < arity[j.Variables[k]] {
				break
			}
			at -= strides[k] * states[k]
			states[k] = 0
		}
	}
	return Joint{variables, counts}
}
