package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

var free = oracle.SearchOptions{MaxParents: -1}

// anyLocal is a score that gives each family a random value below values, always the same one. It has many
// ties if values is small.
func anyLocal(seed uint64, values int64) oracle.Local {
	known := map[string]int64{}
	rng := oracle.Rand(seed)
	return func(y int, parents []int) int64 {
		family := fmt.Sprint(y, parents)
		if _, found := known[family]; !found {
			known[family] = rng.Int64N(values)
		}
		return known[family]
	}
}

// total is the score of the DAG g.
func total(g oracle.Matrix, local oracle.Local) int64 {
	sum := int64(0)
	for y := range g {
		sum += local(y, g.Parents(y))
	}
	return sum
}

// result describes an operator as a string: its arc x → y, the parents of y in the member of the class to
// which it is applied, its gain, and the class after it.
func result(x, y int, parents []int, gain int64, class oracle.Matrix) string {
	return fmt.Sprint(x, y, parents, gain, class)
}

// requireOperatorsOfMembers checks theorems 15 and 17 of Chickering (2002): the valid operators of a class
// are exactly the additions and removals of a single arc in some member of the class.
func requireOperatorsOfMembers(t require.TestingT, members []oracle.Matrix) {
	p, local := oracle.CPDAG(members[0]), anyLocal(1, 1e9)
	wantInserts, wantDeletes := map[string]bool{}, map[string]bool{}
	for _, g := range members {
		for x := range g {
			for y := range g {
				changed, want := g.Clone(), wantDeletes
				changed[x][y] = !g[x][y]
				if x == y || g[y][x] || !changed.Acyclic() {
					continue
				}
				if changed[x][y] {
					want = wantInserts
				}
				family := slices.DeleteFunc(g.Parents(y), func(z int) bool { return z == x })
				want[result(x, y, family, total(changed, local)-total(g, local), oracle.CPDAG(changed))] = true
			}
		}
	}
	require.Equal(t, wantInserts, results(t, p, oracle.Inserts(p, local, free)))
	require.Equal(t, wantDeletes, results(t, p, oracle.Deletes(p, local, free)))
}

// results describes all moves as result does.
func results(t require.TestingT, p oracle.Matrix, moves []oracle.Move) map[string]bool {
	out := map[string]bool{}
	for _, m := range moves {
		na := oracle.NA(p, m.Y, m.X)
		kept := slices.Concat(na, m.Set) // An Insert adds T to NA.
		if !m.Insert {                   // A Delete removes H from NA.
			kept = slices.DeleteFunc(na, func(z int) bool { return slices.Contains(m.Set, z) })
		}
		family := slices.DeleteFunc(append(kept, p.Parents(m.Y)...), func(z int) bool { return z == m.X })
		slices.Sort(family)
		out[result(m.X, m.Y, family, m.Gain, m.State)] = true
	}
	require.Len(t, out, len(moves), "an operator is listed twice")
	return out
}

func TestOperatorsOfAllSmallClasses(t *testing.T) {
	for _, members := range oracle.Classes(upToFive()) {
		requireOperatorsOfMembers(t, members)
	}
}

// upToFive is the number of nodes of the exhaustive tests. There are 185 classes of four nodes and 8782 of
// five.
func upToFive() int {
	if testing.Short() {
		return 4
	}
	return 5
}

func TestOperatorsOfLargerClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := oracle.DrawDAG(t, rapid.IntRange(6, 7).Draw(t, "n"), "g")
		if len(g.Arcs()) <= 10 {
			requireOperatorsOfMembers(t, oracle.ClassMembers(g))
		}
	})
}

// With a locally consistent score, GES ends in the class that the rows come from (Chickering 2002, lemmas 9
// and 10). The test of the engine has all classes of five nodes, this one every tenth.
func TestGESFindsTheTrueClass(t *testing.T) {
	rng := oracle.Rand(7)
	for k, members := range oracle.Classes(upToFive()) {
		if len(members[0]) < 5 || k%10 == 0 {
			requireFound(t, members[0], rng)
		}
	}
}

func requireFound(t require.TestingT, g oracle.Matrix, rng *rand.Rand) {
	local, ok := oracle.Faithful(g, rng)
	for !ok {
		local, ok = oracle.Faithful(g, rng)
	}
	_, cpdag := oracle.GES(len(g), local, free)
	require.Equal(t, oracle.CPDAG(g), cpdag)
}

// Each step makes the move with the largest gain, the first one in the documented order. GES ends when no
// move raises the score.
func TestGESMakesTheBestMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "n")
		local := anyLocal(rapid.Uint64().Draw(t, "score"), rapid.Int64Range(2, 20).Draw(t, "values"))
		opt := oracle.SearchOptions{MaxParents: rapid.IntRange(-1, 3).Draw(t, "max parents")}
		moves, cpdag := oracle.GES(n, local, opt)
		state, inserting := oracle.New(n), true
		for _, m := range moves {
			if inserting && !m.Insert {
				require.Empty(t, gaining(oracle.Inserts(state, local, opt)))
				inserting = false
			}
			require.Equal(t, inserting, m.Insert)
			list := oracle.Deletes(state, local, opt)
			if inserting {
				list = oracle.Inserts(state, local, opt)
			}
			require.Equal(t, m, slices.MinFunc(gaining(list), before))
			state = m.State
			requireFamilies(t, state, opt.MaxParents)
		}
		require.Empty(t, gaining(oracle.Deletes(state, local, opt)))
		require.Equal(t, state, cpdag)
	})
}

func gaining(moves []oracle.Move) []oracle.Move {
	return slices.DeleteFunc(moves, func(m oracle.Move) bool { return m.Gain <= 0 })
}

// before compares moves: the larger gain is first, then the lower (x, y), then the smaller set, then the
// lower elements.
func before(a, b oracle.Move) int {
	if a.Gain != b.Gain {
		return int(b.Gain - a.Gain)
	}
	return slices.Compare(append([]int{a.X, a.Y, len(a.Set)}, a.Set...), append([]int{b.X, b.Y, len(b.Set)}, b.Set...))
}

// requireFamilies checks that no member of the class exceeds maxParents. All members of a class have the
// same largest number of parents, so the bound on an operator's family bounds every member.
func requireFamilies(t require.TestingT, state oracle.Matrix, maxParents int) {
	for _, g := range oracle.Extensions(state) {
		for y := range g {
			require.True(t, maxParents < 0 || len(g.Parents(y)) <= maxParents)
		}
	}
}

// For any score, required edges are inserted first and stay, forbidden pairs are never adjacent, and each
// state has a member that keeps the directions. The allowed moves are exactly the unconstrained moves that
// meet the constraints.
func TestGESKeepsConstraints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "n")
		local := anyLocal(rapid.Uint64().Draw(t, "score"), 1000)
		c := drawConstraints(t, n)
		moves, cpdag := oracle.GES(n, local, oracle.SearchOptions{MaxParents: -1, Constraints: c})
		chosen := 0 // the number of required edges without a direction
		for u := range n {
			for v := range u {
				if c.Required[u][v] && !c.Directed[u][v] && !c.Directed[v][u] {
					chosen++
				}
			}
		}
		state := cpdag
		for k := len(moves); k >= chosen; k-- {
			if k > 0 {
				state = moves[k-1].State
			}
			require.True(t, slices.ContainsFunc(oracle.Extensions(state), c.Keeps))
			for u := range n {
				for v := range n {
					require.True(t, !c.Required[u][v] || state.Adjacent(u, v))
					require.False(t, c.Forbidden[u][v] && state.Adjacent(u, v))
				}
			}
		}
		every := append(oracle.Inserts(cpdag, local, free), oracle.Deletes(cpdag, local, free)...)
		opt := oracle.SearchOptions{MaxParents: -1, Constraints: c}
		allowed := append(oracle.Inserts(cpdag, local, opt), oracle.Deletes(cpdag, local, opt)...)
		for _, m := range every {
			may := slices.ContainsFunc(oracle.Extensions(m.State), c.Keeps) &&
				!(m.Insert && c.Forbidden[m.X][m.Y]) && !(!m.Insert && c.Required[m.X][m.Y])
			same := func(o oracle.Move) bool { return before(m, o) == 0 && m.Insert == o.Insert }
			require.Equal(t, may, slices.ContainsFunc(allowed, same))
		}
	})
}

// drawConstraints draws constraints that can be met: the directions are acyclic, and no pair is both
// required and forbidden.
func drawConstraints(t *rapid.T, n int) oracle.Constraints {
	c := oracle.Constraints{Required: oracle.New(n), Forbidden: oracle.New(n), Directed: oracle.DrawDAG(t, n, "directed")}
	for u := range n {
		for v := range u {
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				c.Required[u][v], c.Required[v][u] = true, true
			case 1:
				c.Forbidden[u][v], c.Forbidden[v][u] = true, true
			}
		}
	}
	return c
}
