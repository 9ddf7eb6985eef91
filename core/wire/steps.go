package wire

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// Step is one step of a trajectory found earlier.
type Step struct {
	U, V int
	H    []int32
}

// sets reads the set H, or S, of each of k steps, in the engine's indices, sorted.
func (r *reader) sets(starts, name string, k int) ([][]int32, *call.Error) {
	ptr, flat := numbers[int64](r, starts), numbers[int32](r, name)
	if ptr[0] != 0 || ptr[k] != int64(len(flat)) || !slices.IsSorted(ptr) {
		return nil, call.BadRequestf(starts, "it does not rise from 0 to the length of %s, %d", name, len(flat))
	}
	for i, node := range flat {
		if !r.in.IsNode(int(node)) {
			return nil, call.BadRequestf(name, "there is no node %d", node)
		}
		flat[i] = int32(r.in.Index.Engine(int(node)))
	}
	sets := make([][]int32, k)
	for i := range sets {
		sets[i] = flat[ptr[i]:ptr[i+1]:ptr[i+1]]
		slices.Sort(sets[i])
	}
	return sets, nil
}
