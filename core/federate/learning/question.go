package learning

import (
	"fmt"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// Question is what the coordinator asks all sites. The sites answer it in the order of the fields.
type Question struct {
	// Facts asks for the number of rows. Pairs asks which pairs the site's DAG joins: the pairs of x < y, in lexicographic order.
	Facts bool  `json:"facts,omitempty"`
	Pairs Pairs `json:"pairs,omitempty"`
	// Told are the votes by which the site judges itself, before it answers anything except Pairs.
	Told *Told `json:"told,omitempty"`
	// Products asks for sums of products: see data.Whole. It asks for no counts and no scores.
	Products bool `json:"products,omitempty"`
	// Seen, together with Facts, asks which columns the site sees: this number of integers for each column, where the bit at
	// the site's place is 1 if it sees the column.
	Seen int `json:"seen,omitempty"`
	// Sees has the columns that each site sees, by place. A site answers only if its own entry is right.
	Sees [][]int32 `json:"sees,omitempty"`
	// Votes asks for three numbers for each pair x < y. The site's class decides which is 1: for x → y, for y → x, for x − y.
	Votes [][]int32 `json:"votes,omitempty"`
	// Fill is how the rows are filled that all that follows is about.
	Fill *Fill `json:"fill,omitempty"`
	// Shared says that all sites are shown the sums of the tables, by which the next filling draws. So these are the tables of
	// the families of one DAG, and no others.
	Shared bool `json:"shared,omitempty"`

	// Unit is the number of binary places of all scores; 0 where none is asked for.
	Unit int `json:"unit,omitempty"`
	// Tables asks for the counts of the joint states of sets of nodes: see data.Joint.
	Tables [][]int32 `json:"tables,omitempty"`
	// Own asks for F of sets of nodes by the own score, less F of the empty set and less what the
	// penalties take: see score.Shape.Charge. By a score that is not equal within a class it asks for F of
	// families: the first number is −1 − y, and the parents of y follow.
	Own [][]int32 `json:"own,omitempty"`
}

// Pairs is how a site sends which pairs its DAG joins.
type Pairs string

// The kinds of Pairs.
const (
	NoPairs   Pairs = ""
	Counted   Pairs = "counts" // 1 for each pair that is joined, else 0
	Disguised Pairs = "or"     // a random number above 0 for each pair that is joined, else 0
)

// Length is the number of integers in an answer. An error names what is invalid in the question.
func (q *Question) Length(arity []int) (int, error) {
	n, length := len(arity), q.factsLength(len(arity))
	if q.Told != nil {
		if err := q.Told.check(n); err != nil {
			return 0, err
		}
	}
	if products, err := q.productsLength(arity); q.Products || err != nil {
		return length + products, err
	}
	if !q.Facts && q.Pairs == NoPairs && len(q.Votes) == 0 && q.Unit < 1 {
		return 0, fmt.Errorf("scores would have %d binary places; there must be at least 1", q.Unit)
	}
	if err := q.checkColumns(arity); err != nil {
		return 0, err
	}
	length += 3 * len(q.Votes)
	switch q.Pairs {
	case NoPairs, Counted, Disguised:
	default:
		return 0, fmt.Errorf("pairs are not sent as %q", q.Pairs)
	}
	tables := 0
	for _, set := range q.Tables {
		if err := checkSet(n, set); err != nil {
			return 0, err
		}
		cells := data.Cells(arity, set)
		if cells > MaxCells-tables {
			return 0, &LargeTableError{set}
		}
		tables += cells
	}
	for _, set := range q.Own {
		if score.IsFamily(set) {
			set = score.Variables(set)
		}
		if err := checkSet(n, set); err != nil {
			return 0, err
		}
	}
	return length + tables + len(q.Own), nil
}

func (q *Question) factsLength(n int) int {
	length := 0
	if q.Facts {
		length = 1 + q.Seen*n
	}
	if q.Pairs != NoPairs {
		length += n * (n - 1) / 2
	}
	return length
}

// checkSet checks that a set is an ascending list of some of n nodes.
func checkSet(n int, set []int32) error {
	for k, v := range set {
		if v < 0 || int(v) >= n || k > 0 && set[k-1] >= v {
			return fmt.Errorf("%v is not an ascending list of nodes from 0 to %d", set, n-1)
		}
	}
	return nil
}
