package equiv

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Known returns the class of g under knowledge: the PDAG of the DAGs that are equivalent to g and have no edge against
// an arc of directed. An edge is directed in it if all of these DAGs have it this way, and else undirected. So it is the
// maximally oriented PDAG (MPDAG) of Meek (1995, "Causal inference and causal explanation with background knowledge").
// It is the CPDAG of g without directions (nil), and if no such DAG keeps them. What is found under directions keeps them.
//
// # Proof
//
// A CPDAG in which some edges are directed as in one of its members is maximally oriented once Meek's rules 1 to 4 have
// nothing to conclude (Meek's theorem 4). Each rule concludes what holds in every member that has its premises. Here one
// member keeps all directions, so every conclusion is the direction that it has, and no two contradict each other.
//
// In the CPDAG itself the rules have nothing to conclude. So what a rule concludes later has a premise that was directed
// later. Therefore each newly directed arc is looked at once, as each of the premises that it may be. Rule 1 alone is
// enough for tiers of all nodes (Bang and Didelez 2023, "Do we become wiser with time? On causal equivalence with tiered
// background knowledge"). Other knowledge needs the other rules too.
//
// For rows of w words, the cost is O(w) for each newly directed arc and each pair of nodes adjacent to it, and that of
// FromDAG. If g goes against a direction, an Extension is sought.
func Known(g, directed *graph.DAG) *graph.PDAG {
	class := FromDAG(g, Completed)
	if directed == nil || !class.keeps(directed) {
		return class.CPDAG()
	}
	m := &orienter{PDAG: class.CPDAG(), adjacent: class.adjacent, row: bitset.New(g.N), other: bitset.New(g.N)}
	for u, v := range directed.All() {
		m.direct(u, v)
	}
	for len(m.fresh) > 0 {
		arc := m.fresh[len(m.fresh)-1]
		m.fresh = m.fresh[:len(m.fresh)-1]
		m.follow(arc[0], arc[1])
	}
	return m.PDAG
}

// keeps reports whether the class has a member without an edge against directed.
func (c *Class) keeps(directed *graph.DAG) bool {
	for v := range c.N {
		if c.dag.Ch(v).Intersects(directed.Pa(v)) {
			_, err := c.Extension(directed)
			return err == nil
		}
	}
	return true
}

// orienter directs edges of a CPDAG, as the members that keep the directions all have them.
type orienter struct {
	*graph.PDAG
	adjacent   bitset.Matrix // by edges of any kind
	fresh      [][2]int      // arcs that were directed, and whose consequences have not been looked at
	row, other bitset.Set    // scratch
}

// direct directs the edge between u and v, if there is one that is undirected.
func (m *orienter) direct(u, v int) {
	if m.Ne(u).Has(v) {
		m.Direct(u, v)
		m.fresh = append(m.fresh, [2]int{u, v})
	}
}

// follow directs what the rules conclude from x → y together with other edges. The letters are Meek's: each
// rule concludes a → b from a − b, or from b − c in rule 1.
func (m *orienter) follow(x, y int) {
	// Rule 1: x → y − c, and x and c are not adjacent. Otherwise y would be a new v-structure.
	m.row.Copy(m.Ne(y))
	m.row.AndNot(m.adjacent.Row(x))
	for c := range m.row.All() {
		m.direct(y, c)
	}
	// Rule 2: a → c → b and a − b. Otherwise there would be a cycle.
	for b := range m.both(m.Ch(y), m.Ne(x)) {
		m.direct(x, b)
	}
	for a := range m.both(m.Pa(x), m.Ne(y)) {
		m.direct(a, y)
	}
	m.thirdRule(x, y)
	m.fourthRule(x, y)
}

// both are the nodes of two sets. The sets may change meanwhile.
func (m *orienter) both(s, t bitset.Set) func(yield func(int) bool) {
	m.row.Copy(s)
	m.row.And(t)
	return m.row.All()
}

// thirdRule is rule 3: c → b ← d, a − b, a − c, a − d, and c and d are not adjacent. Otherwise b → a would make both
// c → a and d → a, a new v-structure. x → y is c → b.
func (m *orienter) thirdRule(x, y int) {
	for a := range m.both(m.Ne(y), m.Ne(x)) {
		m.other.Copy(m.Pa(y))
		m.other.And(m.Ne(a))
		m.other.AndNot(m.adjacent.Row(x))
		m.other.Remove(x)
		if m.other.Any() {
			m.direct(a, y)
		}
	}
}

// fourthRule is rule 4: d → c → b, a − b, a − d, a and c are adjacent, and b and d are not. Otherwise b → a would make
// a → d, and then a → c or else a cycle, so that b → a → c → b. x → y is d → c, and then c → b.
func (m *orienter) fourthRule(x, y int) {
	m.other.Copy(m.Ch(y))
	m.other.AndNot(m.adjacent.Row(x))
	for b := range m.other.All() {
		m.directTo(b, y, x)
	}
	m.other.Copy(m.Pa(x))
	m.other.AndNot(m.adjacent.Row(y))
	for d := range m.other.All() {
		m.directTo(y, x, d)
	}
}

// directTo directs a → b for each a that rule 4 has with d → c → b.
func (m *orienter) directTo(b, c, d int) {
	m.row.Copy(m.Ne(b))
	m.row.And(m.Ne(d))
	m.row.And(m.adjacent.Row(c))
	for a := range m.row.All() {
		m.direct(a, b)
	}
}
