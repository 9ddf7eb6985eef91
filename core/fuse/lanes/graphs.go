package lanes

import (
	"math/bits"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Graphs are many DAGs over the same nodes, at most MaxNodes. The DAGs of a block, Width of them, are
// the lanes of machine words.
type Graphs struct {
	N, Count int
	pa, ch   [][]link // the arcs into each node, and out of it, that some DAG has at first
	words    []uint64 // block after block, one word for each of these arcs: the lanes that have the arc
	arcs     int
}

// link is an arc, seen from one of its ends: the other end, and the place of the arc's word in a block.
type link struct {
	node uint8
	at   uint16
}

const (
	// MaxNodes is the largest number of nodes: a set of nodes is one word too.
	MaxNodes = 64
	// Width is the number of DAGs of a block.
	Width = 64
)

// Pay reports whether lanes are faster than one DAG at a time: whether DAGs of up to MaxNodes nodes have most arcs in common. A
// turn of a search looks at all arcs that a block has, where a turn in one DAG looks at that DAG's arcs. So Pay compares the
// arcs of Width of the DAGs.
func Pay(n int, dags []*graph.DAG) bool {
	if n > MaxNodes {
		return false
	}
	union, each := graph.NewDAG(n), 0
	for k := range Width {
		dag := dags[k*len(dags)/Width]
		union.Unite(dag)
		each += dag.Arcs()
	}
	return union.Arcs()*Width <= diverse*each
}

// diverse is how many times more arcs a block has than a DAG of it, where lanes are as fast as other DAGs.
const diverse = 12

// New returns the graphs of acyclic DAGs, which are copied. The team may be nil.
func New(n int, dags []*graph.DAG, team *parallel.Team) *Graphs {
	g := &Graphs{N: n, Count: len(dags), pa: make([][]link, n), ch: make([][]link, n)}
	place := g.findArcs(dags)
	g.words = make([]uint64, g.Blocks()*g.arcs)
	team.Do(g.Blocks(), Width*n*readCost, func(_, b int) {
		block := g.block(b)
		for i, dag := range dags[b*Width : min((b+1)*Width, len(dags))] {
			for v := range n {
				for pa := dag.PaWord(v); pa != 0; pa &= pa - 1 {
					block[place[v*n+lowest(pa)]] |= bit(i)
				}
			}
		}
	})
	return g
}

// readCost is what it takes to copy the parents of a node, in nanoseconds, roughly.
const readCost = 5

// findArcs finds the arcs that some DAG has. It returns the place of u → v at v*n+u.
func (g *Graphs) findArcs(dags []*graph.DAG) []uint16 {
	union, place := make([]uint64, g.N), make([]uint16, g.N*g.N)
	for _, dag := range dags {
		for v := range union {
			union[v] |= dag.PaWord(v)
		}
	}
	for v, pa := range union {
		for ; pa != 0; pa &= pa - 1 {
			u := lowest(pa)
			place[v*g.N+u] = uint16(g.arcs)
			g.pa[v] = append(g.pa[v], link{uint8(u), uint16(g.arcs)})
			g.ch[u] = append(g.ch[u], link{uint8(v), uint16(g.arcs)})
			g.arcs++
		}
	}
	return place
}

// Blocks is the number of blocks. DAG i is lane i % Width of block i / Width.
func (g *Graphs) Blocks() int { return (g.Count + Width - 1) / Width }

// Lanes are those of a block that are DAGs.
func (g *Graphs) Lanes(b int) uint64 {
	return ^uint64(0) >> (Width - min(Width, g.Count-b*Width))
}

func (g *Graphs) block(b int) []uint64 { return g.words[b*g.arcs : (b+1)*g.arcs] }

// Subset are some of the graphs: DAG which[k] becomes the k-th.
func (g *Graphs) Subset(which []int32) *Graphs {
	out := *g
	out.Count = len(which)
	out.words = make([]uint64, out.Blocks()*out.arcs)
	for k, i := range which {
		from, into := g.block(int(i)/Width), out.block(k/Width)
		for at, lanes := range from {
			into[at] |= lanes >> (i % Width) & 1 << (k % Width)
		}
	}
	return &out
}

// Extract makes dag, which must have as many nodes, the i-th DAG.
func (g *Graphs) Extract(i int, dag *graph.DAG) {
	dag.Clear()
	block, lane := g.block(i/Width), uint(i%Width)
	for v, links := range g.pa {
		pa := uint64(0)
		for _, a := range links {
			pa |= block[a.at] >> lane & 1 << (a.node & 63)
		}
		for ; pa != 0; pa &= pa - 1 {
			dag.Add(lowest(pa), v)
		}
	}
}

// AddJoined adds the DAGs with an arc between u and v, of either direction, to a set of DAGs.
func (g *Graphs) AddJoined(u, v int, set bitset.Set) {
	for _, ends := range [2][2]int{{u, v}, {v, u}} {
		if at := g.find(ends[0], ends[1]); at >= 0 {
			for b := range set {
				set[b] |= g.words[b*g.arcs+at]
			}
		}
	}
}

// find is the place of the arc u → v in a block, or -1.
func (g *Graphs) find(u, v int) int {
	for _, a := range g.pa[v] {
		if int(a.node) == u {
			return int(a.at)
		}
	}
	return -1
}

// EachArc calls f for each arc that a DAG has, with the sum of these DAGs' weights, and perhaps for others with 0.
func (g *Graphs) EachArc(weights []int64, f func(u, v int, weight int64)) {
	sums := make([]int64, g.arcs)
	for b := range g.Blocks() {
		own := weights[b*Width:]
		for at, lanes := range g.block(b) {
			for ; lanes != 0; lanes &= lanes - 1 {
				sums[at] += own[lowest(lanes)]
			}
		}
	}
	for v, pa := range g.pa {
		for _, a := range pa {
			f(int(a.node), v, sums[a.at])
		}
	}
}

// bit is the set of x alone.
func bit(x int) uint64 { return 1 << (x & 63) }

// lowest is the least member of a set that has one.
func lowest(set uint64) int { return bits.TrailingZeros64(set) & 63 }
