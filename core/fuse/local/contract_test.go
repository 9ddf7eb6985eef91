package local_test

import (
	"testing"

	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/lanes"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/inputstest"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// The inputs in memory keep the contract, with a team and without.
func TestContract(t *testing.T) {
	inputstest.Run(t, func(dags []*graph.DAG) engine.Inputs { return local.New(dags[0].N, dags, nil, nil) })
}

func TestContractWithATeam(t *testing.T) {
	team := parallel.NewTeam(3)
	defer team.Close()
	inputstest.Run(t, func(dags []*graph.DAG) engine.Inputs { return local.New(dags[0].N, dags, nil, team) })
}

// DAGs that are lanes keep it, with a team and without.
func TestContractOfLanes(t *testing.T) {
	team := parallel.NewTeam(3)
	defer team.Close()
	for _, team := range []*parallel.Team{nil, team} {
		inputstest.Run(t, func(dags []*graph.DAG) engine.Inputs {
			if n := dags[0].N; n > lanes.MaxNodes {
				return local.New(n, dags, nil, team)
			}
			return local.NewLaned(dags[0].N, dags, nil, team)
		})
	}
}

// Part of other inputs keeps it too.
func TestContractOfSubset(t *testing.T) {
	inputstest.Run(t, func(dags []*graph.DAG) engine.Inputs {
		which, times := make([]int32, len(dags)), make([]int64, len(dags))
		others := make([]*graph.DAG, 2*len(dags)) // every other one is taken
		for i := range dags {
			others[2*i], others[2*i+1] = graph.NewDAG(dags[0].N), dags[i]
			which[i], times[i] = int32(2*i+1), 1
		}
		return local.New(dags[0].N, others, nil, nil).Subset(which, times)
	})
}

// A second implementation keeps it: one that hands all calls on.
func TestContractBehindAnother(t *testing.T) {
	inputstest.Run(t, func(dags []*graph.DAG) engine.Inputs {
		return &inputstest.Failing{Inputs: local.New(dags[0].N, dags, nil, nil)}
	})
}
