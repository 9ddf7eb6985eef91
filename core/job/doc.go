// Package job is the engine as its callers see it: a request in JSON and named
// arrays go in, a job runs, a small result in JSON and named arrays come out.
// It is what the C library exports, without any C.
//
// The way of a request: request.go reads the JSON, arrays.go the arrays,
// validate.go and its neighbours check everything a caller could get wrong and
// build an Input in the engine's own terms; ops.go finds the operation; job.go
// runs it in a goroutine of its own and keeps what it returns. After that no
// operation needs to doubt its input: whatever reaches one is in range, acyclic
// where it must be, and indexed the engine's way.
package job
