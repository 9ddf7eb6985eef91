package learning_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/federate/learning"
	"github.com/mcbnc/mcbnc/core/federate/masked"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
	"github.com/mcbnc/mcbnc/core/learn/over"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// drawUnion is a federation of sites that see some of the columns each.
func drawUnion(t *rapid.T) *federation {
	f := draw(t)
	f.public.NoTables, f.public.NoOwn, f.public.Disguise = false, true, false
	f.public.Union = &learning.Union{Searches: rapid.IntRange(1, 3).Draw(t, "searches"), Alike: rapid.IntRange(1, 2).Draw(t, "alike")}
	rng := oracle.Rand(rapid.Uint64().Draw(t, "columns"))
	n := len(f.public.Arity)
	for k, site := range f.sites {
		site.Seen, site.Place, site.Key, site.Alike = bitset.New(n), k, [2]uint64{rng.Uint64(), uint64(k)}, f.public.Union.Alike
		like := f.sites[rng.IntN(k+1)] // some sites have the columns of another one
		for v := range n {
			if like != site && like.Seen.Has(v) || like == site && (rng.IntN(3) > 0 || v%len(f.sites) == k) {
				site.Seen.Add(v)
				continue
			}
			for u := range n {
				site.DAG.Remove(u, v)
				site.DAG.Remove(v, u)
			}
		}
		site.Data = without(site.Data, site.Seen)
	}
	return f
}

// without is a table with 0 in the columns that are not seen.
func without(table *data.Dataset, seen bitset.Set) *data.Dataset {
	columns, states := make([][]uint32, len(table.Columns)), make([]int32, len(table.Columns))
	for v := range columns {
		columns[v], states[v] = make([]uint32, table.Rows), int32(table.Columns[v].Arity)
		for row := range columns[v] {
			if seen.Has(v) {
				columns[v][row] = uint32(table.Columns[v].State(row))
			}
		}
	}
	return data.New(table.Rows, columns, states)
}

// seers are the sites that see all of some columns.
func (f *federation) seers(columns ...int) (sites []*learning.Site) {
	for _, site := range f.sites {
		if !slices.ContainsFunc(columns, func(v int) bool { return !site.Seen.Has(v) }) {
			sites = append(sites, site)
		}
	}
	return sites
}

// unionTogether is the rule with all rows in one place: its votes, and what each search found.
func (f *federation) unionTogether(t require.TestingT) (*jointly.Result, error) {
	n, public := len(f.public.Arity), f.public
	for k, site := range f.sites {
		alike := 0
		for _, other := range f.sites {
			if site.Seen.Equal(other.Seen) {
				alike++
			}
		}
		if alike < public.Union.Alike {
			return nil, &learning.FewSitesError{Place: k, Sites: alike, Least: public.Union.Alike}
		}
	}
	votes := jointly.NewUnequalVotes(n, len(f.sites))
	seen := make([]int, n*n)
	p := graph.NewPDAG(n)
	type arrow struct{ u, v, votes int }
	var arrows []arrow
	joined := map[[2]int]bool{}
	for u := range n {
		if len(f.seers(u)) == 0 {
			return nil, &learning.UnseenError{Variable: u}
		}
		for v := range n {
			sites := f.seers(u, v)
			if seen[u*n+v] = len(sites); u == v || len(sites) == 0 {
				continue
			}
			both, forward, back := 0, 0, 0
			for _, site := range sites {
				class := equiv.FromDAG(site.DAG, equiv.Completed)
				if class.Adj(u).Has(v) {
					both++
				}
				if class.Pa(v).Has(u) {
					forward++
				}
				if class.Pa(u).Has(v) {
					back++
				}
			}
			if u < v {
				votes.Have(u, v, len(sites))
				votes.Join(u, v, both)
			}
			if joined[[2]int{u, v}] = 2*both > len(sites); joined[[2]int{u, v}] && forward > back {
				arrows = append(arrows, arrow{u, v, forward})
			}
		}
	}
	slices.SortFunc(arrows, func(a, b arrow) int {
		return cmp.Or(cmp.Compare(b.votes, a.votes), cmp.Compare(a.u, b.u), cmp.Compare(a.v, b.v))
	})
	directed := graph.NewDAG(n)
	for _, a := range arrows {
		if directed.Add(a.u, a.v); directed.TopologicalOrder() == nil {
			directed.Remove(a.u, a.v)
		}
	}
	for u := range n {
		for v := range n {
			if !joined[[2]int{u, v}] {
				continue
			}
			if directed.Has(u, v) {
				p.AddDirected(u, v)
			} else if u < v && !directed.Has(v, u) {
				p.AddUndirected(u, v)
			}
		}
	}
	constraints := over.Together(public.Constraints, n, seen)
	most := public.MaxParents
	if most < 0 {
		most = over.MostParents
	}
	dag := equiv.Orient(p, nil) // at most six nodes of four states: no family has too many cells
	for v := range n {
		parents := dag.Pa(v).Append(nil)
		slices.SortStableFunc(parents, func(a, b int32) int {
			return cmp.Compare(votes.Share(int(b), v), votes.Share(int(a), v))
		})
		for _, u := range parents[min(most, len(parents)):] {
			dag.Remove(int(u), v)
		}
	}
	var shared over.Shared
	var result *jointly.Result
	last := 3 + public.Union.Searches
	first := 0
	if slices.Min(seen) == len(f.sites) { // nothing is filled
		first = last
	}
	for number := first; number <= last; number++ {
		var tables []*data.Dataset
		for _, site := range f.sites {
			filled, err := over.FillApart(context.Background(), &table.Table{States: site.Data, Seen: site.Seen}, shared,
				over.Draws{Key: site.Key, Place: site.Place, Number: number})
			require.NoError(t, err)
			tables = append(tables, filled)
		}
		all := data.Join(tables)
		if number >= 4 {
			parameters := public.Parameters
			parameters.MaxUnit = public.Score.Discrete(all, parameters).Unit() - score.Room(len(tables))
			var err error
			result, err = jointly.Run(context.Background(), &jointly.Problem{
				Pooled: public.Score.Discrete(all, parameters), Votes: votes, Penalised: public.Penalised, AllPairs: public.AllPairs,
				Share: public.Share, Weights: public.Weights, MaxParents: most, Constraints: constraints,
			}, 1)
			require.NoError(t, err)
			dag = result.Found[result.Best].DAG
		}
		shared = nil
		for v := range n {
			family := append(dag.Pa(v).Append(nil), int32(v))
			slices.Sort(family)
			shared = append(shared, all.Joint(family))
		}
	}
	return result, nil
}

// With different columns, sums give what all rows in one place give, filled by the same draws.
func TestSumsOfDifferentColumns(t *testing.T) {
	few, rounds := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		f := drawUnion(t)
		want, wantErr := f.unionTogether(t)
		got, history, err := f.learn()
		if wantErr != nil {
			few++
			require.Equal(t, wantErr, err)
			return
		}
		require.NoError(t, err)
		requireSame(t, want, got.Result)
		n := len(f.public.Arity)
		found := got.Found[got.Best]
		for u := range n {
			for v := range n {
				require.Equal(t, len(f.seers(u, v)), got.Seen[u][v])
				if u != v && got.Seen[u][v] == 0 && !(f.public.Constraints != nil && f.public.Constraints.Required.Row(u).Has(v)) {
					require.False(t, found.DAG.Adjacent(u, v))
				}
			}
		}
		rounds += len(history)
		for _, round := range history[1:] { // rows are counted when they are filled, so at all sites
			require.Equal(t, len(round.Question.Votes) == 0, round.Question.Fill != nil)
		}
	})
	t.Logf("%d rounds; too few sites, or none: %d", rounds, few)
	require.True(t, testing.Short() || few > 0 && rounds > 0)
}

// A site does not answer what is not true of it, nor where too few sites have the same columns, nor about rows with empty cells.
func TestColumnsThatAreNotTold(t *testing.T) {
	table := data.New(2, [][]uint8{{0, 1}, {1, 1}, {0, 0}}, []int32{2, 2, 2})
	seen := bitset.New(3)
	seen.Add(0)
	seen.Add(1)
	kind, _ := score.Find("bdeu")
	site := &learning.Site{Data: table, Seen: seen, Place: 1, Score: kind, Structure: learning.Structure{DAG: graph.NewDAG(3)}, Alike: 2}
	site.DAG.Add(0, 1)
	own, all := []int32{0, 1}, []int32{0, 1, 2}
	ours := [][]int32{own, own}
	ask := func(q learning.Question) ([]uint64, error) { return site.Unmasked(context.Background(), &q) }
	for message, q := range map[string]learning.Question{
		"other columns for this":     {Sees: [][]int32{own, all}, Votes: [][]int32{{0, 1}}},
		"the columns that each site": {Votes: [][]int32{{0, 1}}},
		"ascending order":            {Sees: ours, Votes: [][]int32{{0, 1}, {0, 1}}},
		"not filled":                 {Unit: 9, Tables: [][]int32{{2}}},
		"no filling 9999":            {Unit: 9, Sees: ours, Fill: &learning.Fill{Number: 9999}},
		"counts of 1 columns":        {Unit: 9, Sees: ours, Fill: &learning.Fill{Families: []learning.Family{{}}}},
		"is not that of column 0":    {Unit: 9, Sees: ours, Fill: &learning.Fill{Families: make([]learning.Family, 3)}},
		"numbers for each column":    {Seen: 1, Unit: 9},
	} {
		_, err := ask(q)
		require.ErrorContains(t, err, message)
	}
	var few *learning.FewSitesError
	for _, sees := range [][][]int32{{all, own}, {all, own, own}} {
		_, err := ask(learning.Question{Unit: 9, Sees: sees, Fill: &learning.Fill{}})
		require.True(t, errors.As(err, &few), "%v", err)
		require.Equal(t, &learning.FewSitesError{Place: 0, Sites: 1, Least: 2}, few)
	}
	site.Widest = 2
	families := []learning.Family{{Variables: []int32{0}}, {Variables: []int32{1}}, {Variables: all, Counts: make([]int32, 8)}}
	families[0].Counts, families[1].Counts = make([]int32, 2), make([]int32, 2)
	_, err := ask(learning.Question{Unit: 9, Sees: ours, Fill: &learning.Fill{Families: families}, Tables: [][]int32{{2}}})
	require.ErrorAs(t, err, new(*masked.WideError)) // a cell that it fills depends on three columns
	for _, test := range []struct {
		question learning.Question
		told     []uint64
	}{
		{learning.Question{Facts: true, Seen: 1}, []uint64{2, 2, 2, 0}},
		{learning.Question{Sees: ours, Votes: [][]int32{{0, 1}}}, []uint64{0, 0, 1}},
		{learning.Question{Unit: 9, Sees: ours, Fill: &learning.Fill{}, Tables: [][]int32{{0, 1}}}, []uint64{0, 1, 0, 1}},
	} {
		told, err := ask(test.question)
		require.NoError(t, err)
		require.Equal(t, test.told, told) // what the site sees stays
	}
}
