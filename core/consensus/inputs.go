package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// Inputs is all that a run asks of the input DAGs: numbers, and commands.
// Nothing on this side of it looks into a DAG, so that threads, processes or a
// federation of parties can stand behind it.
//
// A set "over DAGs" has one member for each input DAG, a set of nodes one for
// each node. Desks, numbered from 0, may ask at once; a call from Alone is the only one.
type Inputs interface {
	// Count is the number of DAGs.
	Count() int
	// Adjacent adds to in[k], a set over DAGs, those that join v and the k-th member of
	// among by an arc.
	Adjacent(v int, among bitset.Set, in []bitset.Set)
	// Answer answers a query.
	Answer(ctx context.Context, desk int, q *Query) error
	// Ancestral fills in with those of among, both sets over DAGs, in which a member of
	// probe is in the ancestral set of {u, v} ∪ given. Any number may ask it at once.
	Ancestral(u, v int, given, probe, among, in bitset.Set)
	// Rests is for DAGs whose minimum cut is greater given more than given less, a
	// subset of it, with more removed both times: found[k] says of dags[k] why.
	Rests(ctx context.Context, desk, u, v int, less, more bitset.Set, dags []int32, found []Rest) error
	// Prune makes each of the DAGs remove its own minimum cut nearest v between u
	// and v given s, and tells what they removed, DAG by DAG, and in the rows of marks what
	// that changed. It calls meanwhile once, beside that, which asks nothing but Ancestral,
	// and that of other DAGs.
	Prune(ctx context.Context, u, v int, s bitset.Set, dags []int32, marks Marks, meanwhile func()) ([]CutEdge, error)
}

// Alone is the desk of whoever asks while nobody else does.
const Alone = -1

// Query asks some DAGs one of two things.
//
// A search: which members of Family V depends on, in the ancestral set of {V} ∪ Given and
// given all the others. Row i of Reached is the answer of DAG i, row i of Region, unless it
// is empty, where it looked: V, and what V reaches without passing through Family.
//
// A cut: the size of the minimum cut between U and V in the moral graph of the
// ancestral set of {U, V} ∪ Given, without Removed. Sizes[i] is the answer of
// DAG i. With Family set, Given and Removed are Family without U and V, and row i of
// Region is what a search for V and Family (or for that and more, all of it beyond V's
// reach) put there. Sizes above Limit, unless that is 0, are answered as Limit. A size
// fits its 16 bits: there are at most MaxNodes nodes.
type Query struct {
	Search         bool
	U, V           int
	Given, Removed bitset.Set
	Family         bitset.Set
	Limit          int
	Dags           bitset.Set // over DAGs: those that are asked
	Sizes          []uint16
	Reached        bitset.Matrix
	Region         bitset.Matrix
}

// Rest is what a greater cut rests on: a member of more whose ancestors it needs, and
// how many edges of the moral graph its first path needs that given less are not there.
type Rest struct{ Node, Edges int }

// CutEdge is an edge of a DAG's moral graph that was in the cut that the DAG removed: its
// arc From → To, or one that is there by moralisation alone, From < To, which falls with
// the arcs. A long run keeps many of them: so they hold no pointers.
type CutEdge struct {
	Dag, From, To int32
	Arc           bool
}

// Marks are what prunings changed, row k in the k-th DAG that was pruned. Touched are the
// heads of the arcs that it removed and all that descended from one: cuts whose ancestral
// set has no such node still stand. So do searches whose region has no node of Disturbed:
// see flow.Graph.Disturbed.
type Marks struct{ Touched, Disturbed bitset.Matrix }

// NewMarks returns marks for so many DAGs of n nodes.
func NewMarks(dags, n int) Marks {
	return Marks{Touched: bitset.NewMatrix(dags, n), Disturbed: bitset.NewMatrix(dags, n)}
}
