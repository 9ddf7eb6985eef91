package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/consensus"
)

func init() { call.Register("federated_answer consensus", answerConsensus) }

type answerConsensusRequest struct {
	consensusTerms
	Weights  call.Weights `call:"optional"`
	Place    place
	DAG      oneDAG
	Secret   anySecret
	Question consensusQuestion
}

// anySecret is a secret of any length.
type anySecret struct{ secret }

func (s *anySecret) Arrays() []call.Spec { return []call.Spec{call.NewSpec("secret", 1, call.Any)} }

func answerConsensus(ctx context.Context, q *answerConsensusRequest, _ *call.Progress) (*call.Output, error) {
	site := &consensus.Site{
		Terms: q.terms(q.Weights, nil), Number: q.Place.Site, DAG: q.DAG.List[0], Secret: q.Secret.secret,
		Most: orZero(q.Question.Most),
	}
	numbers, err := site.Answer(ctx, &q.Question.asked)
	return q.Question.output(ctx, numbers, err)
}
