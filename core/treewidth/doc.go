// Package treewidth triangulates undirected graphs and finds their treewidth:
// upper bounds by greedy elimination (order.go), and the exact value together
// with what proves it (exact.go).
//
// The way to the exact value:
//
//   - a lower bound by contraction (minor.go), since no minor has a larger
//     treewidth and no graph a smaller one than its minimum degree;
//   - nodes whose elimination is known to be safe are eliminated (reduce.go);
//   - what is left is taken apart at separators that are cliques, or would be
//     but for one node (separators.go, split.go);
//   - for each piece that cannot be reduced or taken apart, positive-instance
//     driven dynamic programming says whether its treewidth is at most the lower
//     bound (search.go, unions.go, cliques.go). If not, the bound rises by one.
//
// Every piece is a minor of the graph, and the treewidth of the graph is the
// largest of the pieces' and the lower bound.
package treewidth
