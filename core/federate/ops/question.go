package ops

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// consensusQuestion is what a coordinator asks, and how many numbers a site tells at most. A question that a site cannot
// answer for what it says of the run is an error of the operation.
type consensusQuestion struct {
	Text  json.RawMessage `json:"question"`
	Most  *int            `json:"most" range:"1.." none:"no limit"`
	asked consensus.Question
}

// head is the JSON of a question; arrays have the rest.
type head struct {
	Kind    string `json:"kind"`
	Drafted int    `json:"drafted"`
}

// Arrays are those whose names begin with q_.
func (q *consensusQuestion) Arrays() []call.Spec {
	bounds := func(r *call.Reader) int { return len(r.Bytes("q_steps"))/(2*4) + 1 }
	pairs := func(name string) call.Spec { return call.NewSpec(name, 4, call.Any, call.Fixed(2)) }
	return []call.Spec{
		call.NewSpec("q_order", 4, call.Any), pairs("q_arcs"), pairs("q_steps"), call.NewSpec("q_h_ptr", 8, bounds),
		call.NewSpec("q_h", 4, call.Any), pairs("q_open"), pairs("q_only"),
	}
}

// Read reads the question.
func (q *consensusQuestion) Read(r *call.Reader) (failure *call.Error) {
	var head head
	if failure := call.Unmarshal(q.Text, &head); failure != nil {
		return call.BadRequestf("question", "it is none: %s", failure.Message)
	}
	asked := &q.asked
	asked.Kind, asked.Drafted = consensus.Kind(head.Kind), head.Drafted
	if asked.Order, failure = distinctNodes(r, "q_order"); failure != nil {
		return failure
	}
	lists := map[string][][2]int32{}
	for _, name := range []string{"q_open", "q_only", "q_arcs", "q_steps"} {
		if lists[name], failure = nodePairs(r, name); failure != nil {
			return failure
		}
	}
	for _, p := range lists["q_open"] {
		asked.Open = append(asked.Open, consensus.PairOf(p[0], p[1]))
	}
	for _, p := range lists["q_only"] {
		asked.Only = append(asked.Only, consensus.PairOf(p[0], p[1]))
	}
	asked.Fusion = graph.NewDAG(r.N)
	for _, a := range lists["q_arcs"] {
		asked.Fusion.Add(int(a[0]), int(a[1]))
	}
	if failure := r.CheckAcyclic(asked.Fusion); failure != nil {
		return call.BadRequestf("q_arcs", "%s", failure.Message)
	}
	sets, failure := parts.Sets(r, "q_h_ptr", "q_h", len(lists["q_steps"]))
	for k, e := range lists["q_steps"] {
		if failure == nil {
			asked.Steps = append(asked.Steps, engine.Deletion{U: int(e[0]), V: int(e[1]), H: sets[k]})
		}
	}
	return failure
}

// distinctNodes reads a list of nodes, each of them at most once.
func distinctNodes(r *call.Reader, name string) ([]int32, *call.Error) {
	nodes, seen := call.Numbers[int32](r, name), make([]bool, r.N)
	for i, k := range nodes {
		if !r.IsNode(int(k)) || seen[k] {
			return nil, call.BadRequestf(name, "position %d has %d, which is no node or was there before", i, k)
		}
		seen[k] = true
		nodes[i] = int32(r.Index.Engine(int(k)))
	}
	return nodes, nil
}

// nodePairs reads a list of pairs of nodes.
func nodePairs(r *call.Reader, name string) ([][2]int32, *call.Error) {
	flat := call.Numbers[int32](r, name)
	out := make([][2]int32, 0, len(flat)/2)
	for pair := range slices.Chunk(flat, 2) {
		if !r.IsNode(int(pair[0])) || !r.IsNode(int(pair[1])) || pair[0] == pair[1] {
			return nil, call.BadRequestf(name, "%v are not two nodes", pair)
		}
		out = append(out, [2]int32{int32(r.Index.Engine(int(pair[0]))), int32(r.Index.Engine(int(pair[1])))})
	}
	return out, nil
}

// output is what a site answers. An error that is not of the context is about the question.
func (q *consensusQuestion) output(ctx context.Context, numbers []uint64, err error) (*call.Output, error) {
	var long *consensus.TooLongError
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, err
	case errors.As(err, &long):
		return nil, tooLong(*q.Most)
	default:
		return nil, call.BadRequestf("question", "%s", err)
	}
	return &call.Output{Arrays: call.Arrays{"vector": call.NewArray(numbers, len(numbers))}}, nil
}

// tooLong says that a question asks for more than a site may tell.
func tooLong(most int) *call.Error {
	return call.Invalidf("most", "the question asks for more numbers than the %d that may be told", most)
}

// questionOutput hands a question out, for consensusQuestion to read.
func questionOutput(x call.Index, q *consensus.Question) *call.Output {
	pair := func(u, v int) []int32 { return []int32{int32(x.Caller(u)), int32(x.Caller(v))} }
	table := func(flat []int32) call.Array { return call.NewArray(flat, len(flat)/2, 2) }
	var arcs, steps, open, only []int32
	if q.Fusion != nil {
		for _, arc := range x.Arcs(q.Fusion) {
			arcs = append(arcs, arc...)
		}
	}
	hs := make([][]int32, len(q.Steps))
	for k, s := range q.Steps {
		steps, hs[k] = append(steps, pair(s.U, s.V)...), s.H
	}
	for _, p := range q.Open {
		open = append(open, pair(int(p.U), int(p.V))...)
	}
	for _, p := range q.Only {
		only = append(only, pair(int(p.U), int(p.V))...)
	}
	out := &call.Output{
		Question: head{Kind: string(q.Kind), Drafted: q.Drafted},
		Arrays: call.Arrays{
			"q_order": x.Nodes(q.Order), "q_arcs": table(arcs), "q_steps": table(steps),
			"q_open": table(open), "q_only": table(only),
		},
	}
	out.Arrays["q_h_ptr"], out.Arrays["q_h"] = x.Ragged(hs)
	return out
}
