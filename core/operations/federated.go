package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/wire"
)

// opFederatedAnswer is what one site answers to a question: its numbers, modulo 2^64.
func opFederatedAnswer(ctx context.Context, in *wire.Input, p *wire.Progress) (*wire.Output, error) {
	if in.Learning {
		return learningAnswer(in)
	}
	return nil, wire.BadRequestf("task", "no consensus is found from sums yet")
}

// opFederatedNext is the next question to all sites, or the result.
func opFederatedNext(ctx context.Context, in *wire.Input, p *wire.Progress) (*wire.Output, error) {
	if in.Learning {
		return learningNext(ctx, in, p)
	}
	return nil, wire.BadRequestf("task", "no consensus is found from sums yet")
}
