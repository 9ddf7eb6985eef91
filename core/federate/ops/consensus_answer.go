package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/consensus"
)

func init() { call.Register("federated_answer consensus", answerConsensus) }

// dagSite is a site that has DAGs, and what it is asked.
type dagSite struct {
	Sites    sites
	Place    place
	DAGs     siteDAGs
	Has      has `call:"optional"`
	Question consensusQuestion
}

// check checks that all of the site's DAGs are there, and which nodes they have.
func (s *dagSite) check(x *call.Nodes, over bool) *call.Error {
	count, want := len(s.DAGs.List), s.Sites.count(s.Place.Site)
	switch {
	case int64(count) != want:
		return call.Invalidf("dags", "there are %d DAGs where site %d has %d", count, s.Place.Site, want)
	case (s.Has.Seen != nil) != over:
		return call.BadRequestf("seen", "it is for DAGs over different nodes, and only for these")
	case over && len(s.Has.Seen) != count:
		return call.BadRequestf("seen", "it is of %d DAGs, not %d", len(s.Has.Seen), count)
	}
	return s.Has.Check(&s.DAGs.DAGs, x)
}

func (s *dagSite) answer(ctx context.Context, terms *consensus.Terms, secret []byte) (*call.Output, error) {
	site := &consensus.Site{
		Terms: terms, Number: s.Place.Site, DAGs: s.DAGs.List, Seen: s.Has.Seen, Secret: secret, Most: orZero(s.Question.Most),
	}
	out, err := answerOf(ctx, &s.Question.sending, site, &s.Question.asked)
	if err != nil {
		return nil, s.Question.refusal(ctx, err)
	}
	return out, nil
}

type answerConsensusRequest struct {
	consensusTerms
	dagSite
	Secret anySecret
}

// CheckParts checks that the options go together, and that all of the site's DAGs are there.
func (q *answerConsensusRequest) CheckParts() *call.Error {
	if failure := q.check(&q.Nodes, q.over()); failure != nil {
		return failure
	}
	return q.consensusTerms.CheckParts()
}

// has are the nodes that each DAG of a site has.
type has struct{ call.Seen }

func (h *has) Arrays() []call.Spec {
	return []call.Spec{call.NewSpec("seen", 1, call.Any, call.NodeCount)}
}

// anySecret is a secret of any length.
type anySecret struct{ secret }

func (s *anySecret) Arrays() []call.Spec { return []call.Spec{call.NewSpec("secret", 1, call.Any)} }

func answerConsensus(ctx context.Context, q *answerConsensusRequest, _ *call.Progress) (*call.Output, error) {
	return q.answer(ctx, q.terms(&q.Sites), q.Secret.secret)
}
