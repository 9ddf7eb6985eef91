// Package ops registers the operations that learn structures from rows, and those that score graphs by rows:
//
//	learn.go           a structure from each dataset
//	jointly.go         one structure from the rows of all sites; what a joint search is told, and its results
//	union.go           the same, where the sites have different columns
//	bootstrap.go       structures from resamples of the rows
//	score.go           the score of each family of given graphs; the score that a request names
//	log_likelihood.go  the same by held-out rows
//
// What they have in common, also with the learning of a federation:
//
//	rows.go    Parts: datasets for a score
//	tables.go  what these have in common, and the states of them
//	values.go  the real values
//	edges.go   Parts: constraints, and weights of pairs
//	seen.go    constraints among the columns that a dataset has
//	search.go  the options of a search, and its results
//	found.go   the results of searches
//	model.go   the score's model of a dataset
package ops
