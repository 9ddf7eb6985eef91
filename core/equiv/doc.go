// Package equiv holds the operators on Markov equivalence classes: DAG to CPDAG,
// CPDAG to DAG, Insert and Delete with their completion. Each exists here once.
package equiv
