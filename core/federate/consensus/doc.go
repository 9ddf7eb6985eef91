// Package consensus computes the consensus (MCBNC, arXiv 2504.00467) where each DAG stays at a
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
// # Parties
//
// A site carries nothing over: a question has the fusion and all steps, and the site walks its own
// DAG along them. It is a shard of one DAG, made for one question. Only cuts it answers one by one: the
// list of all cuts that a shard makes takes longer than the cuts of one DAG. The coordinator reads as
// one pass, in which a question is a function call. Next gives it the sums there are, and stops it at
// the first question without one (progress.go). A state stands for all sums so far. With it, a round
// costs the same early and late.
//
// No rule of the run is written twice. The order is fusion.Order on the sums that are known. What a
// class offers, in the order in which ties go, is consensus.ListOperators. Delete, replay, θ and the
// extension are those of core/graphs/equiv and core/fuse/engine. Ties are not drawn, so there is no seed.
//
// # Why the result is exact
//
// The coordinator guesses up to 16 choices ahead, by the sums that it saw last (memory.go). The
// first choice is certain. The others stand as far as exact sums confirm them. Any guess gives the
// same result, and a test guesses at random.
//
// An edge with more than 64 deletions is closed. It is one number: each site sends its
// own least cut, which the run's branch and bound finds. The sum of these is a lower bound. If it
// casts doubt on the best open deletion, the edge is opened, in one more round for all such edges,
// and stays open. An edge of more than 2^22 deletions cannot be opened: then the consensus ends in
// an error that names the edge, and a lower k_max helps.
//
// A site marks an arc of its I-map by a random number of 64 bits. The sum is 0 if no site has the
// arc, and else a random number. So the union is wrong with probability 2^-64 for each arc. With
// "counts" the marks are 1.
//
// The member of the class that the sites' votes prefer takes one more sum, over the edges that
// the class leaves undirected. θ = "auto" takes one more sum over all pairs, because the mean SMHD
// is linear in the shares of the inputs that have a moral edge.
//
// # Shards
//
// A shard is a site of many DAGs that keeps what it has worked out. Equal DAGs are held once. What
// it keeps is a cache, and never changes an answer: the costs after the sinks that are made, the
// DAGs after the steps that are made, and sums of cuts there, each with the list of choices that it
// stands for. A question that goes on from the list moves the cache on. Any other question begins
// anew with the DAGs as they were given. An error drops what was half done.
//
// A cut is summed over all DAGs once. From state to state its sum changes by differences, in those
// DAGs that the step prunes, and only if the step touches u, v or a member of S (tally.go). Drafted
// steps are carried out in a copy of one DAG at a time (tally.go), so a draft leaves nothing to
// undo. When a draft turns out right, its sums are those of the new state.
//
// For a closed edge a shard sends the minimum of its sum (least.go), and not the sum of its DAGs'
// minima. It is the tighter of the two. The sum over shards of minima is never above the minimum of
// the sum, and a bound decides only which edges are opened.
//
// # Costs
//
// Whole trajectories of ten clients: rounds for order + union + deletions, and numbers that each
// site sends, for k guesses ahead.
//
//	          steps  k = 1                k = 16                 k = 64
//	CHILD        22  19 + 1 + 22, 661     10 + 1 + 4, 1,242      10 + 1 + 3, 1,262
//	ALARM        73  36 + 1 + 73, 5,340   14 + 1 + 11, 12,727    14 + 1 + 9, 20,662
//	HEPAR2      216  69 + 1 + 216, 31,717 18 + 1 + 43, 94,950    18 + 1 + 39, 289,999
//	WIN95PTS  1,149                       43 + 1 + 217, 3,493,111
//
// # Files
//
//	terms.go       what all parties know from the start
//	question.go    what the coordinator asks
//	site.go        a site of one DAG, and its cuts
//	length.go      how many numbers it takes, before any is made; the class along the steps
//	shard.go       a site of many DAGs, which keeps what it has worked out
//	sinks.go       its order, and drafted sinks
//	shard_imaps.go its I-maps
//	pruned.go      its DAGs along the steps that are made
//	tally.go       its sums of cuts, and their differences along drafted steps
//	least.go       the least sums of closed edges
//	coordinate.go  from the first question to the result; the fusion, from the sites' I-maps
//	order.go       the greedy order, from summed costs
//	delete.go      the deletions, and guesses
//	state.go       a state of the run, with the summed scores of what it offers
package consensus
