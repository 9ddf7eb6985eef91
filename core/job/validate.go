package job

import (
	"math"
	"runtime"
	"slices"
	"time"
)

const (
	maxNodes   = 1 << 20 // with maxDAGs, keeps r·n·n within an int64
	maxDAGs    = 1 << 20
	maxWorkers = 1 << 10
	maxMatrix  = 1 << 15 // DAGs that are compared in a matrix: 8 GB
)

// sizes checks all that tells how large arrays are, and the number of names.
func (b *builder) sizes() *Error {
	if b.op.bare {
		return nil
	}
	for _, check := range []func() *Error{b.nodesAndDAGs, b.runs, b.tableSizes, b.graphCount} {
		if failure := check(); failure != nil {
			return failure
		}
	}
	return nil
}

func (b *builder) nodesAndDAGs() *Error {
	n, r := b.q.N, b.q.R
	switch {
	case n == 0:
		return invalid("n", "there are no nodes")
	case n < 0 || n > maxNodes:
		return badRequest("n", "%d is not from 1 to %d", n, maxNodes)
	case r == 0 && b.op.counted() == "data":
		return invalid("data", "there are no datasets")
	case r == 0 && b.op.counted() != "":
		return invalid("dags", "there are no DAGs")
	case r < 0 || r > maxDAGs:
		return badRequest("r", "%d is not from 1 to %d", r, maxDAGs)
	case b.q.Matrix && r > maxMatrix:
		return invalid("matrix", "there are %d DAGs; a matrix is of at most %d", r, maxMatrix)
	case b.q.Names != nil && len(b.q.Names) != n:
		return badRequest("names", "%d names for %d nodes", len(b.q.Names), n)
	}
	return nil
}

func (b *builder) runs() *Error {
	if b.op.batch && (b.q.Runs < 1 || b.q.Runs > maxDAGs) {
		return badRequest("runs", "%d is not from 1 to %d", b.q.Runs, maxDAGs)
	}
	return nil
}

func (b *builder) graphCount() *Error {
	b.graphs = b.in.R
	switch {
	case b.op.graphs > 0:
		b.graphs = b.op.graphs
	case b.op.needs("data") || b.op.sized:
		b.graphs = b.q.Graphs
	}
	if b.graphs < 0 || b.graphs > maxDAGs {
		return badRequest("graphs", "%d is not from 0 to %d", b.graphs, maxDAGs)
	}
	return nil
}

// options checks everything that is neither an array nor a node.
func (b *builder) options() *Error {
	for _, check := range []func() *Error{
		b.theta, b.kMax, b.cap, b.words, b.workers, b.timeLimit, b.scoring, b.baseline,
	} {
		if failure := check(); failure != nil {
			return failure
		}
	}
	b.in.Canonical, b.in.Seed, b.in.Where, b.in.Matrix = b.q.Canonical, b.q.Seed, b.q.Where, b.q.Matrix
	return nil
}

func (b *builder) theta() *Error {
	t := b.q.Theta
	switch {
	case t.bad != "":
		return invalid("theta", "%.40s is neither a number nor \"auto\"", t.bad)
	case t.Value < 0:
		return invalid("theta", "%v is negative", t.Value)
	}
	b.in.Theta = t
	return nil
}

func (b *builder) kMax() *Error {
	b.in.KMax = -1
	if b.q.KMax == nil {
		return nil
	}
	if *b.q.KMax < 0 {
		return invalid("k_max", "%d is negative", *b.q.KMax)
	}
	b.in.KMax = *b.q.KMax
	return nil
}

func (b *builder) cap() *Error {
	if b.q.Cap == nil {
		return nil
	}
	if *b.q.Cap < 1 {
		return invalid("cap", "%d is below 1", *b.q.Cap)
	}
	b.in.Cap = *b.q.Cap
	return nil
}

func (b *builder) words() *Error {
	var failure *Error
	if b.in.StartDAG, failure = chosen("start", b.q.Start, "cpdag", "dag"); failure != nil {
		return failure
	}
	if b.in.MinDegree, failure = chosen("method", b.q.Method, "min-fill", "min-degree"); failure != nil {
		return failure
	}
	b.in.Refusion, failure = chosen("output", b.q.Output, "extension", "refusion")
	return failure
}

// chosen says whether word is the second of two, of which the first is the default.
func chosen(argument, word, first, second string) (bool, *Error) {
	if word != "" && word != first && word != second {
		return false, invalid(argument, "%.40q is neither %q nor %q", word, first, second)
	}
	return word == second, nil
}

func (b *builder) workers() *Error {
	if b.q.Workers < 0 {
		return invalid("workers", "%d is negative", b.q.Workers)
	}
	b.in.Workers = min(b.q.Workers, maxWorkers)
	if b.in.Workers == 0 {
		b.in.Workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

func (b *builder) timeLimit() *Error {
	if b.q.TimeLimit == nil {
		return nil
	}
	seconds := *b.q.TimeLimit
	if seconds <= 0 {
		return invalid("time_limit", "%v is not positive", seconds)
	}
	nanoseconds := min(seconds*float64(time.Second), math.MaxInt64/2) // for ever, near enough
	b.in.TimeLimit = max(1, time.Duration(nanoseconds))
	return nil
}

func (b *builder) readRank() *Error {
	if !b.has("rank") {
		return nil
	}
	rank := numbers[int32](b, "rank")
	if bad := notPermutation(rank); bad >= 0 {
		return badRequest("rank", "not a permutation of 0..%d: see place %d", b.in.N-1, bad)
	}
	b.in.Index = newIndex(rank)
	return nil
}

func (b *builder) readOrder() *Error {
	if !b.has("order") {
		return nil
	}
	order := numbers[int32](b, "order")
	if bad := notPermutation(order); bad >= 0 {
		return invalid("order", "every node must be in it once: see place %d", bad)
	}
	for i, k := range order {
		order[i] = int32(b.in.Index.Engine(int(k)))
	}
	b.in.Order = order
	return nil
}

// notPermutation is the first place whose value is out of range or was there
// before, or -1.
func notPermutation(values []int32) int {
	seen := make([]bool, len(values))
	for i, v := range values {
		if v < 0 || int(v) >= len(values) || seen[v] {
			return i
		}
		seen[v] = true
	}
	return -1
}

// criticality checks the nodes u, v and S.
func (b *builder) criticality() *Error {
	if !b.op.pair {
		return nil
	}
	q := b.q
	if failure := b.nodeInRange("u", q.U); failure != nil {
		return failure
	}
	if failure := b.nodeInRange("v", q.V); failure != nil {
		return failure
	}
	if q.U == q.V {
		return invalid("v", "u and v are the same node, %s", b.in.name(q.U)).at(q.U)
	}
	for i, s := range q.S {
		if failure := b.nodeInRange("s", s); failure != nil {
			return failure
		}
		if s == q.U || s == q.V || slices.Contains(q.S[:i], s) {
			return invalid("s", "%s is in it twice, or is u or v", b.in.name(s)).at(s)
		}
		b.in.S = append(b.in.S, b.in.Index.Engine(s))
	}
	slices.Sort(b.in.S)
	b.in.U, b.in.V = b.in.Index.Engine(q.U), b.in.Index.Engine(q.V)
	return nil
}

func (b *builder) nodeInRange(argument string, k int) *Error {
	if k < 0 || k >= b.in.N {
		return invalid(argument, "there is no node %d: the nodes are 0..%d", k, b.in.N-1)
	}
	return nil
}

func (b *builder) readWeights() *Error {
	if !b.has("weights") || b.op.batch {
		b.in.Weights = slices.Repeat([]int64{1}, b.in.R)
		return nil
	}
	weights := numbers[float64](b, "weights")
	for k, w := range weights {
		if !(w >= 0) || math.IsInf(w, 0) { // a NaN is not >= 0 either
			return invalid("weights", "the weight of DAG %d is %v; weights are finite and not negative", k, w).inDAG(k)
		}
	}
	if !slices.ContainsFunc(weights, func(w float64) bool { return w > 0 }) {
		return invalid("weights", "all are zero")
	}
	b.in.Weights = scaleWeights(weights, nil, b.in.N)
	return nil
}
