package core

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/mcbnc/mcbnc/core/"

// uses says which of our packages each imports. Arrows that follow from others are not listed. The packages are in layers:
// each imports only from those above it.
var uses = map[string]string{
	"arena":        "",
	"bitset":       "",
	"parallel":     "",
	"resample":     "",
	"data":         "bitset parallel",
	"graph":        "bitset",
	"treewidth":    "bitset",
	"agreement":    "bitset parallel graph",
	"equiv":        "bitset graph",
	"flow":         "bitset graph",
	"metrics":      "bitset graph",
	"score":        "arena bitset parallel data graph",
	"synthetic":    "graph",
	"call":         "bitset parallel graph equiv",
	"consensus":    "arena bitset parallel graph equiv",
	"fusion":       "bitset graph flow",
	"ges":          "bitset parallel graph equiv",
	"jointly":      "bitset parallel graph equiv score ges",
	"local":        "arena bitset parallel graph flow consensus fusion",
	"runfile":      "graph call",
	"engine":       "arena bitset parallel graph treewidth equiv metrics consensus fusion local",
	"sums":         "data graph score jointly",
	"baselines":    "bitset parallel graph treewidth equiv flow metrics consensus fusion local engine",
	"federated":    "bitset parallel graph equiv flow metrics consensus fusion local engine",
	"fuse/parts":   "bitset graph equiv call consensus runfile engine",
	"learn/ops":    "parallel resample data graph equiv score call ges jointly sums",
	"compare/ops":  "bitset parallel graph treewidth agreement equiv metrics call consensus local engine baselines",
	"federate/ops": "graph call ges engine sums federated fuse/parts learn/ops",
	"fuse/ops":     "bitset parallel graph equiv flow call consensus local runfile engine fuse/parts",
	"job":          "parallel call learn/ops compare/ops federate/ops fuse/ops",
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
