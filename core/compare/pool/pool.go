package pool

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Said is what a source says of a pair that it joins.
type Said struct {
	I, J   int32   // the pair, I < J
	Exists float64 // v: how sure it is that the pair is joined, above 0 and at most 1
	Arrow  float64 // t: from -1, surely J → I, to 1, surely I → J
}

// Source is what a source says.
type Source struct {
	Nodes  []int32 // those that it has, rising. It sees the pairs of these
	Says   []Said  // of the pairs of its nodes that it joins, rising by (I, J)
	Weight float64 // that a caller gives it; 1 counts it once, and 0 ignores it
	Group  int     // the number of sources of its group, with itself; 1: none
}

// Rows are what rows say.
type Rows struct {
	Nodes     []int32   // those that are columns, rising
	Count     int       // of rows
	Jointly   bool      // the strengths are 0 or 1, of one structure that was learned from several tables
	Strength  []float64 // by pair: the share of resamples that join it
	Direction []float64 // by pair: the share of these that have i → j; an undirected edge is half of one
}

// Input is what is pooled. There are at least two nodes, and at least one source.
type Input struct {
	Pairs   Pairs
	Sources []Source
	Rows    *Rows              // nil: none
	Known   *graph.Constraints // nil: none. Its directions have no cycle
	Drop    bool               // sources that agree no more than chance have no weight
	Workers int                // that compare sources with one another; 0: one
}

// Result is what came out. Lists of sources are in the order of the input, and lists of pairs go by their numbers.
type Result struct {
	Hit, FalseAlarm []float64 // h and f of each source
	Right           []float64 // δ: how often the direction of each source is right; the rows, if any, are the last
	Weight          []float64
	Seen            []int64 // pairs that each source sees
	Alike           []Alike
	Prior           float64 // π
	Iterations      int     // of the EM of existence

	Rows, Opinions []float64 // log-odds of existence: those of the rows or the prior, and those of the sources with their cap
	Yes, No        []float64 // of each source: the weighted log-odds of a pair that it surely joins, and of one that it does not
	Arrow          []float64 // of each source, and then of the rows: those of a direction
	Probability    []float64 // of existence
	Direction      []float64 // λ, the log-odds of i → j
	Entropy        []float64 // of no edge, i → j and j → i, in nats
	Decided        []int32   // pairs of which knowledge says whether they are joined
	Unseen         []int32   // pairs of which no source, row or requirement says anything
	DAG            *graph.DAG

	Chance     float64 // about standard normal if the sources agree no more than chance; NaN: undefined
	NoMore     bool    // they agree no more than chance
	OutOfReach bool    // there are no rows, and no number of sources would make a pair probable
}

// leastChance is the value of Result.Chance below which sources agree no more than chance, with an error of 5 %.
const leastChance = 1.645

// Pool pools opinions and rows. Its only errors are those of ctx.
func Pool(ctx context.Context, in *Input) (*Result, error) {
	m := newModel(in)
	chance, err := m.chance(ctx)
	if err != nil {
		return nil, err
	}
	dependent, err := m.dependence(ctx)
	if err != nil {
		return nil, err
	}
	noMore := chance < leastChance // not of a NaN
	m.weigh(dependent, in.Drop && noMore)
	e, err := m.existence(ctx)
	if err != nil {
		return nil, err
	}
	d, err := m.directions(ctx, e.z)
	if err != nil {
		return nil, err
	}
	r := &Result{Seen: m.seen(), Chance: chance, NoMore: noMore}
	e.put(r)
	d.put(r)
	r.Alike, r.Weight = m.alike(dependent), m.back(m.weights())
	r.Entropy = entropies(r.Probability, r.Direction)
	r.Decided, r.Unseen = m.decided(), m.unseen()
	r.DAG = m.answer(r.Probability, r.Direction, r.Unseen)
	return r, nil
}
