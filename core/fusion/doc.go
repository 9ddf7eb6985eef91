// Package fusion brings the input DAGs to a common order and unites them: the
// greedy order, each DAG's minimal I-map along it, and their union.
package fusion
