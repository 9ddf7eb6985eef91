// Package equiv holds the operators on Markov equivalence classes: DAG to CPDAG,
// CPDAG to DAG, and Delete with its completion. Each exists here once.
package equiv
