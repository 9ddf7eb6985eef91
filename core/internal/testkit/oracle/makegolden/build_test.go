package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The oracle computes every field of every shared case from its inputs. Extensions are compared by their
// class. The exact treewidth is compared if the case has it.
func TestSharedCases(t *testing.T) {
	for _, want := range golden.Shared(t) {
		t.Run(want.ID, func(t *testing.T) {
			got := build(golden.Case{
				ID: want.ID, Kind: want.Kind, N: want.N, Names: want.Names, DAGs: want.DAGs,
				Weights: want.Weights, KMax: want.KMax,
			})
			requireExtensions(t, want.N, want.Thetas.DAG)
			requireExtensions(t, want.N, want.Thetas.CPDAG)
			ignoreChoices(&want)
			ignoreChoices(&got)
			if want.Treewidth.Exact == nil {
				got.Treewidth.Exact = nil
			}
			require.Equal(t, want, got)
		})
	}
}

func requireExtensions(t *testing.T, n int, states []golden.State) {
	for _, s := range states {
		d := oracle.FromArcs(n, s.Extension)
		require.Equal(t, oracle.Matrix(s.ExtensionClass.Matrix(n)), oracle.CPDAG(d))
	}
}

// ignoreChoices drops the extensions, since any member of the class is right.
func ignoreChoices(c *golden.Case) {
	for _, states := range [][]golden.State{c.Thetas.DAG, c.Thetas.CPDAG} {
		for i := range states {
			states[i].Extension = nil
		}
	}
}

// The files in tests/golden are exactly what this command writes, and what is read of them is what the oracle found.
func TestOwnCasesAreUpToDate(t *testing.T) {
	dir := golden.OwnDir(t)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	list := inputs()
	require.Len(t, files, len(list))
	for _, in := range list {
		want := build(in)
		have, err := os.ReadFile(filepath.Join(dir, in.ID+".md"))
		require.NoError(t, err)
		require.True(t, golden.Text(want) == string(have), "%s differs: run makegolden again", in.ID)
		read, err := golden.Read(string(have))
		require.NoError(t, err)
		require.Equal(t, want, read)
	}
}

// Among our own cases are at least two of each kind: with ties and without, with weights, without k_max, and
// with a k_max that excludes operators.
func TestOwnCasesCoverTheOptions(t *testing.T) {
	var tied, free, weighted, uncapped, capBinds int
	for _, c := range golden.Own(t) {
		if c.TieFree && len(c.Union) > 0 {
			free++
		} else {
			tied++
		}
		if c.Weights != nil {
			weighted++
		}
		if c.KMax == nil {
			uncapped++
		} else if operators(c, -1) > operators(c, *c.KMax) {
			capBinds++
		}
	}
	for name, count := range map[string]int{
		"tied": tied, "tie-free": free, "weighted": weighted, "uncapped": uncapped, "with a cap that binds": capBinds,
	} {
		require.GreaterOrEqual(t, count, 2, "own cases %s", name)
	}
}

func operators(c golden.Case, kMax int) int {
	return len(oracle.Operators(c.CPDAG.Matrix(c.N), kMax, true))
}
