// Package wire is what crosses the boundary: a request in JSON with named arrays on the way
// in, a result in JSON with named arrays on the way out, errors with their codes, and how far
// a job is. include/mcbnc.h describes all of it to callers.
//
// A request becomes an Input. ParseRequest reads the JSON. NewInput checks the options and
// whatever Parts the operation reads, and translates node indices from the caller's to the
// engine's. After that no operation needs to doubt its Input: indices are in range, graphs
// are acyclic where they must be, and arrays fit together.
//
// What an operation returns is an Output. Its Reply is the JSON and the arrays that the
// caller reads, in the caller's node indices.
package wire
