package parts

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Fusion is the fusion of a run that was found earlier, and Adjacency its result.
type (
	Fusion    struct{ oneDAG }
	Adjacency struct{ oneDAG }
)

func (f *Fusion) Arrays() []call.Spec { return f.arrays("fusion") }

func (f *Fusion) Read(r *call.Reader) *call.Error { return f.read(r, "fusion") }

func (a *Adjacency) Arrays() []call.Spec { return a.arrays("adjacency") }

func (a *Adjacency) Read(r *call.Reader) *call.Error { return a.read(r, "adjacency") }

// oneDAG is an array that is one DAG; DAG is nil if it is not given.
type oneDAG struct{ DAG *graph.DAG }

func (d *oneDAG) arrays(name string) []call.Spec {
	return []call.Spec{call.NewSpec(name, 1, call.NodeCount, call.NodeCount)}
}

func (d *oneDAG) read(r *call.Reader, name string) (failure *call.Error) {
	if r.Has(name) {
		d.DAG, failure = call.OneDAG(r, name)
	}
	return failure
}
