package oracle

import (
	"cmp"
	"slices"
)

// Criticality is the number of edges that the inputs lose if u → v is deleted given S (MCBNC §4).
type Criticality struct {
	Score  int64      // Σ weight × size of the cut
	Weight int64      // what the score is out of: Σ weight, or less if the DAGs are over different nodes
	PerDAG []int      // the size of each DAG's minimum cut
	Cuts   [][][2]int // each DAG's minimum cut nearest v
	Unique bool       // whether the minimum cut of every DAG is unique
}

// Critical computes the criticality of u → v given S. Nil weights stand for weights of 1.
func Critical(dags []Matrix, weights []int64, u, v int, s []int) Criticality {
	out := Criticality{Unique: true}
	for i, g := range dags {
		moral := AncestralMoral(g, u, v, s)
		size, cut := MinCut(moral, u, v)
		_, other := MinCut(moral, v, u)
		out.PerDAG = append(out.PerDAG, size)
		out.Cuts = append(out.Cuts, cut)
		out.Score += weightOf(weights, i) * int64(size)
		out.Weight += weightOf(weights, i)
		out.Unique = out.Unique && slices.Equal(cut, other)
	}
	return out
}

func weightOf(weights []int64, i int) int64 {
	if weights == nil {
		return 1
	}
	return weights[i]
}

// Operator is one valid deletion, with the set S of its criticality.
type Operator struct {
	U, V       int
	Undirected bool
	H, S       []int
}

// Operators are all valid deletions in p with |H| <= kMax, sorted by (u, v), then |H|, then H. A
// negative kMax stands for no bound. An undirected edge is listed in both directions if bothWays is true,
// otherwise once, with u < v.
func Operators(p Matrix, kMax int, bothWays bool) []Operator {
	var out []Operator
	for u := range p {
		for v := range p {
			if !p[u][v] || p[v][u] && u > v && !bothWays {
				continue
			}
			na := NA(p, v, u)
			for _, h := range subsets(na, kMax) {
				rest := without(na, h...)
				if !IsClique(p, rest) {
					continue
				}
				s := append(rest, without(p.Parents(v), u)...)
				slices.Sort(s)
				out = append(out, Operator{U: u, V: v, Undirected: p[v][u], H: h, S: s})
			}
		}
	}
	return out
}

// Candidate is an operator with its criticality.
type Candidate struct {
	Operator
	Criticality
}

// Candidates are the operators of p with their criticality on the given DAGs.
func Candidates(p Matrix, dags []Matrix, weights []int64, kMax int, bothWays bool) []Candidate {
	return Evaluate(Operators(p, kMax, bothWays), dags, weights)
}

// Evaluate computes the criticality of each operator on the DAGs.
func Evaluate(operators []Operator, dags []Matrix, weights []int64) []Candidate {
	var out []Candidate
	for _, op := range operators {
		out = append(out, Candidate{op, Critical(dags, weights, op.U, op.V, op.S)})
	}
	return out
}

// Capped replaces the score of each candidate by one in which the cut of a DAG counts at most limit. A
// limit of 0 stands for no limit.
func Capped(candidates []Candidate, weights []int64, limit int) []Candidate {
	for k := range candidates {
		c := &candidates[k]
		c.Score = 0
		for i, cut := range c.PerDAG {
			if limit > 0 {
				cut = min(cut, limit)
			}
			c.Score += weightOf(weights, i) * int64(cut)
		}
	}
	return candidates
}

// Unlike replaces the criticality of each candidate by that of DAGs over different nodes. sees[i] has the nodes of DAG i. A
// DAG counts if it has both ends: an eighth if its cut is not empty and it lacks a node of S, else in full.
func Unlike(candidates []Candidate, weights []int64, limit int, sees [][]bool) []Candidate {
	for k := range candidates {
		c := &candidates[k]
		c.Score, c.Weight = 0, 0
		for i, cut := range c.PerDAG {
			if !sees[i][c.U] || !sees[i][c.V] {
				continue
			}
			eighths := int64(8)
			if cut > 0 && slices.ContainsFunc(c.S, func(x int) bool { return !sees[i][x] }) {
				eighths = 1
			}
			if limit > 0 {
				cut = min(cut, limit)
			}
			c.Score += weightOf(weights, i) * eighths * int64(cut)
			c.Weight += weightOf(weights, i) * eighths
		}
	}
	return candidates
}

// Psi is the criticality.
func (c *Criticality) Psi() float64 { return float64(c.Score) / float64(max(1, c.Weight)) }

// compare compares Ψ of two candidates. Ψ is 0 if the weight is.
func (c *Criticality) compare(o *Criticality) int {
	if c.Weight == o.Weight {
		return cmp.Compare(c.Score, o.Score)
	}
	return cmp.Compare(c.Score*max(1, o.Weight), o.Score*max(1, c.Weight))
}

// Best is the first candidate of the lowest Ψ, and the number of candidates with this Ψ.
func Best(candidates []Candidate) (best Candidate, tied int) {
	for k, c := range candidates {
		switch {
		case k == 0 || c.compare(&best.Criticality) < 0:
			best, tied = c, 1
		case c.compare(&best.Criticality) == 0:
			tied++
		}
	}
	return best, tied
}
