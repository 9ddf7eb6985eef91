package pool_test

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/compare/pool"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

func arcs(g *graph.DAG) [][2]int {
	out := [][2]int{}
	for u, v := range g.All() {
		out = append(out, [2]int{u, v})
	}
	return out
}

// drawInput draws sources of all kinds: graphs and numbers, copies, parts of the nodes, groups, weights; rows; knowledge.
func drawInput(t *rapid.T) *pool.Input {
	n := rapid.IntRange(2, 7).Draw(t, "n")
	in := &pool.Input{Pairs: pool.NewPairs(n), Drop: rapid.IntRange(0, 4).Draw(t, "drop") == 0}
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	truth := map[[2]int]bool{}
	for _, pair := range in.Pairs.All() {
		truth[pair] = rng.IntN(3) == 0
	}
	numbers := rapid.Bool().Draw(t, "numbers")
	for range rapid.IntRange(1, 6).Draw(t, "m") {
		if k := len(in.Sources); k > 0 && rng.IntN(4) == 0 {
			in.Sources = append(in.Sources, in.Sources[rng.IntN(k)])
			continue
		}
		in.Sources = append(in.Sources, drawSource(rng, in.Pairs, truth, numbers))
	}
	if rapid.Bool().Draw(t, "rows") {
		in.Rows = drawRows(rng, in.Pairs, truth)
		in.Rows.Jointly = rapid.Bool().Draw(t, "jointly")
	}
	if rapid.IntRange(0, 2).Draw(t, "known") == 0 {
		in.Known = drawKnown(rng, in.Pairs)
	}
	return in
}

func drawSource(rng *rand.Rand, pairs pool.Pairs, truth map[[2]int]bool, numbers bool) pool.Source {
	s := pool.Source{Weight: 1, Group: 1, Nodes: upTo(pairs.N)}
	if rng.IntN(4) == 0 {
		s.Weight = float64(rng.IntN(5)) / 2
	}
	if rng.IntN(4) == 0 {
		s.Group = 1 + rng.IntN(3)
	}
	if rng.IntN(3) == 0 {
		s.Nodes = slices.DeleteFunc(s.Nodes, func(int32) bool { return rng.IntN(3) == 0 })
	}
	has := func(v int) bool { return slices.Contains(s.Nodes, int32(v)) }
	lies := rng.IntN(5) == 0
	for _, pair := range pairs.All() {
		joins := (truth[pair] != lies) != (rng.IntN(4) == 0)
		if !joins || !has(pair[0]) || !has(pair[1]) {
			continue
		}
		said := pool.Said{I: int32(pair[0]), J: int32(pair[1]), Exists: 1, Arrow: float64(rng.IntN(3) - 1)}
		if numbers {
			said.Exists, said.Arrow = 1-rng.Float64(), 2*rng.Float64()-1
		}
		s.Says = append(s.Says, said)
	}
	return s
}

func drawRows(rng *rand.Rand, pairs pool.Pairs, truth map[[2]int]bool) *pool.Rows {
	rows := &pool.Rows{Nodes: upTo(pairs.N), Count: 1 + rng.IntN(5000)}
	if rng.IntN(3) == 0 {
		rows.Nodes = slices.DeleteFunc(rows.Nodes, func(int32) bool { return rng.IntN(4) == 0 })
	}
	for _, pair := range pairs.All() {
		strength := float64(rng.IntN(51)) / 50
		if truth[pair] {
			strength = math.Max(strength, float64(rng.IntN(51))/50)
		}
		rows.Strength, rows.Direction = append(rows.Strength, strength), append(rows.Direction, float64(rng.IntN(5))/4)
	}
	return rows
}

// drawKnown draws knowledge whose directions go along an order.
func drawKnown(rng *rand.Rand, pairs pool.Pairs) *graph.Constraints {
	c, order := graph.NewConstraints(pairs.N), rng.Perm(pairs.N)
	for _, pair := range pairs.All() {
		exists, arrow := float64(rng.IntN(9)/7), 0.0
		if exists == 1 && rng.IntN(2) == 0 {
			exists = -1
		}
		if exists >= 0 && rng.IntN(3) == 0 {
			arrow = float64(cmp.Compare(order[pair[1]], order[pair[0]]))
		}
		know(c, pair, exists, arrow)
	}
	return c
}

// The engine agrees with the transcription of the specification.
func TestPoolIsTheSpecification(t *testing.T) { rapid.Check(t, checkPlain) }

func checkPlain(t *rapid.T) {
	in := drawInput(t)
	got, err := pool.Pool(context.Background(), in)
	require.NoError(t, err)
	o := newPlain(in)
	o.run(in)
	for name, lists := range map[string][2][]float64{
		"hit": {o.hit, got.Hit}, "alarm": {o.alarm, got.FalseAlarm}, "right": {o.right, got.Right}, "weight": {o.weight, got.Weight},
		"prior": {{o.pi}, {got.Prior}}, "opinions": {o.said, got.Opinions}, "p": {o.p, got.Probability}, "lambda": {o.lambda, got.Direction},
	} {
		require.InDeltaSlice(t, lists[0], lists[1], 1e-8, name)
	}
	kappa := matrix(len(in.Sources))
	for _, two := range got.Alike {
		kappa[two.A][two.B], kappa[two.B][two.A] = two.Kappa, two.Kappa
	}
	for k := range kappa {
		require.InDeltaSlice(t, o.kappa[k], kappa[k], 1e-8, "dependence")
	}
	require.Equal(t, math.IsNaN(o.chance), math.IsNaN(got.Chance))
	if !math.IsNaN(o.chance) {
		require.InDelta(t, o.chance, got.Chance, 1e-8)
	}
	require.ElementsMatch(t, o.edges, arcs(got.DAG))
	checkPromises(t, in, got)
}

// checkPromises holds a result to what is promised of each: a DAG that keeps what is known and claims nothing of which nothing
// is said, and probabilities that the parts explain.
func checkPromises(t require.TestingT, in *pool.Input, r *pool.Result) {
	require.True(t, r.DAG.Acyclic())
	for at, pair := range in.Pairs.All() {
		i, j := pair[0], pair[1]
		if slices.Contains(r.Unseen, int32(at)) {
			require.False(t, r.DAG.Adjacent(i, j))
		}
		sum := r.Rows[at] + min(max(added(in, r, pair), -6), 6)
		require.InDelta(t, 1/(1+math.Exp(-sum)), r.Probability[at], 1e-12)
		if in.Known != nil {
			require.False(t, in.Known.Required.Has(i, j) && !r.DAG.Adjacent(i, j))
			require.False(t, in.Known.Forbidden.Has(i, j) && r.DAG.Adjacent(i, j))
			require.False(t, in.Known.Directed.Has(i, j) && r.DAG.Has(j, i))
			require.False(t, in.Known.Directed.Has(j, i) && r.DAG.Has(i, j))
		}
	}
}

// added is what all sources say of a pair together.
func added(in *pool.Input, r *pool.Result, pair [2]int) (sum float64) {
	for k := range in.Sources {
		sum += says(in, r, k, pair)
	}
	return sum
}

// The order of the sources does not count, nor the number of workers: not a bit of what comes out changes.
func TestOrderOfSourcesDoesNotCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		first, err := pool.Pool(context.Background(), in)
		require.NoError(t, err)
		order := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for k := range in.Sources {
				if !yield(k) {
					return
				}
			}
		})).Draw(t, "order")
		other := *in
		other.Sources, other.Workers = permuted(in.Sources, order), rapid.IntRange(1, 5).Draw(t, "workers")
		second, err := pool.Pool(context.Background(), &other)
		require.NoError(t, err)
		m := len(order)
		for _, lists := range [][2][]float64{
			{first.Hit, second.Hit}, {first.FalseAlarm, second.FalseAlarm}, {first.Right[:m], second.Right[:m]},
			{first.Weight, second.Weight}, {first.Yes, second.Yes}, {first.No, second.No}, {first.Arrow[:m], second.Arrow[:m]},
		} {
			require.Equal(t, permuted(lists[0], order), lists[1])
		}
		require.Equal(t, permuted(first.Seen, order), second.Seen)
		require.Equal(t, first.Right[m:], second.Right[m:])
		require.Equal(t, first.Prior, second.Prior)
		require.Equal(t, math.Float64bits(first.Chance), math.Float64bits(second.Chance))
		for _, lists := range [][2][]float64{
			{first.Rows, second.Rows}, {first.Opinions, second.Opinions}, {first.Probability, second.Probability},
			{first.Direction, second.Direction}, {first.Entropy, second.Entropy},
		} {
			require.Equal(t, lists[0], lists[1])
		}
		require.True(t, first.DAG.Equal(second.DAG))
	})
}

func permuted[T any](values []T, order []int) []T {
	out := make([]T, len(order))
	for k, from := range order {
		out[k] = values[from]
	}
	return out
}

// An edge that seven sources and more turn against an answer keeps the answer's direction.
func TestManySourcesDoNotTurnWhatIsKnown(t *testing.T) {
	in := &pool.Input{Pairs: pool.NewPairs(3), Known: graph.NewConstraints(3)}
	for range 40 {
		in.Sources = append(in.Sources, pool.Source{
			Nodes: upTo(3), Weight: 1, Group: 1, Says: []pool.Said{{I: 0, J: 1, Exists: 1, Arrow: 1}, {I: 1, J: 2, Exists: 1, Arrow: 1}},
		})
	}
	know(in.Known, [2]int{0, 1}, 1, -1)
	know(in.Known, [2]int{1, 2}, -1, 0)
	got, err := pool.Pool(t.Context(), in)
	require.NoError(t, err)
	require.Equal(t, [][2]int{{1, 0}}, arcs(got.DAG))
	require.Negative(t, got.Direction[0])
}

// Arrows that are known come first: surer ones that would close a cycle with them are turned, and they are not.
func TestKnownArrowsComeFirst(t *testing.T) {
	in := &pool.Input{Pairs: pool.NewPairs(3), Known: graph.NewConstraints(3)}
	for range 40 {
		in.Sources = append(in.Sources, pool.Source{Nodes: upTo(3), Weight: 1, Group: 1, Says: []pool.Said{
			{I: 0, J: 1, Exists: 1, Arrow: 1}, {I: 0, J: 2, Exists: 1, Arrow: 1}, {I: 1, J: 2, Exists: 1, Arrow: 1},
		}})
	}
	know(in.Known, [2]int{0, 2}, 1, -1)
	got, err := pool.Pool(t.Context(), in)
	require.NoError(t, err)
	require.Greater(t, got.Direction[0], 30.0)
	require.Greater(t, -1/2.0, got.Direction[1])
	require.ElementsMatch(t, [][2]int{{2, 0}, {0, 1}, {2, 1}}, arcs(got.DAG))
}

// A source that says the opposite of the others ends where it says nothing: it is never taken for its opposite.
func TestALiarSaysNothing(t *testing.T) {
	pairs, in := pool.NewPairs(8), &pool.Input{Pairs: pool.NewPairs(8)}
	honest, liar := pool.Source{Nodes: upTo(8), Weight: 1, Group: 1}, pool.Source{Nodes: upTo(8), Weight: 1, Group: 1}
	for _, pair := range pairs.All() {
		said := pool.Said{I: int32(pair[0]), J: int32(pair[1]), Exists: 1, Arrow: 1}
		if pair[1] == pair[0]+1 {
			honest.Says = append(honest.Says, said)
		} else {
			liar.Says = append(liar.Says, said)
		}
	}
	in.Sources = []pool.Source{honest, honest, honest, honest, liar}
	got, err := pool.Pool(t.Context(), in)
	require.NoError(t, err)
	require.Equal(t, got.FalseAlarm[4], got.Hit[4])
	require.Zero(t, got.Yes[4])
	require.Equal(t, 7, got.DAG.Arcs())
}

// Of few nodes the prior is above a half once edges are found. A pair that no source sees is not claimed by it.
func TestPriorAloneClaimsNothing(t *testing.T) {
	in := &pool.Input{Pairs: pool.NewPairs(3)}
	for _, nodes := range [][]int32{{0, 1}, {1, 2}, {0, 1}, {1, 2}, {0, 1}, {1, 2}} {
		in.Sources = append(in.Sources, pool.Source{
			Nodes: nodes, Weight: 1, Group: 1, Says: []pool.Said{{I: nodes[0], J: nodes[1], Exists: 1, Arrow: 1}},
		})
	}
	got, err := pool.Pool(t.Context(), in)
	require.NoError(t, err)
	require.Greater(t, got.Probability[1], 0.5)
	require.Equal(t, []int32{1}, got.Unseen)
	require.Equal(t, [][2]int{{0, 1}, {1, 2}}, arcs(got.DAG))
}

// Copies of one source whose mistakes the rows do not share count little more than one.
func TestCopiesCountLess(t *testing.T) {
	rng, pairs := rand.New(rand.NewPCG(1, 2)), pool.NewPairs(9)
	truth := map[[2]int]bool{}
	for _, pair := range pairs.All() {
		truth[pair] = pair[1] == pair[0]+1
	}
	copied := pool.Source{Nodes: upTo(9), Weight: 1, Group: 1}
	rows := &pool.Rows{Nodes: upTo(9), Count: 2000}
	for _, pair := range pairs.All() {
		rows.Strength, rows.Direction = append(rows.Strength, 0), append(rows.Direction, 0.5)
		if truth[pair] {
			rows.Strength[len(rows.Strength)-1] = 1
		}
		if truth[pair] || rng.IntN(3) == 0 {
			copied.Says = append(copied.Says, pool.Said{I: int32(pair[0]), J: int32(pair[1]), Exists: 1})
		}
	}
	in := &pool.Input{Pairs: pairs, Rows: rows, Sources: []pool.Source{copied, copied, copied, copied}}
	got, err := pool.Pool(t.Context(), in)
	require.NoError(t, err)
	require.Len(t, got.Alike, 6)
	for _, two := range got.Alike {
		require.True(t, two.Less)
	}
	for _, weight := range got.Weight {
		require.Less(t, weight, 0.4)
	}
	grouped := &pool.Input{Pairs: pairs, Sources: slices.Clone(in.Sources)}
	for k := range grouped.Sources {
		grouped.Sources[k].Group = 4
	}
	got, err = pool.Pool(t.Context(), grouped)
	require.NoError(t, err)
	require.Equal(t, []float64{0.25, 0.25, 0.25, 0.25}, got.Weight)
}

// Sources that agree with nothing have a low figure of chance, and by choice no weight.
func TestChance(t *testing.T) {
	rng, pairs := rand.New(rand.NewPCG(3, 4)), pool.NewPairs(20)
	in := &pool.Input{Pairs: pairs}
	alike := &pool.Input{Pairs: pairs}
	for range 8 {
		s := pool.Source{Nodes: upTo(20), Weight: 1, Group: 1}
		for _, pair := range pairs.All() {
			if rng.IntN(8) == 0 {
				s.Says = append(s.Says, pool.Said{I: int32(pair[0]), J: int32(pair[1]), Exists: 1, Arrow: 1})
			}
		}
		in.Sources = append(in.Sources, s)
		alike.Sources = append(alike.Sources, in.Sources[0])
	}
	noise, err := pool.Pool(t.Context(), in)
	require.NoError(t, err)
	require.Less(t, noise.Chance, 1.645)
	require.True(t, noise.NoMore)
	require.Equal(t, slices.Repeat([]float64{1}, 8), noise.Weight)
	same, err := pool.Pool(t.Context(), alike)
	require.NoError(t, err)
	require.Greater(t, same.Chance, 30.0)
	require.False(t, same.NoMore)
	in.Drop = true
	dropped, err := pool.Pool(t.Context(), in)
	require.NoError(t, err)
	require.Equal(t, make([]float64, 8), dropped.Weight)
	require.Zero(t, dropped.DAG.Arcs())
	one, err := pool.Pool(t.Context(), &pool.Input{Pairs: pairs, Sources: in.Sources[:1]})
	require.NoError(t, err)
	require.True(t, math.IsNaN(one.Chance))
}

func TestPoolEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	source := pool.Source{Nodes: upTo(2), Weight: 1, Group: 1}
	rows := &pool.Rows{Nodes: upTo(2), Count: 9, Strength: []float64{1}, Direction: []float64{1}}
	for _, in := range []*pool.Input{
		{Sources: []pool.Source{source}}, {Sources: []pool.Source{source}, Rows: rows}, {Sources: []pool.Source{source, source}},
	} {
		in.Pairs = pool.NewPairs(2)
		_, err := pool.Pool(ctx, in)
		require.ErrorIs(t, err, context.Canceled)
	}
}

// FuzzPool holds pooling to the specification.
func FuzzPool(f *testing.F) {
	f.Add(bytes.Repeat([]byte("eight bytes for each number that is drawn, so that there must be some of them"), 20))
	f.Fuzz(rapid.MakeFuzz(checkPlain))
}

func benchmark(b *testing.B, n, m int, rows bool, numbers bool) {
	rng, pairs := rand.New(rand.NewPCG(1, 1)), pool.NewPairs(n)
	truth := map[[2]int]bool{}
	for _, pair := range pairs.All() {
		truth[pair] = rng.IntN(n) < 3
	}
	in := &pool.Input{Pairs: pairs, Workers: runtime.GOMAXPROCS(0)}
	for range m {
		s := pool.Source{Nodes: upTo(n), Weight: 1, Group: 1}
		for _, pair := range pairs.All() {
			said := pool.Said{I: int32(pair[0]), J: int32(pair[1]), Exists: 1, Arrow: 1}
			switch joins := truth[pair] && rng.IntN(10) < 7 || rng.IntN(2*n) < 1; {
			case numbers && joins:
				said.Exists = 0.5 + rng.Float64()/2
			case numbers:
				said.Exists = rng.Float64() / 10
			case !joins:
				continue
			}
			s.Says = append(s.Says, said)
		}
		in.Sources = append(in.Sources, s)
	}
	if rows {
		in.Rows = drawRows(rng, pairs, truth)
		in.Rows.Nodes, in.Rows.Count = upTo(n), 500
	}
	for b.Loop() {
		_, err := pool.Pool(b.Context(), in)
		require.NoError(b, err)
	}
}

func BenchmarkTen(b *testing.B)          { benchmark(b, 56, 10, true, false) }
func BenchmarkTenNumbers(b *testing.B)   { benchmark(b, 56, 10, true, true) }
func BenchmarkThousand(b *testing.B)     { benchmark(b, 100, 1000, false, false) }
func BenchmarkThousandRows(b *testing.B) { benchmark(b, 100, 1000, true, false) }
func BenchmarkNumbersRows(b *testing.B)  { benchmark(b, 100, 1000, true, true) }
