// Package ops registers the operations of federations: what a site answers, and what the coordinator does next.
package ops

import (
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/learning"
	learn "github.com/mcbnc/mcbnc/core/learn/ops"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// learningTerms are what all parties of a session know. Each operation reads what it needs of them.
type learningTerms struct {
	call.Common
	call.Parallel        // for parties that have work to share
	Task          string `json:"task"`
	learn.Score
	learn.Joint
	Union    string `json:"union" words:"or counts"`
	Draft    *int   `json:"draft" range:"1..1024"`
	Outliers string `json:"outliers" words:"keep drop"`
	Columns  string `json:"columns" words:"same union"`
	Searches int    `json:"searches" range:"1..64" default:"3"`
	Alike    int    `json:"same_columns" range:"1..1048576" default:"1"`
}

// differ reports whether the sites have different columns.
func (t *learningTerms) differ() bool { return t.Columns == "union" }

// constrainable bounds the nodes of a party that gives no array of their size: constraints take a matrix of it.
func constrainable(n int, edges *call.EdgeLists) *call.Error {
	const most = 1 << 12
	if n > most && len(edges.Required)+len(edges.Forbidden) > 0 {
		return call.Invalidf("n", "there are %d nodes; with required or forbidden edges a federation has at most %d", n, most)
	}
	return nil
}

func (t *learningTerms) check(edges *call.EdgeLists) *call.Error {
	if failure := constrainable(t.N, edges); failure != nil {
		return failure
	}
	if failure := t.Score.Check(t.N); failure != nil {
		return failure
	}
	if t.Kind.Cells != table.States {
		return call.Invalidf("score", "learning from sums takes a score of discrete data, not %q", t.Kind.Name)
	}
	if t.differ() && (t.Own || !t.Tables) {
		return call.Invalidf("own", "sites with different columns are learned from by tables of counts alone")
	}
	if t.Outliers == "drop" && (t.Own || t.differ() || t.Union != "counts") {
		return judgedByCounts()
	}
	return t.Joint.Check()
}

func judgedByCounts() *call.Error {
	return call.Invalidf("outliers", "\"drop\" takes the union \"counts\", the same columns at all sites, and no own scores")
}

func learningQuestion(text []byte) (*learning.Question, *call.Error) {
	q := new(learning.Question)
	if failure := call.Unmarshal(text, q); failure != nil {
		return nil, call.BadRequestf("question", "it is invalid for learning: %s", failure.Message)
	}
	return q, nil
}

// largeTable names the table that is too large, if that is the error.
func largeTable(x *call.Nodes, err error) *call.Error {
	var large *learning.LargeTableError
	if !errors.As(err, &large) {
		return nil
	}
	nodes := callersOf(x, large.Variables)
	return call.Invalidf("tables", "the table of %s would have too many cells; set a lower max_parents, or join states",
		x.List(nodes)).At(nodes...)
}

// smallCell names the table that has too small a cell, if that is the error.
func smallCell(x *call.Nodes, err error, least int) *call.Error {
	var small *learning.SmallCellError
	if !errors.As(err, &small) {
		return nil
	}
	nodes := callersOf(x, small.Variables)
	rows := "rows"
	if small.Cell == 1 {
		rows = "row"
	}
	return call.Invalidf("min_cell", "the table of %s has a cell of %d %s, and none from 1 to %d may be sent", x.List(nodes),
		small.Cell, rows, least-1).At(nodes...)
}

// otherColumns describes what is wrong with the sites' columns, if that is the error.
func otherColumns(x *call.Nodes, err error) *call.Error {
	var few *learning.FewSitesError
	var unseen *learning.UnseenError
	switch {
	case errors.As(err, &few):
		return call.Invalidf("same_columns", "%d of the sites have the columns of site %d; there must be at least %d, or sums may show "+
			"single sites' numbers", few.Sites, few.Place, few.Least).InDAG(few.Place)
	case errors.As(err, &unseen):
		v := x.Index.Caller(unseen.Variable)
		return call.Invalidf("columns", "no site has %s; leave it out", x.Name(v)).At(v)
	}
	return nil
}

// callersOf are the caller's indices of some nodes.
func callersOf(x *call.Nodes, nodes []int32) []int {
	out := make([]int, len(nodes))
	for i, e := range nodes {
		out[i] = x.Index.Caller(int(e))
	}
	return out
}

// secret is what a site keeps to itself, 32 bytes.
type secret []byte

func (s *secret) Arrays() []call.Spec {
	return []call.Spec{call.NewSpec("secret", 1, call.Fixed(32))}
}

func (s *secret) Read(r *call.Reader) *call.Error {
	*s = slices.Clone(r.Bytes("secret"))
	return nil
}

// drawKey is what a site draws by, if it fills its rows.
type drawKey [2]uint64

func (k *drawKey) Arrays() []call.Spec { return []call.Spec{call.NewSpec("key", 8, call.Fixed(2))} }

func (k *drawKey) Read(r *call.Reader) *call.Error {
	if r.Has("key") {
		*k = drawKey(call.Numbers[uint64](r, "key"))
	}
	return nil
}
