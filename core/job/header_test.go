package job_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
)

// The C header describes each operation, and no other.
func TestHeaderListsTheOperations(t *testing.T) {
	text, err := os.ReadFile("../../include/mcbnc.h")
	require.NoError(t, err)
	var described []string
	for _, names := range regexp.MustCompile(`(?m)^ \* ([a-z_]+(?:, [a-z_]+)*): `).FindAllStringSubmatch(string(text), -1) {
		described = append(described, strings.Split(names[1], ", ")...)
	}
	var known []string
	for _, name := range call.Registered() {
		if op, _, _ := strings.Cut(name, " "); !slices.Contains(known, op) {
			known = append(known, op)
		}
	}
	require.ElementsMatch(t, known, described)
}
