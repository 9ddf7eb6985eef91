// Package equiv holds Markov equivalence classes of DAGs. Each operation on them exists here once.
//
//	class.go      the type Class: a CPDAG together with a member; the cliques that operators are made with
//	label.go      DAG to CPDAG: which arcs are compelled
//	known.go      the class of the members that keep knowledge: Meek's rules
//	delete.go     the operator Delete
//	insert.go     the operator Insert
//	reorient.go   the member that an operator needs
//	extension.go  PDAG to DAG: the consistent extension, and the one that the inputs' votes prefer
//	orient.go     PDAG to DAG where there may be no consistent extension
//	obstacle.go   what stands in the way of an extension, for messages
//
// # Completion without Meek's rules
//
// Meek's rules are needed for knowledge alone, once, when a result is shown (known.go).
//
// A class is its CPDAG together with one member. To label the arcs into one node, its parents, the
// last of them in a topological order, and that one's compelled parents are enough (label.go).
// After Delete, only nodes that lost a parent or an arc among their parents are labelled again, and
// the children of those that changed. Before Delete, the member may have to change: then the
// ancestors of the nodes that must come first are oriented again, within their chain component
// (reorient.go).
//
// # Extensions
//
// The extension is found by Dor and Tarsi's algorithm, in the order of sinks that the votes prefer.
// With required directions, a node whose neighbour must be its child is not yet a sink. All
// extensions of a skeleton with given v-structures are equivalent, so Orient needs no rules of
// Meek's to complete what a vote decides. Where there is no extension, it makes a greedy choice of
// sinks that adds as few v-structures as it can, and lists them.
package equiv
