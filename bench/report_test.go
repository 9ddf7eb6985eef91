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
		{"cuts", []string{module + "fuse/flow.(*word).MinCut", module + "fuse/local.(*base).MinCuts", run}},
		{"searches", []string{module + "fuse/flow.(*wide).Search", module + "fuse/local.(*single).Reach", run}},
		{"searches", []string{module + "fuse/flow.(*wide).Search", module + "fuse/local.singleOf.func2"}},
		{"pruning", []string{module + "fuse/flow.(*wide).Remove", module + "fuse/local.singleOf.func3", run}},
		{"class", []string{module + "graphs/equiv.(*Class).Delete", run}},
		{"order", []string{module + "fuse/flow.(*Graph).Prepare", module + "fuse/local.(*single).MinimalIMaps", module + "run/parallel.(*Team).Do"}},
		{"I-maps", []string{module + "fuse/flow.(*wide).Boundary", string(function(fusion.MinimalIMap))}},
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
		{Name: "A", One: done},
		{Name: "B", One: measured{work: work{Edges: 12, Steps: 3}, LeastWallMS: 7}},
		{Name: "C", One: done},
	}, Authors: authorsTimes{Measured: "2026-11-28", Java: "OpenJDK", MS: map[string]float64{"A": 50, "B": 0}}}
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
		"| b | 200 | 125 | 1.00 | – | the authors' Java, not tried | – | – |\n",
		"| c | 200 | 125 | 1.00 | 0.375 | – | – | – |\n",
		"| d | 2.00 | 1.00 | 1.00 | – | P | 3.00 | 1.50 |\n",
		"| e | 20.0 | – | – | – | – | – | – |\n",
		"measured on 2026-11-28 on the machine above, with OpenJDK,",
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

// The limit ends the program and all processes that it started.
func TestRunFor(t *testing.T) {
	text, done, err := runFor(time.Minute, "sh", "-c", "echo $0", "4")
	require.NoError(t, err)
	require.True(t, done)
	require.Equal(t, "4\n", string(text))
	_, _, err = runFor(time.Minute, "sh", "-c", "exit 3")
	require.Error(t, err)
	left := filepath.Join(t.TempDir(), "left")
	_, done, err = runFor(200*time.Millisecond, "sh", "-c", "(sleep 1; touch "+left+") & wait")
	require.NoError(t, err)
	require.False(t, done)
	time.Sleep(1200 * time.Millisecond)
	require.NoFileExists(t, left)
}
