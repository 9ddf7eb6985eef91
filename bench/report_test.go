package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
)

func TestFit(t *testing.T) {
	var n, r, y []float64
	for _, nodes := range []float64{100, 200, 400} {
		for _, dags := range []float64{10, 30} {
			n, r = append(n, nodes), append(r, dags)
			y = append(y, 3*math.Pow(nodes, 1.5)*math.Pow(dags, 2))
		}
	}
	g, ok := fit(n, r, y)
	require.True(t, ok)
	require.InDeltaSlice(t, []float64{1.5, 2, 1}, []float64{g.N, g.R, g.Worst}, 1e-9)
	y[0] *= 2
	g, _ = fit(n, r, y)
	require.Greater(t, g.Worst, 1.2)
	_, ok = fit(n, n, y) // The two exponents cannot be separated.
	require.False(t, ok)
	_, ok = fit(n[:2], r[:2], y[:2])
	require.False(t, ok)
}

func TestPhaseOf(t *testing.T) {
	const module = "github.com/mcbnc/mcbnc/core/"
	run := string(function(consensus.Run))
	for _, c := range []struct {
		want  string
		stack []string
	}{
		{"bookkeeping", []string{"runtime.mallocgc", run}},
		{"cuts", []string{module + "fuse/flow.(*Workspace).MinCut", module + "fuse/local.(*Inputs).Cuts", run}},
		{"searches", []string{module + "fuse/flow.(*Workspace).Search", module + "fuse/local.(*Inputs).Search", run}},
		{"searches", []string{module + "fuse/flow.(*Workspace).Search", module + "fuse/local.New.(*loops).bind.func3"}},
		{"pruning", []string{module + "fuse/flow.(*Workspace).Remove", module + "fuse/local.(*Inputs).Prune", run}},
		{"class", []string{module + "graphs/equiv.(*Class).Delete", run}},
		{"order", []string{module + "fuse/flow.(*Graph).Prepare", module + "fuse/local.(*Inputs).MinimalIMaps", module + "run/parallel.(*Team).Do"}},
		{"I-maps", []string{module + "fuse/flow.(*Workspace).Boundary", string(function(fusion.MinimalIMap))}},
		{otherPhase, []string{"runtime.gcBgMarkWorker"}},
	} {
		require.Equal(t, c.want, phaseOf(c.stack), c.stack)
	}
}

func TestMeasure(t *testing.T) {
	_, dags, err := syntheticSet(100, 10).load()
	require.NoError(t, err)
	o := options{workers: 1, seconds: 300 * time.Millisecond, limit: time.Minute}
	m, err := measure(dags, o)
	require.NoError(t, err)
	require.True(t, m.Complete)
	require.Equal(t, m.Edges, m.Steps)
	require.GreaterOrEqual(t, m.Repetitions, leastRepetitions)
	require.LessOrEqual(t, m.LeastWallMS, m.WallMS)
	require.Positive(t, m.Allocations)
	sum := 0.0
	for _, share := range m.Phases {
		sum += share
	}
	require.InDelta(t, 1, sum, 1e-9)

	o.limit = time.Nanosecond
	m, err = measure(dags, o)
	require.NoError(t, err)
	require.False(t, m.Complete)
}

func TestMiddle(t *testing.T) {
	require.EqualValues(t, 2, medianRun([]measured{{WallMS: 3}, {WallMS: 1}, {WallMS: 2}}).WallMS)
	runs := []measured{{WallMS: 3, LeastWallMS: 2}, {WallMS: 9, LeastWallMS: 1}, {WallMS: 4, LeastWallMS: 3}}
	require.Equal(t, measured{WallMS: 4, LeastWallMS: 1}, medianRun(runs))
}

func TestRender(t *testing.T) {
	done := measured{work: work{Edges: 1234, Steps: 1234, Complete: true}, WallMS: 0.5, LeastWallMS: 0.375, CPUMS: 0.25, Phases: map[string]float64{"cuts": 0.25}}
	slow := measured{work: work{Edges: 9000, Steps: 17}, WallMS: 60000}
	r := results{Rows: []row{
		{Name: "A", One: done, Two: done, Gain: 1.25, Java: javaRun{WallMS: 50, CPUMS: 40, Edges: 1230}},
		{Name: "B", One: done, Two: slow, Java: javaRun{WallMS: 200, CPUMS: 40}},
		{Name: "C", One: slow, Two: slow, Java: javaRun{Note: "not tried"}},
		{Name: "D", One: done, Two: done},
		{Name: "E", One: done, Two: done, Java: javaRun{Note: "not tried"}},
		{Name: "F", One: done, Two: done, Java: javaRun{Note: "not done in 2m0s"}},
	}}
	r.Rows[1].One.Phases = map[string]float64{"cuts": 0.5}
	folder := t.TempDir()
	var err error
	r.Calls, err = readCalls(filepath.Join(folder, "none.json"))
	require.NoError(t, err)
	require.Nil(t, r.Calls)
	file := filepath.Join(folder, "calls.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"import": {"numpy_ms": 70, "mcbnc_ms": 30.5}, "first_ms": 12.5,
		"call": {"wall_ms": 0.75, "overhead_ms": 0.25},
		"jobs": [{"name": "J", "one_ms": 200, "two_ms": 125, "gain": 1.6, "memory_mb": 12.5}]}`), 0o644))
	r.Calls, err = readCalls(file)
	require.NoError(t, err)
	path := filepath.Join(folder, "docs", "page.md")
	require.NoError(t, writeDoc(path, r.render))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, part := range []string{
		"| A | 0 | 1,234 | 0.500 | 0.375 | 0.500 | 1.25 | 0 |\n",
		"| B | 0 | 1,234 | 0.500 | 0.375 | 17 of 9,000 edges in 60,000 | – | 0 |\n",
		"| A | 1,230 | 50.0 | 100 | 160 |\n",
		"Other sets: not tried: 2, not done in 2m0s: 1.\n",
		"to the DAGs | 25 | 50 | B |\n", "| import of NumPy | 70.0 |\n| import of mcbnc after it | 30.5 |\n", "| J | 200 | 125 | 1.60 | 12.5 |\n",
		"names checked | 0.750 |\n", "not the engine's own time | 0.250 |\n| the first such call of a process | 12.5 |\n",
		"Ratios over the 2 sets on", "| wall time | 200 | 100 |\n| CPU time | 160 | 160 |\n",
	} {
		require.Contains(t, string(text), part)
	}
	require.NotContains(t, string(text), "## Growth") // There are too few sets for a fit.
	require.NotContains(t, string(text), "| D | 0 | 0 |")
	for _, gap := range []string{"\n\n\n", "|\n\n|", "|\n#"} {
		require.NotContains(t, string(text), gap)
	}
	require.Equal(t, "\n", string(text[len(text)-1:]))
}

func TestNumber(t *testing.T) {
	for want, x := range map[string]float64{
		"0": 0, "0.0012": 0.00123, "0.0123": 0.0123, "1.23": 1.234, "12.3": 12.34, "123": 123.4, "12,346": 12345.6,
	} {
		require.Equal(t, want, number(x))
	}
}

// The limit ends the program and all processes that it started.
func TestJava(t *testing.T) {
	script := func(lines string) string {
		path := filepath.Join(t.TempDir(), "run")
		require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+lines), 0o755))
		return path
	}
	got, err := runJava(script(`echo '{"n":8,"union_edges":12,"steady_fusion_ms":1.5,"steady_mincut_ms":'$2',"steady_fusion_cpu_ms":1,
		"steady_mincut_cpu_ms":2,"fusion_ms":100,"mincut_ms":100,"fusion_cpu_ms":100,"mincut_cpu_ms":100}'`),
		"clients.json", 4, time.Minute)
	require.NoError(t, err)
	require.Equal(t, javaRun{WallMS: 5.5, CPUMS: 3, Edges: 12}, got)
	got, err = runJava(script(`echo '{"steady_fusion_ms":null,"steady_mincut_ms":null,"steady_fusion_cpu_ms":null,
		"steady_mincut_cpu_ms":null,"fusion_ms":40,"mincut_ms":60,"fusion_cpu_ms":30,"mincut_cpu_ms":50}'`),
		"clients.json", 4, time.Minute)
	require.NoError(t, err)
	require.Equal(t, javaRun{WallMS: 100, CPUMS: 80}, got)

	_, err = runJava(script("exit 3"), "clients.json", 4, time.Minute)
	require.Error(t, err)

	left := filepath.Join(t.TempDir(), "left")
	got, err = runJava(script("(sleep 1; touch "+left+") & wait"), "clients.json", 4, 200*time.Millisecond)
	require.NoError(t, err)
	require.Equal(t, "not done in 200ms", got.Note)
	time.Sleep(1200 * time.Millisecond)
	require.NoFileExists(t, left)
}
