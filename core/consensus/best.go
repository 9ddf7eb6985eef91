package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/equiv"
)

// Best is the best deletion of the edge that joins u and v in class: what a step
// would be that had to delete it, required though it may be. The class and the inputs
// stay as they are. Without an admissible H of at most opt.KMax nodes there is none.
//
// It is a run that sharpens the key of this one edge instead of the lowest.
func Best(
	ctx context.Context, class *equiv.Class, in Inputs, opt Options, u, v int,
) (step Step, found bool, err error) {
	r, err := newRun(ctx, class, in, opt)
	if err != nil {
		return Step{}, false, err
	}
	r.shared = false // nobody looks ahead of this edge
	e := r.c.edgeBetween(u, v)
	if e < 0 {
		return Step{}, false, nil
	}
	for {
		if f := r.c.list[e].h; f != nil && f.best < 0 {
			return Step{}, false, nil // every H was too large, or kept no direction
		}
		done, err := r.resolve(ctx, e)
		if err != nil {
			return Step{}, false, err
		}
		if done {
			c, err := r.choose(ctx, e)
			if err == nil {
				step = r.describe(c)
			}
			return step, err == nil, err
		}
	}
}
