// Package flow answers, for one DAG, how strongly two nodes depend on each other given
// others: the size of the minimum u–v edge cut in the moral graph of an ancestral subgraph,
// every edge of capacity one (MCBNC, section 4).
//
//	door.go     what is asked about a graph
//	graph.go    a DAG with its ancestors and its moral graph, what forms of it answer, and the memory of many of these
//	cut.go      minimum cuts by augmenting paths
//	both.go     searches for such paths from both ends
//	proof.go    what the size of a cut rests on
//	family.go   what one node depends on, without a cut; cuts in the region of such a search; arcs taken out
//	explain.go  why one cut is larger than another
//	rows.go     the form by rows
//	lists.go    the form by lists, for sparse graphs of some thousand nodes
//	inside.go   which nodes are ancestors, decided when somebody asks, for lists
//	word.go     the form of up to 64 nodes, where a set is one machine word; cuts once more for it
//
// NewCutter and Graph.Prepare choose a form once. After that nobody asks which it is. The form by rows is the one to read. The
// contract in flow_test.go holds all forms to the oracle, and TestForms asks them about the same larger graphs.
//
// Maximum flows are found in four ways, this package's three and that of core/fuse/lanes. How many times longer whole runs take
// without each (CPU time, one worker, 2026-11-28):
//
//	both.go   10,000 nodes 1.35, LINK 1.06, ANDES and HEPAR2 1.0; cut.go then searches from one end
//	word.go   ALARM 1.2, ASIA 1.2, INSURANCE 1.1; cut.go then cuts in one word
//	lanes     10,000 DAGs of 37 nodes 1.2 to 1.35
//	lists.go  10,000 nodes 4.2; it has no flow of its own
//
// A search is known to survive a pruning that does not come near its region: Disturbed has the
// proof. Rows that are fetched together lie together (bitset.Interleaved): the ancestors of a node
// in all DAGs, and the other rows of a node in one DAG, or in all DAGs up to 128 nodes (NewGraphs).
package flow
