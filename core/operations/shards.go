package operations

import (
	"context"
	"sync"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federated"
	"github.com/mcbnc/mcbnc/core/wire"
)

// shard is a site of many DAGs that a job keeps. Questions wait for each other.
type shard struct {
	asked sync.Mutex
	site  *federated.Shard
	n     int
}

// opHold makes a site of many DAGs, for later questions.
func opHold(_ context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	site := federated.NewShard(federatedTerms(in), in.Session.Site, in.DAGs, in.Workers)
	return &call.Output{Kept: &shard{site: site, n: in.N}}, nil
}

// opAsk is the answer of a site that a job keeps.
func opAsk(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	held, found := in.Kept.(*shard)
	switch {
	case !found:
		return nil, call.BadRequestf("on", "the job keeps no DAGs")
	case held.n != in.N:
		return nil, call.BadRequestf("n", "the job's DAGs have %d nodes, not %d", held.n, in.N)
	}
	held.asked.Lock()
	defer held.asked.Unlock()
	numbers, err := held.site.Answer(ctx, questionOf(in.Session.Question), in.Session.Secret, in.Session.Most)
	return vectorOutput(ctx, in, numbers, err)
}
