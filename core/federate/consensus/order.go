package consensus

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// order is the greedy order of what is left of the sites' DAGs (Puerta et al. 2021). fusion.Order
// makes it again and again, from the summed costs that are known so far. Its first sinks, up to
// the first one whose costs are unknown, are certain. The others are guesses, which the next
// question is about.
func (c *coordinator) order(ctx context.Context, at *Question) ([]int32, error) {
	known := &summedCosts{
		n: c.N, gone: bitset.New(c.N), after: map[string][]uint64{}, guess: c.guess, guesses: c.draft(),
	}
	for {
		known.begin()
		order, err := fusion.Order(ctx, c.N, known, c.Run.Constraints.Directions())
		if err != nil && !errors.Is(err, errGuessed) {
			return nil, err
		}
		if known.complete() {
			return order, nil
		}
		if err := c.askCosts(ctx, known, at); err != nil {
			return nil, err
		}
	}
}

// askCosts asks for the costs after each drafted sink. The first of these is certain.
func (c *coordinator) askCosts(ctx context.Context, known *summedCosts, at *Question) error {
	first := known.certain // costs are asked for after this number of sinks, and after more up to last
	last, count := first, c.N-first
	for first > 0 && last+1 <= c.N-2 && last+1 < first+c.draft() && count+c.N-last-1 <= c.budget() {
		last++
		count += c.N - last
	}
	q := &Question{Kind: Costs, Fusion: at.Fusion, Steps: at.Steps, Order: slices.Clone(known.tail[:last])}
	if first > 0 {
		q.Drafted = last - first + 1
	}
	sum, err := c.ask(ctx, q, count)
	if err != nil {
		return err
	}
	for k := first; k <= last; k++ {
		known.after[tailKey(known.tail[:k])] = sum[:c.N-k]
		sum = sum[c.N-k:]
	}
	return nil
}

// summedCosts are what is known of the costs of sinks, as fusion.Order asks for them.
type summedCosts struct {
	n       int
	after   map[string][]uint64 // by the sinks so far: the costs of the nodes that are left, by node
	tail    []int32             // the sinks of this order
	gone    bitset.Set          // the same as a set
	certain int                 // the number of sinks whose costs were known
	guess   guess
	guesses int // the number after which the order is broken off; at once if nothing is certain
}

// errGuessed breaks off an order once enough of it is guessed.
var errGuessed = errors.New("enough is guessed")

var _ fusion.Inputs = (*summedCosts)(nil)

func (s *summedCosts) begin() {
	s.tail, s.certain = s.tail[:0], 0
	s.gone.Clear()
}

// complete reports whether the order is certain. The last node that is left needs no costs.
func (s *summedCosts) complete() bool { return s.certain >= s.n-1 }

func (s *summedCosts) SinkCosts(_ context.Context, total []int64) error {
	s.fill(total)
	return nil
}

func (s *summedCosts) MakeSink(_ context.Context, x int, total []int64) error {
	s.tail = append(s.tail, int32(x))
	s.gone.Add(x)
	s.fill(total)
	if !s.complete() && (s.certain == 0 || s.certain+s.guesses <= len(s.tail)) {
		return errGuessed
	}
	return nil
}

// MinimalIMaps is not asked for by an order.
func (s *summedCosts) MinimalIMaps(context.Context, []int32, *graph.DAG, []*graph.DAG) error {
	return nil
}

// fill makes total what it is after the sinks so far. If that is not known, it becomes a guess.
func (s *summedCosts) fill(total []int64) {
	var costs []uint64
	if s.certain == len(s.tail) {
		costs = s.after[tailKey(s.tail)]
	}
	if costs != nil {
		s.certain++
	}
	for x := range total {
		switch {
		case s.gone.Has(x):
		case costs == nil:
			total[x] = s.guess(total[x])
		default:
			total[x] = int64(costs[0])
			costs = costs[1:]
		}
	}
}

// tailKey is a list of nodes as a key.
func tailKey(tail []int32) string {
	var key []byte
	for _, x := range tail {
		key = binary.LittleEndian.AppendUint32(key, uint32(x))
	}
	return string(key)
}
