// Package jointly learns one structure from the rows of many sites, by a rule that only adds up
// what the sites send.
//
// Two scores of a structure are sums over sites. The pooled score is the score of all rows
// together. The own score is the sum of the scores of each site's rows alone. The pooled score is
// right if the sites are alike, and the own score if they are not. The mix of a DAG takes for
// each family, a node and its parents, the larger of the two.
//
// Each site has learned a DAG of its own. Where these DAGs vote, a pair of nodes that few of them
// join costs a penalty in the searches. Otherwise the searches are among the pairs that enough of
// the DAGs join. Of the structures that the searches find, the one with the highest mix is the
// answer.
//
//	jointly.go  the searches and the choice
//	partial.go  scores with only some known values: what the searches lack
//	unit.go     the precision of all scores
//	votes.go    how many of the sites' DAGs join each pair, and what follows for a search
package jointly
