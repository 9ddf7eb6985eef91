package main

import (
	"runtime"
	"runtime/metrics"

	"github.com/bytedance/sonic"

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
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return describe(map[string]any{
		"jobs":       handles.size(),
		"goroutines": runtime.NumGoroutine(),
		"heap_bytes": sample[0].Value.Uint64(),
	})
}

func describe(fields map[string]any) []byte {
	text, err := sonic.ConfigStd.Marshal(fields)
	if err != nil {
		panic(err) // numbers and words: cannot happen
	}
	return text
}
