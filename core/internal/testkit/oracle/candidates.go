package oracle

import "slices"

// Criticality is the number of edges that the inputs lose if u → v is deleted given S (MCBNC §4).
type Criticality struct {
	Score  int64      // Σ weight × size of the cut
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

// Best is the first candidate of the lowest score, and the number of candidates with this score.
func Best(candidates []Candidate) (best Candidate, tied int) {
	for k, c := range candidates {
		switch {
		case k == 0 || c.Score < best.Score:
			best, tied = c, 1
		case c.Score == best.Score:
			tied++
		}
	}
	return best, tied
}
