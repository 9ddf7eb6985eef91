// Package golden reads the results that tests compare with. Our own small cases are in tests/golden,
// made by the oracle. The shared cases and the runs on real networks are in a folder beside the checkout,
// if there is one.
//
//	case.go   one case: inputs and results
//	text.go   what stands in the text of a case, and writing it
//	read.go   reading it
//	cells.go  how each value is written and read
//	real.go   a run on a real network
//	load.go   where the files are
package golden

import (
	"math/big"
	"slices"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// Arc is (a, b) for a → b. If the direction has no meaning, a < b.
type Arc = [2]int

// PDAG is a partially directed graph. Undirected edges have a < b.
type PDAG struct {
	Directed   []Arc `json:"directed"`
	Undirected []Arc `json:"undirected"`
}

// Case is one golden case. Nodes are indices, and Names are for the reader only.
type Case struct {
	ID             string     `json:"id"`
	About          string     `json:"-"` // what the case shows
	Kind           string     `json:"kind"`
	N              int        `json:"n"`
	R              int        `json:"r"`
	Names          []string   `json:"names"`
	DAGs           [][]Arc    `json:"dags"`
	Weights        []int64    `json:"weights"` // null: all one
	KMax           *int       `json:"kmax"`    // null: no cap
	Order          []int      `json:"order"`
	OrderLog       []Pick     `json:"order_log"`
	OrderTieFree   bool       `json:"order_tie_free"`
	MinimalIMaps   [][]Arc    `json:"minimal_imaps"`
	Union          []Arc      `json:"union"`
	CPDAG          PDAG       `json:"cpdag"`
	InputCPDAGs    []PDAG     `json:"input_cpdags"`
	UnionMoral     []Arc      `json:"union_moral"`
	Treewidth      Treewidth  `json:"treewidth"`
	SMHDToInputs   []int      `json:"smhd_union_to_inputs"`
	FirstIteration Candidates `json:"first_iteration"`
	Trajectory     Runs       `json:"trajectory"`
	Thetas         ThetaRuns  `json:"thetas"`
	TieFree        bool       `json:"tie_free"`
	CutRule        string     `json:"cut_rule"`
	TieRule        string     `json:"tie_rule"`
}

// Pick is one step of the greedy order, which is built from its last node to its first.
type Pick struct {
	Node int   `json:"node"`
	Cost int   `json:"cost"`
	Tied []int `json:"tied"`
}

// Treewidth has bounds on the treewidth of the union: two upper bounds and, if known, the exact value.
type Treewidth struct {
	MCS     int  `json:"mcs"`
	MinFill int  `json:"minfill"`
	Exact   *int `json:"exact"`
}

// Candidate is one valid deletion and its criticality.
type Candidate struct {
	U         int    `json:"u"`
	V         int    `json:"v"`
	H         []int  `json:"H"`
	S         []int  `json:"S"`
	Score     int64  `json:"score"`
	Psi       string `json:"psi"`
	PerClient []int  `json:"per_client"`
	UniqueCut bool   `json:"unique_cut"`
}

// Candidates has the candidates of the first step for each start. Undirected edges are listed in both
// directions.
type Candidates struct {
	DAG   []Candidate `json:"dag"`
	CPDAG []Candidate `json:"cpdag"`
}

// Run is a trajectory until no edge is left.
type Run struct {
	TieFree      bool   `json:"tie_free"`
	TieFreeSteps int    `json:"tie_free_steps"` // the number of steps before the first tie
	Steps        []Step `json:"steps"`
}

// Runs has the trajectory of each start.
type Runs struct {
	DAG   Run `json:"dag"`
	CPDAG Run `json:"cpdag"`
}

// Step is one deletion and the state after it.
type Step struct {
	U            int     `json:"u"`
	V            int     `json:"v"`
	Undirected   bool    `json:"undirected"`
	H            []int   `json:"H"`
	S            []int   `json:"S"`
	Score        int64   `json:"score"`
	Psi          string  `json:"psi"`
	PerClient    []int   `json:"per_client"`
	Cuts         [][]Arc `json:"cuts"`
	Removed      [][]Arc `json:"removed"`
	NTied        int     `json:"n_tied"`
	UniqueCut    bool    `json:"unique_cut"`
	NCandidates  int     `json:"n_candidates"`
	CPDAG        PDAG    `json:"cpdag"`
	EdgesLeft    int     `json:"edges_left"`
	SMHDToInputs []int   `json:"smhd_to_inputs"`
}

// State is the state at which a run with a given θ ends.
type State struct {
	Theta          string `json:"theta"`
	StepsTaken     int    `json:"steps_taken"`
	CPDAG          PDAG   `json:"cpdag"`
	ExtensionClass PDAG   `json:"extension_class"`
	Extension      []Arc  `json:"extension"`
	Refusion       []Arc  `json:"refusion"`
}

// ThetaRuns has, for each start, the states for several θ.
type ThetaRuns struct {
	DAG   []State `json:"dag"`
	CPDAG []State `json:"cpdag"`
}

// CountTies sets what follows from the numbers of ties: of the order, and of the steps.
func (c *Case) CountTies() {
	c.OrderTieFree = !slices.ContainsFunc(c.OrderLog, func(p Pick) bool { return len(p.Tied) > 1 })
	c.TieFree = true
	for _, run := range []*Run{&c.Trajectory.DAG, &c.Trajectory.CPDAG} {
		run.TieFreeSteps = slices.IndexFunc(run.Steps, func(s Step) bool { return s.NTied > 1 })
		if run.TieFree = run.TieFreeSteps < 0; run.TieFree {
			run.TieFreeSteps = len(run.Steps)
		}
		c.TieFree = c.TieFree && run.TieFree
	}
}

// Matrices are the input DAGs as adjacency matrices.
func (c Case) Matrices() [][][]bool {
	out := make([][][]bool, len(c.DAGs))
	for i, arcs := range c.DAGs {
		out[i] = Matrix(c.N, arcs)
	}
	return out
}

// Cap is k_max. It is negative if there is none.
func (c Case) Cap() int {
	if c.KMax == nil {
		return -1
	}
	return *c.KMax
}

// Matrix is the adjacency matrix. An undirected edge sets both bits.
func (p PDAG) Matrix(n int) [][]bool {
	m := Matrix(n, slices.Concat(p.Directed, p.Undirected))
	for _, e := range p.Undirected {
		m[e[1]][e[0]] = true
	}
	return m
}

// Matrix is the adjacency matrix of a list of arcs.
func Matrix(n int, arcs []Arc) [][]bool {
	return oracle.FromArcs(n, arcs)
}

// Float is the value of a rational such as "2/3", correctly rounded.
func Float(rational string) float64 {
	q, ok := new(big.Rat).SetString(rational)
	if !ok {
		panic("golden: not a rational: " + rational)
	}
	f, _ := q.Float64()
	return f
}
