// Package fusion brings the input DAGs to a common order: the greedy order of Puerta et al.
// (2021), and each DAG's minimal I-map along it. The union of the I-maps is the fusion.
//
// inputs.go is all that is known of the input DAGs. order.go makes the order from sums of
// costs, sink.go one DAG's part of these. imap.go makes a DAG's minimal I-map. mapper.go makes
// those of DAGs that come and go.
package fusion
