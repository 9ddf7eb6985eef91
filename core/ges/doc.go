// Package ges is greedy equivalence search (Chickering 2002, "Optimal structure
// identification with greedy search"): from the class of the empty graph the best Insert
// again and again while one gains, then the best Delete. It is exact: of all valid
// operators the one that gains most is taken at each step, and no operator is left out.
//
// ges.go has the two phases. head.go keeps the operators at each node; insert.go and
// delete.go say which there are and what each gains, cliques.go which sets they may have.
// queue.go finds the best one, and guide.go keeps to constraints.
package ges
