package chance

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
)

// pairs are the edges of a skeleton, the lower node first, in rising order of (higher, lower).
type pairs [][2]int

func drawPairs(t *rapid.T, n int) pairs {
	share := rapid.IntRange(0, 4).Draw(t, "share")
	var out pairs
	for v := range n {
		for u := range v {
			if rapid.IntRange(0, 3).Draw(t, "edge") < share {
				out = append(out, [2]int{u, v})
			}
		}
	}
	return out
}

func (p pairs) dag(n int) *graph.DAG {
	g := graph.NewDAG(n)
	for _, e := range p {
		g.Add(e[0], e[1])
	}
	return g
}

func (p pairs) moved(places []int) pairs {
	out := make(pairs, len(p))
	for i, e := range p {
		u, v := places[e[0]], places[e[1]]
		out[i] = [2]int{min(u, v), max(u, v)}
	}
	return out
}

// agreement is S by its definition.
func agreement(sets []pairs) (sum int64) {
	count := map[[2]int]int64{}
	for _, set := range sets {
		for _, e := range set {
			count[e]++
		}
	}
	for _, k := range count {
		sum += k * (k - 1) / 2
	}
	return sum
}

// permutations are all of 0..n-1.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			out = append(out, slices.Insert(slices.Clone(p), at, n-1))
		}
	}
	return out
}

// relabellings are the moments of S over all relabellings of all graphs but the first. To relabel that one too changes nothing:
// it is to relabel all others by the inverse.
func relabellings(n int, sets []pairs) (mean, variance, most float64) {
	all, sum, squares, count := permutations(n), int64(0), new(big.Int), int64(0)
	var visit func(done []pairs)
	visit = func(done []pairs) {
		if len(done) == len(sets) {
			s := agreement(done)
			sum, count, most = sum+s, count+1, max(most, float64(s))
			squares.Add(squares, big.NewInt(s*s))
			return
		}
		for _, p := range all {
			visit(append(slices.Clone(done), sets[len(done)].moved(p)))
		}
	}
	visit(sets[:1])
	mean = float64(sum) / float64(count)
	square, _ := new(big.Rat).SetFrac(squares, big.NewInt(count)).Float64()
	return mean, square - mean*mean, most
}

func ones(r int) []int64 { return slices.Repeat([]int64{1}, r) }

func TestMomentsOfAllRelabellings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "n")
		r := rapid.IntRange(1, 4).Draw(t, "r")
		if n == 5 {
			r = min(r, 3) // 120² sets
		}
		var sets []pairs
		var dags []*graph.DAG
		for range r {
			set := drawPairs(t, n)
			sets, dags = append(sets, set), append(dags, set.dag(n))
		}
		shapes, shared := measure(dags, ones(r))
		require.Equal(t, agreement(sets), shared)
		mean, deviation, most := moments(n, shapes)
		wantMean, wantVariance, wantMost := relabellings(n, sets)
		require.InDelta(t, wantMean, mean, 1e-9)
		require.InDelta(t, wantVariance, deviation*deviation, 1e-9)
		require.GreaterOrEqual(t, most, wantMost)
	})
}

// plain is the rule of doc.go, and by the moments of single pairs of graphs.
func plain(n int, sets []pairs) *Verdict {
	sets = slices.DeleteFunc(slices.Clone(sets), func(p pairs) bool { return len(p) == 0 })
	touching := func(p pairs) (a float64) {
		for _, e := range p {
			for _, f := range p {
				if e != f && (e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1]) {
					a++
				}
			}
		}
		return a
	}
	var complete pairs
	for v := range n {
		for u := range v {
			complete = append(complete, [2]int{u, v})
		}
	}
	all, allTouching := float64(len(complete)), touching(complete)
	mean, variance, most := 0.0, 0.0, 0.0
	for i, p := range sets {
		for _, q := range sets[:i] {
			k, l, a, b := float64(len(p)), float64(len(q)), touching(p), touching(q)
			expected := k * l / all
			mean += expected
			most += min(k, l)
			variance += expected - expected*expected + share(a*b, allTouching) +
				share((k*(k-1)-a)*(l*(l-1)-b), all*(all-1)-allTouching)
		}
	}
	shared, deviation := agreement(sets), math.Sqrt(max(0, variance))
	if most <= mean+4*deviation+1e-9*mean || float64(shared) == most || float64(shared) > mean+10*deviation+1e-9*mean {
		return nil
	}
	slices.SortFunc(sets, func(p, q pairs) int {
		return cmp.Or(len(p)-len(q), cmp.Compare(touching(p), touching(q)), compareEdges(p.dag(n), q.dag(n)))
	})
	random := rand.NewPCG(0, uint64(shared))
	for range 20 {
		var moved []pairs
		for _, p := range sets {
			places := make([]int, n)
			for i := range n {
				product := new(big.Int).Mul(new(big.Int).SetUint64(random.Uint64()), big.NewInt(int64(i+1)))
				j := int(product.Rsh(product, 64).Int64())
				places[i], places[j] = places[j], i
			}
			moved = append(moved, p.moved(places))
		}
		if found := agreement(moved); found >= shared {
			return &Verdict{shared, found}
		}
	}
	return nil
}

// The verdict is that of the plain rule, whatever the order and the directions of the graphs, and whether equal ones come in
// one group.
func TestRule(t *testing.T) {
	var told, drawn, silent int
	graphtest.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{2, 3, 5, 6, 8, 12, 70}).Draw(t, "n")
		r := rapid.IntRange(1, 6).Draw(t, "r")
		common := drawFew(t, n)
		var sets []pairs
		for range r {
			set := drawFew(t, n)
			if rapid.Bool().Draw(t, "common") {
				set = common
			}
			sets = append(sets, set)
		}
		got := Find(context.Background(), dagsOf(n, sets, false), ones(r))
		want := plain(n, sets)
		require.Equal(t, want, got)
		switch {
		case got != nil:
			told++
		case n > 8 && r > 2:
			drawn++
		default:
			silent++
		}
		moved := rapid.Permutation(sets).Draw(t, "order")
		require.Equal(t, want, Find(context.Background(), dagsOf(n, moved, true), ones(r)))
		var groups []*graph.DAG
		var times []int64
		for i, set := range sets {
			if at := slices.IndexFunc(sets, func(p pairs) bool { return slices.Equal(p, set) }); at < i {
				times[slices.IndexFunc(groups, set.dag(n).Equal)]++
				continue
			}
			groups, times = append(groups, set.dag(n)), append(times, 1)
		}
		require.Equal(t, want, Find(context.Background(), groups, times))
	}, &told, &drawn, &silent)
}

// drawFew draws about as many edges as there are nodes.
func drawFew(t *rapid.T, n int) pairs {
	var out pairs
	for range rapid.IntRange(0, n).Draw(t, "edges") {
		v := rapid.IntRange(1, n-1).Draw(t, "v")
		e := [2]int{rapid.IntRange(0, v-1).Draw(t, "u"), v}
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(e, f [2]int) int { return cmp.Or(e[1]-f[1], e[0]-f[0]) })
	return out
}

func dagsOf(n int, sets []pairs, turned bool) (dags []*graph.DAG) {
	for _, set := range sets {
		g := graph.NewDAG(n)
		for _, e := range set {
			if turned {
				g.Add(e[1], e[0])
			} else {
				g.Add(e[0], e[1])
			}
		}
		dags = append(dags, g)
	}
	return dags
}

// sample draws r graphs over n nodes: of one graph, each edge stays with the given chance, and is at a random place else.
func sample(random *rand.Rand, n, r, edges int, stays float64) []*graph.DAG {
	edge := func() [2]int { // all pairs alike, or graphs agree on their hubs
		u, v := random.IntN(n), random.IntN(n-1)
		if v >= u {
			v++
		}
		return [2]int{min(u, v), max(u, v)}
	}
	one := make([][2]int, edges)
	for k := range one {
		one[k] = edge()
	}
	dags := make([]*graph.DAG, r)
	for i := range dags {
		dags[i] = graph.NewDAG(n)
		for _, e := range one {
			if random.Float64() >= stays {
				e = edge()
			}
			dags[i].Add(e[0], e[1])
		}
	}
	return dags
}

// Nearly all unrelated sets get a verdict. Of those whose graphs each have four of five edges of one graph, only two over
// few nodes may be.
func TestWhoIsToldOf(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	unrelated, alike, sets := 0, 0, 0
	for _, n := range []int{8, 20, 37, 100, 300} {
		for r := 2; r <= 10; r++ {
			for range 4 {
				sets++
				if Find(context.Background(), sample(random, n, r, n+n/4, 0), ones(r)) != nil {
					unrelated++
				}
				if Find(context.Background(), sample(random, n, r, n+n/4, 0.8), ones(r)) != nil {
					alike++
				}
			}
		}
	}
	t.Logf("told of %d of %d unrelated sets, and of %d that are alike", unrelated, sets, alike)
	require.Greater(t, unrelated, sets*9/10)
	require.LessOrEqual(t, alike, 1)
}

// Many graphs, and many nodes, take the ways of their own: the sums are those of the plain table.
func TestTally(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, many := range [][3]int{{90, 3, 60}, {90, 40, 120}, {1500, 3, 2000}} {
		n, r := many[0], many[1]
		dags := sample(random, n, r, many[2], 0.5)
		var sets []pairs
		for _, g := range dags {
			var set pairs
			for u, v := range g.All() {
				set = append(set, [2]int{min(u, v), max(u, v)})
			}
			sets = append(sets, set)
		}
		shapes, shared := measure(dags, ones(r))
		require.Equal(t, agreement(sets), shared)
		require.Len(t, shapes, r)
		weights := make([]int64, r)
		var spread []pairs
		for i := range weights {
			weights[i] = random.Int64N(4)
			for range weights[i] {
				spread = append(spread, sets[i])
			}
		}
		_, shared = measure(dags, weights)
		require.Equal(t, agreement(spread), shared)
	}
}

// A set on which the test has no power: no edges, one graph with edges, complete graphs, too few nodes.
func TestNothingIsTold(t *testing.T) {
	complete := pairs{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}, {0, 4}, {1, 4}, {2, 4}, {3, 4}}
	path := pairs{{0, 1}, {1, 2}, {2, 3}, {3, 4}}
	for _, sets := range [][]pairs{{nil}, {nil, nil}, {path}, {path, nil, nil}, {complete, complete}, {complete, path}} {
		require.Nil(t, Find(context.Background(), dagsOf(5, sets, false), ones(len(sets))))
	}
	require.Nil(t, Find(context.Background(), nil, nil))
	require.Nil(t, Find(context.Background(), []*graph.DAG{graph.NewDAG(0)}, ones(1)))
	require.Nil(t, Find(context.Background(), []*graph.DAG{graph.NewDAG(1), graph.NewDAG(1)}, ones(2)))
}

// A cancelled call gives no verdict.
func TestCancelled(t *testing.T) {
	dags := sample(rand.New(rand.NewPCG(1, 2)), 40, 5, 50, 0)
	require.NotNil(t, Find(context.Background(), dags, ones(5)))
	stopped, stop := context.WithCancel(context.Background())
	stop()
	require.Nil(t, Find(stopped, dags, ones(5)))
}

func benchmark(b *testing.B, n, r, edges int, stays float64) {
	dags := sample(rand.New(rand.NewPCG(1, 2)), n, r, edges, stays)
	for b.Loop() {
		Find(context.Background(), dags, ones(r))
	}
}

func BenchmarkAsia(b *testing.B)   { benchmark(b, 8, 10, 8, 0.9) }
func BenchmarkAlarm(b *testing.B)  { benchmark(b, 37, 10, 46, 0.9) }
func BenchmarkSparse(b *testing.B) { benchmark(b, 10000, 3, 15000, 0.9) }
func BenchmarkMany(b *testing.B)   { benchmark(b, 37, 10000, 46, 0.9) }
func BenchmarkChance(b *testing.B) { benchmark(b, 37, 10000, 46, 0) }
func BenchmarkTwo(b *testing.B)    { benchmark(b, 8, 2, 8, 1) }
