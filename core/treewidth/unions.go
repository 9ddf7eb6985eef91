package treewidth

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
)

var St [8]int

type slot struct {
	node   int32
	states []uint64
	blocks []int32
}

type unions struct {
	width int
	slots [][]slot
	stack []component
	words int
}

func newUnions(adj bitset.Matrix, n int) unions {
	u := unions{width: bitset.Words(n), slots: make([][]slot, n)}
	for v := range u.slots {
		for _, t := range adj.Row(v).Append(nil) {
			u.slots[v] = append(u.slots[v], slot{node: t})
		}
	}
	return u
}

const checkEvery = 1 << 12

func (s *search) extend(ctx context.Context, block int32) error {
	nodes, border := s.blocks.get(block).Clone(), s.borderOf(block).Clone()
	u := &s.unions
	w := u.width
	for v := border.Next(0); v >= 0; v = border.Next(v + 1) {
		if err := s.check(ctx); err != nil {
			return err
		}
		i := 0
		for !nodes.Has(int(u.slots[v][i].node)) {
			i++
		}
		sl := &u.slots[v][i]
		states := sl.states
		for at := 0; at < len(states); at += 2 * w {
			s.join(v, i, 0, states[at:at+w], states[at+w:at+2*w], nodes, border)
		}
		sl.blocks = append(sl.blocks, block)
	}
	return nil
}

func (s *search) join(v, i, depth int, a, p, nodes, border bitset.Set) {
	u := &s.unions
	count := 0
	St[0]++
	for w := range a {
		if a[w]&(nodes[w]|border[w])|p[w]&nodes[w] != 0 {
			St[1]++
			return
		}
	}
	for depth >= len(u.stack) {
		u.stack = append(u.stack, component{bitset.New(s.n), bitset.New(s.n)})
	}
	c := u.stack[depth]
	c.around.Copy(p)
	c.around.Or(border)
	count = c.around.Count()
	if count > s.k+1 {
		St[2]++
		return
	}
	c.nodes.Copy(a)
	c.nodes.Or(nodes)
	if s.mayGrow(c.nodes, c.around) {
		s.advance(v, i+1, depth+1, c.nodes, c.around)
	}
}

func (s *search) advance(v, i, depth int, a, p bitset.Set) {
	u := &s.unions
	for ; i < len(u.slots[v]); i++ {
		sl := &u.slots[v][i]
		t := int(sl.node)
		if a.Has(t) || p.Has(t) {
			continue
		}
		sl.states = append(append(sl.states, a...), p...)
		u.words += 2 * u.width
		for _, b := range sl.blocks {
			s.join(v, i, depth, a, p, s.blocks.get(b), s.borderOf(b))
		}
		p.Add(t)
		if p.Count() > s.k+1 || !s.mayGrow(a, p) {
			return
		}
	}
	s.propose(p)
}

func (s *search) mayGrow(nodes, border bitset.Set) bool {
	St[3]++
	parts := s.partsBeside(border)
	size := border.Count()
	if size <= s.k {
		for _, c := range parts {
			if c.around.Count() == size && !c.nodes.Intersects(nodes) {
				return true
			}
		}
	}
	return s.isMaximal(border, parts)
}
