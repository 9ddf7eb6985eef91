package local

import (
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// NewLaned has inputs of lanes, of however few DAGs.
func NewLaned(n int, dags []*graph.DAG, times []int64, team *parallel.Team) Inputs {
	return newLaned(n, dags, times, team)
}
