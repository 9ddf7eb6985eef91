package ops

import (
	"iter"
	"runtime"
	"runtime/debug"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// A run on many DAGs takes its memory in turn: for the DAGs as given, the order, the deletions and the result. What is no
// longer needed is collected at once, so that the next part finds room.

func init() { call.Register("run", run) }

// Row is that of the estimate: θ by SMHD takes a table of all pairs.
func (q *runRequest) Row() string {
	if q.Theta.Auto {
		return "run auto"
	}
	return q.Op
}

// collects reports whether the matrices of a run's DAGs are so large that the run collects garbage between its parts. These
// objects are few and large, so that takes a hundredth of the run's time.
func (q *runRequest) collects() bool { return float64(q.R)*call.MatrixBytes(q.N) > 1<<24 }

// givesBack reports whether a run returns its free memory to the system, before a result that the caller copies.
func (q *runRequest) givesBack() bool {
	return float64(q.R)*call.MatrixBytes(q.N)+4*float64(q.N*q.N) > 1<<24
}

// measure counts what the run's end and its result depend on beside the steps: the DAGs need not be kept for it.
func (b *beginning) measure(
	q *runRequest, dags iter.Seq2[int, *graph.DAG], distinct *engine.Distinct, eachArc func(func(u, v int, weight int64)),
) {
	if q.slice == 0 { // else the result is made later
		b.votes = engine.VotesWithin(b.run.Fusion, eachArc)
	}
	if q.Theta.Auto {
		b.distances = engine.Distances(q.N, dags, distinct.Weights, distinct.Seen)
	}
}

// freeDAGs frees many DAGs as given, unless they are fused again at the end. The run has copies. A request with fewer may
// be run twice: see call.Work.
func (q *runRequest) freeDAGs(distinct *engine.Distinct, team *parallel.Team) {
	if q.collects() && !q.Refusion() {
		q.DAGs.List, distinct.DAGs = nil, nil
		q.freeMemory(team)
	}
}

// freeMemory collects what a run on many DAGs has freed, and gives it back: the next part takes memory in other pieces.
func (q *runRequest) freeMemory(team *parallel.Team) {
	team.Forget()
	if q.collects() {
		debug.FreeOSMemory()
	}
}

// collecting is a run's Progress that collects what the deletions on many DAGs have freed. Go's collector waits until there is
// as much garbage as is in use, and most of what such a run has in use are tables.
func (q *runRequest) collecting(progress func(edgesLeft int, psi float64)) func(edgesLeft int, psi float64) {
	if !q.collects() {
		return progress
	}
	steps, most := 0, int64(0)
	return func(edgesLeft int, psi float64) {
		progress(edgesLeft, psi)
		if steps++; steps%lookEvery != 1 || call.HeapBytes() <= most {
			return
		}
		if most > 0 {
			runtime.GC()
		}
		most = call.HeapBytes() + mostGarbage
	}
}

const (
	lookEvery   = 256     // steps: to look takes as long as a step or less
	mostGarbage = 1 << 28 // bytes: to collect them takes some hundredths of the time in which a run makes them
)

// giveBack is freeMemory before the result.
func (q *runRequest) giveBack(team *parallel.Team) {
	team.Forget()
	if q.givesBack() {
		debug.FreeOSMemory()
	}
}
