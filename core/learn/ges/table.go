package ges

import (
	"context"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// table is the operators of one kind.
type table struct {
	phase phase
	nodes []*nodeOperators // by y; a copy of a search shares those that it has not made anew
	gains []int64          // by y: what the best operator gains, or none
	memo  *memo            // of an extended search, whose copies share it; else nil
	stale bitset.Set       // the y whose operators may have changed
	ys    []int32          // scratch: stale as a list

	blockers []bitset.Set // see block
}

// none is less than any gain that is kept.
const none = math.MinInt64

func newTable(p phase, n int) *table {
	t := &table{
		phase: p, nodes: make([]*nodeOperators, n), gains: slices.Repeat([]int64{none}, n), stale: bitset.New(n),
		blockers: make([]bitset.Set, n),
	}
	own := make([]nodeOperators, n) // one allocation
	for y := range t.nodes {
		own[y].y = y
		t.nodes[y] = &own[y]
	}
	t.stale.Fill(n)
	return t
}

// copyFrom makes t share the operators of all nodes with another table, which has a memo.
func (t *table) copyFrom(other *table) {
	t.memo = other.memo
	t.nodes = append(t.nodes[:0], other.nodes...)
	t.gains = append(t.gains[:0], other.gains...)
	t.stale.Copy(other.stale)
	t.blockers = append(t.blockers[:0], other.blockers...)
}

// block remembers that paths make all operators at a node invalid, and which nodes are on the paths or lead to the node: while
// nothing changes at these nodes, the operators stay invalid.
func (t *table) block(s *search, o *nodeOperators) {
	for k := range o.operators {
		if o.operators[k].path < 0 {
			return
		}
	}
	on := bitset.New(s.n)
	for k := range o.operators {
		op := &o.operators[k]
		on.Add(int(op.x))
		for _, x := range o.families[op.family].paths[op.path] {
			on.Add(int(x))
		}
	}
	t.blockers[o.y] = on
}

// changed forgets what a step between x and y may have changed. An edge that comes, goes or turns changes the parents or
// the neighbours of one of its ends. So no path is broken if none of its nodes is touched.
func (t *table) changed(class *equiv.Class, x, y int) {
	t.phase.spoil(class, x, y, t.stale)
	for z, on := range t.blockers {
		if on != nil && on.Intersects(class.Touched()) {
			t.blockers[z] = nil
		}
	}
}

// fill lists the operators of all nodes.
func (t *table) fill(ctx context.Context, s *search) error {
	jobs, err := t.ask(ctx, s, nil)
	if err != nil {
		return err
	}
	if err := s.scorer.Fill(ctx); err != nil {
		return err
	}
	collect(s, jobs)
	s.scorer.Trim()
	return nil
}

// job is to list the operators of a node once their gains are known, unless another job or a memo does that.
type job struct {
	s      *search
	t      *table
	o      *nodeOperators
	listed bool
}

// collect lists the operators of nodes, on all workers.
func collect(s *search, jobs []job) {
	s.lost.collect()
	if len(jobs) == 0 {
		return
	}
	s.team.Do(len(jobs), collectCost*s.n, func(_, k int) {
		if j := &jobs[k]; !j.listed {
			j.s.collect(j.t.phase, j.o)
		}
	})
	for _, j := range jobs {
		j.t.gains[j.o.y] = none
		if len(j.o.operators) > 0 {
			j.t.gains[j.o.y] = j.o.operators[0].gain
		}
		if j.t.memo != nil && !j.listed {
			j.t.memo.count(j.o)
		}
	}
}

// collectCost is roughly what collect takes for each other node, in nanoseconds.
const collectCost = 20

// ask makes the families of all stale nodes anew, and asks for their gains. It appends what is to be collected, also if it
// fails.
func (t *table) ask(ctx context.Context, s *search, jobs []job) ([]job, error) {
	t.ys = t.stale.Append(t.ys[:0])
	t.stale.Clear()
	for _, y := range t.ys {
		if err := ctx.Err(); err != nil { // a dense node takes long to enumerate
			return jobs, err
		}
		o, listed := t.nodes[y], false
		if t.memo != nil {
			o, listed = t.memo.find(s, t.phase, int(y))
		}
		t.nodes[y], t.blockers[y] = o, nil
		if !listed {
			if err := t.phase.enumerate(s, o); err != nil {
				t.memo.forget() // not all of the node's operators are there
				return jobs, err
			}
		}
		jobs = append(jobs, job{s, t, o, listed})
	}
	return jobs, nil
}
