// Package oracle computes the engine's results by brute force, for tests. Every function follows its
// definition, on plain boolean matrices, without caches or bounds. The package shares no code with the
// engine and imports no other package of core. Therefore an error in the engine is very unlikely to be
// repeated here. Only tests and makegolden, which writes the golden files, import it.
//
// Names follow the papers: MCBNC (Torrijos et al., AAAI-26), the operators on equivalence classes
// (Chickering, JMLR 2002), the greedy order (Puerta et al. 2021) and the extension of a CPDAG (Dor &
// Tarsi 1992).
//
//	matrix.go       graphs as matrices, paths, ancestors
//	all.go          all DAGs, and all equivalence classes, of n nodes
//	random.go       random DAGs, and random numbers that fuzzing can change
//	class.go        equivalence classes, CPDAGs, extensions
//	operators.go    Insert and Delete
//	dsep.go         moral graphs and d-separation
//	cut.go          minimum cuts
//	candidates.go   criticality of the deletions
//	constraints.go  required and forbidden pairs, directions
//	order.go        the greedy order, minimal I-maps, fusion
//	run.go          a whole run
//	metrics.go      SMHD, SHD, treewidth
//	ges.go          greedy equivalence search
//	faithful.go     scores whose best class is known
//	makegolden/     the command that writes tests/golden
package oracle
