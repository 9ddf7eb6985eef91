// Package pool makes one DAG of what several sources say of each pair of nodes, and of rows.
//
// A source says of each pair that it sees how sure it is that the pair is joined, and in which direction. Dawid and Skene
// (1979) estimate the rates of observers without knowing the truth: here a source's hit rate h, the share of true edges that it
// joins, and its rate of false alarms f. Rows are one more source: their bootstrap strengths, as log-odds with floors. The
// log-odds of a pair are those of the rows and of the sources, added up. So the sum explains the answer.
//
//	pool.go        Input, Result, Pool: the steps in order
//	pairs.go       numbers of pairs, and which of them a source sees
//	model.go       the sources in canonical order; the log-odds that rows and knowledge give
//	existence.go   EM for the rates, and the log-odds that a pair is joined
//	dependence.go  sources that are alike where rows say otherwise, and what they weigh
//	direction.go   EM for directions
//	answer.go      the DAG
//	chance.go      whether sources agree more than chance
//
// # Shortcuts
//
// A source is a list of the pairs that it joins. Of each other pair that it sees it says the same, so sums over pairs are a sum
// over all pairs of its scope, which sources with the same nodes share, and a sum over its list.
//
// The weights of dependent sources do not depend on the EM: the rows alone judge. So they are found first, and the EM runs once.
// A run with weights of 1 before it would be thrown away, since the second run starts where the first one started.
//
// The excess of agreement of two sources is a sum over the pairs that both see. It is expanded into sums over one source, which
// are made once for each scope, and the sum of products, which only pairs that both join enter.
//
// # No order counts
//
// Floating-point sums depend on their order. So sources are sorted by all that they say, and sums are made in that order alone.
// Sources that say the same are side by side, and each gets the same rates. Pairs are in the order of the engine's nodes, which
// is that of sorted names. Workers share pairs of sources alone, and each finds the same of a pair (dependence.go).
package pool
