package hsearch

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// Inputs is what a Solver asks of the DAGs by itself. The methods are those of
// consensus.Inputs.
type Inputs interface {
	Ancestral(ctx context.Context, u, v int, given, probe, dags, in bitset.Set) error
	Explain(
		ctx context.Context, worker, u, v int, less, more bitset.Set, prove bool, dags []int32, causes []Cause,
	) error
}

// Cause explains why a minimum cut is larger given more than given less: a path that the
// larger cut must break needs edges of the moral graph which are not there given less. Of
// all such paths the cause is about one that needs the fewest such edges.
type Cause struct {
	Node  int // a member of more, not of less, whose ancestors bring the first such edge
	Edges int // the number of such edges, 1 or more

	Raises  bool          // given less and Node alone, with more removed, the cut is larger by one
	Support bitset.Folded // what this rests on: see Proof
}

// Problem is what all searches of a run have in common.
type Problem struct {
	Class   *equiv.Class // as it is by now
	Inputs  Inputs
	Weights Weights
	Unlike  *Unlike // nil: each DAG has all nodes
	Cap     uint16  // cuts and bounds are clipped to it; NoCap: they are not

	// Frugal: as few cuts are asked for as possible. It pays where a cut takes longer than what saves it.
	Frugal bool

	// Few, if not 0, is how many DAGs are asked at a time, the first ones first. It pays where there are very many.
	Few int
}

// AskFew leaves, of the DAGs that are to be asked, as many as are asked at a time.
func (p *Problem) AskFew(dags bitset.Set) {
	if p.Few > 0 {
		dags.KeepLowest(p.Few)
	}
}

// NoCap is a cap that no cut exceeds: see consensus.MaxNodes. So a bound that is the cap is
// the cut, without a cap too.
const NoCap = math.MaxUint16

// Edge is what a search is about: u → v, or u − v.
type Edge struct {
	U, V int
	NA   bitset.Set // NA(v, u), not empty; the caller's memory, with what it is by now
	KMax int        // the largest |H| allowed; negative means any
}

// allows reports whether an H may have this number of nodes.
func (e *Edge) allows(hSize int) bool { return e.KMax < 0 || hSize <= e.KMax }

// Search is the search for the best H of one edge. Its subproblems part the admissible S
// among them.
type Search struct {
	Edge
	subs []*subproblem
	best int // the subproblem with the lowest key; -1: all are barred, or there is none
	// cropped: some S are in no subproblem, since their H are larger than KMax.
	cropped bool
	raises  []int32 // of each DAG: how often an answer has raised a bound; see askFew
}

// New returns the search of an edge, as one subproblem. joined has the DAGs in which u and v
// are adjacent. cuts[i] is DAG i's cut for the largest S, without any H, if known has i. If known
// is empty, cuts may be nil.
func (sv *Solver) New(edge Edge, joined, known bitset.Set, cuts []uint16) *Search {
	if sv.Few > 0 && sv.Cap == NoCap && !known.Any() {
		return sv.searchOf(edge, sv.plain(edge, joined))
	}
	sub := sv.newSubproblem()
	sub.hi.Copy(edge.NA)
	sub.clique = sv.Class.IsClique(edge.NA)
	sub.known.Copy(known)
	copy(sub.leaf, cuts)
	for w, word := range joined { // two adjacent nodes have a cut of 1 at least
		for ; word != 0; word &= word - 1 {
			sub.setBound(bitset.Lowest(w, word), 1, sv.Weights)
			sub.restsOnArc(bitset.Lowest(w, word), &edge)
		}
	}
	sv.settleAll(sub)
	search := sv.searchOf(edge, sub)
	sv.tally(search, sub)
	return search
}

func (sv *Solver) searchOf(edge Edge, sub *subproblem) *Search {
	search := &Search{Edge: edge, subs: []*subproblem{sub}}
	if sv.Frugal {
		search.raises = make([]int32, len(sv.Weights))
	}
	return search
}

// Best is a lower bound on the score of all deletions of the edge that are not barred. It is the
// score of the best one when Next returns Exact. There may be none.
func (s *Search) Best() (bound int64, found bool) {
	if s.best < 0 {
		return 0, false
	}
	return s.subs[s.best].sum, true
}

// Range is the best subproblem: the S ∩ NA that it stands for are the cliques between lo
// and hi.
func (s *Search) Range() (lo, hi bitset.Set) {
	sub := s.subs[s.best]
	return sub.lo, sub.hi
}

// Leaf is the best subproblem's leaf, the S with the smallest H: S ∩ NA, and each DAG's cut.
// When Next returns Exact, it is the best deletion.
func (s *Search) Leaf() (inS bitset.Set, cuts []uint16) {
	sub := s.subs[s.best]
	return sub.hi, sub.leaf
}

// Bar leaves the best subproblem out until Unbar.
func (s *Search) Bar() {
	s.subs[s.best].barred = true
	s.FindBest()
}

// Unbar lets all subproblems in again.
func (s *Search) Unbar() {
	for _, sub := range s.subs {
		sub.barred = false
	}
	s.FindBest()
}

func (s *Search) FindBest() {
	s.best = -1
	for k, sub := range s.subs {
		if !sub.barred && (s.best < 0 || sub.before(s.subs[s.best])) {
			s.best = k
		}
	}
}

// Forget drops what the pruning of dag has made wrong. touched has the heads of the removed
// arcs and all that descended from them. base is true if a touched node is in {u, v} ∪ P, and so in the ancestral
// set of every S. least is the bound by adjacency of any cut: cuts only become smaller, so one that is no more than
// that still stands. heads has the heads of the removed arcs: a bound stands if they are not in its support. Forget
// reports whether more than least is known by now.
//
// The caller calls FindBest after the last Forget of a step.
func (sv *Solver) Forget(
	s *Search, dag int, least uint16, base bool, touched bitset.Set, heads *bitset.Folded,
) (left bool) {
	for _, sub := range s.subs {
		if sub.joined != nil {
			sub.forgetJoined(dag, least, sv.Weights)
			continue
		}
		if sub.leaf[dag] <= least && sub.bound[dag] <= least {
			continue
		}
		if sub.leaf[dag] > least && (base || sub.hi.Intersects(touched)) {
			sub.known.Remove(dag)
			sub.leaf[dag] = 0
		}
		if sub.bound[dag] > least && sub.restsOn(dag, heads) && (base || sub.lo.Intersects(touched)) {
			sub.exact.Remove(dag)
			sub.setBound(dag, least, sv.Weights)
			sub.restsOnArc(dag, &s.Edge)
		}
		sub.settle(dag, sv.Cap)
		sv.tally(s, sub)
		left = left || sub.bound[dag] > least
	}
	return left
}

type Weights []int64

// Score is Σ w_i c_i, for one cut of each DAG.
func (w Weights) Score(cuts []uint16) int64 {
	sum := int64(0)
	for i, cut := range cuts {
		sum += w[i] * int64(cut)
	}
	return sum
}

// Change is what a score changes by when DAG i's cut, or the bound in its place, changes.
func (w Weights) Change(i int, from, to uint16) int64 { return w[i] * (int64(to) - int64(from)) }
