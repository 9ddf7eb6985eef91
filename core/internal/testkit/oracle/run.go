package oracle

import "slices"

// Options are the options of a run.
type Options struct {
	Weights   []int64  // nil: all weights are 1
	Cap       int      // the most that a cut counts; 0: no cap
	KMax      int      // the largest |H|; negative: no bound
	FromDAG   bool     // start from the fusion itself, not from its CPDAG
	Canonical bool     // replace each input by the extension of its CPDAG first
	Unpruned  bool     // the inputs stay as they are
	Sees      [][]bool // the nodes that each input has; the others are isolated in it. nil: each has all
	Order     []int    // the order of the fusion, first to last; nil: the greedy order
	Constraints
}

// Step is one deletion of a run.
type Step struct {
	Candidate
	Removed   [][][2]int // the arcs removed from each pruned input
	Tied      int        // the number of candidates with this score; an undirected edge counts once
	Evaluated int        // the number of candidates; an undirected edge counts in both directions
	State     Matrix     // the CPDAG after the deletion
}

// Trajectory is a run until no deletion is left.
type Trajectory struct {
	Inputs  []Matrix // the inputs, or their canonical DAGs if Options.Canonical is set
	Weights []int64
	Order   []int
	IMaps   []Matrix
	Fusion  Matrix
	Start   Matrix
	Steps   []Step
	Forced  int // the number of steps, the first ones, that delete forbidden pairs
	Constraints
}

// Run makes the best deletion until none is admitted. This is Algorithm 1 of MCBNC without its threshold,
// which Prefix applies afterwards.
func Run(dags []Matrix, opt Options) Trajectory {
	t := Trajectory{Inputs: dags, Weights: opt.Weights, Constraints: opt.Constraints}
	if opt.Canonical {
		t.Inputs = Canonical(dags)
	}
	if t.Order = opt.Order; t.Order == nil {
		t.Order, _ = Order(t.Inputs, t.Directed)
	}
	t.IMaps, t.Fusion = FuseAlong(t.Inputs, t.Constraints, t.Order)
	t.Start = t.Fusion
	if !opt.FromDAG {
		t.Start = CPDAG(t.Fusion)
	}
	state, work := t.Start, t.Inputs
	for {
		admitted, forced := t.Admit(state, opt.KMax)
		if len(admitted) == 0 {
			return t
		}
		if forced {
			t.Forced++
		}
		var step Step
		candidates := Evaluate(admitted, work, opt.Weights)
		if opt.Sees != nil {
			candidates = Unlike(candidates, opt.Weights, opt.Cap, opt.Sees)
		} else {
			candidates = Capped(candidates, opt.Weights, opt.Cap)
		}
		step.Candidate, step.Tied = Best(candidates)
		step.Evaluated = len(Operators(state, opt.KMax, true))
		if opt.Unpruned {
			step.Cuts = make([][][2]int, len(work))
		}
		work, step.Removed = prune(work, step.Cuts)
		state = mustComplete(Delete(state, step.U, step.V, step.H))
		step.State = state
		t.Steps = append(t.Steps, step)
	}
}

// Canonical replaces each DAG by the extension of its CPDAG.
func Canonical(dags []Matrix) []Matrix {
	out := make([]Matrix, len(dags))
	for i, g := range dags {
		out[i] = mustExtend(CPDAG(g))
	}
	return out
}

// prune removes from each DAG the arcs of its cut. An edge of the cut that only moralization made removes
// nothing.
func prune(dags []Matrix, cuts [][][2]int) (pruned []Matrix, removed [][][2]int) {
	for i, g := range dags {
		gone := g.pairs(func(a, b int) bool { return g[a][b] && slices.Contains(cuts[i], [2]int{min(a, b), max(a, b)}) })
		rest := g.Clone()
		for _, a := range gone {
			rest[a[0]][a[1]] = false
		}
		pruned, removed = append(pruned, rest), append(removed, gone)
	}
	return pruned, removed
}

// TotalWeight is the sum of the weights. A score divided by it is Ψ.
func (t Trajectory) TotalWeight() int64 {
	total := int64(0)
	for i := range t.Inputs {
		total += weightOf(t.Weights, i)
	}
	return total
}

// Prefix is the number of steps of a run with this θ.
func (t Trajectory) Prefix(theta float64) int {
	for k, s := range t.Steps {
		if k >= t.Forced && s.Psi() > theta {
			return k
		}
	}
	return len(t.Steps)
}

// State is the graph after k steps.
func (t Trajectory) State(k int) Matrix {
	if k == 0 {
		return t.Start
	}
	return t.Steps[k-1].State
}

// Extension is the consensus after k steps.
func (t Trajectory) Extension(k int) Matrix {
	d, ok := Preferred(t.State(k), t.Directed, t.Inputs, t.Weights)
	if !ok {
		panic("oracle: a state of a run has no extension")
	}
	return d
}

// Pruned are the inputs after the removals of the first k steps.
func (t Trajectory) Pruned(k int) []Matrix {
	out := make([]Matrix, len(t.Inputs))
	for i, g := range t.Inputs {
		out[i] = g.Clone()
		for _, s := range t.Steps[:k] {
			for _, a := range s.Removed[i] {
				out[i][a[0]][a[1]] = false
			}
		}
	}
	return out
}

// Refusion is the fusion of the inputs pruned by k steps, along their own greedy order.
func (t Trajectory) Refusion(k int) Matrix {
	_, _, fusion := Fuse(t.Pruned(k), Constraints{})
	return fusion
}

// Breakpoints are the numbers of steps after which a run with some θ stops: those before a score that is
// larger than all earlier ones, and the number of all steps.
func (t Trajectory) Breakpoints() []int {
	out, highest := []int{}, Criticality{Score: -1, Weight: 1}
	for k, s := range t.Steps {
		if k >= t.Forced && s.compare(&highest) > 0 {
			out, highest = append(out, k), s.Criticality
		}
	}
	return append(out, len(t.Steps))
}

// Auto is the breakpoint with the least weighted SMHD to the inputs (ties: the one with the fewest edges).
func (t Trajectory) Auto() int {
	best, bestSum := 0, int64(-1)
	for _, k := range t.Breakpoints() {
		sum := t.SumSMHD(k)
		if bestSum < 0 || sum <= bestSum {
			best, bestSum = k, sum
		}
	}
	return best
}

// SumSMHD is the weighted sum of the SMHD between the state after k steps and each input.
func (t Trajectory) SumSMHD(k int) int64 {
	sum := int64(0)
	for i, g := range t.Inputs {
		sum += weightOf(t.Weights, i) * int64(SMHD(t.State(k), g))
	}
	return sum
}

func mustExtend(p Matrix) Matrix {
	d, ok := Extension(p, nil)
	if !ok {
		panic("oracle: a state of a run has no extension")
	}
	return d
}

func mustComplete(p Matrix) Matrix { return CPDAG(mustExtend(p)) }
