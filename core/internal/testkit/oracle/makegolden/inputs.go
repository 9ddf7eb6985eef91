package main

import (
	"fmt"

	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

type arcs = []golden.Arc

// inputs are all our cases without their results.
func inputs() []golden.Case {
	list := append(edgeCases(), randomCases()...)
	for i := range list {
		list[i].ID = fmt.Sprintf("c%02d_%s", i, list[i].ID)
	}
	return list
}

// edgeCases are the example of the paper's Appendix E and small cases of special shape.
func edgeCases() []golden.Case {
	chain, collider := arcs{{0, 1}, {1, 2}}, arcs{{0, 1}, {2, 1}}
	diamond := arcs{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {5, 4}}
	return []golden.Case{
		{
			ID: "paper_example", Kind: "paper", N: 4, KMax: capped(10), Names: []string{"w", "x", "y", "z"},
			About: "The example of the paper's Appendix E. One input has y->z, and it alone, so from the DAG this arc goes first.",
			DAGs:  []arcs{{{0, 1}, {1, 2}, {2, 3}}, {{0, 1}, {0, 2}, {1, 3}}, {{0, 1}, {1, 3}, {2, 1}}},
		},
		edge("one_node", "One node: there is nothing to join, and nothing to delete.", 1, arcs{}, arcs{}),
		edge("empty", "No input has an arc, so the fusion has none.", 4, arcs{}, arcs{}, arcs{}),
		edge("single_edge", "One of two inputs joins a and c. Its cut is 1 and that of the other is 0, so Psi is 1/2.",
			3, arcs{{2, 0}}, arcs{}),
		edge("opposed_edge", "Both inputs join a and b, in opposite directions. They are equivalent, so Psi is 1.",
			2, arcs{{0, 1}}, arcs{{1, 0}}),
		edge("collider_against_chain", "A collider and a chain have the same edges, and are not equivalent. So the fusion has more.",
			3, collider, chain),
		edge("equivalent", "Three DAGs of one class: the order brings all of them to the same DAG.",
			4, arcs{{0, 1}, {1, 2}, {1, 3}}, arcs{{1, 0}, {1, 2}, {1, 3}}, arcs{{3, 1}, {1, 0}, {1, 2}}),
		edge("identical", "Three inputs are the same. The result is that of the next case, and all sums are three times as large.",
			6, diamond, diamond, diamond),
		edge("single_input", "One input alone: the fusion is equivalent to it.", 6, diamond),
		edge("reversed_chains", "A chain and the same chain turned round are equivalent.",
			5, arcs{{0, 1}, {1, 2}, {2, 3}, {3, 4}}, arcs{{4, 3}, {3, 2}, {2, 1}, {1, 0}}),
		edge("complete_opposed", "Two complete DAGs in opposite orders are equivalent, and every H is possible.",
			5, complete(5, false), complete(5, true)),
		weighted(edge("zero_weight", "The second input weighs nothing. It is a part of the fusion, but its cuts are not counted.",
			4, arcs{{0, 1}, {1, 2}, {2, 3}}, complete(4, true), arcs{{3, 0}, {2, 0}}), 3, 0, 2),
	}
}

// randomCases differ in the numbers of nodes and inputs, in density, weights and k_max. The seed of a case
// is its number.
func randomCases() []golden.Case {
	return []golden.Case{
		random(1, 4, 6, 0.5, capped(10)),
		weighted(random(2, 4, 5, 0.6, capped(10)), 7, 11, 13, 17, 29),
		random(3, 5, 7, 0.4, nil),
		weighted(random(4, 5, 4, 0.6, capped(1)), 1, 2, 4, 8),
		random(5, 6, 3, 0.4, capped(0)),
		random(6, 6, 5, 0.3, capped(10)),
		random(7, 7, 3, 0.4, nil),
		weighted(random(8, 7, 4, 0.25, capped(2)), 5, 1, 3, 1),
		random(9, 8, 4, 0.2, capped(10)),
		random(10, 9, 3, 0.2, nil),
	}
}

func random(seed uint64, n, r int, p float64, kMax *int) golden.Case {
	c := golden.Case{
		ID: fmt.Sprintf("random_n%dr%d", n, r), Kind: "random", N: n, KMax: kMax,
		About: fmt.Sprintf("Random DAGs: an arc for each pair of nodes with probability %g, by seed %d.", p, seed),
	}
	for _, g := range oracle.RandomDAGs(oracle.Rand(seed), r, n, p) {
		c.DAGs = append(c.DAGs, g.Arcs())
	}
	return c
}

func edge(id, about string, n int, dags ...arcs) golden.Case {
	return golden.Case{ID: id, About: about, Kind: "edge", N: n, DAGs: dags, KMax: capped(10)}
}

func weighted(c golden.Case, weights ...int64) golden.Case {
	c.Weights = weights
	return c
}

func capped(k int) *int { return &k }

// complete is the complete DAG in which every arc goes to the higher index, or, if down is true, to the
// lower index.
func complete(n int, down bool) arcs {
	var out arcs
	for v := range n {
		for u := range v {
			if down {
				out = append(out, golden.Arc{v, u})
			} else {
				out = append(out, golden.Arc{u, v})
			}
		}
	}
	return out
}
