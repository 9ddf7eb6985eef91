package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/synthetic"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

func names(sets []set) []string {
	var out []string
	for _, s := range sets {
		out = append(out, s.name)
	}
	return out
}

// Reading a written file of clients gives the same names and DAGs.
func TestClientsRoundTrip(t *testing.T) {
	s := syntheticSet(20, 4)
	nodes, dags, err := s.load()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "clients.json")
	require.NoError(t, writeClients(path, nodes, dags))
	file, err := readClients(path)
	require.NoError(t, err)
	again, copies, err := file.dags(s.r)
	require.NoError(t, err)
	require.Equal(t, nodes, again)
	require.Equal(t, dags, copies)
	_, others := synthetic.Inputs(synthetic.Successful, seed+1, 20, 4)
	require.NotEqual(t, others, copies)
}

func TestBadClients(t *testing.T) {
	for name, clients := range map[string][][2]string{
		"no such nodes": {{"a", "z"}},
		"a cycle":       {{"a", "b"}, {"b", "a"}},
	} {
		file := clientFile{Nodes: []string{"b", "a"}, Clients: [][][2]string{clients}}
		_, _, err := file.dags(1)
		require.ErrorContains(t, err, name)
	}
}

// The clients of a network come from the shared folder, otherwise from the bundled data. An extra file
// gives as many clients as it has, up to a limit.
func TestAllSets(t *testing.T) {
	shared, extra := t.TempDir(), t.TempDir()
	clients := filepath.Join(shared, "data", "clients")
	require.NoError(t, os.MkdirAll(clients, 0o755))
	write := func(dir, name string, r int) {
		nodes, dags, err := syntheticSet(5, r).load()
		require.NoError(t, err)
		require.NoError(t, writeClients(filepath.Join(dir, name), nodes, dags))
	}
	write(clients, "asia.json", 19)
	write(extra, "pigs.json", 3)
	write(extra, "link.json", 11)
	sets, err := allSets(dataDir, shared, extra)
	require.NoError(t, err)
	found := names(sets)
	for _, name := range []string{"ASIA r=10", "ALARM (bundled) r=10", "synthetic n=400 r=30", "PIGS r=3", "LINK r=10"} {
		require.Contains(t, found, name)
	}
	for _, name := range []string{"ASIA r=20", "ASIA (bundled) r=10"} {
		require.NotContains(t, found, name)
	}
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(found))), len(found))
}

// writeClients writes a file from which readClients and dags give the same DAGs.
func writeClients(path string, names []string, dags []*graph.DAG) error {
	file := clientFile{Nodes: names, Clients: make([][][2]string, len(dags))}
	for i, g := range dags {
		file.Clients[i] = [][2]string{}
		for v := range names {
			for _, p := range g.Pa(v).Append(nil) {
				file.Clients[i] = append(file.Clients[i], [2]string{names[p], names[v]})
			}
		}
	}
	text, err := sonic.Marshal(file)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
