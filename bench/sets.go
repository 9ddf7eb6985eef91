package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcbnc/mcbnc/core/fuse/synthetic"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// set is one input to be measured.
type set struct {
	name string
	n, r int
	load func() (names []string, dags []*graph.DAG, err error)
}

// networks are the networks that are measured, and the numbers of clients.
var networks = []struct {
	name  string
	sizes []int
}{
	{"ASIA", []int{10, 20}},
	{"CHILD", []int{10}},
	{"INSURANCE", []int{10}},
	{"ALARM", []int{10, 30}},
	{"HEPAR2", []int{10}},
	{"WIN95PTS", []int{5, 10}},
}

// sizes are the sizes of the synthetic sets: for each number of nodes, the numbers of DAGs.
var sizes = []struct {
	n    int
	dags []int
}{
	{100, []int{10, 30, 100}},
	{200, []int{10, 30, 100}},
	{400, []int{10, 30}},
}

const (
	seed         = 1  // of the synthetic sets
	extraClients = 10 // the largest number of clients that are used of an extra file
)

// allSets lists all sets: the networks, the synthetic sets, and the extra ones. The clients of a network
// come from the shared folder if it has them, otherwise from the bundled data.
func allSets(data, shared, extra string) ([]set, error) {
	var out []set
	for _, net := range networks {
		path, label := filepath.Join(shared, "data", "clients", strings.ToLower(net.name)+".json"), ""
		if _, err := os.Stat(path); err != nil {
			path, label = filepath.Join(data, strings.ToLower(net.name)+".json"), " (bundled)"
		}
		if _, err := os.Stat(path); err != nil {
			continue
		}
		sets, err := clientSets(net.name+label, path, net.sizes)
		if err != nil {
			return nil, err
		}
		out = append(out, sets...)
	}
	for _, size := range sizes {
		for _, r := range size.dags {
			out = append(out, syntheticSet(size.n, r))
		}
	}
	more, err := extraSets(extra)
	return append(out, more...), err
}

// find is the set with the name that the options give.
func find(o options) (set, error) {
	sets, err := allSets(o.data, o.shared, o.extra)
	if err != nil {
		return set{}, err
	}
	k := slices.IndexFunc(sets, func(s set) bool { return s.name == o.set })
	if k < 0 {
		return set{}, fmt.Errorf("no set %q", o.set)
	}
	return sets[k], nil
}

// extraSets are the sets of the client files in a folder, sorted by name.
func extraSets(dir string) ([]set, error) {
	if dir == "" {
		return nil, nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var out []set
	for _, path := range files {
		file, err := readClients(path)
		if err != nil {
			return nil, err
		}
		stem := strings.TrimSuffix(filepath.Base(path), ".json")
		sets, err := clientSets(strings.ToUpper(stem), path, []int{min(extraClients, len(file.Clients))})
		if err != nil {
			return nil, err
		}
		out = append(out, sets...)
	}
	return out, nil
}

// clientSets are the sets of the first r clients of a file, for each r of sizes that the file has.
func clientSets(name, path string, sizes []int) ([]set, error) {
	file, err := readClients(path)
	if err != nil {
		return nil, err
	}
	var out []set
	for _, r := range sizes {
		if r > len(file.Clients) {
			continue
		}
		out = append(out, set{
			name: fmt.Sprintf("%s r=%d", name, r), n: len(file.Nodes), r: r,
			load: func() ([]string, []*graph.DAG, error) {
				return file.dags(r)
			},
		})
	}
	return out, nil
}

// syntheticSet is the synthetic set of r DAGs over n nodes.
func syntheticSet(n, r int) set {
	return set{
		name: fmt.Sprintf("synthetic n=%d r=%d", n, r), n: n, r: r,
		load: func() ([]string, []*graph.DAG, error) {
			names := make([]string, n)
			for v := range names {
				names[v] = fmt.Sprintf("x%03d", v)
			}
			_, dags := synthetic.Inputs(synthetic.Successful, seed, n, r)
			return names, dags, nil
		},
	}
}
