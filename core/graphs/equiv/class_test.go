package equiv

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// An edge of the CPDAG is directed if and only if it is the same arc in all members of the class.
func TestFromDAG(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		g := oracle.DrawDAG(t, n, "dag")
		c := FromDAG(graphtest.DAG(g), Completed)
		require.Equal(t, [][]bool(oracle.ClassCPDAG(g)), graphtest.PDAGMatrix(c.CPDAG()))
		requireSound(t, c)
	})
}

// Valid deletions are made one after the other until no edge is left. Each gives the class of
// Chickering's definition, and leaves the Class consistent.
func TestDelete(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		g := oracle.DrawDAG(t, n, "dag")
		start := rapid.SampledFrom([]Start{Completed, Directed}).Draw(t, "start")
		c := FromDAG(graphtest.DAG(g), start)
		for c.Edges() > 0 {
			before := oracle.Matrix(graphtest.PDAGMatrix(c.CPDAG()))
			op := rapid.SampledFrom(oracle.Operators(before, -1, true)).Draw(t, "op")
			checkNA(t, c, before, op)
			c.Delete(op.U, op.V, graphtest.Set(n, op.H...))

			after, ok := oracle.Complete(oracle.Delete(before, op.U, op.V, op.H))
			require.True(t, ok)
			require.Equal(t, [][]bool(after), graphtest.PDAGMatrix(c.CPDAG()))
			requireSound(t, c)
			requireTouched(t, c, before, after)
		}
	})
}

// Valid insertions and deletions are made in any order, so the present member often is not the one
// that the operator needs. Each gives the class of Chickering's definition, and leaves the Class
// consistent.
func TestInsert(t *testing.T) {
	t.Parallel()
	inserted := 0
	graphtest.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "n")
		c := FromDAG(graphtest.DAG(oracle.DrawDAG(t, n, "dag")), Completed)
		indifferent := func(int, []int) int64 { return 0 }
		free := oracle.SearchOptions{MaxParents: -1}
		for range 8 {
			before := oracle.Matrix(graphtest.PDAGMatrix(c.CPDAG()))
			moves := append(oracle.Inserts(before, indifferent, free), oracle.Deletes(before, indifferent, free)...)
			if len(moves) == 0 {
				break
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			set := graphtest.Set(n, m.Set...)
			if copied := c.Clone(); m.Insert {
				inserted++
				checkReach(t, c, before, m)
				c.Insert(m.X, m.Y, set)
				require.Equal(t, [][]bool(before), graphtest.PDAGMatrix(copied.CPDAG()))
			} else {
				c.Delete(m.X, m.Y, set)
			}
			require.Equal(t, [][]bool(m.State), graphtest.PDAGMatrix(c.CPDAG()))
			requireSound(t, c)
			requireTouched(t, c, before, m.State)
		}
	}, &inserted)
}

// checkReach checks Reach for a valid Insert(x, y, T): Reach from y without the nodes of
// NA(y, x) ∪ T does not contain x, and its result is closed under steps along the edges.
// Path finds a path to each of its nodes and to no other.
func checkReach(t *rapid.T, c *Class, p oracle.Matrix, m oracle.Move) {
	avoiding := graphtest.Set(c.N, append(oracle.NA(p, m.Y, m.X), m.Set...)...)
	reach := graphtest.Set(c.N)
	c.Reach(m.Y, avoiding, reach)
	require.True(t, reach.Has(m.Y))
	require.False(t, reach.Has(m.X) || reach.Intersects(avoiding))
	for i := range p {
		for j := range p {
			if p[i][j] && reach.Has(i) {
				require.True(t, reach.Has(j) || avoiding.Has(j))
			}
		}
	}
	for u := range p {
		if avoiding.Has(u) {
			continue
		}
		path := c.Path(m.Y, u, avoiding, nil)
		require.Equal(t, reach.Has(u), path != nil)
		if path == nil {
			continue
		}
		require.Equal(t, []int32{int32(m.Y), int32(u)}, []int32{path[0], path[len(path)-1]})
		require.True(t, c.IsPath(path))
		for k, y := range path {
			require.False(t, avoiding.Has(int(y)))
			require.True(t, k == 0 || p[path[k-1]][y])
		}
	}
	require.False(t, c.IsPath([]int32{int32(m.X), int32(m.Y)})) // they are not adjacent
}

// checkNA compares NA and IsClique with the oracle's.
func checkNA(t *rapid.T, c *Class, p oracle.Matrix, op oracle.Operator) {
	na := graphtest.Set(c.N)
	c.NA(op.V, op.U, na)
	want := oracle.NA(p, op.V, op.U)
	require.Equal(t, graphtest.Set(c.N, want...), na)
	require.Equal(t, oracle.IsClique(p, want), c.IsClique(na))
}

// requireSound checks what a Class holds besides its CPDAG: the member is an extension, the order
// is a topological order of the member, cached last parents are right, and the skeleton is the
// member's.
func requireSound(t *rapid.T, c *Class) {
	member := oracle.Matrix(graphtest.Matrix(c.Member()))
	require.True(t, oracle.IsExtension(graphtest.PDAGMatrix(c.CPDAG()), member))
	for i, x := range c.order {
		require.EqualValues(t, i, c.place[x])
	}
	for _, a := range member.Arcs() {
		require.Less(t, slices.Index(c.order, int32(a[0])), slices.Index(c.order, int32(a[1])))
	}
	for y, last := range c.last {
		if last != unknown {
			places := []int32{-1}
			for _, p := range c.dag.Pa(y).Append(nil) {
				places = append(places, c.place[p])
			}
			c.last[y] = unknown
			require.Equal(t, slices.Index(c.place, slices.Max(places)), c.lastParent(y))
			require.EqualValues(t, c.last[y], last)
		}
	}
	require.Equal(t, [][]bool(member.Skeleton()), graphtest.Rows(c.N, c.adjacent))
	require.False(t, c.dirty.Any())
}

// requireTouched checks that every node whose parents or neighbours changed is touched.
func requireTouched(t *rapid.T, c *Class, before, after oracle.Matrix) {
	for v := range before {
		for u := range before {
			parent, neighbour := before[u][v] && !before[v][u], before[u][v] && before[v][u]
			if parent != (after[u][v] && !after[v][u]) || neighbour != (after[u][v] && after[v][u]) {
				require.True(t, c.Touched().Has(v), "%d, %d", u, v)
			}
		}
	}
}

// If there is a consistent extension, Extension finds the one that the oracle finds. Otherwise it
// returns ErrNoExtension.
func TestExtension(t *testing.T) {
	t.Parallel()
	found := 0
	graphtest.Check(t, func(t *rapid.T) {
		p := drawPDAG(t, rapid.IntRange(1, 6).Draw(t, "n"))
		want, ok := oracle.Extension(p, nil)
		got, err := Extension(graphtest.PDAG(p), nil)
		if !ok {
			require.Empty(t, oracle.Extensions(p))
			require.ErrorIs(t, err, ErrNoExtension)
			return
		}
		found++
		require.NoError(t, err)
		require.Equal(t, [][]bool(want), graphtest.Matrix(got))
		require.True(t, oracle.IsExtension(p, want))
	}, &found)
}

// If a class has a member with the given directions, Extension finds one. This holds also if the
// directions form a cycle among nodes that are not adjacent.
func TestExtensionAlongDirections(t *testing.T) {
	t.Parallel()
	found, none := 0, 0
	graphtest.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "n")
		p := oracle.CPDAG(oracle.DrawDAG(t, n, "dag"))
		directed := oracle.New(n)
		for range rapid.IntRange(1, 6).Draw(t, "directions") {
			u, v := rapid.IntRange(0, n-1).Draw(t, "u"), rapid.IntRange(0, n-1).Draw(t, "v")
			directed[u][v] = u != v
		}
		keeping := slices.DeleteFunc(oracle.Extensions(p), func(d oracle.Matrix) bool {
			return !oracle.Constraints{Directed: directed}.Keeps(d)
		})
		got, err := Extension(graphtest.PDAG(p), graphtest.DAG(directed))
		if len(keeping) == 0 {
			none++
			require.ErrorIs(t, err, ErrNoExtension)
			return
		}
		found++
		require.NoError(t, err)
		require.True(t, slices.ContainsFunc(keeping, oracle.Matrix(graphtest.Matrix(got)).Equal))
	}, &found, &none)
}

// Canonical is the same DAG for all members of a class.
func TestCanonical(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := oracle.DrawDAG(t, rapid.IntRange(1, 5).Draw(t, "n"), "dag")
		want := Canonical(graphtest.DAG(g))
		for _, member := range oracle.ClassMembers(g) {
			require.True(t, want.Equal(Canonical(graphtest.DAG(member))))
		}
	})
}

// An undirected chain of a hundred nodes has rows of two words and one large chain component. A
// deletion in its middle reorients one half.
func TestDeleteInWideGraph(t *testing.T) {
	t.Parallel()
	const n = 100
	g := graph.NewDAG(n)
	for x := range n - 1 {
		g.Add(x, x+1)
	}
	c := FromDAG(g, Completed)
	c.Delete(71, 70, graphtest.Set(n))
	require.Equal(t, n-2, c.Edges())
	require.True(t, FromDAG(c.Member(), Completed).CPDAG().Equal(c.CPDAG()))
	require.True(t, c.Ne(0).Has(1), "a chain without colliders stays undirected")
}
