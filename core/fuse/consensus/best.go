package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// Deletions answers what the best deletion of an edge would be, for any edges of one class. It
// is a run that makes the key of a given edge sharper instead of the lowest. What it learns of a
// family serves the next edge.
type Deletions struct{ r *run }

// NewDeletions begins with a class, which it only reads, and inputs, which stay as they are.
func NewDeletions(ctx context.Context, class *equiv.Class, in Inputs, opt Options) (*Deletions, error) {
	r, err := newRun(ctx, class, in, opt)
	if err != nil {
		return nil, err
	}
	r.looksAhead = false // at other edges
	return &Deletions{r}, nil
}

// Best is the best deletion of the edge that joins u and v: what a step would be that had to delete
// this edge, required though it may be. There is none if every admissible H has more than the KMax
// of the options. Best may be asked about an edge once.
func (d *Deletions) Best(ctx context.Context, u, v int) (step Step, found bool, err error) {
	r := d.r
	e := r.table.between(u, v)
	if e < 0 {
		return Step{}, false, nil
	}
	edge := &r.table.list[e]
	defer func() { edge.search = nil }() // it can be large, and serves no other edge
	for settled := false; !settled; {
		if edge.search != nil {
			if _, found := edge.search.Best(); !found { // every H is too large, or keeps no direction
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
