package ops

import (
	"context"
	"sync"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/consensus"
)

func init() {
	call.Register("federated_hold", hold)
	call.Register("federated_ask", ask)
}

type holdRequest struct {
	consensusTerms
	Sites sites
	Place place
	DAGs  manyDAGs
}

// CheckParts checks that the options go together, and that all of the site's DAGs are there.
func (q *holdRequest) CheckParts() *call.Error {
	if count, want := len(q.DAGs.List), q.Sites.count(q.Place.Site); int64(count) != want {
		return call.Invalidf("dags", "there are %d DAGs where site %d has %d", count, q.Place.Site, want)
	}
	return q.consensusTerms.CheckParts()
}

// shard is a site of many DAGs that a job keeps. Questions wait for each other.
type shard struct {
	asked sync.Mutex
	site  *consensus.Shard
	n     int
}

// hold makes a site of many DAGs, for later questions.
func hold(_ context.Context, q *holdRequest, _ *call.Progress) (*call.Output, error) {
	terms := q.terms(q.Sites.weights, q.Sites.held)
	site := consensus.NewShard(terms, q.Place.Site, q.DAGs.List, q.Workers)
	return &call.Output{Kept: &shard{site: site, n: q.N}}, nil
}

type askRequest struct {
	call.Common
	call.On
	Secret   secret
	Question consensusQuestion
}

func ask(ctx context.Context, q *askRequest, _ *call.Progress) (*call.Output, error) {
	held, found := q.Kept.(*shard)
	switch {
	case !found:
		return nil, call.BadRequestf("on", "the job keeps no DAGs")
	case held.n != q.N:
		return nil, call.BadRequestf("n", "the job's DAGs have %d nodes, not %d", held.n, q.N)
	}
	held.asked.Lock()
	defer held.asked.Unlock()
	numbers, err := held.site.Answer(ctx, &q.Question.asked, q.Secret, orZero(q.Question.Most))
	return q.Question.output(ctx, numbers, err)
}
