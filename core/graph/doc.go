// Package graph holds directed graphs as matrices of bits, and what is asked of
// them: topological order, cycles, ancestors, moral graphs.
package graph
