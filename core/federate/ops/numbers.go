package ops

import (
	"errors"
	"math"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/learning"
	learn "github.com/mcbnc/mcbnc/core/learn/ops"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// numbersTerms are what all parties of a session know that learns by sums of products.
type numbersTerms struct {
	call.Common
	call.Parallel        // for parties that have work to share
	Task          string `json:"task"`
	learn.Joint
	Union    string `json:"union" words:"or counts"`
	Outliers string `json:"outliers" words:"keep drop"`
	MostRows int    `json:"most_rows" range:"1..2147483647" default:"1048576"`
	// Noise is that of learning.Numbers. The sites' answers have none: it is added to them. No site refuses then for its rows.
	Noise  float64 `json:"noise" range:"0..9007199254740992"`
	Ranges ranges  `call:"optional"`
}

// ranges are the least and the largest number of each node. Those of a node with states do not count.
type ranges [][2]float64

func (g *ranges) Arrays() []call.Spec {
	return []call.Spec{call.NewSpec("ranges", 8, call.NodeCount, call.Fixed(2))}
}

// Read reads the ranges, by the engine's nodes.
func (g *ranges) Read(r *call.Reader) *call.Error {
	if !r.Has("ranges") {
		return nil
	}
	*g = make(ranges, r.N)
	for k, ends := range pairsOf(call.Numbers[float64](r, "ranges")) {
		(*g)[r.Index.Engine(k)] = ends
	}
	return nil
}

func pairsOf(numbers []float64) [][2]float64 {
	var pairs [][2]float64
	for ; len(numbers) > 0; numbers = numbers[2:] {
		pairs = append(pairs, [2]float64(numbers))
	}
	return pairs
}

// check checks the score and its options.
func (t *numbersTerms) check(kind score.Kind, edges *call.EdgeLists) *call.Error {
	if failure := constrainable(t.N, edges); failure != nil {
		return failure
	}
	if !kind.TakesProducts() {
		return call.Invalidf("score", "%q cannot be had from sums of products; \"dg\", \"bge\" and \"bic-g\" can", kind.Name)
	}
	if t.Noise > 0 && (kind.OfCorrelations == nil || !t.AllPairs()) {
		return call.Invalidf("noise", "with noise, all pairs are learned from one answer, by \"dg\"")
	}
	if t.Own || !t.Tables {
		return call.Invalidf("own", "by sums of products there are no scores of the sites' own rows")
	}
	if t.Outliers == "drop" && t.Union != "counts" {
		return judgedByCounts()
	}
	return nil
}

// checkColumns checks that the score takes the columns, and has their ranges if it needs them. Columns with numbers have no
// arity.
func (t *numbersTerms) checkColumns(s *learn.Score, arity []int) *call.Error {
	for e, states := range arity {
		v := t.Index.Caller(e)
		switch {
		case states > 0 && s.Kind.Cells != table.Both:
			return call.Invalidf("arity", "%q takes numbers, and %s has states", s.Kind.Name, t.Name(v)).At(v)
		case states > 0 || s.Kind.Ranks(s.Parameters):
			continue
		case t.Ranges == nil:
			return call.Invalidf("ranges", "%q needs the range of the numbers of %s", s.Kind.Name, t.Name(v)).At(v)
		}
		low, high := t.Ranges[e][0], t.Ranges[e][1]
		if !(low < high) || math.IsInf(low, 0) || math.IsInf(high, 0) {
			return call.Invalidf("ranges", "that of %s is from %v to %v; the first number must be below the other one", t.Name(v),
				low, high).At(v)
		}
	}
	return nil
}

func (t *numbersTerms) numbers() learning.Numbers {
	return learning.Numbers{Most: t.MostRows, Ranges: t.Ranges, Noise: t.Noise}
}

// outOfBounds names the number of rows, or the number, that is outside of the session's bounds, if that is the error.
func outOfBounds(x *call.Nodes, err error) *call.Error {
	var many *learning.ManyRowsError
	var out *learning.OutOfRangeError
	switch {
	case errors.As(err, &many):
		return call.Invalidf("most_rows", "there are %d rows, and all sites together may have %d", many.Rows, many.Most)
	case errors.As(err, &out):
		v := x.Index.Caller(out.Variable)
		return call.Invalidf("values", "%s has the value %v, and its range is from %v to %v", x.Name(v), out.Value, out.Low, out.High).
			At(v)
	}
	return nil
}
