// Package ops registers the operations on the fusion of DAGs: runs, one or many, and questions about a run that was found
// earlier.
package ops

import (
	"slices"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// inputs are the DAGs of a run, and its options.
type inputs struct {
	call.Common
	Options parts.Options
	DAGs    call.DAGs
	Weights call.Weights `call:"optional"`
	Seen    call.Seen    `call:"optional"` // of DAGs over different nodes
}

// small reports whether a run on r DAGs of n nodes takes a fraction of a millisecond, as on DAGs small enough to look at.
func small(c *call.Common) bool { return c.N*c.N*c.R <= 1<<14 }

// working are the DAGs that a run prunes.
func (q *inputs) working() []*graph.DAG { return q.Options.Working(q.DAGs.List) }

// run are the options as core/fuse/consensus takes them.
func (q *inputs) run() consensus.Options {
	opt := q.Options.Run(q.Weights)
	opt.Seen = q.Seen
	return opt
}

// distances sums up the DAGs as they were given.
func (q *inputs) distances() metrics.Distances {
	return engine.Distances(q.N, slices.All(q.DAGs.List), q.Weights, q.Seen)
}

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

// CheckParts checks the options, and the nodes of DAGs over different nodes.
func (q *inputs) CheckParts() *call.Error {
	if failure := q.Options.GoWith(&parts.Goal{}); failure != nil {
		return failure
	}
	return q.checkSeen()
}

// checkSeen checks which nodes each DAG has. If each has all, nothing is left of it.
func (q *inputs) checkSeen() *call.Error {
	if failure := q.Seen.Check(&q.DAGs, &q.Nodes); failure != nil {
		return failure
	}
	if q.Seen = q.Seen.Unlike(q.N); q.Seen != nil {
		q.Weights = parts.UnlikeWeights(q.Weights, nil, q.N)
	}
	return nil
}

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
