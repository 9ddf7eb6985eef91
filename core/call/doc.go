// Package call is the codec of the boundary: it reads a request and its arrays into the struct that an operation has
// registered, and turns what the operation returns into a reply. It depends on no operation. include/mcbnc.h
// describes requests and replies to callers.
//
// A request is read in this order (parts.go): the fields, by the tags of the struct; which arrays there are; the fields
// of Common; the lengths of the arrays; the estimate of memory; then each Part. Nothing of the size that a request has is
// allocated before the lengths are checked.
//
// Requests:
//
//	operation.go   Register, Find; what every request has
//	describe.go    the fields and arrays of each operation, for the header
//	tags.go        ranges, words and defaults of fields
//	parts.go       Parts: arrays that belong together, and their lengths
//	graphparts.go  Parts of graphs and weights
//	constraints.go required and forbidden edges
//	named.go       names of nodes in messages
//	memory.go      what a request may take, and what it is estimated to take
//
// Values:
//
//	read.go fields.go lists.go  JSON into structs
//	write.go                    structs into JSON
//	arrays.go                   bytes of numbers
//	graphs.go                   bytes of matrices into DAGs and PDAGs
//	arcs.go                     lists of arcs into the same
//	member.go                   the DAG that stands for the class of a partially directed graph
//	weights.go                  weights as integers
//	index.go                    the caller's node indices and the engine's
//
// Replies:
//
//	output.go    what an operation returns, and its reply
//	progress.go  how far a job is, and its time limit
//	errors.go    errors with their statuses
package call
