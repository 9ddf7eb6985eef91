// Package fusion brings the input DAGs to a common order: the greedy order of Puerta et al.
// (2021), and each DAG's minimal I-map along it. The union of the I-maps is the fusion.
//
// inputs.go is all that is known of the input DAGs. order.go makes the order from sums of
// costs, sink.go one DAG's part of these, word.go the same up to 64 nodes. imap.go makes minimal I-maps.
package fusion

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Inputs is all that fusion asks of the input DAGs: numbers to be summed, commands, and
// minimal I-maps. Fusion never looks into an input DAG.
//
// Every method may take long and may fail. A method whose ctx has ended returns ctx's error.
// After an error fusion asks nothing more. One goroutine at a time calls these methods.
type Inputs interface {
	// SinkCosts begins an order. It adds to total[x], for each node x, the sum over the DAGs
	// of what it costs to make x a sink: see SinkCosts.AddCosts.
	SinkCosts(ctx context.Context, total []int64) error

	// MakeSink makes x a sink of every DAG's working copy, and removes x from these. It adds
	// to total the change of the costs of the nodes that are left. SinkCosts comes before, and
	// no other question comes between the two.
	MakeSink(ctx context.Context, x int, total []int64) error

	// MinimalIMaps unites each DAG's minimal I-map along order, a permutation of the nodes, with
	// union. If each is not nil, each[i] becomes that of DAG i. The DAGs stay what they are.
	MinimalIMaps(ctx context.Context, order []int32, union *graph.DAG, each []*graph.DAG) error
}
