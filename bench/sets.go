package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/bytedance/sonic"

	"github.com/mcbnc/mcbnc/bench/synthetic"
	"github.com/mcbnc/mcbnc/core/graph"
)

// set is one input to be timed.
type set struct {
	name string
	dags []*graph.DAG
}

// clientFile is a file of client DAGs, ours or the shared ones.
type clientFile struct {
	Nodes   []string      `json:"nodes"`
	Clients [][][2]string `json:"clients"`
}

// allSets lists the bundled sets, the shared ones if their folder is there, and
// synthetic ones up to the given number of nodes.
func allSets(data, shared string, largest int) ([]set, error) {
	var out []set
	for _, source := range []struct {
		label, dir string
		sizes      []int
	}{
		{"bundled", data, []int{10}},
		{"shared", filepath.Join(shared, "data", "clients"), []int{5, 10, 20, 30}},
	} {
		files, err := filepath.Glob(filepath.Join(source.dir, "*.json"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			sets, err := clientSets(source.label, file, source.sizes)
			if err != nil {
				return nil, err
			}
			out = append(out, sets...)
		}
	}
	for _, n := range []int{100, 200, 400} {
		for _, r := range []int{10, 30, 100} {
			if n*r <= largest {
				_, dags := synthetic.Inputs(synthetic.Successful, 1, n, r)
				out = append(out, set{fmt.Sprintf("synthetic n=%d r=%d", n, r), dags})
			}
		}
	}
	return out, nil
}

// clientSets takes the first r clients of a file, for each r that it has.
func clientSets(label, path string, sizes []int) ([]set, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file clientFile
	if err := sonic.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	names := slices.Sorted(slices.Values(file.Nodes))
	var out []set
	for _, r := range sizes {
		if r > len(file.Clients) {
			continue
		}
		dags := make([]*graph.DAG, r)
		for i := range dags {
			dags[i] = graph.NewDAG(len(names))
			for _, arc := range file.Clients[i] {
				dags[i].Add(slices.Index(names, arc[0]), slices.Index(names, arc[1]))
			}
		}
		stem := filepath.Base(path)
		stem = stem[:len(stem)-len(filepath.Ext(stem))]
		out = append(out, set{fmt.Sprintf("%s %s r=%d", label, stem, r), dags})
	}
	return out, nil
}
