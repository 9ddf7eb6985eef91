package operations

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/federated"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opAnswerConsensus is a site's answer to a question of a consensus.
func opAnswerConsensus(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	site := &federated.Site{
		Terms: federatedTerms(in), Number: in.Session.Site, DAG: in.DAGs[0], Secret: in.Session.Secret,
		Most: in.Session.Most,
	}
	numbers, err := site.Answer(ctx, questionOf(in.Session.Question))
	return vectorOutput(ctx, in, numbers, err)
}

// vectorOutput is what a site answers. An error that is not of the context is about the question.
func vectorOutput(ctx context.Context, in *wire.Input, numbers []uint64, err error) (*call.Output, error) {
	var long *federated.TooLongError
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, err
	case errors.As(err, &long):
		return nil, tooLong(in)
	default:
		return nil, call.BadRequestf("question", "%s", err)
	}
	return &call.Output{Arrays: map[string]call.Array{"vector": call.NewArray(numbers, len(numbers))}}, nil
}

// tooLong says that a question asks for more than a site may tell.
func tooLong(in *wire.Input) *call.Error {
	return call.Invalidf("most", "the question asks for more numbers than the %d that may be told", in.Session.Most)
}

// opNextConsensus is what the coordinator of a consensus does after the sums so far: it asks the
// next question, or has the result.
func opNextConsensus(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Deleting)
	next, err := federated.Next(ctx, federatedTerms(in), in.Session.State, in.Session.Sums)
	var bad *federated.BadSumError
	var many *federated.TooManyError
	switch {
	case errors.Is(err, federated.ErrState):
		return nil, call.BadRequestf("state", "%s", err)
	case errors.As(err, &bad):
		return nil, call.Invalidf("sums", "%s", bad)
	case errors.As(err, &many):
		u, v := in.Index.Caller(many.U), in.Index.Caller(many.V)
		return nil, call.Invalidf("k_max", "the edge between %s and %s offers more deletions than can be asked about; "+
			"a lower k_max leaves fewer", in.Name(u), in.Name(v)).At(u, v)
	case err != nil:
		return nil, err
	case next.Result != nil:
		return federatedOutput(in, next.Result), nil
	}
	out := questionOutput(in, next.Question)
	out.Arrays["state"] = call.NewArray(next.State, len(next.State))
	out.Counts = lengthOf(next.Length)
	return out, nil
}

// lengthOf tells how many numbers an answer to the question has.
func lengthOf(length int) map[string]int64 { return map[string]int64{"length": int64(length)} }

// federatedTerms are the request's options as core/federated takes them.
func federatedTerms(in *wire.Input) *federated.Terms {
	s := &in.Session
	return &federated.Terms{
		N: in.N, Weights: in.Weights, Held: s.Held, Run: runOptions(in), Order: in.Order,
		Canonical: in.Canonical, Auto: in.Theta.Auto, Refusion: in.Refusion,
		Counts: s.Counts, Lowest: s.Lowest, Draft: s.Draft, OpenAbove: s.OpenAbove, Budget: s.Budget,
	}
}

// questionOf is a question of a request.
func questionOf(q *wire.SumQuestion) *federated.Question {
	out := &federated.Question{Kind: federated.Kind(q.Kind), Drafted: q.Drafted, Order: q.Order, Fusion: q.Fusion}
	for _, s := range q.Steps {
		out.Steps = append(out.Steps, engine.Deletion{U: s.U, V: s.V, H: s.H})
	}
	for _, p := range q.Open {
		out.Open = append(out.Open, federated.PairOf(p[0], p[1]))
	}
	for _, p := range q.Only {
		out.Only = append(out.Only, federated.PairOf(p[0], p[1]))
	}
	return out
}

// questionOutput hands a question out, for questionOf.
func questionOutput(in *wire.Input, q *federated.Question) *call.Output {
	x := in.Index
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
		Question: wire.SumQuestion{Kind: string(q.Kind), Drafted: q.Drafted},
		Arrays: map[string]call.Array{
			"q_order": x.Nodes(q.Order), "q_arcs": table(arcs), "q_steps": table(steps),
			"q_open": table(open), "q_only": table(only),
		},
	}
	out.Arrays["q_h_ptr"], out.Arrays["q_h"] = x.Ragged(hs)
	return out
}

// federatedOutput is the result as run gives it, but for what each DAG removed.
func federatedOutput(in *wire.Input, r *federated.Result) *call.Output {
	t := r.Trajectory
	out := &call.Output{
		TotalWeight: in.TotalWeight(), Forced: t.Forced, Theta: r.Theta, Arrays: parts.StepArrays(in.Index, t.Steps),
		Counts: map[string]int64{"rounds": int64(r.Rounds), "numbers": r.Numbers},
	}
	delete(out.Arrays, "removed")
	out.Arrays["order"] = in.Index.Nodes(r.Order)
	out.Arrays["fusion"] = in.Index.DAG(t.Fusion)
	out.Arrays["adjacency"] = in.Index.DAG(r.DAG)
	out.Arrays["cpdag"] = in.Index.PDAG(cpdagOf(r.DAG))
	return out
}
