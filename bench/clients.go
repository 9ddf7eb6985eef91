package main

import (
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// clientFile is a file of client DAGs: the names of the nodes, and the arcs of each client.
type clientFile struct {
	Nodes   []string      `json:"nodes"`
	Clients [][][2]string `json:"clients"`
}

func readClients(path string) (*clientFile, error) {
	file := &clientFile{}
	return file, readJSON(path, file)
}

// dags returns the sorted names of the nodes and the DAGs of the first r clients on these nodes. It fails
// if an arc has an unknown node or a client has a cycle.
func (f *clientFile) dags(r int) ([]string, []*graph.DAG, error) {
	names := slices.Sorted(slices.Values(f.Nodes))
	out := make([]*graph.DAG, r)
	for i := range out {
		out[i] = graph.NewDAG(len(names))
		for _, arc := range f.Clients[i] {
			a, found := slices.BinarySearch(names, arc[0])
			b, alsoFound := slices.BinarySearch(names, arc[1])
			if !found || !alsoFound {
				return nil, nil, fmt.Errorf("client %d: no such nodes: %v", i, arc)
			}
			out[i].Add(a, b)
		}
		if out[i].TopologicalOrder() == nil {
			return nil, nil, fmt.Errorf("client %d has a cycle", i)
		}
	}
	return names, out, nil
}
