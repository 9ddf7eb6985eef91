package over_test

import (
	"math/rand/v2"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/over"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// drawn is a problem of n variables. Each copies up to two earlier ones most of the time. Each site sees a
// variable with these chances, and each variable is seen by a site. The sites' DAGs have the arcs that they can see,
// most of the time.
func drawn(rng *rand.Rand, n, sites, rows int, chance float64, kind string) *over.Problem {
	arity := make([]int32, n)
	truth := graph.NewDAG(n)
	for v := range n {
		arity[v] = 2 + rng.Int32N(2)
		for range min(v, 2) {
			truth.Add(rng.IntN(v), v)
		}
	}
	p := &over.Problem{MaxParents: -1, Chains: 1, Rounds: 1, Seed: rng.Uint64()}
	p.Kind, _ = score.Find(kind)
	p.Parameters = score.Parameters{ESS: 1, Penalty: 1, Memo: &score.Memo{}}
	for k := range sites {
		seen := bitset.New(n)
		for v := range n {
			if rng.Float64() < chance || v%sites == k {
				seen.Add(v)
			}
		}
		g := graph.NewDAG(n)
		for u, v := range truth.All() {
			if seen.Has(u) && seen.Has(v) && rng.IntN(5) > 0 {
				g.Add(u, v)
			}
		}
		p.DAGs = append(p.DAGs, g)
		p.Sites = append(p.Sites, &table.Table{States: rowsOf(rng, truth, arity, seen, rows), Seen: seen})
	}
	return p
}

// withGaps takes each cell away with this chance.
func withGaps(rng *rand.Rand, p *over.Problem, chance float64) {
	for _, s := range p.Sites {
		s.Last = true
	}
	for k, s := range p.Sites {
		n := len(s.States.Columns)
		columns, arity := make([][]uint32, n), make([]int32, n)
		for v := range columns {
			c := &s.States.Columns[v]
			arity[v] = int32(c.Arity) + 1
			for row := range s.States.Rows {
				state := uint32(c.State(row))
				if s.Seen.Has(v) && rng.Float64() < chance {
					state = uint32(c.Arity)
				}
				columns[v] = append(columns[v], state)
			}
		}
		p.Sites[k].States = data.New(s.States.Rows, columns, arity)
	}
}

// rowsOf draws rows, with 0 in the columns that are not seen.
func rowsOf(rng *rand.Rand, truth *graph.DAG, arity []int32, seen bitset.Set, rows int) *data.Dataset {
	columns := make([][]uint32, len(arity))
	for v := range columns {
		columns[v] = make([]uint32, rows)
	}
	for row := range rows {
		for v := range columns {
			state := uint32(0)
			for u := range truth.Pa(v).All() {
				state += columns[u][row]
			}
			if rng.IntN(4) == 0 {
				state = rng.Uint32N(uint32(arity[v]))
			}
			columns[v][row] = state % uint32(arity[v])
		}
	}
	for v := range columns {
		if !seen.Has(v) {
			clear(columns[v])
		}
	}
	return data.New(rows, columns, arity)
}
