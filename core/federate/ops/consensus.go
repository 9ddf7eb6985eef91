package ops

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
)

// consensusTerms are what all parties of a consensus know.
type consensusTerms struct {
	call.Common
	parts.Goal
	Options   parts.Options
	Task      string `json:"task"`
	Union     string `json:"union" words:"or counts"`
	Member    string `json:"member" words:"votes lowest"`
	Draft     *int   `json:"draft" range:"1..1024"`
	OpenAbove *int   `json:"open_above" range:"1..4096"` // a site lists so many deletions of an edge to tell one number
	Budget    *int   `json:"budget" range:"1.." none:"the usual one"`
}

// CheckFields checks what the tags cannot say. A coordinator gives no array that shows the number of nodes, and
// constraints take a matrix of it.
func (t *consensusTerms) CheckFields() *call.Error {
	if failure := t.Goal.CheckFields(); failure != nil {
		return failure
	}
	if t.N > maxConstrained && t.Options.Matrices() > 0 {
		return call.Invalidf("n", "there are %d nodes; with required or forbidden edges a federation has at most %d", t.N, maxConstrained)
	}
	if t.Options.Seed != nil {
		return call.Invalidf("seed", "ties are not drawn in a federation; leave the seed out")
	}
	return nil
}

// CheckParts checks that the options go together.
func (t *consensusTerms) CheckParts() *call.Error { return t.Options.GoWith(&t.Goal) }

// terms are the options as core/federate/consensus takes them.
func (t *consensusTerms) terms(weights, held []int64) *consensus.Terms {
	run := t.Options.Run(nil)
	run.Until = t.Theta.Until()
	return &consensus.Terms{
		N: t.N, Weights: weights, Held: held, Run: run,
		Canonical: t.Options.Canonical, Auto: t.Theta.Auto, Refusion: t.Refusion(),
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
