package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/equiv"
)

// Best is the best deletion of the edge that joins u and v in class: what a step would be
// that had to delete this edge, required though it may be. The class and the inputs stay as
// they are. There is none if every admissible H has more than opt.KMax nodes.
//
// Best is a run that makes the key of this one edge sharper instead of the lowest.
func Best(
	ctx context.Context, class *equiv.Class, in Inputs, opt Options, u, v int,
) (step Step, found bool, err error) {
	r, err := newRun(ctx, class, in, opt)
	if err != nil {
		return Step{}, false, err
	}
	r.looksAhead = false // at other edges
	e := r.table.between(u, v)
	if e < 0 {
		return Step{}, false, nil
	}
	for settled := false; !settled; {
		if search := r.table.list[e].search; search != nil {
			if _, found := search.Best(); !found { // every H is too large, or keeps no direction
				return Step{}, false, nil
			}
		}
		if settled, err = r.resolve(ctx, e); err != nil {
			return Step{}, false, err
		}
	}
	c, err := r.choose(ctx, e)
	if err != nil {
		return Step{}, false, err
	}
	return r.describe(c), true, nil
}
