package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// batch is a few questions that are asked at once.
type batch struct {
	questions []question
	queries   []*Query
	seats     []int32 // scratch
	ahead     int     // how many questions to one DAG make a batch; 0: one question at a time
}

// What is asked at once. Looking ahead costs 3 to 10 % more cuts, since what is learnt
// stands until a step touches it, and the edges next in line are soon asked about
// anyway. It pays when several workers share the questions.
const (
	aheadTasks = 64 // questions to one DAG: enough to be shared among workers
	aheadMost  = 16 // questions
	aheadSeats = 16 // the seats with the lowest keys are looked at
)

// newBatch prepares for looking ahead, where the work is shared. Draws among ties
// depend on how the frontiers have been parted: so never with a lottery.
func (r *run) newBatch() {
	b, most := &r.batch, 1
	if r.shared && r.lottery == nil {
		b.ahead, most = aheadTasks, aheadMost
	}
	b.questions = make([]question, most)
	for k := range b.questions {
		q := &b.questions[k]
		q.given, q.removed = bitset.New(r.n), bitset.New(r.n)
		q.dags, q.sizes = bitset.New(r.c.dags), make([]uint16, r.c.dags)
	}
}

// refine makes the key of edge e sharper, and those of some other seats that have the
// lowest. No two of them are of one family.
func (r *run) refine(ctx context.Context, e int) error {
	b := &r.batch
	b.queries = b.queries[:0]
	tasks := r.join(e)
	if tasks < b.ahead/2 {
		b.seats = r.keys.lowest(aheadSeats, b.seats[:0])
		for _, seat := range b.seats {
			if tasks >= b.ahead || len(b.queries) == len(b.questions) {
				break
			}
			if other := r.edgeAt(int(seat)); int(seat) != r.seatOf(e) && r.sharpness(other) == toAsk {
				tasks += r.join(other)
			}
		}
	}
	if err := r.in.Answer(ctx, b.queries); err != nil {
		return err
	}
	if len(b.queries) == 1 {
		r.take(&b.questions[0])
	} else {
		r.team.Do(r.blocks(), r.takeCost()*len(b.queries)/r.blocks(), r.loops.take)
	}
	for k := range b.queries {
		r.seat(r.seatOf(b.questions[k].edge))
	}
	return nil
}

// takeCost is about what it takes to take one answer, in nanoseconds: a look at each
// edge of a family, twice, and at each DAG that was asked.
func (r *run) takeCost() int { return 8*len(r.c.list)/r.n + 5*r.c.dags }

// takeBlock takes the answers about the families of one block, and about the loose
// edges that fall to it.
func (r *run) takeBlock(_, block int) {
	for k := range r.batch.queries {
		q := &r.batch.questions[k]
		at := int(r.c.group[q.edge])
		if at == r.n {
			at = q.edge % r.n
		}
		if at/atOnce == block {
			r.take(q)
		}
	}
}

// join adds a question about e to the batch and says how many DAGs are asked.
func (r *run) join(e int) int {
	b := &r.batch
	q := &b.questions[len(b.queries)]
	r.pose(e, q)
	b.queries = append(b.queries, &q.query)
	return q.dags.Count()
}
