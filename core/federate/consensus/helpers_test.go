package consensus

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// sites are all sites of one session, in one process.
type sites struct {
	terms   *Terms
	dags    []*graph.DAG
	seen    []bitset.Set // the nodes of each, if they are over different nodes
	secrets [][]byte
	log     []*Question
	sums    [][]uint64
	counts  map[Kind]int // rounds
	sent    map[Kind]int // numbers
}

func newSites(terms *Terms, dags []*graph.DAG) *sites {
	s := &sites{terms: terms, dags: dags, counts: map[Kind]int{}, sent: map[Kind]int{}}
	for i := range dags {
		s.secrets = append(s.secrets, fmt.Appendf(nil, "secret %d", i))
	}
	return s
}

// ask sums up what the sites answer.
func (s *sites) ask(ctx context.Context, q *Question) ([]uint64, error) {
	var sum []uint64
	for i, g := range s.dags {
		site := &Site{Terms: s.terms, Number: i, DAGs: []*graph.DAG{g}, Secret: s.secrets[i]}
		if s.seen != nil {
			site.Seen = s.seen[i : i+1]
		}
		answer, err := site.Answer(ctx, q)
		if err != nil {
			return nil, err
		}
		numbers := answer.Numbers()
		if sum == nil {
			sum = make([]uint64, len(numbers))
		}
		for k, x := range numbers {
			sum[k] += x
		}
	}
	s.log, s.sums = append(s.log, q), append(s.sums, sum)
	s.counts[q.Kind]++
	s.sent[q.Kind] += len(sum)
	return sum, nil
}

// pooled is the result with all DAGs in one place, made as a request for a run makes it.
func pooled(t testing.TB, terms *Terms, given []*graph.DAG) *Result {
	t.Helper()
	return pooledOver(t, terms, given, nil)
}

// pooledOver is pooled for DAGs over different nodes: those that seen has of each.
func pooledOver(t testing.TB, terms *Terms, given []*graph.DAG, seen []bitset.Set) *Result {
	t.Helper()
	ctx, n, dags := context.Background(), terms.N, given
	if terms.Canonical {
		dags = engine.Canonicalize(given)
	}
	inputs := local.New(n, dags, nil, nil)
	f, err := engine.Fuse(ctx, n, inputs, terms.Order, terms.Run.Constraints)
	require.NoError(t, err)
	opt := terms.Run
	opt.Weights, opt.Seen = terms.Weights, seen
	run, err := consensus.Run(ctx, f.Union, inputs, opt)
	require.NoError(t, err)
	out := &Result{Order: f.Order, Trajectory: run, Theta: opt.Until}
	if terms.Auto {
		chosen := engine.SelectTheta(run, engine.Distances(n, slices.All(given), terms.Weights, seen))
		run.Final, run.Steps = engine.StateOf(run, chosen.Steps), run.Steps[:chosen.Steps]
		out.Theta = &chosen.Theta
	}
	var votes equiv.Votes
	if !terms.Lowest {
		votes = engine.Votes(dags, terms.Weights)
	}
	if terms.Refusion {
		out.DAG, err = engine.Refusion(ctx, dags, nil, run.Steps, nil)
	} else {
		out.DAG, err = engine.Extension(run.Final, terms.Run.Constraints, votes)
	}
	require.NoError(t, err)
	return out
}

// plain is all of a result that a caller sees.
func plain(r *Result) []any {
	t := r.Trajectory
	out := []any{r.Order, t.Forced, t.Interrupted, r.Theta}
	for _, s := range t.Steps {
		h, set := slices.Concat([]int32{}, s.H), slices.Concat([]int32{}, s.S)
		out = append(out, fmt.Sprint(s.U, s.V, s.Undirected, h, set, s.Score, s.Weight, s.Psi))
	}
	return append(out, arcs(t.Fusion), arcs(r.DAG), fmt.Sprint(t.Final.CPDAG()))
}

func arcs(g *graph.DAG) (out [][2]int) {
	for v := range g.N {
		pa := g.Pa(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			out = append(out, [2]int{u, v})
		}
	}
	return out
}
