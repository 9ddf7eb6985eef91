package main

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/pprof/profile"
	"github.com/stretchr/testify/require"
)

// The profile has the engine's functions below those of a job, as in the library.
func TestGuide(t *testing.T) {
	var text bytes.Buffer
	o := options{data: filepath.Join("..", "python", "mcbnc", "data"), workers: 1, seconds: 50 * time.Millisecond}
	require.NoError(t, guideInto(&text, o))
	found, err := profile.Parse(&text)
	require.NoError(t, err)
	var names []string
	for _, f := range found.Function {
		names = append(names, f.Name)
	}
	for _, name := range []string{"core/job.(*Job).work", "core/fuse/consensus.(*Trajectory).run"} {
		require.Contains(t, names, "github.com/mcbnc/mcbnc/"+name)
	}
}

// A set is asked for as its nodes and DAGs, which are in the request as a matrix.
func TestGuideAsksForEachSet(t *testing.T) {
	data := filepath.Join("..", "python", "mcbnc", "data")
	work, err := allWork(options{data: data, shared: t.TempDir(), extra: "", rows: t.TempDir()})
	require.NoError(t, err)
	sets, err := allSets(data, t.TempDir(), "")
	require.NoError(t, err)
	require.Len(t, work, len(sets))
	for k, s := range sets {
		_, dags, err := s.load()
		require.NoError(t, err)
		arcs := 0
		for _, g := range dags {
			arcs += g.Arcs()
		}
		require.Equal(t, arcs, bytes.Count(work[k].arrays[0].Data, []byte{1}), s.name)
		require.Len(t, work[k].arrays[0].Data, s.r*s.n*s.n, s.name)
	}
}
