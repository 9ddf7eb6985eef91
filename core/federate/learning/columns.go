package learning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/federate/masked"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/over"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// Fill is a filling of all sites' rows: see over.FillApart.
type Fill struct {
	Number int `json:"number"`
	// Families has for each column the counts of the column and its parents over the rows as they were filled before. Without
	// it nothing is known.
	Families []Family `json:"families,omitempty"`
}

// Family are the counts of a column and its parents: a data.Joint.
type Family struct {
	Variables []int32 `json:"of"`
	Counts    []int32 `json:"counts"`
}

const maxFills = 1 << 12

// FewSitesError is the error that too few sites have the columns of one of them. What is drawn at some sites, and is
// not at others, can be taken apart by a coordinator that chooses by which counts it is drawn: it learns the sum over the
// sites of each set of columns, and no other one.
type FewSitesError struct{ Place, Sites, Least int }

func (e *FewSitesError) Error() string {
	return fmt.Sprintf("learning: %d sites have the columns of site %d, and there must be at least %d", e.Sites, e.Place, e.Least)
}

// checkAlike checks that at least the least number of sites have the columns of any of them.
func checkAlike(sees [][]int32, least int) error {
	for place, own := range sees {
		sites := 0
		for _, other := range sees {
			if slices.Equal(own, other) {
				sites++
			}
		}
		if sites < least {
			return &FewSitesError{place, sites, least}
		}
	}
	return nil
}

// checkColumns checks the part of a question about sites with different columns.
func (q *Question) checkColumns(arity []int) error {
	n := len(arity)
	if q.Seen < 0 || q.Seen > maxFills || q.Seen > 0 && !q.Facts {
		return fmt.Errorf("there cannot be %d numbers for each column", q.Seen)
	}
	for _, columns := range q.Sees {
		if err := checkSet(n, columns); err != nil {
			return err
		}
	}
	for k, pair := range q.Votes {
		if err := checkSet(n, pair); err != nil {
			return err
		}
		if len(pair) != 2 {
			return fmt.Errorf("%v is no pair", pair)
		}
		if k > 0 && slices.Compare(q.Votes[k-1], pair) >= 0 {
			return fmt.Errorf("the pairs %v and %v are not in ascending order", q.Votes[k-1], pair)
		}
	}
	if (q.Fill != nil || len(q.Votes) > 0) && q.Sees == nil {
		return errors.New("it lacks the columns that each site sees")
	}
	if q.Shared && q.Fill == nil {
		return errors.New("its tables are for the next filling, and are not of filled rows")
	}
	return q.Fill.check(arity)
}

func (f *Fill) check(arity []int) error {
	switch {
	case f == nil:
		return nil
	case f.Number < 0 || f.Number >= maxFills:
		return fmt.Errorf("there is no filling %d", f.Number)
	case f.Families == nil:
		return nil
	case len(f.Families) != len(arity):
		return fmt.Errorf("there are counts of %d columns, and %d columns", len(f.Families), len(arity))
	}
	for v, family := range f.Families {
		if err := checkSet(len(arity), family.Variables); err != nil {
			return err
		}
		if !slices.Contains(family.Variables, int32(v)) {
			return fmt.Errorf("the family %v is not that of column %d", family.Variables, v)
		}
		if cells := data.Cells(arity, family.Variables); cells > MaxCells || cells != len(family.Counts) {
			return fmt.Errorf("there are %d counts of the family %v", len(family.Counts), family.Variables)
		}
		if rows, err := sumOf(family.Counts); err != nil || rows > math.MaxInt32 {
			return fmt.Errorf("the counts of the family %v cannot be", family.Variables)
		}
	}
	return nil
}

func sumOf(counts []int32) (total int64, err error) {
	for _, n := range counts {
		if n < 0 {
			return 0, errors.New("a count is below 0")
		}
		total += int64(n)
	}
	return total, nil
}

// shared are the families as the filling takes them.
func (f *Fill) shared() over.Shared {
	var shared over.Shared
	for _, family := range f.Families {
		shared = append(shared, data.Joint(family))
	}
	return shared
}

// ready is the site with the rows that a question is about. The question must be true of this site. So a coordinator that
// is wrong about any site gets no sum.
func (s *Site) ready(ctx context.Context, q *Question) (*Site, error) {
	seen := s.Seen
	if seen == nil {
		seen = bitset.Full(len(s.Data.Columns))
	}
	if q.Sees != nil {
		if s.Place >= len(q.Sees) || !slices.Equal(q.Sees[s.Place], seen.Append(nil)) {
			return nil, errors.New("it has other columns for this site")
		}
		if err := checkAlike(q.Sees, s.Alike); err != nil {
			return nil, err
		}
	}
	if q.Fill == nil {
		if s.Seen != nil && len(q.Tables)+len(q.Own) > 0 {
			return nil, errors.New("it asks for counts of rows that are not filled")
		}
		return s, nil
	}
	for _, family := range q.Fill.Families { // a cell that it fills depends on all of its columns
		if wide := len(family.Variables); s.Widest > 0 && wide > s.Widest {
			return nil, &masked.WideError{Columns: wide, Most: s.Widest}
		}
	}
	rows, err := over.FillApart(ctx, &table.Table{States: s.Data, Seen: seen}, q.Fill.shared(), over.Draws{Key: s.Key, Place: s.Place, Number: q.Fill.Number})
	filled := *s
	filled.Data = rows
	return &filled, err
}

// sees are, by column, the places of the sites that see it.
type sees []bitset.Set

func newSees(n int, columns [][]int32) sees {
	s := make(sees, n)
	for v := range s {
		s[v] = bitset.New(len(columns))
	}
	for place, own := range columns {
		for _, v := range own {
			s[v].Add(place)
		}
	}
	return s
}

// both is the number of sites that see two columns.
func (s sees) both(x, y int) int {
	all := s[x].Clone()
	all.And(s[y])
	return all.Count()
}

// together is, by two columns x and y at x n + y, the number of sites that see both.
func (s sees) together() []int {
	n := len(s)
	both := make([]int, n*n)
	for at := range both {
		both[at] = s.both(at/n, at%n)
	}
	return both
}

// placesOf is how many sites' places one number of addSeen has: their sum over all sites is below 2^62.
const placesOf = 62

// wordsOf is how many numbers tell which of so many sites see a column.
func wordsOf(sites int) int { return (sites + placesOf - 1) / placesOf }

// addSeen adds the given number of numbers for each column. The columns that a site has are nodes of its structure.
func (s *Site) addSeen(answer *masked.Answer, words int) error {
	return answer.AddStructure(masked.Structure{Nodes: s.Seen}, masked.Asked{
		Bound: masked.Bound{Greatest: 1, Units: 1<<placesOf - 1}, Weight: 1 << (s.Place % placesOf),
		Of: func(unit masked.Structure) (told []int64, _ error) {
			for v := range len(s.Data.Columns) {
				for word := range words {
					told = append(told, indicator(s.Place/placesOf == word && (unit.Nodes == nil || unit.Nodes.Has(v))))
				}
			}
			return told, nil
		},
	})
}
