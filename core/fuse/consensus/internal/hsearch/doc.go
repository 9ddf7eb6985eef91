// Package hsearch finds the best H of one edge by branch and bound.
//
// Deleting u → v with H ⊆ NA(v, u) is allowed if NA \ H is a clique. It has the score
// Σ w_i c_i, where c_i is DAG i's minimum u–v cut given S = pa(v)\{u} ∪ (NA \ H). A Search
// is the set of all S of one edge, parted into subproblems. It is kept from step to step of
// a run, since most of what is known of the cuts stands.
//
// The door is narrow. A Solver makes a Search (New) and finds what sharpens the bound of its best
// subproblem (Next): an answer of the DAGs, which the caller asks for and hands in (Record), or a
// split of the subproblem (Split). When nothing does, the best subproblem's leaf is the best
// deletion (Best, Leaf). After a step of the run, cuts that no longer stand are taken out (Forget),
// and the S that are gone (Adapt).
//
// # Subproblems
//
// A subproblem is a pair lo ⊆ hi of subsets of NA(v, u). The nodes of lo are in S. The nodes
// outside hi are not in S, so they are in H. The nodes of hi outside lo are undecided. The
// subproblem stands for all S between these two sets:
//
//	        P = pa(v) \ {u}                    NA(v, u) = {a, b, c, d}
//
//	   lo = {a}        hi = {a, b, c}          d is decided: not in S
//	    │               │                      b and c are undecided
//	P ∪ {a}   ⊆  S  ⊆  P ∪ {a, b, c}
//
//	bound of DAG i    min cut of u and v in moral(An_i({u, v} ∪ P ∪ lo)), with P ∪ hi removed
//	leaf of DAG i     min cut for S = P ∪ hi, which belongs to the subproblem's smallest H
//
// The bound uses the smallest ancestral set and removes the most nodes, so no S of the
// subproblem has a smaller cut in DAG i. If bound and leaf are equal in every DAG, the leaf is
// the subproblem's best deletion. Otherwise the subproblem splits on a node x into the S with x
// and the S without x (split.go). If hi is no clique, x is the node of hi with most
// non-neighbours in hi. If hi is a clique, x is an undecided node that causes the difference
// between leaf and bound in one DAG (decisive in split.go; core/fuse/flow/explain.go finds the cause). The
// choice uses weights and sizes, never the position of a DAG, so the order of the DAGs does not
// count. DAGs whose leaf was above the bound before the split are asked first (next.go).
//
// Among equal scores the smallest |H| wins, and then the lowest H (before in subproblem.go).
// k_max only prunes: without k_max the search is as exact.
//
// With a cap, answers, bounds and leaves are clipped alike (settle in subproblem.go), so the
// order between them stays. A bound that reaches the cap settles the DAG for the whole
// subproblem. Only scores are clipped: a DAG still removes its whole cut.
//
// If a step takes nodes from NA or makes parents of them, all that is known of the remaining S
// stands (adapt.go).
//
// # Frugal searches
//
// In large graphs a cut takes longer than what may save it. A frugal search (Problem.Frugal) takes these steps more;
// each changes what is asked, but no answer:
//
//   - It asks few DAGs at a time, those first that have raised its bounds most often (askFew). A raise mostly makes
//     another subproblem the best one, so the other DAGs need not be asked. Between DAGs that have raised as often, the
//     first goes first. So the order of the DAGs counts for the work, though not for the answer.
//   - Each bound keeps what it rests on, its Proof. A pruning that has removed no arc into a node of its Support leaves
//     the bound a bound. If it was exact it stays exact, since cuts only become smaller.
//   - hi loses a node that is in the ancestral set of lo, but not in the bound's Border. Then the bound stays exact.
//   - The cause of a larger leaf shows mostly that its node alone raises the cut. Then the part with this node begins
//     with the higher bound.
//
// A search with draws of ties must not be frugal: what is drawn depends on the subproblems.
//
//	search.go      the Search and the door; the score
//	subproblem.go  a subproblem with its bounds
//	plain.go       one with bounds by adjacency alone
//	next.go        what to do next
//	split.go       how subproblems are split, and on which node
//	proof.go       what bounds rest on, in a frugal search
//	root.go        what the edges with one head share at first
//	adapt.go       what a step leaves of a search
//	ties.go        all deletions of the same score
//	unlike.go      scores and bounds of DAGs over different nodes
package hsearch
