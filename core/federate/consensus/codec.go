package consensus

import (
	"encoding/binary"
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// writer writes numbers one after the other.
type writer struct{ bytes []byte }

func (w *writer) int(x int64) { w.bytes = binary.AppendVarint(w.bytes, x) }

func (w *writer) bool(b bool) {
	if b {
		w.int(1)
	} else {
		w.int(0)
	}
}

func (w *writer) float(x float64) { w.int(int64(math.Float64bits(x))) }

// words writes a set, whose length the reader knows.
func (w *writer) words(s bitset.Set) {
	for _, word := range s {
		w.bytes = binary.LittleEndian.AppendUint64(w.bytes, word)
	}
}

func writeList[T int32 | int64 | uint64](w *writer, list []T) {
	w.int(int64(len(list)))
	for _, x := range list {
		w.int(int64(x))
	}
}

func (w *writer) matrix(m bitset.Matrix) {
	for i := range m.Len() {
		w.words(m.Row(i))
	}
}

func (w *writer) dag(g *graph.DAG) {
	for v := range g.N {
		w.words(g.Pa(v))
	}
}

// reader reads what a writer wrote.
type reader struct{ bytes []byte }

func (r *reader) int() int64 {
	x, length := binary.Varint(r.bytes)
	r.bytes = r.bytes[length:]
	return x
}

func (r *reader) bool() bool { return r.int() == 1 }

func (r *reader) words(n int) bitset.Set {
	s := bitset.New(n)
	for i := range s {
		s[i] = binary.LittleEndian.Uint64(r.bytes)
		r.bytes = r.bytes[8:]
	}
	return s
}

func readList[T int32 | int64 | uint64](r *reader) []T {
	var list []T // nil if it is empty, as it was
	for range r.int() {
		list = append(list, T(r.int()))
	}
	return list
}

func (r *reader) dag(n int) *graph.DAG {
	g := graph.NewDAG(n)
	for v := range n {
		pa := r.words(n)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			g.Add(u, v)
		}
	}
	return g
}
