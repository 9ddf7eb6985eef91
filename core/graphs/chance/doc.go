// Package chance tests whether graphs over the same nodes agree more than graphs of the same shapes do by chance.
//
// The agreement S of graphs is the sum, over pairs of nodes, of C(k, 2), where k is the number of graphs that join the pair.
// So S is the sum of X_ij = |E_i ∩ E_j| over pairs of graphs, where E_i are the edges of graph i, whatever their direction. A
// relabelling gives the nodes of a graph new places, so that its shape stays.
//
// # The rule
//
// Graphs without edges are left out. The others agree no more than chance if S is not above the agreement of each of 20 sets
// in which every graph is relabelled at random. Two stages come before the draws, so that few calls pay for them:
//
//  1. Let μ and σ be the exact mean and standard deviation of S when all graphs are relabelled. If S > μ + 10σ, the graphs
//     agree more than chance. No draw comes near: by Cantelli's inequality each has at most 1 chance in 101 to, and by the
//     normal approximation 1 in 10²³.
//  2. S is at most U, the sum over pairs of graphs of the smaller number of edges. If U ≤ μ + 4σ, even equal shapes in equal
//     places would hardly stand out. So the test has no power, and there is no verdict. A few graphs over four nodes are so, and so are
//     graphs that join nearly all pairs. Nor is there one for S = U: no graphs of these shapes agree more.
//
// The draws end with the first that agrees as much as the graphs. Of unrelated graphs that is about the second. Without draws the
// rule takes about 1 % of a run.
//
// # Mean and variance
//
// Let graph i have m_i edges, and let M = C(n, 2). Let a_i be the number of ordered pairs of its edges that share one node, and
// b_i = m_i(m_i − 1) − a_i that of those that share none. In the complete graph these are A = n(n−1)(n−2) and B = M(M−1) − A.
// If graph j is relabelled uniformly, an edge of it goes to each pair of nodes with probability 1/M, two edges that share a
// node to each of the A ordered pairs of pairs that do with probability 1/A, and two that share none to each of the B others
// with probability 1/B, since any two such ordered pairs can be mapped on each other by a relabelling, whatever of the two
// edges' ends is mapped first. X² counts ordered pairs of common edges, so
//
//	E[X_ij] = m_i m_j / M,    E[X_ij²] = m_i m_j / M + a_i a_j / A + b_i b_j / B.
//
// Different X are uncorrelated. Take X_ij and X_kl with j not in {k, l}. Whatever the places of i, k and l are, the mean of X_ij
// over the relabellings of j is m_i m_j / M. So it is the same under the condition of X_kl, and E[X_ij X_kl] = E[X_ij] E[X_kl].
// Of two different pairs one has a graph that the other has not, so all X are uncorrelated, and Var S is the sum of their
// variances. (They are not independent.) Sums over pairs of graphs take O(r) by running sums.
//
// # The draws
//
// The graphs are sorted by their numbers of edges, by a_i, and by their edges, as node numbers. One generator, PCG of the seed
// (0, S), draws a place for each node of one graph after the other, in set after set. Equal graphs are side by side, so it does
// not count which of them is first. So the verdict does not depend on the order of the graphs. It depends on the numbers of the
// nodes, which are the ranks of their names.
//
//	chance.go   the rule
//	moments.go  mean and variance
//	draws.go    relabelled graphs
//	tally.go    S of graphs that are added one by one
package chance
