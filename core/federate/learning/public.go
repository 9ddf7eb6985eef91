package learning

import (
	"fmt"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// Public are the options that the coordinator and all sites know.
type Public struct {
	Sites      int
	Arity      []int // by node
	Score      score.Kind
	Parameters score.Parameters

	Penalised bool    // as in jointly.Problem
	AllPairs  bool    // the sites' DAGs do not count
	Share     float64 // as in jointly.Problem
	// With Disguise a site sends a random number, not 1, for a pair that its DAG joins. So the sum shows
	// which pairs some DAG joins, but not how many do: see NeedsVotes.
	Disguise bool
	NoTables bool // no counts are asked for: the own search is the only one
	NoOwn    bool // no scores of a site's rows are asked for: the pooled search is the only one

	Weights     []float64 // as in jointly.Problem
	MaxParents  int
	Extended    bool // the searches leave local optima
	Constraints *graph.Constraints
	// Ahead is as in jointly.Problem. What is asked ahead decides how many rounds there are, and
	// never what the result is.
	Ahead    int
	MaxCells int // the most cells that a question asks for; 0: MaxCells
	// With Judged each site gets all sites' votes, and answers zeros from then on if its DAG is unlike the others.
	Judged bool
	// Numbers is how sums of products are sent, for a score of products. nil: for a score of counts.
	Numbers *Numbers
	// Union is how to learn if sites have different columns: see union.go. nil: all have the same.
	Union *Union
}

// NeedsVotes reports whether the searches need how many of the sites' DAGs join each pair.
func (p *Public) NeedsVotes() bool {
	return !p.AllPairs && (p.Share > 0 || p.Penalised && !p.NoTables)
}

// MaxCells is the most cells that a site sends at once.
const MaxCells = 1 << 24

// SumError is the error that the sum of a round is impossible for the sites' answers.
type SumError struct {
	Round     int
	Reason    string
	Variables []int32 // that the reason is about
}

func (e *SumError) Error() string { return fmt.Sprintf("learning: round %d: %s", e.Round, e.Reason) }

// LargeTableError is the error that a table would have too many cells.
type LargeTableError struct{ Variables []int32 }

func (e *LargeTableError) Error() string {
	return fmt.Sprintf("learning: a table of variables %v would have too many cells", e.Variables)
}

// UnseenError is the error that no site has a column.
type UnseenError struct{ Variable int }

func (e *UnseenError) Error() string {
	return fmt.Sprintf("learning: no site has column %d", e.Variable)
}
