package wire

import (
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// Step is one step of a trajectory found earlier.
type Step struct {
	U, V       int
	Undirected bool
	H          []int32
	S          []int32 // nil unless it was given
	Score      int64   // of a run that is to go on, as is Seconds
	Seconds    float64
}

// Removal is an arc A → B that step Step took from the working input DAG.
type Removal struct {
	Step, DAG, A, B int
}

// steps reads the steps of a run, as its result described them, and the field "prefix".
func (r *reader) steps() *call.Error {
	edges := numbers[int32](r, "step_edges")
	h, failure := r.sets("h_ptr", "h", len(edges)/3)
	if failure != nil {
		return failure
	}
	for edge := range slices.Chunk(edges, 3) {
		u, v, undirected := edge[0], edge[1], edge[2]
		if !r.in.IsNode(int(u)) || !r.in.IsNode(int(v)) || u == v || undirected < 0 || undirected > 1 {
			return call.BadRequestf("step_edges", "%v is not an edge", edge)
		}
		r.in.Steps = append(r.in.Steps, Step{
			U:          r.in.Index.Engine(int(u)),
			V:          r.in.Index.Engine(int(v)),
			Undirected: undirected == 1,
			H:          h[len(r.in.Steps)],
		})
	}
	if failure := r.refusible(); failure != nil {
		return failure
	}
	r.in.Prefix = r.q.Prefix
	return r.prefixInRange("prefix", r.q.Prefix)
}

// refusible checks that the arrays for output "refusion" are there, the fusion of the pruned
// inputs: the inputs, and what was pruned.
func (r *reader) refusible() *call.Error {
	if !r.in.Refusion || !slices.Contains(r.reads, Removed.Optional()) {
		return nil
	}
	for _, name := range []string{"dags", "removed"} {
		if !r.has(name) {
			return call.BadRequestf(name, "the output \"refusion\" needs this array")
		}
	}
	return nil
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

// stepConditions reads the set S of each step.
func (r *reader) stepConditions() *call.Error {
	sets, failure := r.sets("s_ptr", "s", len(r.in.Steps))
	if failure != nil {
		return failure
	}
	for k := range r.in.Steps {
		step := &r.in.Steps[k]
		if slices.Contains(sets[k], int32(step.U)) || slices.Contains(sets[k], int32(step.V)) {
			return call.BadRequestf("s", "the set of step %d has an end of the step's edge", k)
		}
		step.S = sets[k]
	}
	return nil
}

// scores reads the score of each step, and when it was done.
func (r *reader) scores() *call.Error {
	score, seconds := numbers[int64](r, "score"), numbers[float64](r, "step_seconds")
	for k := range r.in.Steps {
		if score[k] < 0 || math.IsNaN(seconds[k]) || math.IsInf(seconds[k], 0) {
			return call.BadRequestf("score", "step %d has score %d after %v seconds", k, score[k], seconds[k])
		}
		r.in.Steps[k].Score, r.in.Steps[k].Seconds = score[k], seconds[k]
	}
	return nil
}

// paused reads a run that is to go on. Its fusion was made along an order, which comes with it.
func (r *reader) paused() *call.Error {
	if r.in.Order == nil {
		return call.BadRequestf("order", "a run that goes on needs this array")
	}
	if r.in.Seed != nil {
		return call.BadRequestf("seed", "a run that draws ties cannot go on from its steps")
	}
	for _, read := range []func() *call.Error{r.fusion, r.steps, r.stepConditions, r.scores, r.removed} {
		if failure := read(); failure != nil {
			return failure
		}
	}
	return nil
}

// removed reads what each step removed from each DAG.
func (r *reader) removed() *call.Error {
	rows := numbers[int32](r, "removed")
	for row := range slices.Chunk(rows, 4) {
		step, dag, from, to := int(row[0]), int(row[1]), row[2], row[3]
		inRange := step >= 0 && step < len(r.in.Steps) && dag >= 0 && dag < r.in.R
		if !inRange || !r.in.IsNode(int(from)) || !r.in.IsNode(int(to)) {
			return call.BadRequestf("removed", "%v is not a step, a DAG and two nodes", row)
		}
		r.in.Removed = append(r.in.Removed, Removal{
			Step: step, DAG: dag,
			A: r.in.Index.Engine(int(from)),
			B: r.in.Index.Engine(int(to)),
		})
	}
	return nil
}

// prefixes reads the numbers of steps after which a state is asked for. They do not decrease, so
// that one replay of the steps passes all of these states.
func (r *reader) prefixes() *call.Error {
	prefixes := numbers[int64](r, "prefixes")
	if !slices.IsSorted(prefixes) {
		return call.BadRequestf("prefixes", "they must not decrease")
	}
	for _, prefix := range prefixes {
		if failure := r.prefixInRange("prefixes", int(prefix)); failure != nil {
			return failure
		}
		r.in.Prefixes = append(r.in.Prefixes, int(prefix))
	}
	return nil
}

func (r *reader) prefixInRange(argument string, prefix int) *call.Error {
	if prefix < 0 || prefix > len(r.in.Steps) {
		return call.BadRequestf(argument, "%d is not from 0 to %d, the number of steps", prefix, len(r.in.Steps))
	}
	return nil
}
