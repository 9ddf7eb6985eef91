// Package graph holds DAGs and PDAGs as bit matrices, with topological order, cycles, ancestors
// and moral graphs.
//
//	dag.go          the type DAG
//	pdag.go         the type PDAG: directed and undirected edges
//	topology.go     topological order, cycles, ancestors
//	reach.go        DAGs with their closures, which stay acyclic while arcs come and go
//	moral.go        moral graphs
//	constraints.go  required and forbidden pairs, and directions
//	ordered.go      constraints whose directions have an order
package graph
