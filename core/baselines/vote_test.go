package baselines

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/internal/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/oracle"
)

// above says whether part / total > threshold, in exact arithmetic; the thresholds
// drawn are far from all quotients they do not equal.
func above(part, total int64, threshold float64) bool {
	return big.NewRat(part, total).Cmp(new(big.Rat).SetFloat64(threshold)) > 0
}

var thresholds = rapid.SampledFrom([]float64{0, 0.25, 0.5, 0.75, 1})

func TestArcs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, threshold := drawCrowd(t, 7), thresholds.Draw(t, "threshold")
		want := oracle.New(c.n)
		var left [][2]int32
		for weight := c.total(); above(weight, c.total(), threshold); weight-- {
			for u := range c.n {
				for v := range c.n {
					if c.weight(func(m oracle.Matrix) bool { return m[u][v] }) != weight {
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
		got := Arcs(c.n, c.tally(t, equiv.Directed), threshold)
		require.Equal(t, want, matrixOf(got.DAG))
		require.Equal(t, left, got.LeftOut)
		require.Equal(t, threshold, *got.Threshold)
	})
}

func TestSkeleton(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, threshold := drawCrowd(t, 6), thresholds.Draw(t, "threshold")
		got := c.skeleton(t, threshold)
		m := matrixOf(got.DAG)
		require.True(t, m.Acyclic())

		want := oracle.New(c.n) // the skeleton
		for u := range c.n {
			for v := range c.n {
				joined := c.weight(func(m oracle.Matrix) bool { return m.Adjacent(u, v) })
				want[u][v] = above(joined, c.total(), threshold)
			}
		}
		require.Equal(t, want, m.Skeleton())

		type voted struct {
			triple [3]int32
			share  *big.Rat
		}
		var all []voted
		for a := range c.n {
			for mid := range c.n {
				for b := a + 1; b < c.n; b++ {
					if !want[a][mid] || !want[mid][b] || want[a][b] {
						continue
					}
					isPath := func(m oracle.Matrix) bool {
						return m.Adjacent(a, mid) && m.Adjacent(mid, b) && !m.Adjacent(a, b)
					}
					asked := c.weight(isPath)
					found := c.weight(func(m oracle.Matrix) bool { return isPath(m) && m[a][mid] && m[b][mid] })
					if 2*found > asked {
						triple := [3]int32{int32(a), int32(mid), int32(b)}
						all = append(all, voted{triple, big.NewRat(found, asked)})
					}
				}
			}
		}
		slices.SortStableFunc(all, func(v, w voted) int { return w.share.Cmp(v.share) })
		arcs := oracle.New(c.n)
		var decided [][3]int32
		for _, v := range all {
			decided = append(decided, v.triple)
			next := arcs.Clone()
			next[v.triple[0]][v.triple[1]], next[v.triple[2]][v.triple[1]] = true, true
			if next.Acyclic() {
				arcs = next
			}
		}
		for _, a := range arcs.Arcs() {
			require.True(t, m.Directed(a[0], a[1]), "%v", a)
		}
		p := want.Clone() // the skeleton with the arcs that the v-structures decide
		for _, a := range arcs.Arcs() {
			p[a[1]][a[0]] = false
		}
		if extensions := oracle.Extensions(p); len(extensions) > 0 {
			require.True(t, oracle.SameClass(extensions[0], m))
		}
		require.Equal(t, symmetricDifference(decided, triples(m)), got.Conflicts)
	})
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

func (c crowd) skeleton(t require.TestingT, threshold float64) *Outcome {
	got, err := Skeleton(context.Background(), c.tally(t, equiv.Directed), c.dags, c.weights, threshold, 2)
	require.NoError(t, err)
	return got
}

// What all agree on stands: equivalent inputs give a DAG of their class.
func TestAgreement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := oracle.DrawDAG(t, rapid.IntRange(1, 6).Draw(t, "n"), "dag")
		members := oracle.ClassMembers(g)
		c := crowd{n: len(g), weights: []int64{1, 2, 4}}
		for range c.weights {
			c.inputs = append(c.inputs, rapid.SampledFrom(members).Draw(t, "member"))
		}
		c.dags = graphtest.DAGs(c.inputs)
		for _, got := range []*Outcome{c.skeleton(t, 0.5), Averaged(c.n, c.tally(t, equiv.Completed), nil)} {
			require.True(t, oracle.SameClass(g, matrixOf(got.DAG)))
			require.Empty(t, got.Conflicts)
			require.Empty(t, got.LeftOut)
		}
	})
}

func TestAveraged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, threshold := drawCrowd(t, 6), thresholds.Draw(t, "threshold")
		as := rapid.SampledFrom([]equiv.Start{equiv.Directed, equiv.Completed}).Draw(t, "as")
		if as == equiv.Completed {
			for i, m := range c.inputs {
				c.inputs[i] = oracle.CPDAG(m)
			}
		}
		got := Averaged(c.n, c.tally(t, as), &threshold)
		joined := func(u, v int) int64 {
			return c.weight(func(m oracle.Matrix) bool { return m.Adjacent(u, v) })
		}
		towards := func(u, v int) int64 { // twice the weight
			return c.weight(func(m oracle.Matrix) bool { return m[u][v] }) +
				c.weight(func(m oracle.Matrix) bool { return m.Directed(u, v) })
		}
		var order [][2]int
		p := oracle.New(c.n)
		for u := range c.n {
			for v := range c.n {
				strong := above(joined(u, v), c.total(), threshold) || joined(u, v) == c.total()
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
		arcs := oracle.New(c.n)
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
