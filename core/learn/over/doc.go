// Package over learns one structure from the rows of sites with different columns. Every column is at one site at least, or at
// none that counts. Names and states are agreed. A row may also have gaps, cells without a value in columns that its site
// sees: a gap is to its row what a column is to a site that does not see it.
//
// Scores of a family from different rows are not comparable. Only differences on the same rows are. So the rule goes by
// gains, and each gain is of the rows of those sites that see all that is in it. The steps:
//
//	0  Each site i has learned a DAG on the columns that it sees. The caller has left odd sites out.
//	1  Of m sites that see columns a and b, k have DAGs that join them. w(a, b) = min(0, ln((k + ½) / (m − k + ½))).
//	   Without DAGs, w is 0. A site with gaps sees a pair if a row has both. Pairs that no site sees are forbidden
//	   throughout, unless they are required.
//	2  gain(x, y | S) = X(y, S + x) − X(y, S), where X is the larger one of two scores: of the counts of some sites added
//	   up, and the sum of the scores of each of these sites' own counts. The sites are those that see x, y and S, and their
//	   rows those without gaps in x, y and S. If there is no site, or gaps leave no row, the operator does not exist.
//	3  G₀ is found by gain + w: forward by Insert(x, y, T), as long as there is one of more than 1e-9, then backward by
//	   Delete(x, y, H) likewise. The largest goes first. Gains are rounded to 1e-7; ties go to the lowest x, y, |set|, set.
//	   A node has at most 6 parents.
//	4  Each missing cell, that is a gap or the cell of a column that its site does not see, starts as a draw from the
//	   column's shares over the rows that have a value in it. Then sweeps draw all missing cells anew: 20 before the first
//	   search on filled rows, and 10 before each other.
//	5  G_t is found as G₀, from nothing, on the filled rows of all sites. Steps 4 and 5 go on for t = 1 .. T; the draws go on
//	   from the last ones.
//	6  Several chains differ in their draws alone. The caller lets them vote.
//
// With weights of pairs from the caller, w has them too.
//
// # It ends
//
// Step 3 has no score of a whole structure: two gains may be of different rows. But Inserts only add edges and Deletes
// only remove them, so each phase has at most as many steps as there are pairs. G_T may be found by the extended search: there
// all rows are in each gain, and the larger score of each family adds up to the mix, which rises (core/learn/ges/potential.go).
// The other rounds need a DAG to draw by, and take the plain search. With the extended one in each round, the mean SMHD / SHD
// is 22.0 / 19.3 in place of 21.5 / 19.0 (docs/columns.md), and with gaps 13.2 / 12.9 in place of 13.3 / 13.4
// (docs/missing.md), in two and in three times the time.
//
// # A sweep
//
// By the DAG of the last search: the member of its class whose sinks are the lowest (equiv.Extension). Before each sweep, for
// each column v with parents P, n_v are the counts of (P, v) over all rows that have a value of v, in which parents may
// be drawn. With the joint state j of P,
//
//	θ_v(x | j) = max(10⁻⁴, (n_v(j, x) + share_v(x)) / Σ)
//	θ_iv(x | j) = max(10⁻⁴, (n_iv(j, x) + 100 θ_v(x | j)) / Σ)
//
// where Σ is the sum over x of what is above it, and n_iv are the counts of site i. At site i column c has θ_ic if i sees c, else
// θ_c. Row by row, each missing column v, the lowest first, gets a state x with chances in proportion to
// θ(x | P) times the product, over v's children c, of θ(c | c's parents) with v = x.
//
// # The draws
//
// Sites are in the order of the columns that they see, then of the number of their rows, then of their rows, in which
// a column that the site does not see is 0. Rows are in lexicographic order of their states. A gap comes after all
// states. Columns are in the order of the engine's nodes, which is that of sorted names. All are counted from 0. So a
// draw does not depend on the order in which the caller has sites, rows, or columns by name. Sites that are equal in all
// of this can be exchanged, and so can equal rows.
//
// The k-th missing cell of a row is drawn by word k mod 4 of Philox 4x64-10 with the key (seed, chain) and the counter
// (⌊k/4⌋ + 1, row, site, sweep). The start is sweep 0, and sweeps are counted on through all of a chain. So
// numpy.random.Philox(key=[seed, chain], counter=[0, row, site, sweep]).random_raw(missing) gives the same words. A word z
// stands for u = ⌊z / 2¹¹⌋ · 2⁻⁵³, and for the first state at which the sum of the weights, taken in the order of the
// states, exceeds u times the sum of all. A draw depends on no other draw's number, so workers may share the sites.
//
// # Numbers
//
// Scores are integers in the units of core/learn/score, the same in all searches of a run. So the order in which rows
// are counted does not matter. Weights are rounded to units on filled rows. The chances of a draw are float64 and are
// made in one order; products are rounded before they are added.
//
// # At one site
//
// FillApart fills the rows of one site by counts that are the same in all sweeps, and that come from elsewhere: see
// core/federate/learning, where no rows leave their site. Filling f of site i has the sweeps 11 f to 11 f + 10. The first
// is the start.
//
// # Numbers
//
// Numbers, also beside states, have a rule of their own, without draws: numbers.go.
//
//	over.go      the chains
//	sites.go     sites and rows in order
//	gaps.go      cells without a value
//	votes.go     step 1
//	samerows.go  step 2
//	gains.go     how gains are compared
//	fill.go      step 4
//	apart.go     step 4 at one site
//	elect.go     the DAG that the sites' votes make
//	numbers.go   the rule for numbers
//	table.go     θ
//	draw.go      the draws
package over
