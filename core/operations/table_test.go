package operations

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	_ "github.com/mcbnc/mcbnc/core/compare/ops"
	_ "github.com/mcbnc/mcbnc/core/fuse/ops"
)

// The C header describes each operation, and no other.
func TestHeaderListsTheOperations(t *testing.T) {
	text, err := os.ReadFile("../../include/mcbnc.h")
	require.NoError(t, err)
	var described []string
	for _, names := range regexp.MustCompile(`(?m)^ \* ([a-z_]+(?:, [a-z_]+)*): `).FindAllStringSubmatch(string(text), -1) {
		described = append(described, strings.Split(names[1], ", ")...)
	}
	known := slices.AppendSeq(slices.Collect(maps.Keys(operations)), maps.Keys(tasks))
	require.ElementsMatch(t, append(known, call.Registered()...), described)
}

// No operation allocates what nobody has estimated.
func TestEveryOperationHasAnEstimate(t *testing.T) {
	for name, op := range operations {
		require.NotNil(t, op.Memory, name)
	}
	for _, byTask := range tasks {
		for name, op := range byTask {
			require.NotNil(t, op.Memory, name)
		}
	}
}
