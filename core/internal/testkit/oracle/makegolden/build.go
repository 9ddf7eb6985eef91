package main

import (
	"math/big"

	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// exactLimit is the largest number of nodes for which the exact treewidth is computed.
const exactLimit = 12

var thetas = []string{"0", "1/4", "1/3", "1/2", "3/4", "1"}

// build computes all fields of a case from its inputs.
func build(in golden.Case) golden.Case {
	c := in
	dags := make([]oracle.Matrix, len(c.DAGs))
	for i, arcs := range c.DAGs {
		dags[i] = oracle.FromArcs(c.N, arcs)
	}
	c.R = len(dags)
	if c.Names == nil {
		c.Names = make([]string, c.N)
		for x := range c.Names {
			c.Names[x] = string(rune('a' + x))
		}
	}
	addFusion(&c, dags)
	addRuns(&c, dags)
	c.CountTies()
	c.CutRule, c.TieRule = "head", "first"
	return c
}

func addFusion(c *golden.Case, dags []oracle.Matrix) {
	order, picks := oracle.Order(dags, nil)
	c.Order = order
	c.OrderLog = []golden.Pick{}
	for _, p := range picks {
		c.OrderLog = append(c.OrderLog, golden.Pick(p))
	}
	_, imaps, fusion := oracle.Fuse(dags, oracle.Constraints{})
	c.MinimalIMaps, c.InputCPDAGs, c.SMHDToInputs = nil, nil, smhds(fusion, dags)
	for i, g := range dags {
		c.MinimalIMaps = append(c.MinimalIMaps, imaps[i].Arcs())
		c.InputCPDAGs = append(c.InputCPDAGs, pdag(oracle.CPDAG(g)))
	}
	c.Union, c.CPDAG = fusion.Arcs(), pdag(oracle.CPDAG(fusion))
	moral := oracle.Moral(fusion)
	c.UnionMoral = moral.Links()
	c.Treewidth = golden.Treewidth{MCS: oracle.MaxCardinality(moral), MinFill: oracle.MinFill(moral)}
	if c.N <= exactLimit {
		exact := oracle.ExactTreewidth(moral)
		c.Treewidth.Exact = &exact
	}
}

func addRuns(c *golden.Case, dags []oracle.Matrix) {
	for _, fromDAG := range []bool{true, false} {
		t := oracle.Run(dags, oracle.Options{Weights: c.Weights, KMax: c.Cap(), FromDAG: fromDAG})
		first := candidates(oracle.Candidates(t.Start, dags, c.Weights, c.Cap(), true), t.TotalWeight())
		run, states := trajectory(t), atThetas(t)
		if fromDAG {
			c.FirstIteration.DAG, c.Trajectory.DAG, c.Thetas.DAG = first, run, states
		} else {
			c.FirstIteration.CPDAG, c.Trajectory.CPDAG, c.Thetas.CPDAG = first, run, states
		}
	}
}

func candidates(list []oracle.Candidate, total int64) []golden.Candidate {
	out := []golden.Candidate{}
	for _, k := range list {
		out = append(out, golden.Candidate{
			U: k.U, V: k.V, H: k.H, S: k.S, Score: k.Score, Psi: psi(k.Score, total),
			PerClient: k.PerDAG, UniqueCut: k.Unique,
		})
	}
	return out
}

func trajectory(t oracle.Trajectory) golden.Run {
	run := golden.Run{Steps: []golden.Step{}}
	for _, s := range t.Steps {
		run.Steps = append(run.Steps, golden.Step{
			U: s.U, V: s.V, Undirected: s.Undirected, H: s.H, S: s.S,
			Score: s.Score, Psi: psi(s.Score, t.TotalWeight()), PerClient: s.PerDAG,
			Cuts: s.Cuts, Removed: s.Removed, NTied: s.Tied, UniqueCut: s.Unique, NCandidates: s.Evaluated,
			CPDAG: pdag(s.State), EdgesLeft: s.State.Edges(), SMHDToInputs: smhds(s.State, t.Inputs),
		})
	}
	return run
}

func atThetas(t oracle.Trajectory) []golden.State {
	var out []golden.State
	for _, theta := range thetas {
		k := t.Prefix(golden.Float(theta))
		extension, _ := oracle.Extension(t.State(k), nil) // the lowest sink first: golden files hold what depends on the class alone
		out = append(out, golden.State{
			Theta: theta, StepsTaken: k, CPDAG: pdag(t.State(k)),
			ExtensionClass: pdag(oracle.CPDAG(extension)), Extension: extension.Arcs(),
			Refusion: t.Refusion(k).Arcs(),
		})
	}
	return out
}

func smhds(g oracle.Matrix, dags []oracle.Matrix) []int {
	out := make([]int, len(dags))
	for i, d := range dags {
		out[i] = oracle.SMHD(g, d)
	}
	return out
}

func pdag(m oracle.Matrix) golden.PDAG {
	return golden.PDAG{Directed: m.Arcs(), Undirected: m.Links()}
}

func psi(score, total int64) string { return big.NewRat(score, total).RatString() }
