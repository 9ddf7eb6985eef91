// Package core is the engine, in pure Go. The package itself has no code. ARCHITECTURE.md
// follows the data through the packages below. The doc.go of a package has its files, and the
// proofs that its shortcuts are exact.
//
// Each folder is a wing. Its ops have one file for each operation that a caller may ask for: a typed request, a function
// and an estimate of memory, which register themselves. Arrows between wings point up this list, but fuse and learn do
// not use each other.
//
// Graphs, which use nothing else of the engine:
//
//	graphs/bitset     sets of nodes as machine words
//	graphs/graph      DAGs and PDAGs as bit matrices: topology, moral graphs, constraints
//	graphs/chance     whether graphs agree more than chance would make them
//	graphs/equiv      Markov equivalence classes: CPDAG, extension, Insert, Delete
//	graphs/metrics    SMHD, SHD, and sums of both over many graphs
//	graphs/treewidth  triangulations and exact treewidth
//
// How work is done:
//
//	run/parallel  loops over goroutines: deterministic, with panics carried back
//	run/arena     many short slices cut out of few long ones
//	run/hashed    items by their hash
//	run/garbage   how much garbage may lie while a search is at work
//
// The boundary:
//
//	call  requests by their structs, JSON, arrays, node indices, errors, results,
//	      progress, estimates of memory; it depends on no operation
//	job   the life of a request: start, wait, cancel, read
//
// The consensus:
//
//	fuse/flow       minimum cuts between two nodes of one DAG
//	fuse/fusion     the greedy order and the minimal I-maps
//	fuse/consensus  the deletion run (MCBNC, Algorithm 1); its internal packages are the
//	                tournament of keys (tournament) and the search over H (hsearch)
//	fuse/lanes      very many DAGs, 64 at a time
//	fuse/local      the input DAGs in memory, behind the interface of fusion and consensus
//	fuse/engine     puts order, fusion, run and states together
//	fuse/runfile    a run in a file
//	fuse/synthetic  random inputs by the paper's Appendix B, for tests and benchmarks
//	fuse/parts      what the requests of runs have in common
//	fuse/ops        runs, and questions about a run that was found earlier
//
// Structures from rows:
//
//	learn/popcount  counts of what sets of rows share, by wide instructions
//	learn/data      tables of discrete variables and counts of their rows; tables of
//	                real-valued variables and sums of their products
//	learn/table     the rows of a site, whatever their cells are
//	learn/resample  rows drawn again, with replacement
//	learn/score     scores of families by data, registered by name
//	learn/ges       greedy equivalence search (Chickering 2002)
//	learn/jointly   one structure from the rows of many sites
//	learn/over      the same, where the sites have different columns
//	learn/ops       the operations on rows
//
// Tables as text:
//
//	read/distinct  distinct texts, numbered and sorted
//	read/texts     what texts look like: numbers, dates, markers of a gap
//	read/cells     the cells of a CSV text, column by column
//	read/ops       the operations that read tables
//
// Other rules, and measures:
//
//	compare/baselines  votes, averaged networks, climbs, fusions of bounded treewidth
//	compare/agreement  the F1 between the skeletons of clients, and who is an outlier
//	compare/pool       opinions of several sources, and rows, in one
//	compare/ops        the operations that compare DAGs
//
// Sites that keep what they have:
//
//	federate/masked     what a site may send under masks, a type that nothing else can make
//	federate/consensus  the consensus where each DAG stays at a site, from sums over the sites
//	federate/learning   core/learn/jointly where the rows stay at the sites, likewise
//	federate/ops        the operations of federations
//
// For tests alone:
//
//	internal/testkit/oracle      brute force, which tests compare the engine with
//	internal/testkit/golden      golden cases and runs on real networks
//	internal/testkit/graphtest   graphs for tests
//	internal/testkit/inputstest  the contract of engine.Inputs, for any implementation
//	internal/testkit/jobtest     requests for tests
//	internal/testkit/rowstest    rows for tests of what several sites have
package core
