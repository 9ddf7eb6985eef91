// Package ops registers the operations of federations: what a site answers, and what the coordinator does next.
package ops

import (
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/learning"
	learn "github.com/mcbnc/mcbnc/core/learn/ops"
)

// learningTerms are what all parties of a session know. Each operation reads what it needs of them.
type learningTerms struct {
	call.Common
	Task string `json:"task"`
	learn.Score
	learn.Joint
	Union string `json:"union" words:"or counts"`
	Draft *int   `json:"draft" range:"1..1024"`
}

// maxConstrained bounds the nodes of a party that gives no array of their size.
const maxConstrained = 1 << 12

// check checks the terms, with these constraints.
func (t *learningTerms) check(edges *call.EdgeLists) *call.Error {
	if t.N > maxConstrained && edges.Matrices() > 0 {
		return call.Invalidf("n", "there are %d nodes; with required or forbidden edges a federation has at most %d", t.N, maxConstrained)
	}
	if failure := t.Score.Check(t.N); failure != nil {
		return failure
	}
	if t.Kind.Discrete == nil {
		return call.Invalidf("score", "learning from sums takes a score of discrete data, not %q", t.Kind.Name)
	}
	return t.Joint.Check()
}

// learningQuestion reads a question about rows.
func learningQuestion(text []byte) (*learning.Question, *call.Error) {
	q := new(learning.Question)
	if failure := call.Unmarshal(text, q); failure != nil {
		return nil, call.BadRequestf("question", "it is none about learning: %s", failure.Message)
	}
	return q, nil
}

// largeTable says which table is too large, if that is the error.
func largeTable(x *call.Nodes, err error) *call.Error {
	var large *learning.LargeTableError
	if !errors.As(err, &large) {
		return nil
	}
	nodes := callersOf(x, large.Variables)
	return call.Invalidf("tables", "the table of %s would have too many cells; set a lower max_parents, or join states",
		x.List(nodes)).At(nodes...)
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

// Arrays is "secret".
func (s *secret) Arrays() []call.Spec {
	return []call.Spec{{Name: "secret", Bytes: 1, Shape: []call.Extent{func(*call.Reader) int { return 32 }}}}
}

// Read copies the secret.
func (s *secret) Read(r *call.Reader) *call.Error {
	*s = slices.Clone(r.Bytes("secret"))
	return nil
}

// partyMemory is the estimate of what a party does with so many rows.
func partyMemory(s *call.Size, rows int) float64 {
	return s.Prepared() + s.Fused() + 24*s.Cells + float64(rows)*4*s.N
}
