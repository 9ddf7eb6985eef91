package wire

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graph"
)

// dags reads "dags". A partially directed graph becomes a member of its class, here and once, so
// that every operation works on DAGs.
func (r *reader) dags() (failure *call.Error) {
	k := 0
	r.in.DAGs, failure = graphsOf(r, "dags", func(cells []byte) (*graph.DAG, *call.Error) {
		g, extended, failure := r.in.DAGOrMember(cells)
		if extended {
			r.in.Extended = append(r.in.Extended, k)
		}
		k++
		return g, failure
	})
	return failure
}

func (r *reader) graphs() (failure *call.Error) {
	r.in.Graphs, failure = graphsOf(r, "graphs", r.in.PDAG)
	return failure
}

// graphsCount checks the field "graphs".
func (r *reader) graphsCount() *call.Error {
	if count := r.q.Graphs; count < 0 || count > maxDAGs {
		return call.BadRequestf("graphs", "%d is not from 0 to %d", count, maxDAGs)
	}
	return nil
}

// graphsOf makes a graph of each matrix of an array.
func graphsOf[G any](r *reader, name string, read func(cells []byte) (*G, *call.Error)) ([]*G, *call.Error) {
	cells, size := r.arrays[name], r.in.N*r.in.N
	graphs := make([]*G, len(cells)/size)
	for k := range graphs {
		g, failure := read(cells[k*size : (k+1)*size])
		if failure != nil {
			return nil, failure.InGraph(name, k)
		}
		graphs[k] = g
	}
	return graphs, nil
}
