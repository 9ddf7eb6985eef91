package jobtest

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// Names are those of the arrays that fuzzing gives: all that any operation takes.
var Names = []string{
	"dags", "graphs", "weights", "held", "rank", "order", "fusion",
	"step_edges", "h_ptr", "h", "removed", "prefixes", "other", "data", "arity", "s_ptr", "s",
	"secret", "key", "state", "sums", "sums_ptr", "q_order", "q_arcs", "q_steps", "q_h_ptr", "q_h", "q_open", "q_only",
	"adjacency", "counts", "file", "pair_weights", "score", "step_seconds", "values", "seen", "ranges",
	"arc_ptr", "arcs", "fusion_arcs", "adjacency_arcs", "graph_ptr", "graph_arcs",
	"voted", "voted_arcs", "step_weight", "text",
	"opinions", "groups", "strength", "direction", "columns",
}

// Pack puts arrays into one stretch of bytes, for fuzzing to change: of each array the number
// of its name, its length and its contents.
func Pack(raws ...call.Raw) []byte {
	var stretch []byte
	for _, raw := range raws {
		at := slices.Index(Names, raw.Name)
		if at < 0 {
			panic(fmt.Sprintf("jobtest: no array is named %q", raw.Name))
		}
		stretch = append(stretch, byte(at))
		stretch = binary.LittleEndian.AppendUint16(stretch, uint16(len(raw.Data)))
		stretch = append(stretch, raw.Data...)
	}
	return stretch
}

// Unpack makes arrays of any stretch of bytes.
func Unpack(stretch []byte) []call.Raw {
	var raws []call.Raw
	for len(stretch) >= 3 {
		name := Names[int(stretch[0])%len(Names)]
		length := int(binary.LittleEndian.Uint16(stretch[1:]))
		stretch = stretch[3:]
		length = min(length, len(stretch))
		raws = append(raws, call.Raw{Name: name, Data: stretch[:length]})
		stretch = stretch[length:]
	}
	return raws
}
