package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Inputs is all that a run asks of the input DAGs: numbers and commands. A run never looks
// into a DAG. Hence threads, processes or the parties of a federation can answer.
//
// Every method but Count may take long and may fail. A method whose ctx has ended returns
// ctx's error. An error ends the run. Other workers that are at work then may ask a few more
// questions before it ends. What the DAGs are by then does not matter: they are not asked again.
//
// A set of DAGs has one bit for each DAG. A set of nodes has one bit for each node. The
// caller owns all arguments: an implementation keeps none of them after it has returned.
//
// Workers are numbered from 0 to one less than the workers of Options.Team. Each worker asks
// one question at a time. Different workers may ask concurrently. The worker Alone asks only
// while no other worker does. Adjacent and Prune are called only then too.
type Inputs interface {
	// Count is the number of DAGs. It costs no question to a DAG.
	Count() int

	// Adjacent finds the DAGs in which an arc, of either direction, joins v and another node.
	// The DAGs for the k-th member of among are added to in[k], a set of DAGs.
	Adjacent(ctx context.Context, v int, among bitset.Set, in []bitset.Set) error

	// Ancestral fills in, a set of DAGs, with those members of dags in which the ancestral
	// set of {u, v} ∪ given has a member of probe. Any number of goroutines may call
	// Ancestral at once.
	Ancestral(ctx context.Context, u, v int, given, probe, dags, in bitset.Set) error

	// Reach answers q, for each of q.Dags by itself.
	Reach(ctx context.Context, worker int, q *ReachQuery) error

	// MinCuts answers q, for each of q.Dags by itself.
	MinCuts(ctx context.Context, worker int, q *CutQuery) error

	// Explain finds, for each of dags, why its minimum cut between u and v is larger when conditioning on more than on its
	// subset less. The nodes of more are removed from the graph in both cases. The answer for dags[k] goes into causes[k]. It
	// has what raises the cut only if prove is true.
	Explain(
		ctx context.Context, worker, u, v int, less, more bitset.Set, prove bool, dags []int32, causes []Cause,
	) error

	// Prune makes each of dags, which are in increasing order, remove its own minimum cut
	// between u and v given s: of the minimum cuts, the one nearest v. It returns the edges
	// of these cuts by DAG, From and To. The rows of marks are filled in the order of dags.
	//
	// Prune calls meanwhile exactly once, possibly concurrently with its own work. A Prune
	// that fails may leave the call out. While it runs, meanwhile may call only Ancestral,
	// and only for DAGs that are not being pruned. When Prune returns, meanwhile has ended.
	Prune(
		ctx context.Context, u, v int, s bitset.Set, dags []int32, marks Marks, meanwhile func(),
	) ([]CutEdge, error)
}

// Alone is the worker that asks while no other one does. An implementation may share out
// the question of this worker over all that it has.
const Alone = -1

// ReachQuery asks each DAG what V reaches: V itself, and those u for which the moral
// graph of the ancestral set of {V} ∪ Given has a path from V to u with no inner node in
// Family. Where Given is Family without V, the members of Family that V reaches are those on
// which V depends in this DAG given all other members. V and the reached nodes outside of Family
// are the region of the search.
type ReachQuery struct {
	V       int
	Given   bitset.Set    // nodes; a subset of Family ∪ {V}
	Family  bitset.Set    // nodes
	Dags    bitset.Set    // the DAGs that are asked
	Reached bitset.Matrix // row i, of nodes: the answer of DAG i
}

// CutQuery asks each DAG for the size of the minimum cut between U and V. The cut is one of
// the moral graph of the ancestral set of {U, V} ∪ Given, from which Removed is taken out.
//
// If Family is set, Given and Removed are both Family without U and V. Then row i of Reached
// is what DAG i answered to a ReachQuery for V and Family, and the region of that search still
// stands. It saves DAG i the ancestral set.
type CutQuery struct {
	U, V           int
	Given, Removed bitset.Set    // nodes
	Family         bitset.Set    // nodes, or nil
	Reached        bitset.Matrix // row i, of nodes: see Family
	Limit          int           // a larger size is answered as Limit; 0 means no limit
	Dags           bitset.Set    // the DAGs that are asked
	Sizes          []uint16      // Sizes[i] is the answer of DAG i; it fits 16 bits, see MaxNodes
	Proofs         []Proof       // Proofs[i], unless nil, is what the answer of DAG i rests on; only without Family
}

// MaxNodes is the largest number of nodes that a run can have. Cuts are kept in 16 bits each.
// A minimum cut of u and v has no more edges than v has in the moral graph, and these lead to
// the other nodes. So no cut is larger than MaxNodes − 1.
const MaxNodes = hsearch.NoCap + 1

// Proof is what the size of a cut depends on.
type Proof = hsearch.Proof

// Cause explains why a minimum cut is larger given more than given less. Its Node is a member
// of more, its Edges is the number of edges of the moral graph that are missing given less.
type Cause = hsearch.Cause

// CutEdge is an edge of the cut that a DAG has removed: an arc From → To, or an edge that is
// in the moral graph by moralisation alone, with From < To. The latter vanishes with the
// arcs that made it. A long run keeps many CutEdges, so they hold no pointers.
type CutEdge struct {
	Dag, From, To int32
	Arc           bool
}

// Marks are what pruning has changed. Row k is about the k-th DAG that was pruned.
type Marks struct {
	// Touched has the heads of the removed arcs, and the nodes that were descendants of one
	// before. A cut stands if no node of its ancestral set is touched.
	Touched bitset.Matrix
	// Disturbed has the heads of the removed arcs, and their parents before. A reach query
	// stands if its region has no disturbed node: the proof is at flow.Graph.Disturbed.
	Disturbed bitset.Matrix
}

func NewMarks(dags, n int) Marks {
	return Marks{Touched: bitset.NewMatrix(dags, n), Disturbed: bitset.NewMatrix(dags, n)}
}
