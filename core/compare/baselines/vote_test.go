package baselines

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// above reports whether part / total > threshold in exact arithmetic. The thresholds of the tests are
// far from all quotients that they do not equal, so rounding does not matter.
func above(part, total int64, threshold float64) bool {
	return big.NewRat(part, total).Cmp(new(big.Rat).SetFloat64(threshold)) > 0
}

var thresholds = rapid.SampledFrom([]float64{0, 0.25, 0.5, 0.75, 1})

func TestArcs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, threshold := drawSample(t, 7), thresholds.Draw(t, "threshold")
		want := oracle.New(s.n)
		var left [][2]int32
		for weight := s.total(); above(weight, s.total(), threshold); weight-- {
			for u := range s.n {
				for v := range s.n {
					if s.weight(func(m oracle.Matrix) bool { return m[u][v] }) != weight {
						continue
					}
					if acyclicWith(want, u, v) {
						want[u][v] = true
					} else {
						left = append(left, [2]int32{int32(u), int32(v)})
					}
				}
			}
		}
		got := Arcs(s.n, s.counts(t, equiv.Directed), NewVoters(s.dags, s.weights, nil), threshold)
		require.Equal(t, want, matrixOf(got.DAG))
		require.Equal(t, left, got.LeftOut)
		require.Equal(t, threshold, *got.Threshold)
	})
}

func TestSkeleton(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, threshold := drawSample(t, 6), thresholds.Draw(t, "threshold")
		got := s.skeleton(t, threshold)
		m := matrixOf(got.DAG)
		require.True(t, m.Acyclic())

		want := oracle.New(s.n) // the skeleton
		for u := range s.n {
			for v := range s.n {
				joined := s.weight(func(m oracle.Matrix) bool { return m.Adjacent(u, v) })
				want[u][v] = above(joined, s.total(), threshold)
			}
		}
		require.Equal(t, want, m.Skeleton())

		s.requireDirected(t, want, got)
	})
}

// requireDirected checks the directions of a vote on a skeleton.
func (s sample) requireDirected(t require.TestingT, skeleton oracle.Matrix, got *Outcome) {
	m := matrixOf(got.DAG)
	arcs, decided := oracle.New(s.n), s.votedTriples(skeleton)
	for _, v := range decided {
		next := arcs.Clone()
		next[v[0]][v[1]], next[v[2]][v[1]] = true, true
		if next.Acyclic() {
			arcs = next
		}
	}
	for _, a := range arcs.Arcs() {
		require.True(t, m.Directed(a[0], a[1]), "%v", a)
	}
	p := skeleton.Clone() // the skeleton with the arcs that the v-structures decide
	for _, a := range arcs.Arcs() {
		p[a[1]][a[0]] = false
	}
	if extensions := oracle.Extensions(p); len(extensions) > 0 {
		require.True(t, oracle.SameClass(extensions[0], m))
	}
	require.Equal(t, symmetricDifference(decided, triples(m)), got.Conflicts)
}

// votedTriples are the v-structures that the skeleton allows and a majority has, by definition and by
// decreasing share.
func (s sample) votedTriples(skeleton oracle.Matrix) (decided [][3]int32) {
	type voted struct {
		triple [3]int32
		share  *big.Rat
	}
	var all []voted
	for a := range s.n {
		for mid := range s.n {
			for b := a + 1; b < s.n; b++ {
				if !skeleton[a][mid] || !skeleton[mid][b] || skeleton[a][b] {
					continue
				}
				isPath := func(m oracle.Matrix) bool {
					return m.Adjacent(a, mid) && m.Adjacent(mid, b) && !m.Adjacent(a, b)
				}
				asked := s.weight(isPath)
				found := s.weight(func(m oracle.Matrix) bool { return isPath(m) && m[a][mid] && m[b][mid] })
				if 2*found > asked {
					triple := [3]int32{int32(a), int32(mid), int32(b)}
					all = append(all, voted{triple, big.NewRat(found, asked)})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(v, w voted) int { return w.share.Cmp(v.share) })
	for _, v := range all {
		decided = append(decided, v.triple)
	}
	return decided
}

func symmetricDifference(a, b [][3]int32) (out [][3]int32) {
	for _, v := range slices.Concat(a, b) {
		if slices.Contains(a, v) != slices.Contains(b, v) {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, compareTriples)
	return out
}

func (s sample) skeleton(t require.TestingT, threshold float64) *Outcome {
	got, err := Skeleton(context.Background(), s.n, AtHand(s.counts(t, equiv.Directed), NewVoters(s.dags, s.weights, nil), 2), nil, threshold, 2)
	require.NoError(t, err)
	return got
}

// Equivalent inputs give a DAG of their class.
func TestEquivalentInputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := oracle.DrawDAG(t, rapid.IntRange(1, 6).Draw(t, "n"), "dag")
		members := oracle.ClassMembers(g)
		s := sample{n: len(g), weights: []int64{1, 2, 4}}
		for range s.weights {
			s.inputs = append(s.inputs, rapid.SampledFrom(members).Draw(t, "member"))
		}
		s.dags = graphtest.DAGs(s.inputs)
		for _, got := range []*Outcome{s.skeleton(t, 0.5), Averaged(s.n, s.counts(t, equiv.Completed), s.votes(t), nil, nil)} {
			require.True(t, oracle.SameClass(g, matrixOf(got.DAG)))
			require.Empty(t, got.Conflicts)
			require.Empty(t, got.LeftOut)
		}
	})
}

func TestAveraged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, threshold := drawSample(t, 6), thresholds.Draw(t, "threshold")
		as := rapid.SampledFrom([]equiv.Start{equiv.Directed, equiv.Completed}).Draw(t, "as")
		if as == equiv.Completed {
			for i, m := range s.inputs {
				s.inputs[i] = oracle.CPDAG(m)
			}
		}
		got := Averaged(s.n, s.counts(t, as), s.votes(t), nil, &threshold)
		joined := func(u, v int) int64 {
			return s.weight(func(m oracle.Matrix) bool { return m.Adjacent(u, v) })
		}
		towards := func(u, v int) int64 { // twice the weight of the direction u → v
			return s.weight(func(m oracle.Matrix) bool { return m[u][v] }) +
				s.weight(func(m oracle.Matrix) bool { return m.Directed(u, v) })
		}
		var order [][2]int
		p := oracle.New(s.n)
		for u := range s.n {
			for v := range s.n {
				strong := above(joined(u, v), s.total(), threshold) || joined(u, v) == s.total()
				switch {
				case u == v || !strong:
				case towards(u, v) > towards(v, u):
					order = append(order, [2]int{u, v})
				case towards(u, v) == towards(v, u):
					p[u][v] = true
				}
			}
		}
		slices.SortStableFunc(order, func(a, b [2]int) int {
			return cmp.Or(cmp.Compare(joined(b[0], b[1]), joined(a[0], a[1])),
				cmp.Compare(towards(b[0], b[1]), towards(a[0], a[1])))
		})
		arcs := oracle.New(s.n)
		var left [][2]int32
		for _, a := range order {
			if acyclicWith(arcs, a[0], a[1]) {
				arcs[a[0]][a[1]], p[a[0]][a[1]] = true, true
			} else {
				left = append(left, [2]int32{int32(a[0]), int32(a[1])})
			}
		}
		m := matrixOf(got.DAG)
		require.True(t, m.Acyclic())
		require.Equal(t, left, got.LeftOut)
		require.Equal(t, p.Skeleton(), m.Skeleton())
		for _, a := range arcs.Arcs() {
			require.True(t, m.Directed(a[0], a[1]))
		}
		require.Equal(t, symmetricDifference(triples(p), triples(m)), got.Conflicts)
		if len(oracle.Extensions(p)) > 0 {
			require.Empty(t, got.Conflicts)
		}
	})
}

// without takes nodes from the DAGs. It returns which nodes each DAG has.
func (s sample) without(t *rapid.T) (sample, []bitset.Set) {
	var seen []bitset.Set
	for k, m := range s.inputs {
		nodes := bitset.New(s.n)
		for v := range s.n {
			if rapid.IntRange(0, 3).Draw(t, "has") > 0 {
				nodes.Add(v)
			}
		}
		for _, a := range m.Arcs() {
			m[a[0]][a[1]] = nodes.Has(a[0]) && nodes.Has(a[1])
		}
		s.inputs[k], seen = m, append(seen, nodes)
	}
	s.dags = graphtest.DAGs(s.inputs)
	return s, seen
}

// drawKnowledge draws forbidden pairs and directions.
func drawKnowledge(t *rapid.T, n int) *graph.Constraints {
	known := graph.NewConstraints(n)
	for v := range n {
		for u := range v {
			switch rapid.IntRange(0, 7).Draw(t, "known") {
			case 0, 1:
				known.Directed.Add(u, v)
			case 2:
				known.Forbidden.Row(u).Add(v)
				known.Forbidden.Row(v).Add(u)
			}
		}
	}
	return known
}

// A share is among the DAGs that have both ends, and arcs with a direction keep it.
func TestVotersOverDifferentNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, threshold := drawSample(t, 6), thresholds.Draw(t, "threshold")
		s, seen := s.without(t)
		of := func(u, v int, counts func(m oracle.Matrix) bool) (part, total int64) {
			for k, m := range s.inputs {
				if seen[k].Has(u) && seen[k].Has(v) {
					if total += s.weights[k]; counts(m) {
						part += s.weights[k]
					}
				}
			}
			return part, total
		}
		known := drawKnowledge(t, s.n)
		voters, counts := NewVoters(s.dags, s.weights, seen), s.counts(t, equiv.Directed)
		skeleton, err := Skeleton(context.Background(), s.n, AtHand(counts, voters, 2), known, threshold, 2)
		require.NoError(t, err)
		arcs := matrixOf(Arcs(s.n, counts, voters, threshold).DAG)
		for u := range s.n {
			for v := range s.n {
				part, total := of(u, v, func(m oracle.Matrix) bool { return m.Adjacent(u, v) })
				joined := u != v && total > 0 && above(part, total, threshold) && !known.Forbids(u, v)
				require.Equal(t, joined, skeleton.DAG.Adjacent(u, v))
				require.False(t, known.Directed.Has(u, v) && skeleton.DAG.Has(v, u))
				part, total = of(u, v, func(m oracle.Matrix) bool { return m[u][v] })
				voted := total > 0 && above(part, total, threshold)
				require.False(t, arcs[u][v] && !voted)
				if voted && !arcs[u][v] { // it would have closed a cycle
					require.False(t, acyclicWith(arcs, u, v))
				}
			}
		}
	})
}
