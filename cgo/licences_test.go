package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// THIRD_PARTY.txt, which ships with the library, names every module in it, at the
// version that is in it.
func TestThirdPartyIsComplete(t *testing.T) {
	text, err := os.ReadFile("../THIRD_PARTY.txt")
	require.NoError(t, err)
	const shape = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}"
	out, err := exec.Command("go", "list", "-deps", "-f", shape, ".").Output()
	require.NoError(t, err)
	modules := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.NotEmpty(t, modules)
	for _, module := range modules {
		require.Contains(t, string(text), "\n"+module+"\n", "run: make licences")
	}
}
