// Package operations is what a request may ask for: one file for each operation or family of
// operations, and one table of all of them.
//
// A new operation takes a line of the table and a file. The line says what the operation reads;
// which arrays and fields must be there, and how they are checked, follows from that.
package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/wire"
)

// Operation is one value of a request's "op".
type Operation struct {
	Run   Body
	Reads []wire.Part
}

// Body does an operation's work. It reports through p how far it is, and looks at ctx often.
// When ctx ends it returns ctx.Err(). Or, if it has something that is a valid result so far,
// it returns that, with the status that says so.
type Body func(ctx context.Context, in *wire.Input, p *wire.Progress) (*wire.Output, error)

// Find is the operation of that name, nil if there is none.
func Find(name string) *Operation { return operations[name] }

var operations = map[string]*Operation{
	"run": {opRun, []wire.Part{
		wire.DAGs, wire.Weights.Optional(), wire.Order.Optional(), wire.RunConstraints, wire.Paused.Optional(),
	}},

	"batch":     {opBatch, []wire.Part{wire.DAGs, wire.Variants, wire.RunConstraints}},
	"stability": {opStability, []wire.Part{wire.DAGs, wire.Variants, wire.RunConstraints}},

	"fusion":    {opFusion, []wire.Part{wire.DAGs, wire.Order.Optional()}},
	"agreement": {opAgreement, []wire.Part{wire.DAGs}},

	"vote":      {opVote, []wire.Part{wire.DAGs, wire.Weights.Optional()}},
	"dsep_vote": {opDSepVote, []wire.Part{wire.DAGs, wire.Weights.Optional()}},
	"averaged":  {opAveraged, []wire.Part{wire.DAGs, wire.Weights.Optional()}},
	"climb":     {opClimb, []wire.Part{wire.DAGs, wire.Weights.Optional()}},
	"bounded":   {opBounded, []wire.Part{wire.DAGs, wire.Weights.Optional()}},
	"genetic":   {opGenetic, []wire.Part{wire.DAGs, wire.Weights.Optional()}},

	"criticality": {opCriticality, []wire.Part{
		wire.DAGs, wire.Weights.Optional(), wire.Pair,
		wire.Fusion.Optional(), wire.Steps.Optional(), wire.Removed.Optional(),
	}},
	"deletion": {opDeletion, []wire.Part{
		wire.DAGs, wire.Weights.Optional(), wire.Pair, wire.RunConstraints, wire.Fusion, wire.Steps, wire.Removed,
	}},
	"criticalities": {opCriticalities, []wire.Part{
		wire.DAGs, wire.Weights.Optional(), wire.RunConstraints, wire.Fusion, wire.Steps, wire.Removed,
	}},
	"state": {opState, []wire.Part{
		wire.DAGs.Optional(), wire.Weights.Optional(), wire.RunConstraints, wire.Fusion, wire.Steps, wire.Removed.Optional(),
	}},
	"states": {opStates, []wire.Part{
		wire.DAGs, wire.Weights.Optional(), wire.RunConstraints, wire.Fusion, wire.Steps, wire.Prefixes,
	}},
	"evidence": {opEvidence, []wire.Part{
		wire.DAGs, wire.Weights.Optional(), wire.RunConstraints, wire.Fusion, wire.Steps, wire.StepConditions,
	}},
	"profile": {opProfile, []wire.Part{wire.DAGs, wire.Weights.Optional(), wire.Fusion, wire.Steps, wire.Prefixes}},

	"save": {opSave, savedParts},
	"load": {opLoad, []wire.Part{wire.File}},

	"members":         {opMembers, []wire.Part{wire.DAGs}},
	"moral":           {opMoral, []wire.Part{wire.Graphs}},
	"cpdag":           {opCPDAG, []wire.Part{wire.Graphs}},
	"treewidth":       {opTreewidth, []wire.Part{wire.Graphs}},
	"triangulation":   {opTriangulation, []wire.Part{wire.OneGraph}},
	"exact_treewidth": {opExactTreewidth, []wire.Part{wire.OneGraph}},
	"smhd":            {opSMHD, []wire.Part{wire.TwoGraphs}},
	"shd":             {opSHD, []wire.Part{wire.TwoGraphs}},
	"mean_smhd":       {opMeanSMHD, []wire.Part{wire.OneGraph, wire.DAGs, wire.Weights.Optional()}},
	"measure":         {opMeasure, []wire.Part{wire.CountedGraphs, wire.DAGs, wire.Weights.Optional()}},

	"learn":          {opLearn, []wire.Part{wire.Datasets, wire.LearningConstraints, wire.PairWeights.Optional()}},
	"learn_jointly":  {opLearnJointly, []wire.Part{wire.Datasets, wire.DAGs, wire.LearningConstraints, wire.PairWeights.Optional()}},
	"bootstrap":      {opBootstrap, []wire.Part{wire.Dataset, wire.Resamples, wire.LearningConstraints, wire.PairWeights.Optional()}},
	"scores":         {opScores, []wire.Part{wire.CountedGraphs, wire.Dataset}},
	"log_likelihood": {opLogLikelihood, []wire.Part{wire.CountedGraphs, wire.JoinedDatasets}},

	"federated_hold": {opHold, []wire.Part{
		wire.FederatedTerms, wire.Held.Optional(), wire.SiteDAGs, wire.Weights.Optional(), wire.RunConstraints,
	}},
	"federated_ask": {opAsk, []wire.Part{wire.Secret, wire.ConsensusQuestion}},

	"selftest_panic": {selftestPanic, nil},
}
