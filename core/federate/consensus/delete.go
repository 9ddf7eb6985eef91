package consensus

import (
	"context"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// deleting is the run, at a state whose scores are all known.
type deleting struct {
	*coordinator
	trajectory *consensus.Trajectory
	total      int64 // of the weights
	now        *state
	open       []Pair
	seen       memory
}

func (c *coordinator) begin(ctx context.Context, fusion *graph.DAG) (*deleting, error) {
	t := &consensus.Trajectory{Fusion: fusion, Start: c.Run.Start}
	d := &deleting{coordinator: c, trajectory: t, total: c.Total(), seen: memory{}}
	d.now = newState(equiv.FromDAG(fusion, c.Run.Start), c.Terms, nil)
	if err := d.askAbout(ctx, d.question(nil), []*state{d.now}); err != nil {
		return nil, err
	}
	d.seen.learn(d.now)
	return d, nil
}

// run is Algorithm 1 of MCBNC from here on. Every round confirms at least one deletion, or opens an edge.
func (d *deleting) run(ctx context.Context) (*consensus.Trajectory, error) {
	for {
		d.mark(d)
		best, doubts := d.now.best(d.Terms)
		var err error
		switch {
		case len(doubts) > 0:
			err = d.openEdges(ctx, doubts)
		case best != nil:
			err = d.confirm(ctx, d.drafts(ctx, d.now, best, d.seen, d.open))
		default:
			d.trajectory.Final = d.now.class
			return d.trajectory, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// question is the question about the states that the drafted choices lead to, or about the present
// one if there are none.
func (d *deleting) question(drafts []drafted) *Question {
	q := &Question{
		Kind: Cuts, Fusion: d.trajectory.Fusion, Steps: engine.Deletions(d.trajectory.Steps),
		Drafted: len(drafts), Open: append([]Pair(nil), d.open...),
	}
	for k := range drafts {
		edge, h := drafts[k].choice.edge, drafts[k].choice.edge.NA.Clone()
		h.AndNot(drafts[k].choice.kept)
		q.Steps = append(q.Steps, engine.Deletion{U: int(edge.U), V: int(edge.V), H: h.Append(nil)})
	}
	return q
}

func (d *deleting) askAbout(ctx context.Context, q *Question, states []*state) error {
	count := 0
	for _, s := range states {
		count += s.count(q, d.Terms)
	}
	sum, err := d.ask(ctx, q, count)
	if err != nil {
		return err
	}
	for _, s := range states {
		sum = s.take(q, d.Terms, d.total, sum)
		if err := d.checkScores(s); err != nil {
			return err
		}
	}
	return nil
}

// checkScores finds scores that no DAGs over different nodes have.
func (d *deleting) checkScores(s *state) error {
	for k := 0; d.Unlike && k < len(s.scores); k++ {
		for _, x := range s.scores[k] {
			if x.den > consensus.Full*d.total || x.num > x.den*int64(d.N-1) {
				return d.badSum(fmt.Sprintf("it has a score of %d out of %d", x.num, x.den))
			}
		}
	}
	return nil
}

// confirm asks about a draft, whose first choice is certain. It takes the choices that
// turn out to be right, up to the first one that is not or that is in doubt.
func (d *deleting) confirm(ctx context.Context, drafts []drafted) error {
	states := make([]*state, len(drafts))
	for k := range drafts {
		states[k] = drafts[k].state
	}
	if err := d.askAbout(ctx, d.question(drafts), states); err != nil {
		return err
	}
	right := 0
	for right < len(drafts) {
		d.take(&drafts[right])
		d.seen.learn(d.now)
		right++
		if best, _ := d.now.best(d.Terms); best == nil || right == len(drafts) || !best.same(&drafts[right].choice) {
			break
		}
	}
	for _, wrong := range states[right:] {
		d.seen.learn(wrong)
	}
	d.seen.learn(d.now) // once more: it is the last that is seen
	d.seen.forget(d.now.class)
	d.open = slices.DeleteFunc(d.open, func(p Pair) bool { return !d.now.class.Adj(int(p.U)).Has(int(p.V)) })
	return nil
}

// take takes a choice. Its score is that at the present state.
func (d *deleting) take(next *drafted) {
	best, _ := d.now.best(d.Terms)
	t := d.trajectory
	t.Steps = append(t.Steps, best.edge.Step(d.now.class, best.kept, best.score.num, best.score.den))
	if d.now.forced {
		t.Forced++
	}
	d.now = next.state
}

// openEdges asks for the scores of all deletions of the edges in doubt, which stay open.
func (d *deleting) openEdges(ctx context.Context, doubts []Pair) error {
	open := slices.Concat(d.open, doubts)
	q := d.question(nil)
	q.Open, q.Only = slices.Clone(open), doubts
	opened := newState(d.now.class, d.Terms, open)
	for k := range opened.edges {
		m := &opened.edges[k]
		if !q.asks(PairOf(m.U, m.V)) {
			opened.scores[k] = d.now.scores[k]
		} else if m.Closed {
			return &TooManyError{int(m.U), int(m.V)}
		}
	}
	if err := d.askAbout(ctx, q, []*state{opened}); err != nil {
		return err
	}
	d.now, d.open = opened, open
	d.seen.learn(opened)
	return nil
}

// TooManyError is the error that an edge offers more deletions than can be asked about.
type TooManyError struct{ U, V int }

func (e *TooManyError) Error() string {
	return "an edge offers too many deletions; a lower k_max leaves fewer"
}

// guess makes a guess of what the cost of a sink, or the score of a deletion, will be of what it was.
// The result of a consensus does not depend on it.
type guess func(was int64) int64

func stale(was int64) int64 { return was }

// guessed is a guess of a score. What it is out of is what it was.
func guessed(g guess, was score) score { return score{g(was.num), was.den} }

// drafted is a choice of a draft and the state that it leads to.
type drafted struct {
	choice choice
	state  *state
}

// drafts makes a draft that begins with the choice of a state. It goes on with what the run would
// take if the scores were as expected.
func (c *coordinator) drafts(ctx context.Context, from *state, first *choice, seen memory, open []Pair) []drafted {
	var out []drafted
	count, q := 0, &Question{}
	for next := first; next != nil && len(out) < c.draft() && ctx.Err() == nil; {
		state := from.after(next, c.Terms, open)
		numbers := state.count(q, c.Terms)
		if len(out) > 0 && count+numbers > c.budget() {
			break
		}
		count += numbers
		out = append(out, drafted{*next, state})
		if numbers == 0 {
			break
		}
		seen.expect(state, c.guess)
		next, _ = state.best(c.Terms)
		from = state
	}
	return out
}
