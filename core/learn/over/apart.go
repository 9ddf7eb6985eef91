package over

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// sweepsApart are the sweeps of a filling by tables that stay the same.
const sweepsApart = 10

// Shared is what all sites know: for each column the counts of it and of its parents in a DAG, over the filled rows of all
// sites. nil: nothing is known, and a missing cell has any state as likely as any other.
type Shared []data.Joint

// Draws are the random numbers by which a site fills its rows.
type Draws struct {
	Key           [2]uint64
	Place, Number int // of the site among all, and of the filling, from 0
}

// FillApart fills the rows of one site, from nothing: a start, and sweeps by the tables that are shared. Of columns that the
// site sees it has tables of its own (doc.go, "A sweep"). If ctx ends, the rows are of no use.
func FillApart(ctx context.Context, s *table.Table, shared Shared, draws Draws) (*data.Dataset, error) {
	problem := &Problem{Sites: []*table.Table{s}}
	sites, err := inOrder(ctx, problem)
	if err != nil {
		return nil, err
	}
	sites[0].number = draws.Place
	arity := problem.arity()
	f := &filling{
		n: problem.n(), arity: arity, sites: sites, marginal: shared.marginals(arity), key: draws.Key,
		sweeps: draws.Number * (sweepsApart + 1),
	}
	f.start()
	if shared == nil {
		return f.table(0), ctx.Err()
	}
	nodes, err := nodesOf(shared.dag(), arity)
	if err != nil {
		return nil, err
	}
	common := make([]*numbers, f.n)
	for v := range nodes {
		common[v] = nodes[v].chances(nodes[v].counted(shared[v], arity), 1, func(int) []float64 { return f.marginal[v] })
	}
	for range sweepsApart {
		f.sweeps++
		f.draw(ctx, 0, newPlan(f, 0, nodes, common))
	}
	return f.table(0), ctx.Err()
}

// dag has the families of the counts.
func (s Shared) dag() *graph.DAG {
	g := graph.NewDAG(len(s))
	for v, family := range s {
		for _, p := range family.Variables {
			if int(p) != v {
				g.Add(int(p), v)
			}
		}
	}
	return g
}

// marginals are, by column, the shares of its states; all the same where nothing was counted.
func (s Shared) marginals(arity []int) [][]float64 {
	out := make([][]float64, len(arity))
	for v, states := range arity {
		out[v] = make([]float64, states)
		total := 0.0
		if s != nil {
			for state, count := range s[v].Marginal(arity, []int32{int32(v)}).Counts {
				out[v][state] = float64(count)
				total += float64(count)
			}
		}
		for state := range out[v] {
			if total == 0 {
				out[v][state] = 1 / float64(states)
			} else {
				out[v][state] /= total
			}
		}
	}
	return out
}

// counted are the counts of a table of the node and its parents.
func (d *node) counted(joint data.Joint, arity []int) *numbers {
	t := d.counter()
	row := make([]int32, len(arity)) // a row in the cell that is looked at
	for _, count := range joint.Counts {
		if count > 0 {
			d.add(t, row, float64(count))
		}
		for k := len(joint.Variables) - 1; k >= 0; k-- {
			v := joint.Variables[k]
			if row[v]++; int(row[v]) < arity[v] {
				break
			}
			row[v] = 0
		}
	}
	return t
}
