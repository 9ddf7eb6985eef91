package ops

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/compare/pool"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

func init() { call.Register("pool", pooled) }

// poolRequest has opinions, and what a bootstrap of rows, or a structure of several tables, says of the same pairs.
type poolRequest struct {
	call.Common
	call.Parallel
	Opinions opinions
	Seen     call.Seen `call:"optional"`
	Rows     strengths `call:"optional"`
	Edges    call.Edges
	Chance   string `json:"chance" words:"keep drop"`

	in pool.Input
}

// Pieces is the number of pairs of sources. Without rows they are not compared.
func (q *poolRequest) Pieces() int {
	if q.Rows.Count == nil {
		return q.R
	}
	return q.R * q.R
}

// CheckFields checks that a pair can be made.
func (q *poolRequest) CheckFields() *call.Error {
	switch {
	case q.N == 1:
		return call.Invalidf("n", "there is one node, and opinions are about pairs of nodes")
	case q.R == 0:
		return call.Invalidf("opinions", "there are no opinions")
	}
	return nil
}

// CheckParts puts the input together, and checks that sources say nothing of nodes that they lack.
func (q *poolRequest) CheckParts() *call.Error {
	q.in = pool.Input{Pairs: pool.NewPairs(q.N), Known: q.Edges.Given.Ordered(), Drop: q.Chance == "drop"}
	for k := range q.R {
		nodes := q.Seen.Of(k)
		if nodes == nil {
			nodes = bitset.Full(q.N)
		}
		source := pool.Source{Nodes: nodes.Append(nil), Weight: q.Opinions.weight(k), Group: q.Opinions.group(k)}
		matrix := q.Opinions.matrices[k*q.N*q.N:]
		for _, pair := range q.in.Pairs.All() {
			said := q.said(matrix, pair)
			if said.Exists == 0 {
				continue
			}
			for _, end := range pair {
				if node := q.Index.Caller(end); !nodes.Has(end) {
					return call.Invalidf("seen", "opinion %d has an edge at %s, which it lacks", k, q.Name(node)).InDAG(k).At(node)
				}
			}
			source.Says = append(source.Says, said)
		}
		q.in.Sources = append(q.in.Sources, source)
	}
	return q.readRows()
}

// said is what a source's matrix says of a pair of the engine's nodes. Two ones are an undirected edge.
func (q *poolRequest) said(matrix []float64, pair [2]int) pool.Said {
	i, j := q.Index.Caller(pair[0]), q.Index.Caller(pair[1])
	a, b := matrix[i*q.N+j], matrix[j*q.N+i]
	if a+b == 0 {
		return pool.Said{}
	}
	return pool.Said{I: int32(pair[0]), J: int32(pair[1]), Exists: min(a+b, 1), Arrow: (a - b) / (a + b)}
}

func (q *poolRequest) readRows() *call.Error {
	if q.Rows.Count == nil {
		if q.Rows.strength != nil {
			return call.BadRequestf("row_count", "the number of rows behind the strengths is missing")
		}
		return nil
	}
	if q.Rows.strength == nil {
		return call.BadRequestf("strength", "there are rows, and this array of what they say is missing")
	}
	rows := &pool.Rows{Count: *q.Rows.Count, Jointly: q.Rows.Jointly, Nodes: q.Rows.columns.Append(nil)}
	for _, pair := range q.in.Pairs.All() {
		at := q.Index.Caller(pair[0])*q.N + q.Index.Caller(pair[1])
		rows.Strength = append(rows.Strength, q.Rows.strength[at])
		rows.Direction = append(rows.Direction, q.Rows.direction[at])
	}
	q.in.Rows = rows
	return nil
}

// pooled is the DAG of opinions and rows, and what each source is worth.
func pooled(ctx context.Context, q *poolRequest, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Voting)
	q.in.Workers = q.Workers
	r, err := pool.Pool(ctx, &q.in)
	if err != nil {
		return nil, err
	}
	out := call.Arrays{
		"hit": call.NewArray(r.Hit, q.R), "false_alarm": call.NewArray(r.FalseAlarm, q.R),
		"right_direction": call.NewArray(r.Right, len(r.Right)), "weight": call.NewArray(r.Weight, q.R),
		"pairs_seen": call.NewArray(r.Seen, q.R), "prior": call.NewArray([]float64{r.Prior}, 1),
		"chance": call.NewArray([]float64{r.Chance}, 1), "if_joined": call.NewArray(r.Yes, q.R),
		"if_apart": call.NewArray(r.No, q.R), "if_directed": call.NewArray(r.Arrow, len(r.Arrow)),
		"log_odds_rows": q.square(r.Rows, 1), "log_odds_opinions": q.square(r.Opinions, 1),
		"probability": q.square(r.Probability, 1), "log_odds_direction": q.square(r.Direction, -1),
		"entropy": q.square(r.Entropy, 1), "unseen": q.pairs(r.Unseen),
		"decided": q.pairs(r.Decided),
	}
	putAlike(out, r.Alike)
	q.PutDAG(out, "adjacency", r.DAG)
	q.PutPDAG(out, "cpdag", equiv.Known(r.DAG, q.in.Known.Directions()))
	counts := map[string]int64{"iterations": int64(r.Iterations), "no_more_than_chance": 0, "out_of_reach": 0}
	for name, is := range map[string]bool{"no_more_than_chance": r.NoMore, "out_of_reach": r.OutOfReach} {
		if is {
			counts[name] = 1
		}
	}
	return &call.Output{Counts: counts, Arrays: out}, nil
}

// square is an array (n, n) of values by pair, in the caller's indices. The entry of j, i is that of i, j times a sign.
func (q *poolRequest) square(values []float64, sign float64) call.Array {
	out := make([]float64, q.N*q.N)
	for at, pair := range q.in.Pairs.All() {
		i, j := q.Index.Caller(pair[0]), q.Index.Caller(pair[1])
		out[i*q.N+j], out[j*q.N+i] = values[at], sign*values[at]
	}
	return call.NewArray(out, q.N, q.N)
}

// pairs is an array (len(numbers), 2) of the pairs of these numbers, which rise.
func (q *poolRequest) pairs(numbers []int32) call.Array {
	ends, count := []int32{}, len(numbers)
	for at, pair := range q.in.Pairs.All() {
		if len(numbers) > 0 && int(numbers[0]) == at {
			ends, numbers = append(ends, int32(q.Index.Caller(pair[0])), int32(q.Index.Caller(pair[1]))), numbers[1:]
		}
	}
	return call.NewArray(ends, count, 2)
}

// putAlike puts the sources that are alike among the arrays, and how much.
func putAlike(out call.Arrays, alike []pool.Alike) {
	two, kappa, less := []int32{}, make([]float64, len(alike)), make([]uint8, len(alike))
	for k, a := range alike {
		two, kappa[k] = append(two, a.A, a.B), a.Kappa
		if a.Less {
			less[k] = 1
		}
	}
	out["alike"], out["dependence"] = call.NewArray(two, len(alike), 2), call.NewArray(kappa, len(alike))
	out["count_less"] = call.NewArray(less, len(alike))
}

// heaviest bounds weights, so that no sum of log-odds overflows.
const heaviest = 1e6

// opinions are what sources say: matrices of numbers for i → j, their weights and their groups.
type opinions struct {
	matrices []float64
	weights  []float64 // nil: each counts once
	groups   []int32   // nil: there are none; negative: of no group
	sizes    map[int32]int
}

func (o *opinions) Arrays() []call.Spec {
	return []call.Spec{
		call.NewSpec("opinions", 8, call.GraphCount, call.NodeCount, call.NodeCount),
		call.NewSpec("weights", 8, call.GraphCount).OrNone(), call.NewSpec("groups", 4, call.GraphCount).OrNone(),
	}
}

func (o *opinions) Read(r *call.Reader) *call.Error {
	o.matrices = call.Numbers[float64](r, "opinions")
	for k := range r.R {
		if failure := o.check(r, k); failure != nil {
			return failure.InGraph("opinions", k)
		}
	}
	if r.Has("weights") {
		o.weights = call.Numbers[float64](r, "weights")
	}
	for k, w := range o.weights {
		if !(w >= 0 && w <= heaviest) { // true for NaN
			return call.Invalidf("weights", "the weight of opinion %d is %v; it must be a number from 0 to %v", k, w, heaviest).InDAG(k)
		}
	}
	if r.Has("groups") {
		o.groups, o.sizes = call.Numbers[int32](r, "groups"), map[int32]int{}
	}
	for _, g := range o.groups {
		o.sizes[g]++
	}
	return nil
}

// check checks the matrix of an opinion.
func (o *opinions) check(r *call.Reader, k int) *call.Error {
	const rounding = 1e-9
	matrix := o.matrices[k*r.N*r.N:]
	for i := range r.N {
		for j := range r.N {
			switch a, b := matrix[i*r.N+j], matrix[j*r.N+i]; {
			case !(a >= 0 && a <= 1): // true for NaN
				return call.Errorf(call.InvalidInput, "%s -> %s is %v; it must be a number from 0 to 1", r.Name(i), r.Name(j), a).At(i, j)
			case i == j && a != 0:
				return call.Errorf(call.InvalidInput, "%s is joined to itself", r.Name(i)).At(i)
			case a+b > 1+rounding && a+b != 2:
				return call.Errorf(call.InvalidInput, "%s -> %s is %v and %s -> %s is %v; together they must be at most 1, or be 1 both, "+
					"for an undirected edge", r.Name(i), r.Name(j), a, r.Name(j), r.Name(i), b).At(i, j)
			}
		}
	}
	return nil
}

func (o *opinions) weight(k int) float64 {
	if o.weights == nil {
		return 1
	}
	return o.weights[k]
}

// group is the number of opinions of the group of one, with itself.
func (o *opinions) group(k int) int {
	if o.groups == nil || o.groups[k] < 0 {
		return 1
	}
	return o.sizes[o.groups[k]]
}

// strengths are what rows say: of pairs of their columns how often a structure joins them, and how often such an edge goes from i
// to j.
type strengths struct {
	Count   *int `json:"row_count" range:"1.."`
	Jointly bool `json:"jointly"`

	strength, direction []float64
	columns             bitset.Set
}

func (s *strengths) Arrays() []call.Spec {
	return []call.Spec{
		call.NewSpec("strength", 8, call.NodeCount, call.NodeCount), call.NewSpec("direction", 8, call.NodeCount, call.NodeCount),
		call.NewSpec("columns", 1, call.NodeCount).OrNone(),
	}
}

func (s *strengths) Read(r *call.Reader) *call.Error {
	if !r.Has("strength") {
		return nil
	}
	s.strength, s.direction = call.Numbers[float64](r, "strength"), call.Numbers[float64](r, "direction")
	s.columns = bitset.Full(r.N)
	for v, has := range r.Bytes("columns") {
		switch has {
		case 0:
			s.columns.Remove(r.Index.Engine(v))
		case 1:
		default:
			return call.BadRequestf("columns", "%s has %d; there must be 0 or 1", r.Name(v), has)
		}
	}
	return s.check(r)
}

// check checks that strengths are shares, the same both ways, and that directions of a pair that is ever joined add up to 1.
func (s *strengths) check(r *call.Reader) *call.Error {
	const rounding = 1e-9
	for i := range r.N {
		for j := range i {
			ij, ji := i*r.N+j, j*r.N+i
			for k, values := range [...][]float64{s.strength, s.direction} {
				if a, b := values[ij], values[ji]; !(a >= 0 && a <= 1) || !(b >= 0 && b <= 1) { // true for NaN
					return call.Invalidf([...]string{"strength", "direction"}[k], "%s and %s have %v and %v; these must be numbers from 0 to 1",
						r.Name(i), r.Name(j), a, b).At(i, j)
				}
			}
			if s.strength[ij] != s.strength[ji] {
				return call.Invalidf("strength", "%s and %s have %v one way and %v the other way", r.Name(i), r.Name(j),
					s.strength[ij], s.strength[ji]).At(i, j)
			}
			if sum := s.direction[ij] + s.direction[ji]; s.strength[ij] > 0 && math.Abs(sum-1) > rounding {
				return call.Invalidf("direction", "%s and %s have %v and %v; these must add up to 1", r.Name(i), r.Name(j),
					s.direction[ij], s.direction[ji]).At(i, j)
			}
		}
	}
	return nil
}
