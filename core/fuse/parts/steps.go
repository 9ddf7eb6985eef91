package parts

import (
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Steps are those of a run that was found earlier. Each has what the request gives of it.
type Steps struct{ List []consensus.Step }

// stepCount is the number of steps by the array of their edges, and bounds is one more.
func stepCount(r *call.Reader) int { return len(r.Bytes("step_edges")) / (3 * 4) }
func bounds(r *call.Reader) int    { return stepCount(r) + 1 }

// The arrays of each Part, made once: most requests have all of these Parts and none of the arrays.
var (
	stepSpecs = []call.Spec{
		call.NewSpec("step_edges", 4, call.Any, call.Fixed(3)), call.NewSpec("h_ptr", 8, bounds), call.NewSpec("h", 4, call.Any),
	}
	stepsToEachSpecs = slices.Concat(stepSpecs, []call.Spec{call.NewSpec("prefixes", 8, call.Any)})
	stepsGivenSpecs  = slices.Concat(stepSpecs, []call.Spec{call.NewSpec("s_ptr", 8, bounds), call.NewSpec("s", 4, call.Any)})
	stepsDoneSpecs   = slices.Concat(fusionSpecs, stepsGivenSpecs, removedSpecs,
		[]call.Spec{call.NewSpec("score", 8, stepCount), call.NewSpec("step_seconds", 8, stepCount), call.NewSpec("step_weight", 8, stepCount).OrNone()})
	removedSpecs   = []call.Spec{call.NewSpec("removed", 4, call.Any, call.Fixed(4))}
	fusionSpecs    = call.OneDAGSpecs("fusion")
	adjacencySpecs = call.OneDAGSpecs("adjacency")
)

func (s *Steps) Arrays() []call.Spec { return stepSpecs }

func (s *Steps) Read(r *call.Reader) *call.Error {
	if !r.Has("step_edges") {
		return nil
	}
	edges := call.Numbers[int32](r, "step_edges")
	h, failure := Sets(r, "h_ptr", "h", len(edges)/3)
	if failure != nil {
		return failure
	}
	for edge := range slices.Chunk(edges, 3) {
		u, v, undirected := edge[0], edge[1], edge[2]
		if !r.IsNode(int(u)) || !r.IsNode(int(v)) || u == v || undirected < 0 || undirected > 1 {
			return call.BadRequestf("step_edges", "%v is not an edge", edge)
		}
		s.List = append(s.List, consensus.Step{
			U: int32(r.Index.Engine(int(u))), V: int32(r.Index.Engine(int(v))), Undirected: undirected == 1, H: h[len(s.List)],
		})
	}
	return nil
}

// Sets reads the set H, or S, of each of k steps, in the engine's indices, sorted.
func Sets(r *call.Reader, starts, name string, k int) ([][]int32, *call.Error) {
	ptr, flat := call.Numbers[int64](r, starts), call.Numbers[int32](r, name)
	if ptr[0] != 0 || ptr[k] != int64(len(flat)) || !slices.IsSorted(ptr) {
		return nil, call.BadRequestf(starts, "it does not rise from 0 to the length of %s, %d", name, len(flat))
	}
	for i, node := range flat {
		if !r.IsNode(int(node)) {
			return nil, call.BadRequestf(name, "there is no node %d", node)
		}
		flat[i] = int32(r.Index.Engine(int(node)))
	}
	sets := make([][]int32, k)
	for i := range sets {
		sets[i] = flat[ptr[i]:ptr[i+1]:ptr[i+1]]
		slices.Sort(sets[i])
	}
	return sets, nil
}

// Replay is the way along the steps from a fusion.
func (s *Steps) Replay(fusion *graph.DAG, o *Options) *engine.Replay {
	return engine.NewReplay(fusion, o.From(), engine.Deletions(s.List))
}

func (s *Steps) inRange(argument string, prefix int) *call.Error {
	if prefix < 0 || prefix > len(s.List) {
		return call.BadRequestf(argument, "%d is not from 0 to %d, the number of steps", prefix, len(s.List))
	}
	return nil
}

// StepsTo are steps, and the number of those before a state.
type StepsTo struct {
	Steps
	Prefix int `json:"prefix"`
}

func (s *StepsTo) Read(r *call.Reader) *call.Error {
	if failure := s.Steps.Read(r); failure != nil {
		return failure
	}
	return s.inRange("prefix", s.Prefix)
}

// StepsToEach are steps, and after how many of them states are asked for. The numbers do not decrease, so that one replay
// passes all of these states.
type StepsToEach struct {
	Steps
	Prefixes []int
}

func (s *StepsToEach) Arrays() []call.Spec { return stepsToEachSpecs }

func (s *StepsToEach) Read(r *call.Reader) *call.Error {
	if failure := s.Steps.Read(r); failure != nil {
		return failure
	}
	prefixes := call.Numbers[int64](r, "prefixes")
	if !slices.IsSorted(prefixes) {
		return call.BadRequestf("prefixes", "they must not decrease")
	}
	for _, prefix := range prefixes {
		if failure := s.inRange("prefixes", int(prefix)); failure != nil {
			return failure
		}
		s.Prefixes = append(s.Prefixes, int(prefix))
	}
	return nil
}

type StepsGiven struct{ Steps }

func (s *StepsGiven) Arrays() []call.Spec { return stepsGivenSpecs }

func (s *StepsGiven) Read(r *call.Reader) *call.Error {
	if failure := s.Steps.Read(r); failure != nil {
		return failure
	}
	sets, failure := Sets(r, "s_ptr", "s", len(s.List))
	if failure != nil {
		return failure
	}
	for k := range s.List {
		step := &s.List[k]
		if slices.Contains(sets[k], step.U) || slices.Contains(sets[k], step.V) {
			return call.BadRequestf("s", "the set of step %d has an end of the step's edge", k)
		}
		step.S = sets[k]
	}
	return nil
}

// StepsDone are steps with all that a run reported of them, and its fusion.
type StepsDone struct {
	StepsGiven
	Fusion  Fusion
	Removed Removed

	weights []int64 // what each score is out of, of DAGs over different nodes
}

// Arrays has those of the fusion, of scores, of times and of removals too.
func (s *StepsDone) Arrays() []call.Spec { return stepsDoneSpecs }

func (s *StepsDone) Read(r *call.Reader) *call.Error {
	if !r.HasDAG("fusion") {
		return nil
	}
	for _, read := range []func(*call.Reader) *call.Error{s.Fusion.Read, s.StepsGiven.Read, s.scores, s.Removed.Read} {
		if failure := read(r); failure != nil {
			return failure
		}
	}
	for k, removal := range s.Removed.First(len(s.List)) {
		s.List[k].Cut = removal.Cut
	}
	return nil
}

// Weigh gives each step what its score is out of, and Ψ. Of DAGs over different nodes, each step says what.
func (s *StepsDone) Weigh(total int64, unlike bool) *call.Error {
	for k := range s.List {
		step := &s.List[k]
		switch {
		case !unlike:
			step.Weight = total
		case s.weights == nil:
			return call.BadRequestf("step_weight", "steps of DAGs over different nodes need this array")
		case s.weights[k] < 0 || s.weights[k] == 0 && step.Score > 0 || s.weights[k] > consensus.Full*total:
			return call.BadRequestf("step_weight", "step %d has score %d of weight %d", k, step.Score, s.weights[k])
		default:
			step.Weight = s.weights[k]
		}
		step.Psi = consensus.Psi(step.Score, step.Weight)
	}
	return nil
}

// scores reads the score of each step, and when it was done.
func (s *StepsDone) scores(r *call.Reader) *call.Error {
	score, seconds := call.Numbers[int64](r, "score"), call.Numbers[float64](r, "step_seconds")
	if r.Has("step_weight") {
		s.weights = call.Numbers[int64](r, "step_weight")
	}
	for k := range s.List {
		if score[k] < 0 || math.IsNaN(seconds[k]) || math.IsInf(seconds[k], 0) {
			return call.BadRequestf("score", "step %d has score %d after %v seconds", k, score[k], seconds[k])
		}
		s.List[k].Score, s.List[k].Seconds = score[k], seconds[k]
	}
	return nil
}

// Removed are the arcs that steps took from the working input DAGs.
type Removed struct {
	Given bool
	steps []consensus.Step
}

func (d *Removed) Arrays() []call.Spec { return removedSpecs }

func (d *Removed) Read(r *call.Reader) *call.Error {
	d.Given, d.steps = r.Has("removed"), make([]consensus.Step, stepCount(r))
	for row := range slices.Chunk(call.Numbers[int32](r, "removed"), 4) {
		step, dag, from, to := int(row[0]), int(row[1]), int(row[2]), int(row[3])
		inRange := step >= 0 && step < len(d.steps) && dag >= 0 && dag < r.R
		if !inRange || !r.IsNode(from) || !r.IsNode(to) {
			return call.BadRequestf("removed", "%v is not a step, a DAG and two nodes", row)
		}
		d.steps[step].Cut = append(d.steps[step].Cut, consensus.CutEdge{
			Dag: row[1], From: int32(r.Index.Engine(from)), To: int32(r.Index.Engine(to)), Arc: true,
		})
	}
	return nil
}

// First are the first steps, in number as given, with the arcs that the inputs removed alone.
func (d *Removed) First(steps int) []consensus.Step { return d.steps[:steps] }

// Fusion is the fusion of a run that was found earlier, and Adjacency its result.
type (
	Fusion    struct{ oneDAG }
	Adjacency struct{ oneDAG }
)

func (f *Fusion) Arrays() []call.Spec { return fusionSpecs }

func (f *Fusion) Read(r *call.Reader) *call.Error { return f.read(r, fusionSpecs) }

func (a *Adjacency) Arrays() []call.Spec { return adjacencySpecs }

func (a *Adjacency) Read(r *call.Reader) *call.Error { return a.read(r, adjacencySpecs) }

// oneDAG is an array that is one DAG; DAG is nil if it is not given.
type oneDAG struct{ DAG *graph.DAG }

func (d *oneDAG) read(r *call.Reader, specs []call.Spec) (failure *call.Error) {
	if name := specs[0].Name; r.HasDAG(name) {
		d.DAG, failure = call.OneDAG(r, name)
	}
	return failure
}
