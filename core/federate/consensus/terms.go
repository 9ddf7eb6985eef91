package consensus

import (
	"cmp"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
)

// Terms are what the coordinator and all sites know before the first question.
type Terms struct {
	N       int
	Weights []int64           // one for each site; n times the total is at most 2^62
	Held    []int64           // how many DAGs each site has, all of its weight; nil: one
	Says    []bool            // whether a site counts among those that see a pair; nil: those with a weight do
	Run     consensus.Options // KMax, Cap, Start, Constraints and Until; weights and a team are not read
	Order   []int32           // the order of the fusion; nil: the greedy one, from the sites' costs

	Vote      *Vote // what is made in the place of a consensus; nil: a consensus. Of Run, Constraints are read alone
	Canonical bool  // each site works on the canonical member of its DAG's class
	Counts    bool  // for the union the sites send how many have an arc, and not only whether one has
	Unlike    bool  // the DAGs are over different nodes: see unlike.go; 64 n times the square of the total is at most 2^62
	Auto      bool  // the threshold is that of least mean SMHD to the DAGs; Run.Until is nil
	Refusion  bool  // the result is the fusion of the pruned DAGs, not a member of the class
	Lowest    bool  // the member of the class does not depend on the DAGs' arcs, which are not asked for

	Draft     int // the most choices that a question is about; 0: DefaultDraft
	OpenAbove int // an edge with more deletions is closed: see state; 0: DefaultOpenAbove
	Budget    int // the most numbers that a question with several choices asks for; 0: DefaultBudget

	mostOpened int // an edge with more deletions cannot be opened; 0: defaultMostOpened
}

// What stands for a 0 in Terms.
const (
	DefaultDraft     = 16
	DefaultOpenAbove = 64
	DefaultBudget    = 1_000_000

	defaultMostOpened = 1 << 22 // 32 MB from each site
)

func (t *Terms) draft() int     { return cmp.Or(t.Draft, DefaultDraft) }
func (t *Terms) openAbove() int { return cmp.Or(t.OpenAbove, DefaultOpenAbove) }
func (t *Terms) budget() int    { return cmp.Or(t.Budget, DefaultBudget) }
func (t *Terms) most() int      { return cmp.Or(t.mostOpened, defaultMostOpened) }

// Total is the sum of the DAGs' weights.
func (t *Terms) Total() (sum int64) {
	for i, w := range t.Weights {
		sum += w * t.held(i)
	}
	return sum
}

func (t *Terms) held(site int) int64 {
	if t.Held == nil {
		return 1
	}
	return t.Held[site]
}

// says reports whether a site's DAGs count among those that see a pair. A small weight may be rounded to 0, and yet counts.
func (t *Terms) says(site int) bool {
	if t.Says == nil {
		return t.Weights[site] > 0
	}
	return t.Says[site]
}

func (t *Terms) dags() (sum int64) {
	for i := range t.Weights {
		sum += t.held(i)
	}
	return sum
}
