package oracle

// Options of a run. Weights nil are all one; a Cap of 0 and a negative KMax are none.
type Options struct {
	Weights   []int64
	Cap       int
	KMax      int
	FromDAG   bool  // start from the fusion itself, not from its CPDAG
	Canonical bool  // replace each input by the extension of its CPDAG first
	Order     []int // first to last; nil: the greedy one
	Constraints
}

// Step is one deletion of a run.
type Step struct {
	Candidate
	Removed   [][][2]int // arcs taken from each working input
	Tied      int        // candidates that share the score, edges once
	Evaluated int        // candidates, undirected edges in both directions
	State     Matrix     // after the deletion, completed
}

// Trajectory is a run until no deletion is left.
type Trajectory struct {
	Inputs  []Matrix // as the run used them: canonical ones if so asked
	Weights []int64
	Order   []int
	IMaps   []Matrix
	Fusion  Matrix
	Start   Matrix
	Steps   []Step
	Forced  int // the first so many steps took forbidden pairs away
	Constraints
}

// Run deletes the best edge until none can be (MCBNC Algorithm 1 without its
// threshold, which At applies afterwards).
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
		step.Candidate, step.Tied = Best(Capped(Evaluate(admitted, work, opt.Weights), opt.Weights, opt.Cap))
		step.Evaluated = len(Operators(state, opt.KMax, true))
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
		out[i] = mustExtend(CPDAG(g), nil)
	}
	return out
}

// prune removes each DAG's own cut from it; edges that only moralisation made
// remove nothing.
func prune(dags []Matrix, cuts [][][2]int) (pruned []Matrix, removed [][][2]int) {
	for i, g := range dags {
		gone := g.pairs(func(a, b int) bool { return g[a][b] && cutHas(cuts[i], a, b) })
		rest := g.Clone()
		for _, a := range gone {
			rest[a[0]][a[1]] = false
		}
		pruned, removed = append(pruned, rest), append(removed, gone)
	}
	return pruned, removed
}

func cutHas(cut [][2]int, a, b int) bool {
	for _, e := range cut {
		if e == [2]int{a, b} || e == [2]int{b, a} {
			return true
		}
	}
	return false
}

// TotalWeight is what scores are divided by to give Ψ.
func (t Trajectory) TotalWeight() int64 {
	total := int64(0)
	for i := range t.Inputs {
		total += weightOf(t.Weights, i)
	}
	return total
}

// Prefix is the number of steps that a run with this θ makes.
func (t Trajectory) Prefix(theta float64) int {
	for k, s := range t.Steps {
		if k >= t.Forced && float64(s.Score)/float64(t.TotalWeight()) > theta {
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
func (t Trajectory) Extension(k int) Matrix { return mustExtend(t.State(k), t.Directed) }

// Pruned are the inputs as they are after k steps.
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

// Refusion is the fusion, with a fresh order, of the pruned inputs.
func (t Trajectory) Refusion(k int) Matrix {
	_, _, fusion := Fuse(t.Pruned(k), Constraints{})
	return fusion
}

// Breakpoints are the prefixes that some θ stops at, the untouched start first:
// those whose next score exceeds every score before it.
func (t Trajectory) Breakpoints() []int {
	out, highest := []int{}, int64(-1)
	for k, s := range t.Steps {
		if k >= t.Forced && s.Score > highest {
			out, highest = append(out, k), s.Score
		}
	}
	return append(out, len(t.Steps))
}

// Auto is the breakpoint with the least (weighted) SMHD to the inputs; ties go
// to the one with fewest edges.
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

// SumSMHD is Σ weight × SMHD between the state after k steps and each input.
func (t Trajectory) SumSMHD(k int) int64 {
	sum := int64(0)
	for i, g := range t.Inputs {
		sum += weightOf(t.Weights, i) * int64(SMHD(t.State(k), g))
	}
	return sum
}

func mustExtend(p, directed Matrix) Matrix {
	d, ok := Extension(p, directed)
	if !ok {
		panic("oracle: a state of a run has no extension")
	}
	return d
}

func mustComplete(p Matrix) Matrix { return CPDAG(mustExtend(p, nil)) }
