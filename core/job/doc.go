// Package job is the life of a job: it is started with a request and arrays, waited for,
// watched, cancelled, and read when it has ended. It is what the C library exports, without
// any C.
//
// A job is one goroutine, which can be cancelled and may panic (job.go). Small work is done by the caller's
// goroutine (here.go). The time limit of a request is a deadline of its context (Timed in
// core/call/operation.go), which counts from the start of the job. A run that is out of time keeps the steps
// so far. The waiting caller looks at the memory each time that the wait ends before the job (guard.go).
package job
