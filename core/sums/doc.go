// Package sums is core/jointly for rows that stay where they are. A coordinator asks all sites the
// same question. Each site answers with a vector of integers modulo 2^64. The coordinator sees the
// sum of these vectors, and nothing else. The result is that of all rows in one place, to the last
// bit.
//
// A site's answer is a function of its data and the question. The coordinator's next question, or
// the result, is a function of the public options, the questions so far and their sums. Both sides
// number the nodes alike.
//
// First the coordinator asks for facts: the number of rows, and which pairs the sites' DAGs join.
// The number of all rows fixes the unit of all scores. Then the searches of core/jointly run as
// far as what is known goes. What they lack is the next question:
//
//   - F of the pooled score needs the counts of all rows. A table of the joint states of some
//     variables gives F of all their subsets. So tables of maximal sets are asked for.
//   - F of the own score is one number a site. A family's score is the difference of two F. A set
//     is shared by the families of all its variables, so asking by set takes fewer numbers than
//     asking by family. A site sends F(Z) - F(∅), less what the penalties take, from which all
//     scores of families follow. A summed score of few sites may have one solution in whole counts,
//     so it can tell each site's own counts: Public.NoOwn does without own scores.
//
// Files:
//
//	public.go    the options that all know
//	question.go  questions, and the lengths of their answers
//	site.go      what a site answers
//	known.go     what the sums so far tell
//	next.go      the next question, or the result
package sums
