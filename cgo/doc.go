// Package main is the shared library behind include/mcbnc.h. It holds no logic:
// entry.c stands at the door, exports.go converts, package core/job does the
// work.
//
// entry.c defines the functions of the header, so that the C compiler holds them
// against it, const included, which cgo cannot write. Each looks whether this
// still is the process that loaded the library, and only then enters Go: after a
// fork, entering might hang for ever. exports.go has the Go side of each, with
// the same header in its preamble, and a guard that turns a panic into a status.
// handles.go gives jobs their numbers.
//
// build_backend/mcbnc_engine.py builds the library. By hand, from the root of the
// repository and with CGO_ENABLED=1:
//
//	go build -buildmode=c-shared -trimpath -o libmcbnc.so -ldflags "-s -w
//	    -X main.version=0.1.0 -X main.commit=0123abc
//	    '-extldflags=\"-Wl,--version-script=$PWD/cgo/exports.map\"'" ./cgo
//
// The version script leaves only mcbnc_* visible: some dozens of symbols of cgo
// and of the runtime would show otherwise. It is for GNU ld and lld, so for ELF
// only. It must come through -extldflags, since `#cgo LDFLAGS` admits no
// --version-script, and with an absolute path, since the linker runs in a
// directory of its own; the two layers of quotes are for paths with spaces. Go
// also writes a header beside the library, which is of no use: ours is the one.
package main
