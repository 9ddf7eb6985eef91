package consensus

import (
	"cmp"
	"context"
	"fmt"

	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Vote is the vote on the skeleton, in the place of a consensus.
type Vote struct {
	Threshold float64
	Explained int64 // of DAGs over different nodes: see Times; 0: baselines.UsualExplained
}

// Times says that an explained join counts one of so many.
func (v *Vote) Times() int64 { return cmp.Or(v.Explained, baselines.UsualExplained) }

// Voted is a vote's result, besides its DAG.
type Voted struct {
	*baselines.Outcome
	Joins *baselines.Joins // of DAGs over different nodes
}

// vote is the vote of package baselines, which asks the sites.
func (c *coordinator) vote(ctx context.Context) (err error) {
	r, asked, known := &c.result, &summed{coordinator: c}, c.Run.Constraints
	if !c.Unlike {
		r.Voted = &Voted{}
		r.Voted.Outcome, err = baselines.Skeleton(ctx, c.N, asked, known, c.Vote.Threshold, 1)
	} else if err = c.askSeen(ctx); err == nil {
		r.Voted = &Voted{}
		r.Voted.Outcome, r.Voted.Joins, err = baselines.Explained(ctx, c.N, asked, known, c.Vote.Threshold, c.Vote.Times(), 1)
	}
	if err != nil {
		return err
	}
	r.DAG = r.Voted.DAG
	if r.Voted.Joins != nil {
		for k, p := range r.Voted.Joins.Pairs {
			if r.Voted.Joins.Unsure[k] && r.DAG.Adjacent(int(p[0]), int(p[1])) {
				r.Unsure = append(r.Unsure, Pair{p[0], p[1]})
			}
		}
	}
	return nil
}

// ballots are those of the site's DAGs, each of which has the weight 1.
func (a *answer) ballots(ctx context.Context) (baselines.Ballots, error) {
	weights := ones(len(a.given))
	counts, err := baselines.Count(ctx, a.given, weights, baselines.AsItIs, 1)
	return baselines.AtHand(counts, baselines.NewVoters(a.given, weights, a.has), 1), err
}

// votes are the sums of a question of a vote.
func (a *answer) votes(ctx context.Context) error {
	ballots, err := a.ballots(ctx)
	if err != nil {
		return err
	}
	switch a.q.Kind {
	case Shares:
		joined, both, err := ballots.Pairs(ctx)
		for v := range a.terms.N {
			for u := range v {
				if a.sums = append(a.sums, joined(u, v)); a.terms.Unlike {
					a.sums = append(a.sums, both(u, v))
				}
			}
		}
		return err
	case Directions:
		skeleton := skeletonOf(a.route.fusion)
		paths, arcs, err := ballots.Directions(ctx, skeleton)
		baselines.EachPath(skeleton, func(x, c, y int) {
			voting, inFavour := paths(x, c, y)
			a.sums = append(a.sums, voting, inFavour)
		})
		for _, p := range joinedPairs(a.route.fusion) {
			u, v := int(p.U), int(p.V)
			a.sums = append(a.sums, arcs(u, v), arcs(v, u))
		}
		return err
	}
	pairs := make([][2]int32, len(a.q.Only))
	for k, p := range a.q.Only {
		pairs[k] = [2]int32{p.U, p.V}
	}
	a.sums, _, err = ballots.Explained(ctx, a.route.fusion, pairs)
	return err
}

// lengthOfVotes is the length of the answer to a question of a vote.
func (t *Terms) lengthOfVotes(q *Question) (length int) {
	switch q.Kind {
	case Shares:
		length = pairs(t.N) * t.width()
	case Directions:
		baselines.EachPath(skeletonOf(q.Fusion), func(_, _, _ int) { length += 2 })
		length += 2 * len(joinedPairs(q.Fusion))
	case Explained:
		length = len(q.Only)
	}
	return length
}

// skeletonOf is the skeleton of a DAG, which stands for it in a question.
func skeletonOf(g *graph.DAG) *graph.PDAG {
	p := graph.NewPDAG(g.N)
	for u, v := range g.All() {
		p.AddUndirected(u, v)
	}
	return p
}

// summed are ballots that sites count. Those of a pair are told once.
type summed struct {
	*coordinator
	joined, both baselines.Pairwise
}

func (s *summed) Pairs(ctx context.Context) (joined, both baselines.Pairwise, err error) {
	width, total := s.width(), s.Total()
	sum, err := s.ask(ctx, &Question{Kind: Shares}, width*pairs(s.N))
	if err != nil {
		return nil, nil, err
	}
	at := func(u, v int) int { return width * (pairs(max(u, v)) + min(u, v)) }
	s.joined = func(u, v int) int64 { return int64(sum[at(u, v)]) }
	s.both = func(int, int) int64 { return total }
	if s.Unlike {
		s.both = func(u, v int) int64 { return int64(sum[at(u, v)+1]) }
		for k := 0; k < len(sum); k += width {
			if sum[k] > sum[k+1] {
				return nil, nil, s.badSum(fmt.Sprintf("a weight of %d joins two nodes, and %d has both", sum[k], sum[k+1]))
			}
		}
	}
	return s.joined, s.both, nil
}

func (s *summed) Directions(ctx context.Context, skeleton *graph.PDAG) (baselines.PathVotes, equiv.Votes, error) {
	q := &Question{Kind: Directions, Fusion: graph.NewDAG(s.N)}
	for u := range s.N {
		for v := range skeleton.Ne(u).All() {
			if u < v {
				q.Fusion.Add(u, v)
			}
		}
	}
	paths, arcs := map[[3]int]int{}, map[[2]int]int{}
	baselines.EachPath(skeleton, func(a, c, b int) { paths[[3]int{a, c, b}] = 2 * len(paths) })
	for _, p := range joinedPairs(q.Fusion) {
		u, v, at := int(p.U), int(p.V), 2*len(paths)+len(arcs)
		arcs[[2]int{u, v}], arcs[[2]int{v, u}] = at, at+1
	}
	sum, err := s.ask(ctx, q, 2*len(paths)+len(arcs))
	if err != nil {
		return nil, nil, err
	}
	for k := 0; k < 2*len(paths); k += 2 {
		if sum[k+1] > sum[k] {
			return nil, nil, s.badSum(fmt.Sprintf("a weight of %d votes for a v-structure, of %d", sum[k+1], sum[k]))
		}
	}
	for p, at := range arcs {
		if joined := s.joined(p[0], p[1]); p[0] < p[1] && sum[at]+sum[at+1] != uint64(joined) {
			return nil, nil, s.badSum(fmt.Sprintf("the weights of two arrows are %d and %d, of a pair that %d joins", sum[at], sum[at+1], joined))
		}
	}
	onPath := func(a, c, b int) (voting, inFavour int64) {
		at := paths[[3]int{a, c, b}]
		return int64(sum[at]), int64(sum[at+1])
	}
	return onPath, func(u, v int) int64 { return int64(sum[arcs[[2]int{u, v}]]) }, nil
}

func (s *summed) Explained(ctx context.Context, g *graph.DAG, pairs [][2]int32) ([]int64, [][]int32, error) {
	q := &Question{Kind: Explained, Fusion: g}
	for _, p := range pairs {
		q.Only = append(q.Only, PairOf(p[0], p[1]))
	}
	sum, err := s.ask(ctx, q, len(pairs))
	if err != nil {
		return nil, nil, err
	}
	weights := make([]int64, len(sum))
	for k, x := range sum {
		weights[k] = int64(x)
		if joined := s.joined(int(pairs[k][0]), int(pairs[k][1])); weights[k] > joined {
			return nil, nil, s.badSum(fmt.Sprintf("a weight of %d joins two nodes, and %d of it is explained", joined, x))
		}
	}
	return weights, nil, nil
}
