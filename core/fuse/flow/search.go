package flow

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// Boundary fills reached with the members p of known on which v depends given all other
// members of known. One search from v in the moral graph of the ancestral set within, which
// does not pass through known, answers for every p at once. within must hold v and known.
func (w *Workspace) Boundary(g *Graph, v int, known, within, reached bitset.Set) {
	if w.word != nil {
		reached[0], w.visited[0] = g.boundaryWord(v, known[0], within[0])
		return
	}
	reached.Clear()
	w.visited.Copy(known)
	w.visited.Add(v)
	w.queue = append(w.queue[:0], int32(v))
	row := w.rows.Row(v)
	for i := 0; i < len(w.queue); i++ {
		g.neighbours(int(w.queue[i]), within, within, row)
		for k := range row {
			reached[k] |= row[k] & known[k]
			next := row[k] &^ w.visited[k]
			w.visited[k] |= next
			for ; next != 0; next &= next - 1 {
				w.queue = append(w.queue, int32(bitset.Lowest(k, next)))
			}
		}
	}
}
