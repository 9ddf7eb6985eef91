package core

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/mcbnc/mcbnc/core/"

// uses says which of our packages each may use, directly or not.
var uses = map[string]string{
	"bitset":     "",
	"parallel":   "",
	"arena":      "",
	"graph":      "bitset",
	"equiv":      "bitset graph",
	"flow":       "bitset graph",
	"metrics":    "bitset graph",
	"synthetic":  "bitset graph",
	"treewidth":  "bitset",
	"agreement":  "bitset graph parallel",
	"data":       "bitset parallel",
	"resample":   "",
	"score":      "bitset graph data parallel arena",
	"ges":        "bitset graph equiv parallel",
	"jointly":    "bitset graph data equiv parallel arena score ges",
	"sums":       "bitset graph data equiv parallel arena score ges jointly",
	"fusion":     "bitset graph flow",
	"consensus":  "bitset graph equiv parallel arena",
	"local":      "bitset graph flow equiv fusion consensus parallel arena",
	"engine":     "bitset graph flow equiv fusion consensus parallel arena local metrics treewidth",
	"federated":  "bitset graph flow equiv fusion consensus parallel arena local metrics treewidth engine",
	"baselines":  "bitset graph flow equiv fusion consensus parallel arena local metrics treewidth engine",
	"call":       "bitset graph equiv parallel",
	"compare":    "call bitset graph flow equiv fusion consensus parallel arena local metrics treewidth engine agreement baselines",
	"learn":      "call bitset graph equiv parallel arena data resample score ges jointly sums",
	"federate":   "call bitset graph equiv parallel arena data resample score ges jointly sums learn",
	"wire":       "call bitset graph equiv parallel arena consensus",
	"runfile":    "call bitset graph equiv parallel arena consensus wire",
	"operations": "call bitset graph flow equiv fusion consensus parallel arena local metrics treewidth engine federated wire runfile",
	"job":        "call bitset graph flow equiv fusion consensus parallel arena local metrics treewidth engine federated agreement data resample score ges jointly sums baselines compare learn federate wire runfile operations",
}

// Dependencies point one way: what a package may use is listed, and nothing else
// is used. No package that is shipped uses the oracle.
func TestLayers(t *testing.T) {
	for name, allowed := range uses {
		out, err := exec.Command("go", "list", "-deps", "./"+name+"/...").Output()
		require.NoError(t, err)
		for _, dep := range strings.Fields(string(out)) {
			ours, found := strings.CutPrefix(dep, module)
			if ours = owner(ours); found && ours != name {
				require.Contains(t, strings.Fields(allowed), ours, "%s uses %s", name, ours)
			}
		}
	}
}

// owner is the package that an internal package belongs to, or the package itself. Go itself
// keeps an internal package from being used by any but its owner.
func owner(pkg string) string {
	owner, _, _ := strings.Cut(pkg, "/internal/")
	wing, ops := strings.CutSuffix(owner, "/ops")
	if ops {
		return wing
	}
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

// Every package of the engine is in the list.
func TestLayersAreComplete(t *testing.T) {
	out, err := exec.Command("go", "list", "./...").Output()
	require.NoError(t, err)
	for _, pkg := range strings.Fields(string(out)) {
		name, found := strings.CutPrefix(pkg, module)
		if found && !strings.HasPrefix(name, "internal/") {
			require.Contains(t, uses, owner(name))
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
