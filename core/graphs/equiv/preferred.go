package equiv

import "github.com/mcbnc/mcbnc/core/graphs/graph"

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
// Nil votes give what Extension gives. What votes cost is two calls for each direction of an undirected
// edge, and a look at all remaining nodes for each sink that is tried.
func Preferred(p *graph.PDAG, directed *graph.DAG, votes Votes) (*graph.DAG, error) {
	e := newExtender(p)
	e.directed = directed
	if votes != nil {
		e.ballot = newBallot(p, votes)
	}
	return e.extend()
}

// ballot holds the votes about the next sink.
type ballot struct {
	votes   Votes
	against []int64 // of each node: the votes against it as the next sink
	favour  []int64 // of each node: the votes for it
}

func newBallot(p *graph.PDAG, votes Votes) *ballot {
	sums := make([]int64, 2*p.N)
	b := &ballot{votes: votes, against: sums[:p.N], favour: sums[p.N:]}
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

// preferredSink is the node that Preferred removes next, or -1. Of the candidates it tries the best
// one first, so few are tried.
func (e *extender) preferredSink() int {
	b := e.ballot
	for {
		best := e.candidates.Next(0)
		for x := best; x >= 0; x = e.candidates.Next(x + 1) {
			if b.against[x] < b.against[best] || b.against[x] == b.against[best] && b.favour[x] > b.favour[best] {
				best = x
			}
		}
		if best < 0 || e.canBeSink(best) {
			return best
		}
		e.candidates.Remove(best)
	}
}

// removed takes the votes about the edge x − y out of y's sums, as x is removed.
func (b *ballot) removed(x, y int) {
	b.against[y] -= b.votes(y, x)
	b.favour[y] -= b.votes(x, y)
}
