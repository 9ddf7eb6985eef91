// Package lanes answers questions about very many DAGs over up to 64 nodes, of 64 DAGs at a time. The DAGs of such a block are
// the lanes of machine words: bit i of a word is about the i-th of them.
//
//	graphs.go  the DAGs: one word of a block for each arc that any DAG has
//	reach.go   ancestral sets, and what a node reaches in a moral graph
//	flow.go    sizes of minimum cuts
//	cut.go     the minimum cuts nearest a node, and what their removal touches
//	imap.go    minimal I-maps
//	sink.go    costs of sinks, and sinks
//
// DAGs that are fused have most of their arcs in common. So a block has few words, which stay in the cache, and a turn of a
// search mostly goes the same way in all lanes. Ancestors and moral graphs are not kept: to find those that a question needs
// takes less time than to read them.
//
// # Exactness
//
// All operations on words are AND, OR and AND NOT, which work in each lane by itself. Let a node have a word in place of the
// bit: whether it is in a set. Then what a search does to the bits of one lane is a search in that lane's DAG. Between its
// turns are others in which nothing happens: those of nodes that have no bit of this lane, and of arcs that the lane lacks. The
// order of the turns has no influence on any answer, as follows.
//
// Ancestral sets, descendants, what is reached. These are the least sets that are closed under a rule: with a node its parents,
// or its children, or its neighbours in the moral graph unless it is an inner node that no path may pass. A node waits in each
// lane in which it has come into the set and its rule has not been applied. At the end it waits in none, so the set is closed.
// Nothing enters but by the rule, so the set is the least one. A neighbour in the moral graph is a parent, a child in the
// ancestral set, or another parent of such a child. Where a node's parents have been visited once, for whatever neighbour's
// sake, they are in the set already: so raise leaves these lanes out.
//
// Sizes of cuts. In each lane used is a flow of as many units as the words of sizes count, in the moral graph with capacity 1 of
// every edge. It begins with the edge between s and t and the paths by one common neighbour, which share no edge. Then augment
// searches a path on which one more unit can flow, as package flow does. A lane comes to a node once, from one node, so the
// words of from lead back from the end of a path to s by one way. A search in a lane ends at the first end that it comes to.
// If it finds none, the lane has no such path, so its flow is a maximum one, of the size of the minimum cut (Ford and
// Fulkerson 1956). Such a lane is left out from then on, and so is one in which all edges into t are used.
//
// Nearest cuts. The nodes that a further unit can reach from the source are the same whichever maximum flow there is: they are
// the smallest side that a minimum cut has around the source. So the cut is the one that package flow finds, although the
// flows may differ.
//
// I-maps are unique (fusion.MinimalIMap). The ancestral set of a node and its predecessors only grows along the order.
//
// Sinks. The order in which the arcs from x to its children are turned makes a difference, so it is kept: each turn takes, in
// each lane, the lowest child that no other child left reaches. The children that lanes take in one turn may differ, and each
// is turned in its own lanes alone. A cost is a number of arcs or nodes. Its sum over the lanes is a number of bits of words,
// since a word has one bit for each lane that has the arc or the node. A lane that counts several times counts by the bits of
// that number: its bit 2^k counts in the k-th of the words times.
package lanes
