package ges

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// table is the operators of one kind.
type table struct {
	phase phase
	nodes []*nodeOperators // by y; a copy of a search shares those that it has not made anew
	stale bitset.Set       // the y whose operators may have changed
	ys    []int32          // scratch: stale as a list
}

func newTable(p phase, n int) *table {
	t := &table{phase: p, nodes: make([]*nodeOperators, n), stale: bitset.New(n)}
	own := make([]nodeOperators, n) // one allocation
	for y := range t.nodes {
		own[y] = nodeOperators{y: y, owner: t}
		t.nodes[y] = &own[y]
	}
	t.stale.Fill(n)
	return t
}

// copy returns a table that shares the operators of all nodes with t. While the copy is in use, t must not change.
func (t *table) copy() *table {
	return &table{phase: t.phase, nodes: append([]*nodeOperators(nil), t.nodes...), stale: t.stale.Clone()}
}

// own returns the operators of a node, which the table may change.
func (t *table) own(y int) *nodeOperators {
	if t.nodes[y].owner != t {
		t.nodes[y] = &nodeOperators{y: y, owner: t}
	}
	return t.nodes[y]
}

// job is to list the operators of a node once their gains are known.
type job struct {
	s *search
	p phase
	o *nodeOperators
}

func (j job) collect() { j.s.collect(j.p, j.o) }

// ask makes the families of all stale nodes anew, and asks for their gains. It appends what is to be collected.
func (s *search) ask(ctx context.Context, jobs []job) ([]job, error) {
	t := s.tables[s.at]
	t.ys = t.stale.Append(t.ys[:0])
	t.stale.Clear()
	for _, y := range t.ys {
		if err := ctx.Err(); err != nil { // a dense node takes long to enumerate
			return nil, err
		}
		o := t.own(int(y))
		if err := t.phase.enumerate(s, o); err != nil {
			return nil, err
		}
		jobs = append(jobs, job{s, t.phase, o})
	}
	return jobs, nil
}
