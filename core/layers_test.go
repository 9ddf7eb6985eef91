package core

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/mcbnc/mcbnc/core/"

// uses lists which of our packages each imports. Arrows that follow from others are not listed. The packages are in
// layers: each imports only from those above it.
var uses = map[string]string{
	"graphs/bitset":      "",
	"graphs/graph":       "graphs/bitset",
	"graphs/chance":      "graphs/bitset graphs/graph",
	"graphs/equiv":       "graphs/bitset graphs/graph",
	"graphs/metrics":     "graphs/bitset graphs/graph",
	"graphs/treewidth":   "graphs/bitset",
	"run/arena":          "",
	"run/garbage":        "",
	"run/hashed":         "",
	"run/parallel":       "",
	"call":               "graphs/bitset graphs/graph graphs/equiv run/parallel",
	"fuse/consensus":     "graphs/bitset graphs/graph graphs/equiv run/arena run/parallel",
	"fuse/flow":          "graphs/bitset graphs/graph",
	"fuse/fusion":        "graphs/bitset graphs/graph fuse/flow",
	"fuse/lanes":         "graphs/bitset graphs/graph run/parallel",
	"fuse/local":         "graphs/bitset graphs/graph run/arena run/parallel fuse/consensus fuse/flow fuse/fusion fuse/lanes",
	"fuse/engine":        "graphs/bitset graphs/graph graphs/equiv graphs/metrics graphs/treewidth run/arena run/parallel fuse/consensus fuse/fusion fuse/local",
	"fuse/runfile":       "graphs/bitset graphs/graph call",
	"fuse/parts":         "graphs/bitset graphs/graph graphs/equiv call fuse/consensus fuse/engine fuse/runfile",
	"fuse/ops":           "graphs/bitset graphs/graph graphs/chance graphs/equiv graphs/metrics run/parallel call fuse/consensus fuse/flow fuse/local fuse/engine fuse/runfile fuse/parts",
	"fuse/synthetic":     "graphs/graph",
	"learn/popcount":     "",
	"learn/data":         "graphs/bitset run/parallel learn/popcount",
	"learn/ges":          "graphs/bitset graphs/graph graphs/equiv run/hashed run/parallel",
	"learn/resample":     "",
	"learn/table":        "graphs/bitset run/parallel learn/data",
	"learn/score":        "graphs/bitset graphs/graph run/arena run/hashed run/parallel learn/data learn/table",
	"learn/jointly":      "graphs/bitset graphs/graph run/parallel learn/ges learn/score",
	"learn/over":         "graphs/bitset graphs/graph graphs/equiv run/parallel learn/data learn/table learn/ges learn/jointly learn/resample learn/score",
	"learn/ops":          "graphs/bitset graphs/graph graphs/equiv run/garbage run/parallel call learn/data learn/table learn/ges learn/resample learn/score learn/jointly learn/over",
	"compare/agreement":  "graphs/bitset graphs/graph run/parallel",
	"compare/baselines":  "graphs/bitset graphs/graph graphs/equiv graphs/metrics graphs/treewidth run/hashed run/parallel fuse/consensus fuse/flow fuse/fusion fuse/local fuse/engine",
	"compare/ops":        "graphs/bitset graphs/graph graphs/chance graphs/equiv graphs/metrics graphs/treewidth run/parallel call fuse/consensus fuse/local fuse/engine compare/agreement compare/baselines compare/pool",
	"compare/pool":       "graphs/graph run/parallel",
	"federate/masked":    "graphs/bitset graphs/graph learn/data run/parallel",
	"federate/consensus": "federate/masked graphs/bitset graphs/graph graphs/equiv graphs/metrics fuse/consensus fuse/flow fuse/fusion fuse/local fuse/engine compare/baselines",
	"federate/learning":  "federate/masked graphs/bitset graphs/graph graphs/equiv learn/data learn/table learn/score learn/jointly learn/over run/parallel",
	"federate/ops":       "graphs/graph graphs/equiv call fuse/engine fuse/parts learn/table learn/ges learn/ops learn/score run/parallel federate/masked federate/consensus federate/learning",
	"read/cells":         "read/distinct read/texts",
	"read/distinct":      "",
	"read/ops":           "call read/cells read/distinct read/texts run/garbage",
	"read/texts":         "read/distinct",
	"job":                "run/parallel call fuse/ops learn/ops compare/ops federate/ops read/ops",
}

// Dependencies point one way: what a package imports is listed, and nothing else is imported. No package that is shipped
// uses the oracle.
func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...").Output()
	require.NoError(t, err)
	found := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		packages := strings.Fields(line)
		name, ours := strings.CutPrefix(packages[0], module)
		if !ours || strings.HasPrefix(name, "internal/") {
			continue
		}
		name = owner(name)
		found[name] = append(found[name], []string{}...)
		for _, used := range packages[1:] {
			used, ours := strings.CutPrefix(used, module)
			if used = owner(used); ours && used != name && !slices.Contains(found[name], used) {
				found[name] = append(found[name], used)
			}
		}
	}
	for name, used := range found {
		require.Contains(t, uses, name, "a new package")
		require.ElementsMatch(t, strings.Fields(uses[name]), used, "what %s imports", name)
	}
	for name := range uses {
		require.Contains(t, found, name)
	}
}

// owner is the package that an internal package belongs to, or the package itself. Go itself
// keeps an internal package from being used by any but its owner.
func owner(pkg string) string {
	owner, _, _ := strings.Cut(pkg, "/internal/")
	return owner
}

// The engine and its tests stand alone: what is beside them in the repository uses them.
func TestNothingOutsideIsUsed(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-test", "./...").Output()
	require.NoError(t, err)
	for _, dep := range strings.Fields(string(out)) {
		if strings.HasPrefix(dep, "github.com/mcbnc/mcbnc/") {
			require.True(t, strings.HasPrefix(dep, strings.TrimSuffix(module, "/")), "%s is used", dep)
		}
	}
}

// The engine builds without cgo.
func TestPureGo(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if .CgoFiles}}{{.ImportPath}}{{end}}", "./job").Output()
	require.NoError(t, err)
	for _, pkg := range strings.Fields(string(out)) {
		require.NotContains(t, pkg, "mcbnc")
	}
}
