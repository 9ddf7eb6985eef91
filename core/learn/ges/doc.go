// Package ges is greedy equivalence search: Chickering, "Optimal structure identification
// with greedy search", JMLR 3 (2002). Theorems and corollaries are numbered as there.
//
// The search goes from equivalence class to equivalence class. It starts from the class of
// the empty graph. The forward phase applies the best valid Insert until none raises the
// score. The backward phase does the same with Deletes. Each step is exact: the operator is
// the best of all valid ones, and none is left out. If edges are required, they go in
// first.
//
// Operators are made anew only where they may have changed (step in ges.go). Whether a
// semi-directed path forbids an Insert may change anywhere, so that is checked when an operator
// comes up (insert.go). Delete is the consensus' own (core/graphs/equiv/delete.go). Required pairs without
// a direction go in by the best Insert at a time (require.go): in a fixed order they would meet in
// v-structures that stay.
//
// Enumerating operators, the queue and applying the operator are serial. Workers share the
// evaluation of the score, which takes most of the time.
//
//	ges.go         the phases and the steps
//	insert.go      the Inserts at a node, and their gains
//	delete.go      the Deletes at a node, and their gains
//	turn.go        the Turns at a node, and their gains
//	losses.go      what a node loses without one of its parents
//	cliques.go     the cliques that operators are made of
//	operators.go   the operators at each node
//	table.go       the operators of one kind
//	queue.go       the best operator of all nodes
//	extend.go      the extended search, which leaves local optima
//	memo.go        operators of nodes by the part of the class that they are made of
//	trials.go      its trials: their lists, what these remember, and what one trial may not do
//	potential.go   what the search raises by a score that is not equal within a class
//	require.go     required edges
//	directions.go  required directions
//
// What a score is made of is unknown here: see Scorer.
package ges
