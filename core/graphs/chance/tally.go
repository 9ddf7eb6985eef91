package chance

import "slices"

const (
	small = 64 // nodes up to which there is a table of all pairs: it is made faster than a list is sorted
	few   = 8  // above this number of nodes there is a table once there is an edge for so many cells of a matrix
)

// tally is the agreement of graphs whose edges are added one by one. A table takes 2n² bytes, and a list at most n² and as much
// again while it grows. A graph takes n²/4 bytes.
type tally struct {
	n      int
	counts []int32  // of each pair: how many graphs join it; nil: few of the pairs have an edge
	list   []uint64 // of each edge that was added: its pair, and how many graphs have it, in 32 bits each
	sum    int64    // the agreement of what is in counts
}

func newTally(n int) *tally {
	t := &tally{n: n}
	if n <= small {
		t.counts = make([]int32, n*(n-1)/2)
	}
	return t
}

// add adds the edge between u and v for a number of graphs.
func (t *tally) add(u, v int, times int64) {
	low, high := min(u, v), max(u, v) // without a branch, which would be unpredictable
	pair := high*(high-1)/2 + low
	if t.counts == nil {
		t.note(pair, times)
		return
	}
	t.sum += together(int64(t.counts[pair]), times)
	t.counts[pair] += int32(times)
}

// note puts an edge into the list, or makes a table of all if they are many.
func (t *tally) note(pair int, times int64) {
	t.list = append(t.list, uint64(pair)<<32|uint64(times))
	if len(t.list)*few < t.n*t.n {
		return
	}
	t.counts = make([]int32, t.n*(t.n-1)/2)
	for _, edge := range t.list {
		count, more := &t.counts[edge>>32], int64(uint32(edge))
		t.sum += together(int64(*count), more)
		*count += int32(more)
	}
	t.list = nil
}

// agreement is that of what was added.
func (t *tally) agreement() int64 {
	slices.Sort(t.list)
	sum, pair, before := t.sum, uint64(0), int64(0)
	for _, edge := range t.list {
		if edge>>32 != pair {
			pair, before = edge>>32, 0
		}
		more := int64(uint32(edge))
		sum += together(before, more)
		before += more
	}
	return sum
}

// together is by how many the pairs of graphs grow that join the same nodes when some more graphs do beside those before.
func together(before, more int64) int64 { return before*more + more*(more-1)/2 }

func (t *tally) clear() {
	clear(t.counts)
	t.list, t.sum = t.list[:0], 0
}
