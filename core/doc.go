// Package core is the engine: pure Go, no cgo. It has no code of its own; see
// ARCHITECTURE.md for the way of the data through its packages.
//
//	bitset      sets of nodes as words
//	graph       DAGs and PDAGs as bit matrices; topology, moral graphs
//	equiv       Markov equivalence classes: CPDAG, extension, Delete
//	flow        minimum cuts between two nodes of one DAG
//	metrics     SMHD, SHD
//	treewidth   triangulations, exact treewidth
//	agreement   who agrees with whom, and who with hardly any
//	synthetic   random inputs, for tests and benchmarks
//	baselines   votes, averaging, climbing: what a consensus is to be judged by
//	parallel    loops over goroutines, deterministic, panics carried back
//	data        tables of discrete variables, rows counted
//	score       scores of families by data, by name
//	ges         greedy equivalence search
//	fusion      order, minimal I-maps
//	consensus   the deletion run; in its internal packages the tournament of keys
//	            (tournament) and the search over H by branch and bound (hsearch)
//	local       the input DAGs in memory: answers what fusion and consensus ask
//	engine      the parts put together; engine.Inputs is all that these know of the inputs
//	wire        requests and results: JSON and arrays, in the engine's terms and back
//	runfile     a run in a file
//	operations  what a request may ask for, and what each operation reads
//	job         one request at work: start, wait, cancel, read
package core
