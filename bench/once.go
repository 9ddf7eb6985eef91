package main

import (
	"context"
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

const kMax = 10

// work holds the counts of one run, which do not depend on the machine.
type work struct {
	Edges       int   `json:"edges"` // of the fusion
	Steps       int   `json:"steps"`
	Complete    bool  `json:"complete"`
	Evaluations int64 `json:"evaluations"`
	Cuts        int64 `json:"cuts"`
	Searches    int64 `json:"searches"`
	Branches    int64 `json:"branches"`
}

// once makes one complete run, as a job does, from the order to the last edge of the trajectory. If the
// deadline of ctx passes, it returns the counts up to there, which are 0 if it passes during the fusion.
func once(ctx context.Context, dags []*graph.DAG, workers int) (work, error) {
	n := dags[0].N
	team := parallel.NewTeam(workers)
	defer team.Close()
	distinct := engine.FindDistinct(dags, slices.Repeat([]int64{1}, len(dags)))
	in := local.New(n, distinct.DAGs, distinct.Times, team)
	f, err := engine.Fuse(ctx, n, in, nil, nil)
	if errors.Is(err, context.DeadlineExceeded) {
		return work{}, nil
	}
	if err != nil {
		return work{}, err
	}
	// Every job reports progress, so the run includes the cost of reporting.
	t, err := consensus.Run(ctx, f.Union, in, consensus.Options{
		Weights: distinct.Weights, KMax: kMax, Team: team, Progress: func(int, float64) {},
	})
	if err != nil {
		return work{}, err
	}
	distinct.Spread(t.Steps)
	return work{
		Edges: f.Union.Arcs(), Steps: len(t.Steps), Complete: t.Status == consensus.Complete,
		Evaluations: t.Counts.Evaluations, Cuts: t.Counts.Cuts,
		Searches: t.Counts.Searches, Branches: t.Counts.Branches,
	}, nil
}
