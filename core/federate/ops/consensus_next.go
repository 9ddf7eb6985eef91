package ops

import (
	"context"
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
)

func init() { call.Register("federated_next consensus", nextConsensus) }

type nextConsensusRequest struct {
	consensusTerms
	Sites sites
	Order parts.Order `call:"optional"`
	Told  told
}

// CheckParts checks that the options go together, and the order with them.
func (q *nextConsensusRequest) CheckParts() *call.Error {
	if failure := q.consensusTerms.CheckParts(); failure != nil {
		return failure
	}
	return q.Order.Keeps(&q.Options, &q.Nodes)
}

// told are the sums of the rounds so far, and the state that stands for those before them.
type told struct {
	state []byte
	sums  [][]uint64 // of each round
}

func (t *told) Arrays() []call.Spec {
	return []call.Spec{
		call.NewSpec("sums", 8, call.Any), call.NewSpec("sums_ptr", 8, call.Any), call.NewSpec("state", 1, call.Any).OrNone(),
	}
}

func (t *told) Read(r *call.Reader) *call.Error {
	t.state = slices.Clone(r.Bytes("state"))
	ptr, flat := call.Numbers[int64](r, "sums_ptr"), call.Numbers[uint64](r, "sums")
	if len(ptr) == 0 || ptr[0] != 0 || ptr[len(ptr)-1] != int64(len(flat)) || !slices.IsSorted(ptr) {
		return call.BadRequestf("sums_ptr", "it does not rise from 0 to the length of sums, %d", len(flat))
	}
	for k := range len(ptr) - 1 {
		t.sums = append(t.sums, flat[ptr[k]:ptr[k+1]:ptr[k+1]])
	}
	return nil
}

// next is where the coordinator is after these rounds.
func (t *told) next(ctx context.Context, terms *consensus.Terms) (*consensus.Progress, error) {
	next, err := consensus.Next(ctx, terms, t.state, t.sums)
	var bad *consensus.BadSumError
	switch {
	case errors.Is(err, consensus.ErrState):
		return nil, call.BadRequestf("state", "%s", err)
	case errors.As(err, &bad):
		return nil, call.Invalidf("sums", "%s", bad)
	}
	return next, err
}

// nextConsensus is what the coordinator of a consensus does after the sums so far: it asks the
// next question, or has the result.
func nextConsensus(ctx context.Context, q *nextConsensusRequest, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Deleting)
	terms := q.terms(&q.Sites)
	terms.Order = q.Order
	next, err := q.Told.next(ctx, terms)
	var many *consensus.TooManyError
	switch {
	case errors.As(err, &many):
		u, v := q.Index.Caller(many.U), q.Index.Caller(many.V)
		return nil, call.Invalidf("k_max", "the edge between %s and %s offers more deletions than can be asked about; "+
			"a lower k_max leaves fewer", q.Name(u), q.Name(v)).At(u, v)
	case err != nil:
		return nil, err
	case next.Result != nil && q.over() && next.Result.Seen.Lacking == 0 && !slices.Equal(terms.Weights, q.Sites.weights):
		return nil, call.Invalidf("nodes", "no DAG lacks a node, and the weights are so large that \"union\" has rounded them; "+
			"take \"same\"")
	case next.Result != nil:
		return q.output(terms, next.Result), nil
	}
	return questionOutput(q.Index, next), nil
}

// output is the result as run gives it, without what each DAG removed.
func (q *nextConsensusRequest) output(terms *consensus.Terms, r *consensus.Result) *call.Output {
	t := r.Trajectory
	out := &call.Output{
		TotalWeight: terms.Total(), Forced: t.Forced, Theta: r.Theta,
		Arrays: parts.StepArrays(q.Index, t.Steps, q.over() && r.Seen.Lacking > 0),
		Counts: map[string]int64{"rounds": int64(r.Rounds), "numbers": r.Numbers},
	}
	delete(out.Arrays, "removed")
	out.Arrays["order"] = q.Index.Nodes(r.Order)
	out.Arrays["fusion"] = q.Index.DAG(t.Fusion)
	out.Arrays["adjacency"] = q.Index.DAG(r.DAG)
	out.Arrays["cpdag"] = q.Index.PDAG(q.Options.Class(r.DAG))
	if q.over() {
		putSeen(q.Index, out.Arrays, r)
		if r.Theta != nil {
			out.Arrays["unsure"] = pairTable(q.Index, r.Unsure)
		}
	}
	return out
}

// putSeen adds how many DAGs have both nodes of each pair.
func putSeen(x call.Index, out call.Arrays, r *consensus.Result) {
	n := r.DAG.N
	both := make([]int32, n*n)
	for a := range n {
		for b := range n {
			both[x.Caller(a)*n+x.Caller(b)] = int32(r.Seen.Of(a, b))
		}
	}
	out["together"] = call.NewArray(both, n, n)
}
