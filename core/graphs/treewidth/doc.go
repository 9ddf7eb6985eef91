// Package treewidth triangulates undirected graphs and computes their treewidth: upper bounds by
// greedy elimination, and the exact value together with its proof.
//
// The exact algorithm:
//
//   - A contraction gives a lower bound (minor.go): no minor of a graph has a larger treewidth than
//     the graph, and no graph has a smaller treewidth than its minimum degree.
//   - Nodes whose elimination is known to be safe are eliminated (reduce.go).
//   - What is left is split at separators that are cliques, or are cliques except for one node
//     (split.go).
//   - For each piece that can be neither reduced nor split, positive-instance driven dynamic
//     programming decides whether its treewidth is at most the lower bound (search.go, partial.go,
//     cliques.go). If not, the lower bound rises by one.
//
// Every piece is a minor of the graph. The treewidth of the graph is the maximum of the lower bound
// and the treewidths of the pieces. The upper bound always comes from an elimination order. So a
// proved answer has a certificate on both sides.
//
//	order.go          greedy elimination: Triangulate, Widths
//	triangulation.go  the type Triangulation, clique trees, perfect elimination orders
//	exact.go          Exact
//	piece.go          pieces, and components of subgraphs
package treewidth
