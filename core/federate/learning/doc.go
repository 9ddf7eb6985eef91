// Package learning is core/learn/jointly for rows that stay where they are. A coordinator asks all sites the
// same question. Each site answers with a vector of integers modulo 2^64. The coordinator sees the
// sum of these vectors, and nothing else. The result is that of all rows in one place, to the last
// bit.
//
// A site's answer is a function of its data and the question. The coordinator's next question, or
// the result, is a function of the public options, the questions so far and their sums. Both sides
// number the nodes alike.
//
// First the coordinator asks for facts: the number of rows, and which pairs the sites' DAGs join.
// The number of all rows fixes the unit of all scores. Then the searches of core/learn/jointly run as
// far as what is known goes. What they lack is the next question:
//
//   - F of the pooled score needs the counts of all rows. A table of the joint states of some
//     variables gives F of all their subsets. So tables of maximal sets are asked for.
//   - F of the own score is one number a site. A family's score is the difference of two F. A set
//     is shared by the families of all its variables, so asking by set takes fewer numbers than
//     asking by family. A site sends F(Z) - F(∅), less what the penalties take, from which all
//     scores of families follow. BDs, which is not equal within a class, has an F of families alone: there a
//     site sends that. A summed score of few sites may have one solution in whole counts,
//     so it can show each site's own counts (tests/python/federated/test_federated_unmask.py finds them). Hence
//     no site sends own scores under masks: see core/federate/masked.
//
// # Why the last replay is the run itself
//
// The searches are those of core/learn/jointly, with models that know some F only (score.Partial). A
// search that lacks an F ends, and returns the sets it lacks (core/learn/jointly/partial.go). That is the next question. So
// no second search decides what to ask, and the last replay, which lacks nothing, is the run. Both sides are stateless: the
// coordinator replays the searches each time, which for ALARM takes some milliseconds.
//
// The unit of scores follows from the number of all rows (Unit in core/learn/jointly/unit.go). More rows never fit a
// finer unit. So the unit of all rows, less the room for the sum, fits every site. Penalties of
// arcs are integers (ArcPenalty), so a sum of them does not depend on the order of its terms. The
// own F is asked for by set, because a set of k nodes serves k families. A question names nodes by
// their ranks, so no party needs to know in which order another one has its columns.
//
// # Questions ahead
//
// Where a gain is not known, the search takes it for none and goes on for some steps. What these
// lack is asked for as well. A wrong guess asks for too much, and changes no result. A table that
// only a guess takes may be too large: then the question is not ahead.
//
//	ALARM, 10 sites × 500 rows, 118 pairs   rounds  tables   cells  own numbers
//	not ahead (draft 1)                         49     353  13,532          581
//	draft 4                                     15     354  13,496          581
//	draft 7, the default                        10     352  13,424          589
//	draft 17                                     7     371  15,667          631
//	without tables, draft 7                      9       0       0          589
//
// alarm_test.go holds the first, the third and the last row.
//
// # Different columns
//
// Where each site sees some of the columns only, core/learn/over counts each gain in the rows of the sites that see all of it.
// Sums over two sets of sites that differ in one site show that site's numbers. So here no sum is over a part of the sites:
// each site fills the cells of the columns that it lacks (over.FillApart), and all sums are over the filled rows of all
// sites. The steps:
//
//	0  Each site sends its number of rows, and which columns it sees. The coordinator sends all sites which columns each
//	   one sees. A site for which these are wrong gives no answer.
//	1  Each site sends, for each pair that some site sees, what the class of its own DAG has: x → y, y → x or x − y. Of
//	   m sites that see the pair, k join it. The votes' penalties and shares are those of k of m. G₀ has the pairs that
//	   more than half join. A direction that more classes have than the other one goes in, the one with most classes
//	   first, if it closes no cycle. The other edges are oriented by equiv.Orient. A node keeps the parents that the
//	   largest shares join with it, as many as a search may take, while its family has at most 4,096 cells.
//	2  Filling 0 draws each cell from all states alike. Fillings 1 to 3 draw by the summed counts of G₀'s families in the
//	   filling before. Each filling begins anew, and has ten sweeps by the same counts.
//	3  Filling 4 is searched as rows without gaps are. Pairs that no site sees are forbidden, unless they are required, and a
//	   node has at most 6 parents. The next filling draws by the summed counts of the families that were found, and is
//	   searched in turn. The last search is the answer. A question of its own asks for these counts again, since all sites
//	   are shown the sums that they draw by, and no others (Question.Shared).
//
// If all sites see all columns, the last search is the only one. G₀ matters: without any arc in it, the mean SMHD / SHD of 28
// cases was 20.4 / 20.5 in place of 13.4 / 15.0.
//
// A filling depends on the question and on the site's rows and key alone. So a site keeps nothing between questions.
//
// # What a coordinator that lies learns
//
// Without masks, it may send counts by which a missing cell is almost always in one state, and other ones the next time. With
// masks the counts must be sums of signed answers (CheckTold), but it may still choose the families. Then the difference
// of two sums shows something of the sum over the sites that lack the column. So with masks a sum over the sites of each set of
// columns must be harmless: each set of columns is that of three sites or more (Public.Union, Site.Alike). Nothing smaller can
// be separated, since sites with the same columns fill their rows by the same counts.
//
// # Sums of products
//
// The scores "dg", "bge" and "bic-g" need the products of pairs of columns alone. A state is a column that is 1 in its rows and
// else 0; the first state of each node follows from the others. Numbers become integers at the site: normal scores by the
// ranks there, or numbers of an agreed range, in so many binary places that no sum of as many rows as there may be goes beyond
// 2^62 (data.WholePlaces). So sums modulo 2^64 are exact, and from them come the same correlations as from all rows in one
// place, to the last bit (data.Sums). For k columns these are at most k (k + 3) / 2 numbers. No count of three variables is
// sent. Without votes there is one round.
//
// # Sites that judge themselves
//
// Counts keep what is wrong at a site: see studies/sums. With Public.Judged the sites first tell how many of their DAGs join
// each pair. All later questions tell these votes, and a site that is unlike the others answers zeros (judge.go). The votes stay
// those of all sites: votes without the sites that left themselves out would show what those had told. The number of rows is
// asked for after the judgement, for the same reason. With other votes in another session a coordinator would learn what a site
// has told by the difference of two sums. So a site's part, once taken, stays the same over all its sessions.
//
// # Files
//
//	public.go    the options that all know
//	question.go  questions, and the lengths of their answers
//	site.go      what a site answers of its rows
//	structure.go what it answers of its structure
//	columns.go   the same for sites with different columns
//	products.go  the same for sums of products
//	judge.go     whether a site leaves itself out
//	proved.go    whether what a question tells follows from sums
//	known.go     what the sums so far give
//	next.go      the next question, or the result
//	union.go     the same for sites with different columns
package learning
