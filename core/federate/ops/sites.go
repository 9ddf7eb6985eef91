package ops

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// maxHeld is the most DAGs that all sites have together. The cost of a sink is at most n², so sums of
// costs stay below 2^62.
const maxHeld = 1 << 30

// sites are the weights of all sites, and how many DAGs each has.
type sites struct {
	held    []int64 // nil: one
	weights []int64
	says    []bool // whether a weight was given that is not 0; nil: all are
}

func (s *sites) Arrays() []call.Spec {
	return []call.Spec{
		call.NewSpec("held", 8, call.GraphCount).OrNone(), call.NewSpec("weights", 8, call.GraphCount).OrNone(),
	}
}

// CheckLength checks the number of weights, which the user gives.
func (s *sites) CheckLength(r *call.Reader) *call.Error {
	if !r.Has("weights") {
		return nil
	}
	return call.CheckWeightCount(r.Bytes("weights"), r.R)
}

func (s *sites) Read(r *call.Reader) (failure *call.Error) {
	if r.Has("held") {
		s.held = call.Numbers[int64](r, "held")
	}
	total := int64(0)
	for i, count := range s.held {
		if count < 1 || count > maxHeld-total {
			return call.Invalidf("held", "site %d has %d DAGs; each has at least one, and all have at most %d", i, count, maxHeld).InDAG(i)
		}
		total += count
	}
	if s.weights = slices.Repeat([]int64{1}, r.R); r.Has("weights") {
		given := call.Numbers[float64](r, "weights")
		for _, w := range given {
			s.says = append(s.says, w > 0)
		}
		s.weights, failure = call.ReadWeights(given, s.held, r.N)
	}
	return failure
}

func (s *sites) count(site int) int64 {
	if s.held == nil {
		return 1
	}
	return s.held[site]
}

// place is the number of a site.
type place struct {
	Site int `json:"site"`
}

func (p *place) Arrays() []call.Spec { return nil }

func (p *place) Read(r *call.Reader) *call.Error {
	if p.Site < 0 || p.Site >= r.R {
		return call.BadRequestf("site", "%d is not from 0 to %d", p.Site, r.R-1)
	}
	return nil
}

// siteDAGs are those of one site.
type siteDAGs struct{ call.DAGs }

func (d *siteDAGs) Arrays() []call.Spec {
	return []call.Spec{call.MatrixSpec("dags", call.Any)}
}

// CheckLength leaves the length to the shape.
func (d *siteDAGs) CheckLength(*call.Reader) *call.Error { return nil }
