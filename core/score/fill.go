package score

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// filler works out what sets lack: it groups the rows by each of them, then counts one
// more variable at a time within the groups. Both loops are shared out.
type filler struct {
	m       *Model
	team    *parallel.Team
	ctx     context.Context // of the call of fill at hand
	desks   []desk
	tasks   []task
	blocks  []block
	missing []int32 // what the blocks consist of
}

// desk is what a worker needs.
type desk struct {
	ws     *data.Workspace
	counts []int32
}

// task is one of the sets at hand.
type task struct {
	set    *set
	groups data.Groups
}

// block is some of the variables that a task's set lacks.
type block struct {
	task      *task
	variables []int32
}

const (
	groupCost   = 8       // nanoseconds to group a row by a set, about
	countCost   = 1       // nanoseconds to count a row of groups, at most
	blockSize   = 16      // variables
	worthMasks  = 6       // variables to be counted, from which on masks of the groups pay
	groupsBytes = 1 << 26 // of all groups that are in memory together
)

func newFiller(m *Model, team *parallel.Team) filler {
	f := filler{m: m, team: team, desks: make([]desk, team.Workers())}
	for i := range f.desks {
		f.desks[i].ws = data.NewWorkspace(m.Data)
	}
	together := max(team.Workers(), min(64, groupsBytes/(8*max(m.Data.Rows, 1))))
	f.tasks = make([]task, together)
	return f
}

// fill works out what the sets lack, or returns ctx's error.
func (f *filler) fill(ctx context.Context, sets []*set) error {
	f.ctx = ctx
	// Next to one another those that begin with the same variables; see data.Group.
	slices.SortFunc(sets, func(a, b *set) int { return slices.Compare(a.members, b.members) })
	for len(sets) > 0 {
		now := min(len(f.tasks), len(sets))
		f.blocks, f.missing = f.blocks[:0], f.missing[:0]
		for i, b := range sets[:now] {
			f.tasks[i].set = b
			f.addBlocks(&f.tasks[i])
		}
		rows := f.m.Data.Rows
		f.team.Do(now, groupCost*rows, f.group)
		f.team.Do(len(f.blocks), blockSize*countCost*rows, f.count)
		if err := ctx.Err(); err != nil {
			return err
		}
		sets = sets[now:]
	}
	return nil
}

func (f *filler) addBlocks(t *task) {
	start := len(f.missing)
	f.missing = t.set.missing.Append(f.missing)
	for missing := f.missing[start:]; len(missing) > 0; {
		size := min(blockSize, len(missing))
		f.blocks = append(f.blocks, block{t, missing[:size]})
		missing = missing[size:]
	}
}

// group groups the rows by the set of task i, which gives the set's own value.
func (f *filler) group(worker, i int) {
	if f.ctx.Err() != nil {
		return
	}
	d, t := &f.desks[worker], &f.tasks[i]
	t.groups.Group(f.m.Data, t.set.members, d.ws)
	if t.set.missing.Count() >= worthMasks {
		t.groups.Masked(f.m.Data)
	}
	d.counts = t.groups.Sizes(d.counts[:0])
	t.set.value = f.m.prior(t.set.logs, t.set.fine).sum(d.counts, t.groups.Alone)
}

// count counts the variables of block k.
func (f *filler) count(worker, k int) {
	d, t := &f.desks[worker], f.blocks[k].task
	var priors [16]struct { // by arity, as many as mostly occur
		arity int
		prior prior
	}
	for _, x := range f.blocks[k].variables {
		if f.ctx.Err() != nil {
			return
		}
		column := &f.m.Data.Columns[x]
		arity := column.Arity
		d.counts = t.groups.Counts(column, d.counts[:0], d.ws)
		p := &priors[arity%len(priors)]
		if p.arity != arity {
			p.arity, p.prior = arity, f.m.prior(t.set.logs+f.m.logs[x], t.set.fine+f.m.fine[x])
		}
		t.set.with[x] = p.prior.sum(d.counts, t.groups.Alone)
	}
}
