package jobtest

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// OrderedRun asks for a run along an order of the caller's nodes, which the engine numbers by
// rank. The DAGs are the engine's.
func OrderedRun(dags []oracle.Matrix, order, rank []int, more string) (string, []call.Raw) {
	n, caller := len(rank), make([]int, len(rank))
	for k, e := range rank {
		caller[e] = k
	}
	asCalled := make([]oracle.Matrix, len(dags))
	for i, g := range dags {
		asCalled[i] = oracle.New(n)
		for _, a := range g.Arcs() {
			asCalled[i][caller[a[0]]][caller[a[1]]] = true
		}
	}
	raws := []call.Raw{Raw("dags", Cells(asCalled)...), Raw("rank", Int32s(rank)...)}
	if order != nil {
		calledOrder := make([]int32, n)
		for i, e := range order {
			calledOrder[i] = int32(caller[e])
		}
		raws = append(raws, Raw("order", calledOrder...))
	}
	return Request("run", n, len(dags), more), raws
}

// Int32s are nodes as arrays have them.
func Int32s(nodes []int) []int32 {
	out := make([]int32, len(nodes))
	for i, x := range nodes {
		out[i] = int32(x)
	}
	return out
}
