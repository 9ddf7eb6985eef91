// Package federated computes the consensus (MCBNC, arXiv 2504.00467) where each DAG stays at a
// site of its own. A coordinator asks all sites the same question, and sees only the sum of
// their answers. The result is that of a run with all DAGs in one place.
//
// A round is a question, and a vector of numbers from each site. A site's answer is a function of
// its DAG, the terms and the question. What the coordinator asks next is a function of the terms
// and the sums so far. So a site and a coordinator can be stopped and started anywhere.
//
// To save rounds the coordinator drafts. It guesses several choices ahead, and the sites answer
// as if each of them had been made. A choice stands only if exact sums confirm it. So a guess
// decides how many rounds there are, and never what the result is.
//
// Every number is below 2^64, so sums modulo 2^64 are the sums: a cut is at most n − 1, and the
// weights times n are at most 2^62; the cost of a sink is at most n², for at most 2^30 DAGs.
//
//	terms.go       what all parties know from the start
//	question.go    what the coordinator asks
//	site.go        how a site answers
//	length.go      how many numbers it takes, before any is made
//	walk.go        a site's DAG along the steps
//	shard.go       a site of many DAGs, which keeps what it has worked out
//	sinks.go       its order, and drafted sinks
//	shard_imaps.go its I-maps
//	pruned.go      its DAGs along the steps that are made
//	tally.go       its sums of cuts, and their differences along drafted steps
//	virtual.go     drafted steps in one DAG
//	least.go       the least sums of closed menus
//	coordinate.go  from the first question to the result
//	order.go       the greedy order, from summed costs
//	union.go       the fusion, from the sites' I-maps
//	delete.go      the deletions
//	state.go       a state of the run, with the summed scores of what it offers
//	draft.go       guesses
package federated
