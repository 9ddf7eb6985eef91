package equiv

import (
	"container/heap"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

// Votes says how much weight speaks for the arc x → y. The sum over all y must fit into an int64.
type Votes func(x, y int) int64

// Preferred returns the consistent extension of p that goes with the votes. As Extension does, it
// removes sinks one after the other (Dor & Tarsi 1992). Of the nodes that can be the next sink it
// removes the one against which the least weight speaks: the sum of votes(x, y) over the remaining
// neighbours y of x. Ties go to the node with the largest sum of votes(y, x), then to the lowest.
//
// If all votes are those of one extension of p, the result is that extension. Proof: a sink of what
// remains of that extension has no vote against it and can be a sink, so the node that is removed
// has no vote against it either. Hence all of its remaining edges point at it in that extension.
//
// The choice is greedy. With votes of several graphs, another extension may have more votes.
//
// If directed is not nil, no edge of the result goes against an arc of directed, as in Extension.
// Nil votes give what Extension gives. Without the tests for sinks, which Extension has too, the cost
// is one call of votes for each direction of each undirected edge, and O((n + edges) log n).
func Preferred(p *graph.PDAG, directed *graph.DAG, votes Votes) (*graph.DAG, error) {
	e := newExtender(p)
	e.directed = directed
	if votes != nil {
		e.ballot = newBallot(p, votes)
	}
	return e.extend()
}

// ballot chooses sinks by votes. A node that can be a sink can be one until it is removed: whatever
// forbids it is an edge or a missing edge among the remaining nodes, and no such thing is ever added.
type ballot struct {
	votes   Votes
	against []int64    // of each node: the votes against it as the next sink
	favour  []int64    // of each node: the votes for it
	ready   bitset.Set // the nodes that can be a sink
	queue   sinkQueue  // the nodes of ready; an entry is out of date if the sums have changed since
}

func newBallot(p *graph.PDAG, votes Votes) *ballot {
	b := &ballot{
		votes: votes, against: make([]int64, p.N), favour: make([]int64, p.N), ready: bitset.New(p.N),
		queue: make(sinkQueue, 0, p.N),
	}
	for x := range p.N {
		ne := p.Ne(x)
		for y := ne.Next(0); y >= 0; y = ne.Next(y + 1) {
			w := votes(x, y)
			b.against[x] += w
			b.favour[y] += w
		}
	}
	return b
}

// preferredSink is the node that Preferred removes next, or -1.
func (e *extender) preferredSink() int {
	b := e.ballot
	for x := e.candidates.Next(0); x >= 0; x = e.candidates.Next(x + 1) {
		if !b.ready.Has(x) && e.canBeSink(x) {
			b.ready.Add(x)
			b.enter(x)
		}
		e.candidates.Remove(x)
	}
	for len(b.queue) > 0 {
		s := heap.Pop(&b.queue).(sink)
		if e.left.Has(s.node) && s.against == b.against[s.node] && s.favour == b.favour[s.node] {
			return s.node
		}
	}
	return -1
}

// enter puts x into the queue with its present sums.
func (b *ballot) enter(x int) { heap.Push(&b.queue, sink{b.against[x], b.favour[x], x}) }

// removed takes the votes about the edge x − y from y's sums, as x is removed.
func (b *ballot) removed(x, y int) {
	b.against[y] -= b.votes(y, x)
	b.favour[y] -= b.votes(x, y)
	if b.ready.Has(y) {
		b.enter(y)
	}
}

// sink is a node with its sums.
type sink struct {
	against, favour int64
	node            int
}

// sinkQueue is a heap whose first sink is the one to take.
type sinkQueue []sink

func (q sinkQueue) Len() int      { return len(q) }
func (q sinkQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q sinkQueue) Less(i, j int) bool {
	a, b := q[i], q[j]
	switch {
	case a.against != b.against:
		return a.against < b.against
	case a.favour != b.favour:
		return a.favour > b.favour
	}
	return a.node < b.node
}
func (q *sinkQueue) Push(s any) { *q = append(*q, s.(sink)) }
func (q *sinkQueue) Pop() any {
	last := len(*q) - 1
	s := (*q)[last]
	*q = (*q)[:last]
	return s
}
