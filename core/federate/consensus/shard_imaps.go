package consensus

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// iMaps finds which arcs the minimal I-maps along the order have, for each pair of the order. Where counts are asked for,
// it counts the DAGs whose I-map has the arc. Otherwise it takes a random number in the place of a count that is not 0. The
// sum of the sites' numbers is 0 if no site has the arc. Otherwise it is a random number that is 0 with probability 2^-64.
func (s *Shard) iMaps(ctx context.Context, q *Question, r *route, secret []byte) ([]uint64, error) {
	if err := s.advance(ctx, r, len(r.steps)); err != nil {
		return nil, err
	}
	n, place := s.terms.N, make([]int, s.terms.N)
	for i, v := range q.Order {
		place[v] = i
	}
	empty := graph.NewDAG(n)
	counts, err := s.each(ctx, pairs(n), func(w *shardWorker, i int) {
		if w.imap == nil {
			w.imap = graph.NewDAG(n)
		}
		w.imap.CopyFrom(empty)
		fusion.MinimalIMap(s.pruned.graphs[i], q.Order, w.ws, w.imap)
		for v := range n {
			pa := w.imap.Pa(v)
			for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
				w.sums[pairs(place[v])+place[u]] += s.times[i]
			}
		}
	})
	if err != nil {
		return nil, err
	}
	random := marks(q, secret)
	numbers := make([]uint64, len(counts))
	for k, count := range counts {
		mark := uint64(count)
		if !s.terms.Counts {
			for mark = random.Uint64(); mark == 0; mark = random.Uint64() {
			}
			if count == 0 {
				mark = 0
			}
		}
		numbers[k] = mark
	}
	return numbers, nil
}

// marks are the random numbers of a question about I-maps, from a site's secret.
func marks(q *Question, secret []byte) *rand.ChaCha8 {
	hash := sha256.New()
	fmt.Fprintf(hash, "mcbnc union %d %d ", len(secret), len(q.Steps))
	hash.Write(secret)
	for _, x := range q.Order {
		hash.Write(binary.LittleEndian.AppendUint32(nil, uint32(x)))
	}
	return rand.NewChaCha8([32]byte(hash.Sum(nil)))
}
