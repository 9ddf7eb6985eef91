package main

import (
	"runtime"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// Set by the linker: see doc.go.
var (
	version = "dev"
	commit  = "unknown"
)

const abiVersion = 1

func buildInfo() []byte {
	return describe(map[string]any{
		"version": version,
		"abi":     abiVersion,
		"go":      runtime.Version(),
		"commit":  commit,
		"os":      runtime.GOOS,
		"arch":    runtime.GOARCH,
		"scores":  score.Kinds(),
	})
}

func runtimeInfo() []byte {
	return describe(map[string]any{
		"jobs":       handles.size(),
		"goroutines": runtime.NumGoroutine(),
		"heap_bytes": call.HeapBytes(),
		"workers":    runtime.GOMAXPROCS(0),
	})
}

func describe(fields map[string]any) []byte {
	text, err := call.Marshal(fields)
	if err != nil {
		panic(err) // numbers and words: cannot happen
	}
	return text
}
