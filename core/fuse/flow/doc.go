// Package flow answers, for one DAG, how strongly two nodes depend on each other given
// others: the size of the minimum u–v edge cut in the moral graph of an ancestral subgraph,
// every edge of capacity one (MCBNC, section 4).
//
//	graph.go    a DAG with its ancestors and its moral graph, and the memory of many of these
//	cut.go      minimum cuts by augmenting paths
//	both.go     searches for such paths from both ends
//	proof.go    what the size of a cut rests on
//	family.go   what one node depends on, without a cut; cuts in the region of such a search
//	explain.go  why one cut is larger than another
//	remove.go   arcs taken out of a graph
//	lists.go    what reads parents and children once more, for sparse graphs of some thousand nodes
//	inside.go   which nodes are ancestors, decided on demand, for the same graphs
//	word.go     all of these once more for graphs of up to 64 nodes
//
// With up to 64 nodes a set is one machine word, and a graph keeps no moral graph: a row of it is made of few words.
// Cuts, searches and removals have a second form for this case, and with 2,000 nodes or more some functions have a third
// one, by lists. The first form is the one to read. TestOneWord and TestLists ask both forms about the same graphs.
//
// A search is known to survive a pruning that does not come near its region: Disturbed has the
// proof. Rows that are fetched together lie together (bitset.Interleaved): the ancestors of a node
// in all DAGs, and the other rows of a node in one DAG, or in all DAGs up to 128 nodes (NewGraphs).
package flow
