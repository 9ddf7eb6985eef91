package graphtest

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Check is rapid.Check of a property that counts cases. It goes on until there was a case of each kind that is counted: a
// shortened test draws so few cases that it misses some kinds by chance.
func Check(t *testing.T, property func(t *rapid.T), kinds ...*int) {
	t.Helper()
	const most = 300
	for range most {
		rapid.Check(t, property)
		if all(kinds) {
			return
		}
	}
	require.Fail(t, "no case of some kind", "%d times", most)
}

func all(kinds []*int) bool {
	for _, count := range kinds {
		if *count == 0 {
			return false
		}
	}
	return true
}
