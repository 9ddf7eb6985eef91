package over

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// site is a site in its place.
type site struct {
	Seen    bitset.Set   // the columns that it sees
	given   int          // its number in the caller's order
	number  int          // its place among all sites
	columns []int32      // that it sees, ascending
	missing []int32      // the columns with cells to draw, ascending: the others, and those with gaps
	gaps    []bitset.Set // by column: the rows that have no value in it; nil: none, or all if the site does not see it
	drawn   [][]int32    // by row: the places in missing of the cells to draw; nil: all of them in each row
	rows    int
	cells   []int32       // (rows, columns): its rows in ascending order, 0 where it sees nothing; a gap comes after all states
	whole   *data.Dataset // its rows, with 0 in each gap, and without the state that stands for one
}

// inOrder puts the sites, and each one's rows, into an order that does not depend on the caller's: sites by the columns
// that they see, then by the number of their rows, then by their rows. Sites that are equal in all of this can be
// exchanged, and so can equal rows.
func inOrder(ctx context.Context, p *Problem) ([]*site, error) {
	sites := make([]*site, len(p.Sites))
	for k, s := range p.Sites {
		sorted, err := s.Sorted(ctx)
		if err != nil {
			return nil, err
		}
		table, n := sorted.States, p.n()
		one := &site{Seen: bitset.New(n), given: k, rows: table.Rows, cells: make([]int32, table.Rows*n), whole: table}
		for v := range n {
			if !s.Has(v) {
				continue
			}
			one.Seen.Add(v)
			one.columns = append(one.columns, int32(v))
			if table.Rows > 0 {
				table.Columns[v].States(table.Rows, one.cells[v:], n)
			}
		}
		if s.Last {
			one.findGaps(p.arity())
		}
		for v := range n {
			if !s.Has(v) || one.gapsIn(v) != nil {
				one.missing = append(one.missing, int32(v))
			}
		}
		if one.gaps != nil {
			one.listDrawn()
		}
		sites[k] = one
	}
	slices.SortStableFunc(sites, func(a, b *site) int {
		return cmp.Or(slices.Compare(a.columns, b.columns), cmp.Compare(a.rows, b.rows), slices.Compare(a.cells, b.cells))
	})
	for k, s := range sites {
		s.number = k
	}
	return sites, nil
}
