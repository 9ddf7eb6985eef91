package operations

import (
	"context"
	"errors"
	"math"

	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/ges"
	"github.com/mcbnc/mcbnc/core/wire"
)

// unscored is the result of a search whose ctx ended before the sums over the rows were there. The class
// is the one that every search begins with, and it has no score.
func unscored(ctx context.Context, in *wire.Input) (learned, error) {
	// Such a search evaluates nothing, so it needs no scorer.
	found, err := ges.Run(ctx, in.N, nil, nil, ges.Options{MaxParents: in.MaxParents, Constraints: in.Constraints})
	if !ended(ctx, err) {
		return learned{}, err
	}
	out := learned{cpdag: found.Class.CPDAG(), total: math.NaN(), stopped: true}
	out.dag, err = equiv.Extension(out.cpdag, in.Constraints.Directions())
	return out, err
}

// ended tells whether an error says that ctx ended.
func ended(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
}
