package engine

import (
	"testing"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// seeds give draws of every size to targets that draw from bytes.
var seeds = []string{"", "\x00", "\xff\xff\xff\xff", "a consensus of many structures", "0123456789abcdefghijklmnopqrstuvwxyz"}

// FuzzRun holds the whole consensus to the oracle's, on any DAGs, weights and options.
func FuzzRun(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkNaiveRun(t, len(data), oracle.Bytes(data)) })
}

// FuzzConstrainedRun does so with required and forbidden edges.
func FuzzConstrainedRun(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, directed bool) {
		checkConstrained(t, len(data), drawConstrained(oracle.Bytes(data), directed))
	})
}
