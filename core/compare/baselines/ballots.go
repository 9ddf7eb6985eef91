package baselines

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// Ballots are what a vote on the skeleton asks: weights of DAGs. Who has the DAGs counts them (AtHand). A federation has
// sums in their place.
type Ballots interface {
	// Pairs asks what weight joins two nodes, and what weight has both.
	Pairs(ctx context.Context) (joined, both Pairwise, err error)
	// Directions asks about a skeleton: what weight votes on the paths a − c − b of which a and b are not joined, and what
	// weight has the arc u → v, where u and v are joined.
	Directions(ctx context.Context, skeleton *graph.PDAG) (paths PathVotes, arcs equiv.Votes, err error)
	// Explained asks of some pairs what weight joins them so that the rest of the DAG explains it. Where voters are known,
	// it says who they are.
	Explained(ctx context.Context, g *graph.DAG, pairs [][2]int32) (weights []int64, whose [][]int32, err error)
}

// Pairwise is a weight for two nodes.
type Pairwise func(u, v int) int64

// PathVotes are the weight of the DAGs that have the path a − c − b with a and b not joined, and of those that have
// a → c ← b of these.
type PathVotes func(a, c, b int) (voting, inFavour int64)

// pair is two nodes that voters with a say join, the lower one first.
type pair struct {
	ends         [2]int32
	joined, both int64 // the weight that joins them, and the weight that has both
}

// share is the share of the weight that joins the pair.
func (p *pair) share() float64 { return consensus.Psi(p.joined, p.both) }

// askPairs are the pairs that voters with a say join, the lowest first.
func askPairs(ctx context.Context, n int, ballots Ballots) (pairs []pair, err error) {
	joined, both, err := ballots.Pairs(ctx)
	if err != nil {
		return nil, err
	}
	for u := range n {
		for v := u + 1; v < n; v++ {
			if w := joined(u, v); w > 0 {
				pairs = append(pairs, pair{[2]int32{int32(u), int32(v)}, w, both(u, v)})
			}
		}
	}
	return pairs, nil
}

// atHand are the DAGs themselves.
type atHand struct {
	counts  *metrics.EdgeCounts
	voters  *Voters
	workers int
}

// AtHand are the ballots of voters. The counts must be those of their DAGs as they are.
func AtHand(counts *metrics.EdgeCounts, voters *Voters, workers int) Ballots {
	return &atHand{counts, voters, workers}
}

func (h *atHand) Pairs(context.Context) (joined, both Pairwise, err error) {
	return h.counts.Joined, h.voters.weight, nil
}

func (h *atHand) Directions(context.Context, *graph.PDAG) (PathVotes, equiv.Votes, error) {
	return h.voters.onPath, h.counts.Directed, nil
}

func (h *atHand) Explained(ctx context.Context, g *graph.DAG, pairs [][2]int32) ([]int64, [][]int32, error) {
	return newExplainer(g, h.voters).explain(ctx, pairs, h.workers)
}
