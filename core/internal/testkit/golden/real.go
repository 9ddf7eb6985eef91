package golden

import (
	"fmt"
	"slices"

	"github.com/bytedance/sonic"
)

// RealRun is a complete run on the first R clients of a real network. Nodes are indices into the sorted
// Names.
type RealRun struct {
	ID      string      `json:"-"`
	Clients string      `json:"clients"` // the file of the inputs
	R       int         `json:"r"`
	Options RealOptions `json:"options"`
	Names   []string    `json:"names"`
	Order   []int       `json:"order"`
	Union   []Arc       `json:"union"`
	Steps   []RealStep  `json:"steps"`
	States  []RealState `json:"states"` // one for each breakpoint of θ; may be missing
}

// RealOptions are the options of the run.
type RealOptions struct {
	Start     string  `json:"start"`
	KMax      *int    `json:"k_max"`
	Canonical bool    `json:"canonical"`
	Weights   []int64 `json:"weights"`
}

// Cap is k_max. It is negative if there is none.
func (o RealOptions) Cap() int { return Case{KMax: o.KMax}.Cap() }

// RealStep is one deletion. In JSON it is the list [u, v, undirected, H, score].
type RealStep struct {
	U, V       int
	Undirected bool
	H          []int
	Score      int64
}

// UnmarshalJSON reads the list form.
func (s *RealStep) UnmarshalJSON(data []byte) error {
	var parts []sonic.NoCopyRawMessage
	if err := sonic.Unmarshal(data, &parts); err != nil {
		return err
	}
	var undirected int
	into := []any{&s.U, &s.V, &undirected, &s.H, &s.Score}
	if len(parts) != len(into) {
		return fmt.Errorf("a step has %d parts, want %d", len(parts), len(into))
	}
	for k, part := range parts {
		if err := sonic.Unmarshal(part, into[k]); err != nil {
			return fmt.Errorf("part %d of a step: %w", k, err)
		}
	}
	s.Undirected = undirected == 1
	return nil
}

// RealState is the state at one breakpoint. A nil Theta stands for the fusion before any deletion.
type RealState struct {
	Theta      *float64 `json:"theta"`
	Steps      int      `json:"steps"`
	Edges      int      `json:"edges"`
	SMHDGold   int      `json:"smhd_gold"`
	SMHDInputs int64    `json:"smhd_inputs"` // the weighted sum
	MinFill    int      `json:"treewidth_minfill"`
	DAG        []Arc    `json:"dag"` // to be compared by its equivalence class
	Refusion   []Arc    `json:"refusion"`
}

// Clients holds the true DAG of one network and the DAGs that its clients learned, by node name.
type Clients struct {
	Nodes   []string      `json:"nodes"`
	Gold    [][2]string   `json:"gold"`
	Clients [][][2]string `json:"clients"`
}

// SortedNames are the node names in the order in which the engine numbers the nodes.
func (c Clients) SortedNames() []string { return slices.Sorted(slices.Values(c.Nodes)) }

// Matrices are the adjacency matrices of the first r clients' DAGs. Nodes are numbered by sorted name.
func (c Clients) Matrices(r int) [][][]bool {
	out := make([][][]bool, r)
	for i := range out {
		out[i] = c.matrix(c.Clients[i])
	}
	return out
}

// GoldMatrix is the adjacency matrix of the true DAG. Nodes are numbered by sorted name.
func (c Clients) GoldMatrix() [][]bool { return c.matrix(c.Gold) }

func (c Clients) matrix(named [][2]string) [][]bool {
	names := c.SortedNames()
	arcs := make([]Arc, len(named))
	for k, a := range named {
		arcs[k] = Arc{slices.Index(names, a[0]), slices.Index(names, a[1])}
	}
	return Matrix(len(names), arcs)
}
