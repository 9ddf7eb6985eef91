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
// Every sum is at most 2^62, so sums modulo 2^64 are the sums: bounds.go proves it for each kind of number. Under masks a site
// sends functions of one DAG alone: see core/federate/masked.
//
// # Parties
//
// A site carries nothing over: a question has the fusion and all steps, and the site walks its own
// DAGs along them. With several DAGs it sends the sums of what sites of one DAG each would send. Ten sites of
// 100 DAGs of ALARM answer a whole consensus in 0.25 seconds each. The coordinator reads as
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
// own least sum of cuts, which the run's branch and bound finds. The sum of these is a lower bound. If it
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
// # DAGs over different nodes
//
// A site completes its DAG by the nodes that it lacks, as isolated ones. So all but the cuts is as it was. For a cut it
// sends two sums, of which Ψ is the quotient: Σ w_i k_i c_i and Σ w_i k_i. Only the site knows its k_i, and nobody is told
// which nodes it has. The coordinator compares the fractions exactly (score.go). A closed edge has two sums too, and a
// bound of Ψ up to 1: see boundUnlike.
//
// The first question counts which nodes are together. θ = "auto" asks for the summed distances of all states that it
// compares, because the projected SMHD is not linear in shares. The last question counts whose joins the result explains.
// If no DAG lacks a node, scores are divided by 8 at the end. Then they are those of DAGs over the same nodes.
//
// ALARM, with DAGs that ten sites learned from 70 % of the columns each, takes 34 rounds and 53,678 numbers; where all sites
// have all columns, it takes 21 rounds and 6,613.
//
// # Votes
//
// A vote on the skeleton is asked by the same rounds (vote.go). Its rules are those of core/compare/baselines, which takes
// ballots: a site counts those of its DAGs, and the coordinator has their sums. Of DAGs over different nodes there are up to
// five questions:
//
//  1. which pairs are seen;
//  2. the weights of the pairs;
//  3. the weights for the directions of the first skeleton;
//  4. the weights of explained joins;
//  5. the weights for the directions of the second skeleton, if it is another.
//
// Question 4 has the first round's class. A site finds out itself which of its joins that class explains, from the nodes
// that it has.
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
//	site.go        a site, and its answers
//	cuts.go        its sums of cuts
//	marks.go       what it sends about I-maps
//	bounds.go      the greatest value of each kind of number
//	length.go      how many numbers it takes, before any is made; the class along the steps
//	coordinate.go  from the first question to the result; the fusion, from the sites' I-maps
//	order.go       the greedy order, from summed costs
//	delete.go      the deletions, and guesses
//	unlike.go      what is asked and answered of DAGs over different nodes alone
//	vote.go        votes on the skeleton
//	score.go       scores as fractions
//	state.go       a state of the run, with the summed scores of what it offers
package consensus
