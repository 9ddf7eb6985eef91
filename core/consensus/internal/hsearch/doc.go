// Package hsearch finds the best H of one edge by branch and bound.
//
// Deleting u → v with H ⊆ NA(v, u) is allowed if NA \ H is a clique. It has the score
// Σ w_i c_i, where c_i is DAG i's minimum u–v cut given S = pa(v)\{u} ∪ (NA \ H). A Search
// is the set of all S of one edge, parted into subproblems. It is kept from step to step of
// a run, since most of what is known of the cuts stands.
//
// The door is narrow. A Solver makes a Search (New) and tells what makes its best
// subproblem's bound sharper (Next): an answer of the DAGs, which the caller asks for and
// hands in (Record), or a split of the subproblem (Split). When nothing does, the best
// subproblem's leaf is the best deletion (Best, Leaf). After a step of the run, cuts that no
// longer stand are taken out (Forget), and the S that are gone (Adapt).
//
// search.go has the Search and the door, subproblem.go a subproblem with its bounds,
// next.go what to do next, split.go how subproblems are split, branching.go on which node,
// root.go what the edges with one head share at first, adapt.go what a step leaves of a
// search, ties.go all deletions of the same score, weights.go the score.
package hsearch
