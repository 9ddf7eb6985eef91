package jobtest

import (
	"encoding/binary"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// ArcsOf are the arcs of the graphs over n nodes whose matrices follow one another, and where those of each graph begin.
func ArcsOf(n int, cells []byte) (ptr []int64, arcs [][2]int32) {
	ptr = []int64{0}
	for matrix := range slices.Chunk(cells, n*n) {
		for at, cell := range matrix {
			if cell == 1 {
				arcs = append(arcs, [2]int32{int32(at / n), int32(at % n)})
			}
		}
		ptr = append(ptr, int64(len(arcs)))
	}
	return ptr, arcs
}

// Arcs is an input array of arcs.
func Arcs(name string, arcs ...[2]int32) call.Raw {
	var ends []int32
	for _, arc := range arcs {
		ends = append(ends, arc[:]...)
	}
	return Raw(name, ends...)
}

// AsArcs are the DAGs over n nodes whose matrices follow one another, as lists of arcs.
func AsArcs(n int, cells []byte) []call.Raw {
	ptr, arcs := ArcsOf(n, cells)
	return []call.Raw{Raw("arc_ptr", ptr...), Arcs("arcs", arcs...)}
}

// Drawn are the matrices of graphs that a result has as arcs. Without ptr they are those of one graph.
func Drawn(n int, ptr, arcs []byte) []byte {
	starts := []int64{0, int64(len(arcs) / 8)}
	if ptr != nil {
		starts = call.Decode[int64](ptr)
	}
	cells := make([]byte, (len(starts)-1)*n*n)
	for k := range len(starts) - 1 {
		for arc := range slices.Chunk(arcs[8*starts[k]:8*starts[k+1]], 8) {
			u, v := binary.NativeEndian.Uint32(arc), binary.NativeEndian.Uint32(arc[4:])
			cells[k*n*n+int(u)*n+int(v)] = 1
		}
	}
	return cells
}
