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

// consensusQuestion is what a coordinator asks, and what a site may send. A question that is
// inconsistent with the run is an error of the operation.
type consensusQuestion struct {
	Text json.RawMessage `json:"question"`
	sending
	asked consensus.Question
}

// head is the JSON of a question; arrays have the rest.
type head struct {
	Kind    string `json:"kind"`
	Drafted int    `json:"drafted"`
	// Prefixes are after how many steps the states are that are to be measured.
	Prefixes []int `json:"prefixes,omitempty"`
}

func (q *consensusQuestion) Arrays() []call.Spec {
	bounds := func(r *call.Reader) int { return len(r.Bytes("q_steps"))/(2*4) + 1 }
	pairs := func(name string) call.Spec { return call.NewSpec(name, 4, call.Any, call.Fixed(2)) }
	return []call.Spec{
		call.NewSpec("q_order", 4, call.Any), pairs("q_arcs"), pairs("q_steps"), call.NewSpec("q_h_ptr", 8, bounds),
		call.NewSpec("q_h", 4, call.Any), pairs("q_open"), pairs("q_only"),
	}
}

func (q *consensusQuestion) Read(r *call.Reader) (failure *call.Error) {
	var head head
	if failure := call.Unmarshal(q.Text, &head); failure != nil {
		return call.BadRequestf("question", "it is invalid: %s", failure.Message)
	}
	asked := &q.asked
	asked.Kind, asked.Drafted, asked.Prefixes = consensus.Kind(head.Kind), head.Drafted, head.Prefixes
	if asked.Order, failure = distinctNodes(r, "q_order"); failure != nil {
		return failure
	}
	asked.Fusion = graph.NewDAG(r.N)
	for _, list := range []struct {
		name string
		add  func(u, v int)
	}{
		{"q_open", func(u, v int) { asked.Open = append(asked.Open, consensus.PairOf(int32(u), int32(v))) }},
		{"q_only", func(u, v int) { asked.Only = append(asked.Only, consensus.PairOf(int32(u), int32(v))) }},
		{"q_arcs", asked.Fusion.Add},
		{"q_steps", func(u, v int) { asked.Steps = append(asked.Steps, engine.Deletion{U: u, V: v}) }},
	} {
		if failure := eachPair(r, list.name, list.add); failure != nil {
			return failure
		}
	}
	if failure := r.CheckAcyclic(asked.Fusion); failure != nil {
		return call.BadRequestf("q_arcs", "%s", failure.Message)
	}
	sets, failure := parts.Sets(r, "q_h_ptr", "q_h", len(asked.Steps))
	for k, h := range sets {
		asked.Steps[k].H = h
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

func eachPair(r *call.Reader, name string, add func(u, v int)) *call.Error {
	for pair := range slices.Chunk(call.Numbers[int32](r, name), 2) {
		u, v := int(pair[0]), int(pair[1])
		if !r.IsNode(u) || !r.IsNode(v) || u == v {
			return call.BadRequestf(name, "%v are not two nodes", pair)
		}
		add(r.Index.Engine(u), r.Index.Engine(v))
	}
	return nil
}

// refusal is a site's error. One that is not of the context is about the question.
func (q *consensusQuestion) refusal(ctx context.Context, err error) error {
	var long *consensus.TooLongError
	switch {
	case ctx.Err() != nil:
		return err
	case errors.As(err, &long):
		return tooLong(*q.Most)
	}
	return call.BadRequestf("question", "%s", err)
}

func tooLong(most int) *call.Error {
	return call.Invalidf("most", "the question asks for more numbers than the %d that may be sent", most)
}

// questionOutput hands the next question out, for consensusQuestion to read, with the state that stands for all sums so far.
func questionOutput(x call.Index, next *consensus.Progress) *call.Output {
	q := next.Question
	table := func(flat []int32) call.Array { return call.NewArray(flat, len(flat)/2, 2) }
	var arcs, steps []int32
	if q.Fusion != nil {
		arcs = slices.Concat(x.Arcs(q.Fusion)...)
	}
	hs := make([][]int32, len(q.Steps))
	for k, s := range q.Steps {
		steps, hs[k] = append(steps, int32(s.U), int32(s.V)), s.H
	}
	out := &call.Output{
		Question: head{Kind: string(q.Kind), Drafted: q.Drafted, Prefixes: q.Prefixes},
		Arrays: call.Arrays{
			"q_order": x.Nodes(q.Order), "q_arcs": table(arcs), "q_steps": table(x.Callers(steps)),
			"q_open": pairTable(x, q.Open), "q_only": pairTable(x, q.Only),
			"state": call.NewArray(next.State, len(next.State)),
		},
		Counts: map[string]int64{"length": int64(next.Length)},
	}
	out.Arrays["q_h_ptr"], out.Arrays["q_h"] = x.Ragged(hs)
	return out
}

// pairTable are pairs as an array.
func pairTable(x call.Index, list []consensus.Pair) call.Array {
	var flat []int32
	for _, p := range list {
		flat = append(flat, p.U, p.V)
	}
	return call.NewArray(x.Callers(flat), len(list), 2)
}
