// Package flow answers, for one DAG, how strongly two nodes depend on each other
// given others: the minimum u–v edge cut in the moral graph of an ancestral
// subgraph, every edge of capacity one.
package flow
