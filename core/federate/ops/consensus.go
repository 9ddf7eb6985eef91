package ops

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
)

// consensusTerms are what all parties of a consensus know.
type consensusTerms struct {
	call.Common
	call.Parallel // for parties that have work to share
	parts.Goal
	Options   parts.Options
	Task      string `json:"task"`
	Over      string `json:"nodes" words:"same union"`
	Union     string `json:"union" words:"or counts"`
	Member    string `json:"member" words:"votes lowest"`
	Draft     *int   `json:"draft" range:"1..1024"`
	OpenAbove *int   `json:"open_above" range:"1..4096"` // with more deletions of an edge than this, a site sends one number
	Budget    *int   `json:"budget" range:"1.." none:"the usual one"`
}

// CheckFields checks what the tags cannot express.
func (t *consensusTerms) CheckFields() *call.Error {
	if failure := t.Goal.CheckFields(); failure != nil {
		return failure
	}
	if failure := constrainable(t.N, &t.Options.EdgeLists); failure != nil {
		return failure
	}
	if t.over() && t.Refusion() {
		return call.Invalidf("output", "\"refusion\" is for DAGs over the same nodes; take \"extension\"")
	}
	switch other := t.Options.Besides("cap", "k_max", "start", "canonical", "required", "forbidden"); other {
	case "":
		return nil
	case "seed":
		return call.Invalidf(other, "ties are not drawn in a federation; leave the seed out")
	default:
		return call.Invalidf(other, "there is no such option in a federation; leave it out")
	}
}

// CheckParts checks that the options go together.
func (t *consensusTerms) CheckParts() *call.Error { return t.Options.GoWith(&t.Goal) }

// over reports whether the sites' DAGs are over different nodes.
func (t *consensusTerms) over() bool { return t.Over == "union" }

// terms are the options as core/federate/consensus takes them.
func (t *consensusTerms) terms(s *sites) *consensus.Terms {
	weights := s.weights
	run := t.Options.Run(nil)
	run.Until = t.Theta.Until()
	if t.over() {
		weights = parts.UnlikeWeights(weights, s.held, t.N)
	}
	return &consensus.Terms{
		N: t.N, Weights: weights, Held: s.held, Says: s.says, Run: run,
		Unlike: t.over(), Canonical: t.Options.Canonical, Auto: t.Theta.Auto, Refusion: t.Refusion(),
		Counts: t.Union == "counts", Lowest: t.Member == "lowest",
		Draft: orZero(t.Draft), OpenAbove: orZero(t.OpenAbove), Budget: orZero(t.Budget),
	}
}

// orZero is a number that may be left out.
func orZero(given *int) int {
	if given == nil {
		return 0
	}
	return *given
}
