package parts_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A partially directed graph becomes one of the extensions that trying every orientation finds.
// A graph without one is refused. These are all graphs of up to 4 nodes.
func TestPartiallyDirectedGraphsBecomeMembers(t *testing.T) {
	read, refused := 0, 0
	for n := 1; n <= 4; n++ {
		for code := range 1 << (n * (n - 1)) { // two bits a pair
			p := oracle.New(n)
			bits := code
			for i := range n {
				for j := range i {
					p[i][j], p[j][i] = bits&1 != 0, bits&2 != 0
					bits >>= 2
				}
			}
			every := oracle.Extensions(p)
			member, failure := memberOf(p, nil)
			if len(every) == 0 {
				refused++
				require.NotNil(t, failure)
				require.Equal(t, "dags", failure.Argument)
				require.Equal(t, 1, *failure.DAG)
				continue
			}
			read++
			require.Nil(t, failure)
			require.Contains(t, every, member)
		}
	}
	require.Greater(t, read, 2000)
	require.Greater(t, refused, 200)
}

// The member of a larger graph is that of the definition, in the order of the ranks, so it does not
// depend on the order of the caller's nodes. The member of a CPDAG is the canonical DAG of its class.
func TestMembersGoByRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		g := oracle.DrawDAG(t, n, "dag")
		p := oracle.CPDAG(g)
		want, _ := oracle.Extension(p, nil)
		rank := rapid.Permutation([]int32{0, 1, 2, 3, 4, 5}[:n]).Draw(t, "rank")
		moved := oracle.New(n)
		for i := range n {
			for j := range n {
				moved[i][j] = p[rank[i]][rank[j]]
			}
		}
		member, failure := memberOf(moved, rank)
		require.Nil(t, failure)
		require.Equal(t, want, member)
		require.True(t, oracle.SameClass(g, member))
		require.Equal(t, [][]bool(member), graphtest.Matrix(equiv.Canonical(graphtest.DAG(g))))
	})
}

// memberOf is what becomes of p as the second of three graphs, in the engine's indices.
func memberOf(p oracle.Matrix, rank []int32) (oracle.Matrix, *call.Error) {
	n := len(p)
	cells := make([]byte, 3*n*n)
	for i := range n {
		for j := range n {
			if p[i][j] {
				cells[(n+i)*n+j] = 1
			}
		}
	}
	raws := []call.Raw{jobtest.Raw("dags", cells...)}
	if rank != nil {
		raws = append(raws, jobtest.Raw("rank", rank...))
	}
	q, failure := prepared(jobtest.Request("dags", n, 3, ""), raws)
	if failure != nil {
		return nil, failure
	}
	in := q.(*dagsRequest).DAGs
	wanted := []int(nil)
	if len(p.Links()) > 0 {
		wanted = []int{1}
	}
	if !slices.Equal(in.Extended, wanted) {
		panic("the graphs that were extended are not those with undirected edges")
	}
	member := oracle.New(n)
	for u := range n {
		for v := range n {
			member[u][v] = in.List[1].Has(u, v)
		}
	}
	return member, nil
}

// The message names the edges that cannot be directed, and no others.
func TestGraphsWithoutAnExtension(t *testing.T) {
	both := func(arcs ...[2]int) (out [][2]int) {
		for _, a := range arcs {
			out = append(out, a, [2]int{a[1], a[0]})
		}
		return out
	}
	for _, c := range []struct {
		arcs  [][2]int
		code  call.Status
		nodes []int
		says  string
	}{
		{
			both([2]int{1, 2}, [2]int{2, 3}, [2]int{3, 4}, [2]int{4, 1}, [2]int{0, 1}), call.InvalidInput, []int{1, 2, 3, 4},
			"dags[0]: it has no extension: however b - c, b - e, c - d and d - e are directed, " +
				"there is a new v-structure or a directed cycle",
		},
		{
			append(both([2]int{1, 2}), [2]int{0, 1}, [2]int{3, 2}), call.InvalidInput, []int{0, 1, 2, 3},
			"however b - c is directed beside a -> b and d -> c, there is",
		},
		{
			append(both([2]int{3, 4}), [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 0}), call.Cycle, []int{0, 1, 2, 0},
			"dags[0]: it has a cycle: a -> b -> c -> a",
		},
	} {
		failure := refusal(t, jobtest.Request("dags", 5, 1, `,"names":["a","b","c","d","e"]`),
			jobtest.Raw("dags", jobtest.Matrix(5, c.arcs...)...))
		assert.Equal(t, c.code, failure.Code)
		assert.Equal(t, c.nodes, failure.Nodes)
		assert.Contains(t, failure.Message, c.says)
	}
}
