package oracle

import (
	"cmp"
	"fmt"
	"slices"
)

// XGES is the extended search from the class of the DAG of the required arcs, one trial at a time and with a memory of
// the trials that were made alone: where it ends, and what it gained. Ties between different classes are broken in an
// order of its own. The score must be equal within a class.
func XGES(start Matrix, local Local, opt SearchOptions) (Matrix, int64) {
	state, gained := climb(CPDAG(start), local, opt, nothing, nothing)
	tried := map[string]bool{}
	for list, improved := 0, false; list < 3; {
		moves := slices.DeleteFunc(trialMoves(list, state, local, opt), func(m Move) bool { return tried[trialName(list, state, m)] })
		if len(moves) == 0 {
			if improved {
				clear(tried)
				improved = false
			} else {
				list++
			}
			continue
		}
		m := slices.MinFunc(moves, byGain)
		tried[trialName(list, state, m)] = true
		inserts, turns := bans(list, m)
		reached, more := climb(m.State, local, opt, inserts, turns)
		if m.Gain+more > 0 {
			var after int64
			state, after = climb(reached, local, opt, nothing, nothing)
			gained += m.Gain + more + after
			list, improved = 0, true
		}
	}
	return state, gained
}

// trialMoves are the moves that the trials of a list begin with: the best one of each edge and direction.
func trialMoves(list int, state Matrix, local Local, opt SearchOptions) []Move {
	all := turnsByClique
	if list != 1 {
		all = Deletes
	}
	moves := all(state, local, opt)
	slices.SortFunc(moves, byGain)
	var best []Move
	for _, m := range moves {
		if !slices.ContainsFunc(best, func(b Move) bool { return b.X == m.X && b.Y == m.Y }) {
			best = append(best, m)
		}
	}
	return best
}

// byGain orders moves of one kind.
func byGain(a, b Move) int {
	return cmp.Or(
		cmp.Compare(b.Gain, a.Gain), cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y),
		cmp.Compare(len(a.Set), len(b.Set)), slices.Compare(a.Set, b.Set),
	)
}

// banned reports whether x → y must not come into the class.
type banned func(x, y int) bool

func nothing(int, int) bool { return false }

// bans are what the trial of a move forbids to Inserts and to Turns.
func bans(list int, m Move) (inserts, turns banned) {
	there := func(x, y int) bool { return x == m.X && y == m.Y }
	back := func(x, y int) bool { return x == m.Y && y == m.X }
	switch list {
	case 0:
		return func(x, y int) bool { return there(x, y) || back(x, y) }, nothing
	case 1:
		return back, back
	}
	return there, nothing
}

// trialName names a trial by its edge and its clique; a Delete in both directions of an undirected edge alike.
func trialName(list int, state Matrix, m Move) string {
	u, v, clique := m.X, m.Y, m.Set
	if list != 1 {
		clique = without(NA(state, v, u), m.Set...)
		if state[v][u] {
			u, v = min(u, v), max(u, v)
		}
	}
	return fmt.Sprint(list, u, v, clique)
}

// climb makes the best Delete that gains, or else such a Turn, or else such an Insert, but none that is banned.
func climb(state Matrix, local Local, opt SearchOptions, inserts, turns banned) (Matrix, int64) {
	var gained int64
	allowed := func(moves []Move, ban banned) []Move {
		return slices.DeleteFunc(moves, func(m Move) bool { return ban(m.X, m.Y) })
	}
	for {
		best, found := bestMove(Deletes(state, local, opt), 0)
		if !found {
			best, found = bestMove(allowed(turnsByClique(state, local, opt), turns), 0)
		}
		if !found {
			best, found = bestMove(allowed(Inserts(state, local, opt), inserts), 0)
		}
		if !found {
			return state, gained
		}
		state, gained = best.State, gained+best.Gain
	}
}
