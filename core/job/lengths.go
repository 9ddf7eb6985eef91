package job

import "math"

// anyRows stands in a shape for the number of rows, which the array itself decides.
const anyRows = -1

// extent is what an array must be: bytes to an element, and the shape.
type extent struct {
	element int
	shape   []int
}

// lengths checks the length of every array against the numbers of the request. So
// nothing of the size that n, r, runs, graphs or rows tell is allocated for a request
// whose arrays are not of that size, and what reads an array need not look again.
func (b *builder) lengths() *Error {
	for _, name := range b.op.arrays() {
		raw, given := b.arrays[name]
		if !given {
			continue
		}
		if k := len(raw) / 8; name == "weights" && !b.op.batch && len(raw)%8 == 0 && k != b.in.R {
			return invalid("weights", "%d weights for %d DAGs", k, b.in.R) // a user's mistake
		}
		if failure := b.extentOf(name).fits(name, len(raw)); failure != nil {
			return failure
		}
	}
	return nil
}

// extentOf is what the array must be, by the numbers that sizes has checked and, for
// what comes once a step, by the number of the steps.
func (b *builder) extentOf(name string) extent {
	n, r, steps := b.in.N, b.in.R, len(b.arrays["step_edges"])/(3*4)
	switch name {
	case "dags":
		return extent{1, []int{r, n, n}}
	case "graphs":
		return extent{1, []int{b.graphs, n, n}}
	case "fusion", "adjacency":
		return extent{1, []int{n, n}}
	case "rank", "order", "arity":
		return extent{4, []int{n}}
	case "counts":
		return extent{8, []int{b.q.Runs, r}}
	case "weights":
		if b.op.batch {
			return extent{8, []int{b.q.Runs, r}}
		}
		return extent{8, []int{r}}
	case "data":
		return extent{b.q.Width, []int{n, sumOf(b.in.Rows)}}
	case "h_ptr", "s_ptr":
		return extent{8, []int{steps + 1}}
	case "score", "step_seconds":
		return extent{8, []int{steps}}
	case "step_edges":
		return extent{4, []int{anyRows, 3}}
	case "removed":
		return extent{4, []int{anyRows, 4}}
	case "h", "s":
		return extent{4, []int{anyRows}}
	case "prefixes":
		return extent{8, []int{anyRows}}
	case "file":
		return extent{1, []int{anyRows}}
	}
	panic("job: no extent is known of the array " + name)
}

// fits checks that an array of so many bytes has this extent.
func (e extent) fits(name string, bytes int) *Error {
	free, cell := false, e.element
	for _, k := range e.shape {
		switch {
		case k == anyRows:
			free = true
		case k > 0 && cell > math.MaxInt/k:
			return badRequest(name, "an array of shape %v cannot be", e.shape)
		default:
			cell *= k
		}
	}
	switch {
	case free && bytes%cell != 0:
		return badRequest(name, "%d bytes are not a whole number of rows", bytes)
	case !free && bytes != cell:
		return badRequest(name, "%d bytes where there must be %d: %d for each element of shape %v",
			bytes, cell, e.element, e.shape)
	}
	return nil
}
