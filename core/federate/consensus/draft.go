package consensus

import "context"

// guess makes a guess of what a number will be of what it was. The result of a consensus does not
// depend on it.
type guess interface {
	cost(was int64) int64  // of a sink
	score(was int64) int64 // of a deletion
}

// stale guesses that numbers stay what they are.
type stale struct{}

func (stale) cost(was int64) int64  { return was }
func (stale) score(was int64) int64 { return was }

// drafted is a choice of a draft and the state that it leads to.
type drafted struct {
	choice choice
	state  *state
}

// drafts makes a draft that begins with the choice of a state. It goes on with what the run would
// take if the scores were as expected.
func (c *coordinator) drafts(ctx context.Context, from *state, first *choice, seen memory, open []Pair, total int64) []drafted {
	var out []drafted
	count, q := 0, &Question{}
	for next := first; next != nil && len(out) < c.draft() && ctx.Err() == nil; {
		state := from.after(next, c.Terms, open)
		numbers := state.count(q)
		if len(out) > 0 && count+numbers > c.budget() {
			break
		}
		count += numbers
		out = append(out, drafted{*next, state})
		if numbers == 0 {
			break
		}
		seen.expect(state, c.guess)
		next, _ = state.best(c.Terms, total)
		from = state
	}
	return out
}
