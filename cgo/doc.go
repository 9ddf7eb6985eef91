// Package main is the shared library behind include/mcbnc.h. It holds no logic: packages
// core/job and core/call do the work.
//
//	entry.c     the functions of the header
//	exports.go  the Go side of each function
//	handles.go  the numbers that stand for jobs
//	info.go     the library's version and properties
//	threads.go  the threads that the load makes
//	signals.c   the handlers of signals that others set
//
// The functions are defined in C, so that the C compiler checks them against the header. The
// header has const, which cgo cannot write. Each function finds out whether this process is the
// one that loaded the library, and only then enters Go: after a fork, entering Go might hang for
// ever. A guard on the Go side turns a panic into a status.
//
// build_backend/mcbnc_engine.py builds the library, and explains its flags. By hand,
// from the root of the repository and with CGO_ENABLED=1:
//
//	go build -buildmode=c-shared -trimpath -o libmcbnc.so -ldflags "-s -w
//	    -X main.version=0.1.0 -X main.commit=0123abc
//	    '-extldflags=\"-Wl,--version-script=$PWD/cgo/exports.map\"'" ./cgo
//
// The version script hides all symbols but mcbnc_*. Without it some dozens of symbols of cgo and
// of the runtime are visible. The script is for ELF alone, and so for GNU ld and lld. It comes
// through -extldflags, because `#cgo LDFLAGS` admits no --version-script. Its path is absolute,
// because the linker runs in a directory of its own. The two layers of quotes are for paths with
// spaces. Go also writes a header beside the library. That header has no use.
package main
