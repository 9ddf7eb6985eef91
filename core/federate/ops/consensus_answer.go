package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/consensus"
)

func init() { call.Register("federated_answer consensus", answerConsensus) }

type answerConsensusRequest struct {
	consensusTerms
	Sites    sites
	Place    place
	DAGs     siteDAGs
	Has      has `call:"optional"`
	Secret   anySecret
	Question consensusQuestion
}

// CheckParts checks that the options go together, and that all of the site's DAGs are there.
func (q *answerConsensusRequest) CheckParts() *call.Error {
	if count, want := len(q.DAGs.List), q.Sites.count(q.Place.Site); int64(count) != want {
		return call.Invalidf("dags", "there are %d DAGs where site %d has %d", count, q.Place.Site, want)
	}
	if failure := q.checkHas(); failure != nil {
		return failure
	}
	return q.consensusTerms.CheckParts()
}

// checkHas checks which nodes the site's DAGs have.
func (q *answerConsensusRequest) checkHas() *call.Error {
	switch {
	case (q.Has.Seen != nil) != q.over():
		return call.BadRequestf("seen", "it is for DAGs over different nodes, and only for these")
	case q.over() && len(q.Has.Seen) != len(q.DAGs.List):
		return call.BadRequestf("seen", "it is of %d DAGs, not %d", len(q.Has.Seen), len(q.DAGs.List))
	}
	return q.Has.Check(&q.DAGs.DAGs, &q.Nodes)
}

// has are the nodes that each DAG of a site has.
type has struct{ call.Seen }

func (h *has) Arrays() []call.Spec {
	return []call.Spec{call.NewSpec("seen", 1, call.Any, call.NodeCount)}
}

func (h *has) Read(r *call.Reader) *call.Error { return h.ReadRows(r) }

// anySecret is a secret of any length.
type anySecret struct{ secret }

func (s *anySecret) Arrays() []call.Spec { return []call.Spec{call.NewSpec("secret", 1, call.Any)} }

func answerConsensus(ctx context.Context, q *answerConsensusRequest, _ *call.Progress) (*call.Output, error) {
	site := &consensus.Site{
		Terms: q.terms(&q.Sites), Number: q.Place.Site, DAGs: q.DAGs.List, Seen: q.Has.Seen,
		Secret: q.Secret.secret, Most: orZero(q.Question.Most),
	}
	numbers, err := site.Answer(ctx, &q.Question.asked)
	return q.Question.output(ctx, numbers, err)
}
