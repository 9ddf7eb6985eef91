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
//     so it can show each site's own counts (tests/python/test_federated_unmask.py finds them). Hence
//     own scores are asked for only where every site sends them: see Public.NoOwn.
//
// # Why the last replay is the run itself
//
// The searches are those of core/learn/jointly, with models that know some F only (score.Partial). A
// search that lacks an F ends, and says which sets it lacks (core/learn/jointly/partial.go). That is the
// next question. So no second search decides what to ask, and the last replay, which lacks nothing,
// is the run. Both sides are stateless: the coordinator replays the searches each time, which for
// ALARM takes some milliseconds.
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
// # Files
//
//	public.go    the options that all know
//	question.go  questions, and the lengths of their answers
//	site.go      what a site answers
//	known.go     what the sums so far tell
//	next.go      the next question, or the result
package learning
