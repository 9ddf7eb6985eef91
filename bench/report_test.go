package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
)

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
	done := measured{work: work{Edges: 12, Steps: 12, Complete: true}, WallMS: 0.5, LeastWallMS: 0.375}
	r := results{Rows: []row{
		{Name: "A", One: done, Java: javaRun{WallMS: 50, Edges: 13}},
		{Name: "B", One: measured{work: work{Edges: 12, Steps: 3}, LeastWallMS: 7}, Java: javaRun{Note: "not done in 1m0s"}},
		{Name: "C", One: done},
	}}
	folder := t.TempDir()
	var err error
	r.Jobs, err = readJobs(filepath.Join(folder, "none.json"))
	require.NoError(t, err)
	require.Empty(t, r.Jobs)
	file := filepath.Join(folder, "calls.json")
	require.NoError(t, os.WriteFile(file, []byte(`[{"name": "a", "set": "A", "one_ms": 0.8, "two_ms": 0.9, "memory_mb": 12.5},
		{"name": "b", "set": "B", "one_ms": 200, "two_ms": 125, "memory_mb": 1},
		{"name": "c", "set": "C", "one_ms": 200, "two_ms": 125, "memory_mb": 1},
		{"name": "d", "set": "D", "one_ms": 2, "two_ms": 1, "memory_mb": 1, "peer": "P", "peer_ms": 3},
		{"name": "e", "one_ms": 20}]`), 0o644))
	r.Jobs, err = readJobs(file)
	require.NoError(t, err)
	path := filepath.Join(folder, "docs", "page.md")
	require.NoError(t, writeDoc(path, r.render))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, part := range []string{
		"| a | 0.800 | 0.900 | 12.5 | 0.375 | the authors' Java | 50.0 | 62.5 |\n",
		"| b | 200 | 125 | 1.00 | – | the authors' Java, not done in 1m0s | – | – |\n",
		"| c | 200 | 125 | 1.00 | 0.375 | – | – | – |\n",
		"| d | 2.00 | 1.00 | 1.00 | – | P | 3.00 | 1.50 |\n",
		"| e | 20.0 | – | – | – | – | – | – |\n",
	} {
		require.Contains(t, string(text), part)
	}
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

// named is an executable of this name in a folder of its own.
func named(t *testing.T, name, lines string) string {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+lines), 0o755))
	return path
}

// The limit ends the program and all processes that it started.
func TestJava(t *testing.T) {
	script := func(lines string) string { return named(t, "run", lines) }
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

	// A quick program runs again, with as many repetitions as fill the warm-up.
	t.Setenv("PATH", filepath.Dir(named(t, "java", "echo $*"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	got, err = warmJava(script(`reps=$(java bench | sed 's/[^0-9]//g')
		echo '{"steady_fusion_ms":1,"steady_mincut_ms":'${reps:-99}',"union_edges":1}'`), "clients.json", 4, time.Minute)
	require.NoError(t, err)
	require.Equal(t, javaRun{WallMS: 1 + 5000/(100*3), Edges: 1}, got)

	left := filepath.Join(t.TempDir(), "left")
	got, err = runJava(script("(sleep 1; touch "+left+") & wait"), "clients.json", 4, 200*time.Millisecond)
	require.NoError(t, err)
	require.Equal(t, "not done in 200ms", got.Note)
	time.Sleep(1200 * time.Millisecond)
	require.NoFileExists(t, left)
}
