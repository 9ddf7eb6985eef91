// Package consensus is the deletion run of MCBNC (Algorithm 1). From the class of the fusion
// it deletes edges, the least critical first, and makes the inputs remove what was cut. One
// run gives the state for every θ.
//
// The run:
//
//	run.go         the loop, and the choice of the best deletion
//	step.go        what a step is, and how it is carried out; the best deletion of one edge
//	trajectory.go  the result of a run
//	inputs.go      all that is known of the input DAGs
//
// What is known:
//
//	edges.go     the edges, and what each offers
//	spans.go     the sets of nodes of each edge
//	pairs.go     which edge joins two nodes
//	operators.go the deletions that a class offers, in the order in which ties go
//	cuts.go      the cuts of each edge
//	unlike.go    what cuts count if the DAGs are over different nodes
//	families.go  the edges with one conditioning set, together
//	reached.go   what searches from their heads found, and whose families a node is in
//	queue.go     the edge with the lowest key; internal/tournament
//
// What makes keys sharper:
//
//	worker.go     the workers
//	question.go   what is asked, and what follows from the answer
//	roots.go      what the edges with one head share at first
//	lookahead.go  several slots at once
//	ties.go       draws among equals
//	directions.go which deletions keep the required directions
//
// The search over H of one edge is internal/hsearch. What a step changes:
//
//	deletion.go  the class, the edges, the searches over H
//	prune.go     the cuts that no longer stand
//
// # What need not be asked
//
// Read literally, the algorithm asks for millions of minimum cuts. The run asks for thousands and
// takes the same steps. Tests hold each shortcut against brute force (core/internal/testkit/oracle).
//
// The lowest bound first (best in run.go). Every edge has a key: a lower bound on the score of its
// best deletion. A tournament finds the lowest key. The run sharpens it until it is exact. If it is
// then still the lowest, no other edge has a better deletion, so its deletion is the best one.
//
// Ties. Between edges the key decides: equal scores go to the lowest (u, v). Within one edge the
// smallest |H| wins, and then the lowest H (internal/hsearch). With a seed, ties.go draws
// uniformly among all tied deletions instead.
//
// Adjacency (adjacencyBound in cuts.go). If a DAG joins u and v, its cut is at least 1. This first
// bound costs no cut.
//
// One conditioning set (families.go). Most edges u → v have NA(v, u) = ∅. They all have
// S = pa(v) \ {u}, so {u, v} ∪ S is the same set for all of them: v's family. One search from v in
// a DAG finds all of the edges whose cut is 0 there. The search also leaves the region in which the
// other cuts are computed.
//
// Many conditioning sets (internal/hsearch). A branch and bound searches the H of each other edge.
// If v has neighbours, the searches of all edges u → v start alike. One search from v finds the
// DAGs in which their first bounds are 0 (roots.go).
//
// # What need not be asked again
//
// A cut stands until its DAG loses an arc a → b with b an ancestor of {u, v} ∪ S, that is, until b
// or a descendant of b is in {u, v} ∪ S. Before that the cut's ancestral moral graph is the same.
// Even then a cut stands if it is as small as it can be: 1 if the DAG joins u and v, else 0. After
// each step prune.go forgets what no longer stands. A family's search stands unless b or a parent
// of b is in the region that v reached (core/fuse/flow/family.go). It also survives the loss of a parent
// that v did not reach (refresh in families.go).
//
// Few edges are looked at after a step (deletion.go). A step changes what an edge offers only if
// its head got other parents or neighbours, or if both ends of the deleted edge are neighbours of
// its head.
//
// From 2,048 DAGs on, an eighth of them is asked at a time, the first ones first. What is not asked for stays a bound.
// Mostly the bounds of an edge that is not the best one rise above another key before all DAGs are asked.
//
// From 449 nodes on, searches over H are frugal: they ask for proofs of their bounds, and these stand in more cases
// (internal/hsearch).
//
// A run that never prunes its inputs (Options.Unpruned) keeps a cut until the class changes its S.
// Hence all bounds and all reuse are exact in it as they are.
//
// # DAGs over different nodes
//
// With Options.Seen a DAG has some of the nodes, and the others are isolated in it. So orders, I-maps, cuts and what is
// removed are those of the completed DAGs. Ψ alone is another: it has a denominator of its own for each deletion
// (internal/hsearch/unlike.go). No edge is in a family then, since blindness depends on all of S.
//
// # Constraints
//
// Required and forbidden edges are three things: pairs that stay, pairs that go, and directions
// u → v (core/graphs/graph/constraints.go). A direction constrains an edge only if the edge is there. A
// forbidden arc is the direction the other way.
//
//   - The directions must have an order (graph.Constraints.Ordered makes it so). The greedy order is restricted to
//     orders that keep them.
//   - Required pairs that the fusion lacks are added along the order. So the fusion keeps all
//     directions.
//   - The run stays within the classes that have a member which keeps the directions. A deletion is
//     allowed if it takes the arc out of such a member. What is left of that member is a member of
//     the next class (directions.go). So a direction never stops an edge from being deleted.
//   - A required edge has an infinite key. A forbidden edge's key is its score minus a constant
//     that is larger than any score, so forbidden edges go first. Neither kind belongs to a family,
//     so the hot loops ignore constraints.
//   - The forced steps come first. k_max does not bind them, and every state at θ has them.
//     Breakpoints and "auto" begin after them.
//
// A run works on Markov equivalence classes throughout. What is known narrows the class of a result alone, where it is
// shown (equiv.Known).
//
// A seed draws among tied H without looking at directions, so a seed is valid with pairs only. A
// refusion makes a fresh fusion, so it is valid with neither.
//
// # Workers
//
// A parallel.Team runs the short loops of each step. If a question takes long (256 DAGs or more, or
// wide rows), the team shares each question by DAG (pays in lookahead.go). Otherwise the
// max(16, 2 × workers) lowest keys are sharpened in parallel, one worker each. Of the edges with
// one head only the lowest is taken, so workers never write to the same memory. Prunings are shared
// by DAG, and forgetting is shared by node. Beside the prunings, one worker carries out Delete.
// Small runs are not shared, because their steps are too short (ShareFrom in run.go).
//
// A run goes on from its steps exactly (Continue), because each deletion depends on the class, the
// inputs and the options alone, and no cache changes an answer. Only draws of ties depend on the
// past, so a run with a seed does not go on.
package consensus
