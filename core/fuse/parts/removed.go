package parts

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
)

// Removed are the arcs that steps took from the working input DAGs.
type Removed struct {
	Given bool
	list  []removal
}

type removal struct {
	step int
	arc  consensus.CutEdge
}

// Arrays is "removed".
func (d *Removed) Arrays() []call.Spec {
	return []call.Spec{call.NewSpec("removed", 4, call.Any, call.Fixed(4))}
}

// Read reads what each step removed from each DAG.
func (d *Removed) Read(r *call.Reader) *call.Error {
	d.Given = r.Has("removed")
	for row := range slices.Chunk(call.Numbers[int32](r, "removed"), 4) {
		step, dag, from, to := int(row[0]), int(row[1]), int(row[2]), int(row[3])
		inRange := step >= 0 && step < stepCount(r) && dag >= 0 && dag < r.R
		if !inRange || !r.IsNode(from) || !r.IsNode(to) {
			return call.BadRequestf("removed", "%v is not a step, a DAG and two nodes", row)
		}
		d.list = append(d.list, removal{step, consensus.CutEdge{
			Dag: row[1], From: int32(r.Index.Engine(from)), To: int32(r.Index.Engine(to)), Arc: true,
		}})
	}
	return nil
}

// First are the arcs that the inputs removed in the first so many steps.
func (d *Removed) First(steps int) []engine.Removal {
	out := make([]engine.Removal, steps)
	for _, r := range d.list {
		if r.step < steps {
			out[r.step] = append(out[r.step], r.arc)
		}
	}
	return out
}
