// Package core is the engine, in pure Go. The package itself has no code. ARCHITECTURE.md
// follows the data through the packages below. The doc.go of a package has its files, and the
// proofs that its shortcuts are exact.
//
// What crosses the boundary:
//
//	job         the life of a request: start, wait, cancel, read
//	fuse/ops    runs, and questions about a run that was found earlier, each with its
//	            typed request
//	fuse/parts  what these requests have in common
//	compare/ops the operations that compare DAGs, the same way
//	learn/ops   the operations on rows
//	federate/ops the operations of federations
//	runfile     a run in a file
//	call        requests by their structs, JSON, arrays, node indices, errors, results,
//	            progress, estimates of memory; it knows no operation
//
// The consensus:
//
//	engine      puts order, fusion, run and states together
//	fusion      the greedy order and the minimal I-maps
//	consensus   the deletion run (MCBNC, Algorithm 1); its internal packages are the
//	            tournament of keys (tournament) and the search over H (hsearch)
//	federated   the same where each DAG stays at a site, from sums over the sites
//	local       the input DAGs in memory, behind the interface of fusion and consensus
//	flow        minimum cuts between two nodes of one DAG
//	equiv       Markov equivalence classes: CPDAG, extension, Insert, Delete
//
// Beside the consensus:
//
//	data        tables of discrete variables and counts of their rows; tables of
//	            real-valued variables and sums of their products
//	resample    rows drawn again, with replacement
//	score       scores of families by data, registered by name
//	ges         greedy equivalence search (Chickering 2002)
//	jointly     one structure from the rows of many sites
//	sums        the same where the rows stay at the sites, from sums over the sites
//	baselines   votes, averaged networks, climbs, fusions of bounded treewidth
//	agreement   the F1 between the skeletons of clients, and who is an outlier
//	metrics     SMHD, SHD, and sums of both over many graphs
//	treewidth   triangulations and exact treewidth
//	synthetic   random inputs by the paper's Appendix B, for tests and benchmarks
//
// What all of these share:
//
//	graph       DAGs and PDAGs as bit matrices: topology, moral graphs, constraints
//	bitset      sets of nodes as machine words
//	parallel    loops over goroutines: deterministic, with panics carried back
//	arena       many short slices cut out of few long ones
//
// Internal to the engine:
//
//	internal/oracle      brute force, which tests compare the engine with
//	internal/golden      golden cases and runs on real networks
//	internal/graphtest   graphs for tests
//	internal/inputstest  the contract of engine.Inputs, for any implementation
//	internal/jobtest     requests for tests
//	internal/rowstest    rows for tests of what several sites have
package core
