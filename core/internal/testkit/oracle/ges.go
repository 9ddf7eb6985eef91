package oracle

import (
	"math"
	"slices"
)

// Local is a local score: the term of the node y in a decomposable score, for its sorted parents. The
// larger score is the better one.
type Local func(y int, parents []int) int64

// SearchOptions are conditions that a search must meet.
type SearchOptions struct {
	MaxParents int // the largest number of parents that an Insert may make; negative: no bound
	Constraints
}

// Move is one operator of the search, Insert(X, Y, Set) or Delete(X, Y, Set).
type Move struct {
	Insert bool
	X, Y   int
	Set    []int // T of an Insert, H of a Delete
	Gain   int64
	State  Matrix // after it, completed
}

// GES is greedy equivalence search (Chickering 2002, section 4) with constraints. It starts from the class
// of the DAG of the required arcs. It has four phases, and in each it makes the best move until there is
// none:
//   - Inserts of required pairs within MaxParents,
//   - Inserts of required pairs that exceed MaxParents,
//   - Inserts that raise the score,
//   - Deletes that raise the score.
func GES(n int, local Local, opt SearchOptions) ([]Move, Matrix) {
	g := New(n)
	for u := range n {
		for v := range n {
			g[u][v] = opt.Required.has(u, v) && opt.Directed.has(u, v)
		}
	}
	state, uncapped := CPDAG(g), opt
	uncapped.MaxParents = -1
	const anyGain = math.MinInt64
	var moves []Move
	for _, phase := range []func() (Move, bool){
		func() (Move, bool) { return bestMove(requiredOf(Inserts(state, local, opt), opt), anyGain) },
		func() (Move, bool) { return bestMove(requiredOf(Inserts(state, local, uncapped), opt), anyGain) },
		func() (Move, bool) { return bestMove(Inserts(state, local, opt), 0) },
		func() (Move, bool) { return bestMove(Deletes(state, local, opt), 0) },
	} {
		for best, found := phase(); found; best, found = phase() {
			moves, state = append(moves, best), best.State
		}
	}
	return moves, state
}

// requiredOf are the moves of required pairs.
func requiredOf(moves []Move, opt SearchOptions) (out []Move) {
	for _, m := range moves {
		if opt.Required.has(m.X, m.Y) {
			out = append(out, m)
		}
	}
	return out
}

// bestMove is the first of the moves with the largest gain, if that gain is larger than least.
func bestMove(moves []Move, least int64) (best Move, found bool) {
	best.Gain = least
	for _, m := range moves {
		if m.Gain > best.Gain {
			best, found = m, true
		}
	}
	return best, found
}

// Inserts are all Inserts that are valid in p and allowed by the options, sorted by (X, Y), |T|, T.
func Inserts(p Matrix, local Local, opt SearchOptions) []Move {
	var out []Move
	for x := range p {
		for y := range p {
			if x == y || p.Adjacent(x, y) || opt.Forbidden.has(x, y) {
				continue
			}
			free := without(p.Neighbours(y), NA(p, y, x)...)
			for _, t := range subsets(free, -1) {
				if !ValidInsert(p, x, y, t) {
					continue
				}
				before := slices.Concat(NA(p, y, x), t, p.Parents(y))
				if opt.MaxParents >= 0 && len(before) >= opt.MaxParents {
					continue
				}
				m := Move{Insert: true, X: x, Y: y, Set: t, State: mustComplete(Insert(p, x, y, t))}
				m.Gain = gain(local, y, before, append(slices.Clone(before), x))
				out = opt.keep(out, m)
			}
		}
	}
	return out
}

// Deletes are all Deletes that are valid in p and allowed by the options, sorted by (X, Y), |H|, H. An
// undirected edge is listed in both directions.
func Deletes(p Matrix, local Local, opt SearchOptions) []Move {
	var out []Move
	for _, op := range Operators(p, -1, true) {
		if opt.Required.has(op.U, op.V) {
			continue
		}
		m := Move{X: op.U, Y: op.V, Set: op.H, State: mustComplete(Delete(p, op.U, op.V, op.H))}
		m.Gain = gain(local, op.V, append(slices.Clone(op.S), op.U), op.S)
		out = opt.keep(out, m)
	}
	return out
}

// keep appends the move to out if the class after the move has a member that keeps the directions.
func (c Constraints) keep(out []Move, m Move) []Move {
	if c.Directed == nil || slices.ContainsFunc(Extensions(m.State), c.Keeps) {
		out = append(out, m)
	}
	return out
}

// gain is the change of the local score of y when its parents change.
func gain(local Local, y int, before, after []int) int64 {
	slices.Sort(before)
	slices.Sort(after)
	return local(y, after) - local(y, before)
}

// lowestFirst is the topological order of the directions that has the lowest possible node at each place.
// The directions may be nil.
func lowestFirst(n int, directed Matrix) []int {
	var order []int
	left := New(n).nodes(everyNode)
	for len(left) > 0 {
		next := slices.IndexFunc(left, func(v int) bool {
			return !slices.ContainsFunc(left, func(u int) bool { return directed.has(u, v) })
		})
		order = append(order, left[next])
		left = slices.Delete(left, next, next+1)
	}
	return order
}
