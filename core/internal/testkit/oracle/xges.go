package oracle

import (
	"cmp"
	"fmt"
	"slices"
)

// XGES is the extremely greedy search from the class of the DAG of the required arcs, one trial at a time: where it ends,
// and what it gained. Ties are broken in an order of its own. The score must be equal within a class.
func XGES(start Matrix, local Local, opt SearchOptions) (Matrix, int64) {
	state, gained := climb(CPDAG(start), local, opt, nil)
	tried := map[string]bool{}
	for fresh := true; ; {
		deletes := slices.DeleteFunc(Deletes(state, local, opt), func(m Move) bool { return tried[deleted(state, m)] })
		if len(deletes) == 0 {
			if fresh {
				return state, gained
			}
			clear(tried)
			fresh = true
			continue
		}
		m := slices.MinFunc(deletes, func(a, b Move) int { return cmp.Compare(b.Gain, a.Gain) }) // of x − y the lower x
		tried[deleted(state, m)] = true
		_, more := climb(m.State, local, opt, &m)
		if m.Gain+more > 0 {
			var after int64
			state, _ = climb(m.State, local, opt, &m)
			state, after = climb(state, local, opt, nil)
			gained += m.Gain + more + after
			fresh = false
		}
	}
}

// deleted names a Delete by its edge and its clique, in both directions of an undirected edge alike.
func deleted(state Matrix, m Move) string {
	u, v := m.X, m.Y
	clique := without(NA(state, v, u), m.Set...)
	if state[v][u] {
		u, v = min(u, v), max(u, v)
	}
	return fmt.Sprint(u, v, clique)
}

// climb makes the best Delete that gains, or else such a Turn, or else such an Insert, but not of the banned edge.
func climb(state Matrix, local Local, opt SearchOptions, banned *Move) (Matrix, int64) {
	var gained int64
	for {
		best, found := bestMove(Deletes(state, local, opt), 0)
		if !found {
			best, found = bestMove(Turns(state, local, opt), 0)
		}
		if !found {
			best, found = bestMove(slices.DeleteFunc(Inserts(state, local, opt), func(m Move) bool {
				return banned != nil && m.X == banned.X && m.Y == banned.Y
			}), 0)
		}
		if !found {
			return state, gained
		}
		state, gained = best.State, gained+best.Gain
	}
}
