// Package job is the life of a job: it is started with a request and arrays, waited for,
// watched, cancelled, and read when it has ended. It is what the C library exports, without
// any C.
package job
