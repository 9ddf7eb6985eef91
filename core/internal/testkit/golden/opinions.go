package golden

import (
	"path/filepath"
	"testing"
)

// Opinions is a case of opinions and rows: what sources say of each pair of nodes, and what comes out. Lists of numbers go by
// Pairs.
type Opinions struct {
	Title     string
	Nodes     []string
	Graphs    [][][]float64
	Scope     [][]bool // nil, or nil for a source: it has all nodes
	Rows      *int     // nil: none
	Strength  []float64
	Direction []float64 `json:"direction_given_edge"`
	Known     []float64 // 1 joined, -1 not
	Arrows    []float64 `json:"direction_known"` // 30 low → high, -30 high → low
	Pairs     [][2]int
	Expected  struct {
		Hit, Weight, Probability, Entropy []float64
		FalseAlarm                        []float64 `json:"false_alarm"`
		Right                             []float64 `json:"right_direction"`
		Dependence                        [][]float64
		Prior                             float64
		Rows                              []float64   `json:"log_odds_rows"`
		Opinions                          []float64   `json:"log_odds_opinions"`
		Each                              [][]float64 `json:"log_odds_each"`
		Lambda                            []float64   `json:"direction_log_odds"`
		Iterations                        int
		Skeleton, Arcs                    []Arc
		CPDAG                             [][]int
	}
}

// LoadOpinions reads the cases of opinions and rows. Without the shared folder, the test is skipped.
func LoadOpinions(t testing.TB) []Opinions {
	t.Helper()
	paths := files(t, filepath.Join(SharedDir(t), "opinions"), "*.json")
	out := make([]Opinions, len(paths))
	for k, path := range paths {
		read(t, path, &out[k])
	}
	return out
}
