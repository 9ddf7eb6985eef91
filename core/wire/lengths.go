package wire

import (
	"math"

	"github.com/mcbnc/mcbnc/core/call"
)

// array is the name and the extent of an input array.
type array struct {
	name    string
	element extent // bytes to an element
	shape   shape
}

type shape []extent

// extent is a number that a request tells. anyRows is the one that only the array itself tells.
type extent func(*reader) int

const unknown = -1

func anyRows(*reader) int { return unknown }

func one(*reader) int { return 1 }
func two(*reader) int { return 2 }

func bytes1(*reader) int       { return 1 }
func bytes4(*reader) int       { return 4 }
func bytes8(*reader) int       { return 8 }
func stateBytes(r *reader) int { return r.q.Width }

func nodes(r *reader) int   { return r.in.N }
func count(r *reader) int   { return r.in.R }
func graphs(r *reader) int  { return r.q.Graphs }
func allRows(r *reader) int { return sumOf(r.in.Rows) }

// questionBounds is one more than the number of steps of a question.
func questionBounds(r *reader) int { return len(r.arrays["q_steps"])/(2*4) + 1 }

func sumOf(numbers []int) (sum int) {
	for _, x := range numbers {
		sum += x
	}
	return sum
}

// fits checks that the array, if it was given, has the length that the request tells.
func (a array) fits(r *reader) *call.Error {
	raw, given := r.arrays[a.name]
	if !given {
		return nil
	}
	free, cell, extents := false, a.element(r), make([]int, len(a.shape))
	for i, extent := range a.shape {
		k := extent(r)
		extents[i] = k
		switch {
		case k == unknown:
			free = true
		case k > 0 && cell > math.MaxInt/k:
			return call.BadRequestf(a.name, "there cannot be an array of shape %v", extents[:i+1])
		default:
			cell *= k
		}
	}
	switch {
	case free && len(raw)%cell != 0:
		return call.BadRequestf(a.name, "%d bytes are not a whole number of rows", len(raw))
	case !free && len(raw) != cell:
		return call.BadRequestf(a.name, "%d bytes where there must be %d: %d for each element of shape %v",
			len(raw), cell, a.element(r), extents)
	}
	return nil
}
