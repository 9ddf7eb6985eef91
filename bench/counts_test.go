package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "renew counts.json")

// counted are the sets in counts.json. They are small, and every checkout has them.
var counted = []string{
	"ASIA (bundled) r=10", "CHILD (bundled) r=10", "INSURANCE (bundled) r=10", "ALARM (bundled) r=10",
	"HEPAR2 (bundled) r=10", "synthetic n=100 r=10",
}

// counts are the work of a run on a set. The test fails if they change in either direction.
type counts struct {
	work                // of one worker
	Shared      work    `json:"shared"` // of several workers, which evaluate some operators in advance
	Allocations float64 `json:"allocations"`
}

const (
	countsFile = "counts.json"
	// Another Go release may make other allocations when slices grow or in maps.
	slack = 1.05
)

var dataDir = filepath.Join("..", "python", "mcbnc", "data")

// The work of one worker equals counts.json, which `make counts` writes. So does the work of several
// workers, which must not depend on their number. The allocations are not more than in counts.json.
func TestCounts(t *testing.T) {
	held := map[string]counts{}
	if !*update {
		text, err := os.ReadFile(countsFile)
		require.NoError(t, err)
		require.NoError(t, sonic.Unmarshal(text, &held))
		require.Len(t, held, len(counted))
	}
	sets, err := allSets(dataDir, t.TempDir(), "")
	require.NoError(t, err)
	found := map[string]counts{}
	for _, s := range sets {
		for _, name := range counted {
			if s.name == name {
				found[name] = countsOf(t, s)
			}
		}
	}
	require.Len(t, found, len(counted))
	if *update {
		text, err := sonic.ConfigStd.MarshalIndent(found, "", "  ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(countsFile, append(text, '\n'), 0o644))
		return
	}
	for name, now := range found {
		require.Equal(t, held[name].work, now.work, name)
		require.Equal(t, held[name].Shared, now.Shared, name)
		// make test-all runs the short tests with the race detector, which makes allocations of its own.
		if !testing.Short() {
			require.LessOrEqual(t, now.Allocations, slack*held[name].Allocations, name)
		}
	}
}

func countsOf(t *testing.T, s set) counts {
	_, dags, err := s.load()
	require.NoError(t, err)
	run := func(workers int) work {
		w, err := once(context.Background(), dags, workers)
		require.NoError(t, err)
		return w
	}
	c := counts{work: run(1), Shared: run(2)}
	require.Equal(t, c.Shared, run(7), "%s, 7 workers", s.name)
	c.Allocations = testing.AllocsPerRun(3, func() { run(1) })
	return c
}
