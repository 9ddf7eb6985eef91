// Package ops registers the operations on the fusion of DAGs: runs, one or many, and questions about a run that was found
// earlier.
package ops

import (
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// inputs are the DAGs of a run, and its options.
type inputs struct {
	call.Common
	Options parts.Options
	DAGs    call.DAGs
	Weights call.Weights `call:"optional"`
}

// small reports whether a run on r DAGs of n nodes takes a fraction of a millisecond, as on DAGs small enough to look at.
func small(c *call.Common) bool { return c.N*c.N*c.R <= 1<<14 }

// working are the DAGs that a run prunes.
func (q *inputs) working() []*graph.DAG { return q.Options.Working(q.DAGs.List) }

// run are the options as core/fuse/consensus takes them.
func (q *inputs) run() consensus.Options { return q.Options.Run(q.Weights) }

// found is a run that was found earlier, and a state of it.
type found struct {
	inputs
	Fusion  parts.Fusion
	Steps   parts.StepsTo
	Removed parts.Removed
}

// foundStates is a run that was found earlier, and several states of it.
type foundStates struct {
	inputs
	Fusion parts.Fusion
	Steps  parts.StepsToEach
}

// state is the class of the state.
func (q *found) state() (*equiv.Class, error) {
	state, err := q.Steps.Replay(q.Fusion.DAG, &q.Options).Advance(q.Steps.Prefix)
	return state, asBadSteps(err)
}

// pruned are the DAGs as they are in the state.
func (q *found) pruned() []*graph.DAG {
	return engine.Prune(q.working(), q.Removed.First(q.Steps.Prefix))
}

func (q *inputs) CheckParts() *call.Error { return q.Options.GoWith(&parts.Goal{}) }

// stopwatch notes how long each phase took, in seconds.
type stopwatch struct {
	last time.Time
	laps map[string]float64
}

func (s *stopwatch) lap(phase string) {
	now := time.Now()
	s.laps[phase] = now.Sub(s.last).Seconds()
	s.last = now
}
