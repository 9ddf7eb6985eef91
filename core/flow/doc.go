// Package flow answers, for one DAG, how strongly two nodes depend on each other given
// others: the size of the minimum u–v edge cut in the moral graph of an ancestral subgraph,
// every edge of capacity one (MCBNC, section 4).
//
// graph.go keeps a DAG with its ancestors and its moral graph. cut.go computes minimum cuts
// by augmenting paths. search.go finds what one node depends on, without a cut. family.go
// computes cuts in the region of such a search. explain.go says why one cut is larger than
// another. remove.go takes arcs out of a graph. word.go has all of these once more for
// graphs of up to 64 nodes.
package flow
