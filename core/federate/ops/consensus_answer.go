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
	Secret   anySecret
	Question consensusQuestion
}

// CheckParts checks that the options go together, and that all of the site's DAGs are there.
func (q *answerConsensusRequest) CheckParts() *call.Error {
	if count, want := len(q.DAGs.List), q.Sites.count(q.Place.Site); int64(count) != want {
		return call.Invalidf("dags", "there are %d DAGs where site %d has %d", count, q.Place.Site, want)
	}
	return q.consensusTerms.CheckParts()
}

// anySecret is a secret of any length.
type anySecret struct{ secret }

func (s *anySecret) Arrays() []call.Spec { return []call.Spec{call.NewSpec("secret", 1, call.Any)} }

func answerConsensus(ctx context.Context, q *answerConsensusRequest, _ *call.Progress) (*call.Output, error) {
	site := &consensus.Site{
		Terms: q.terms(q.Sites.weights, q.Sites.held), Number: q.Place.Site, DAGs: q.DAGs.List, Secret: q.Secret.secret,
		Most: orZero(q.Question.Most),
	}
	numbers, err := site.Answer(ctx, &q.Question.asked)
	return q.Question.output(ctx, numbers, err)
}
