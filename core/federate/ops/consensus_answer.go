package ops

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/consensus"
)

func init() {
	call.Register("federated_answer consensus",
		func(_ *answerConsensusRequest, s *call.Size) float64 { return partyMemory(s, 0) }, answerConsensus)
}

type answerConsensusRequest struct {
	consensusTerms
	Weights  call.Weights `call:"optional"`
	Place    place
	DAG      oneDAG
	Secret   anySecret
	Question consensusQuestion
}

// anySecret is what only a site knows.
type anySecret struct{ bytes []byte }

// Arrays is "secret", of any length.
func (s *anySecret) Arrays() []call.Spec { return []call.Spec{call.NewSpec("secret", 1, call.Any)} }

// Read copies the secret.
func (s *anySecret) Read(r *call.Reader) *call.Error {
	s.bytes = slices.Clone(r.Bytes("secret"))
	return nil
}

// answerConsensus is a site's answer to a question of a consensus.
func answerConsensus(ctx context.Context, q *answerConsensusRequest, _ *call.Progress) (*call.Output, error) {
	site := &consensus.Site{
		Terms: q.terms(q.Weights, nil), Number: q.Place.Site, DAG: q.DAG.List[0], Secret: q.Secret.bytes,
		Most: orZero(q.Question.Most),
	}
	numbers, err := site.Answer(ctx, &q.Question.asked)
	return q.Question.output(ctx, numbers, err)
}
