package engine

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// unlike takes nodes from DAGs: the nodes that each has, in both forms, and the DAGs without arcs at the others.
func unlike(rng *rand.Rand, dags []oracle.Matrix) (parts []oracle.Matrix, sees [][]bool, seen []bitset.Set) {
	n, share := len(dags[0]), []float64{0.1, 0.3, 0.5}[rng.IntN(3)]
	for _, g := range dags {
		part, has, set := g.Clone(), make([]bool, n), bitset.New(n)
		for v := range n {
			if has[v] = rng.Float64() >= share; has[v] {
				set.Add(v)
			}
		}
		for u := range n {
			for v := range n {
				part[u][v] = part[u][v] && has[u] && has[v]
			}
		}
		parts, sees, seen = append(parts, part), append(sees, has), append(seen, set)
	}
	return parts, sees, seen
}

// unlikeCase is cappedCase for DAGs over different nodes, whose weights are no larger than their keys allow.
func unlikeCase(seed int) ([]oracle.Matrix, oracle.Options, consensus.Options) {
	rng := oracle.Rand(uint64(seed))
	dags, naive, opt := cappedCase(seed)
	if rng.IntN(2) == 0 {
		naive.Cap, opt.Cap = 0, 0
	}
	if naive.Weights != nil {
		for i := range naive.Weights {
			naive.Weights[i] = min(naive.Weights[i], 1000)
		}
		opt.Weights = naive.Weights
	}
	naive.Canonical = false
	if dags, naive.Sees, opt.Seen = unlike(rng, dags); !slices.ContainsFunc(opt.Seen, func(has bitset.Set) bool {
		return has.Count() < len(dags[0])
	}) {
		naive.Sees = nil // then weights are not counted in eighths
	}
	return dags, naive, opt
}

// Over different nodes too, the run takes the steps of the run that enumerates every deletion.
func TestUnlikeRunEqualsNaiveRun(t *testing.T) {
	t.Parallel()
	cases := 4000
	if testing.Short() {
		cases = 400
	}
	differ := 0
	for seed := range cases {
		dags, naive, opt := unlikeCase(seed)
		want := oracle.Run(dags, naive)
		_, got := runOn(t, graphtest.DAGs(dags), []int{1, 2, 7}[seed%3], opt)
		require.Equal(t, want.Forced, got.Forced, "seed %d", seed)
		requireSteps(t, flattenNaive(want), flattenAll(len(dags), got.Steps), "seed %d", seed)
		for k, step := range got.Steps {
			require.Equal(t, want.Steps[k].Weight, step.Weight, "seed %d, step %d", seed, k)
			require.Equal(t, want.Steps[k].Psi(), step.Psi, "seed %d, step %d", seed, k)
		}
		opt.Seen = nil
		if _, alike := runOn(t, graphtest.DAGs(dags), 1, opt); !sameSteps(alike.Steps, got.Steps, len(dags)) {
			differ++
		}
	}
	require.Greater(t, differ*4, cases, "what DAGs lack must matter in many cases")
}

// DAGs with the same nodes make the run of the ordinary call, though Ψ is counted in eighths.
func TestUnlikeRunOfAlikeDAGs(t *testing.T) {
	t.Parallel()
	for seed := range 1000 {
		dags, naive, _ := unlikeCase(seed)
		naive.Sees = nil
		want := oracle.Run(dags, naive)
		naive.Sees = make([][]bool, len(dags))
		for i := range dags {
			naive.Sees[i] = slices.Repeat([]bool{true}, len(dags[0]))
		}
		got := oracle.Run(dags, naive)
		require.Equal(t, len(want.Steps), len(got.Steps))
		for k, step := range got.Steps {
			step.Score, step.Weight = step.Score/8, step.Weight/8
			require.Equal(t, want.Steps[k], step, "seed %d, step %d", seed, k)
		}
	}
}

// Neither steps nor counts depend on the order of the DAGs, and on the workers.
func TestUnlikeRunsAreIndependentOfOrderAndWorkers(t *testing.T) {
	t.Parallel()
	for seed := range 200 {
		rng := oracle.Rand(uint64(seed))
		dags := oracle.RandomDAGs(rng, 2+rng.IntN(8), 4+rng.IntN(12), 0.1+0.4*rng.Float64())
		dags, _, seen := unlike(rng, dags)
		opt := consensus.Options{Cap: seed % 2, KMax: 10, Seen: seen}
		if seed%4 > 1 {
			opt.Seed = new(int64(seed))
		}
		_, want := runOn(t, graphtest.DAGs(dags), 1, opt)
		rng.Shuffle(len(dags), func(i, j int) {
			dags[i], dags[j], seen[i], seen[j] = dags[j], dags[i], seen[j], seen[i]
		})
		requireSameRun(t, seed, want, dags, opt)
	}
}

// What is kept from step to step stands: a run that begins at any state of another one goes on as the other did. The graphs are
// too large for the oracle.
func TestUnlikeRunsBegunAnewGoOnTheSame(t *testing.T) {
	t.Parallel()
	cases := 300
	if testing.Short() {
		cases = 30
	}
	branches := int64(0)
	for seed := range cases {
		rng := oracle.Rand(uint64(seed))
		n, r := 10+rng.IntN(60), 2+rng.IntN(10)
		truth := oracle.RandomDAG(rng, n, 4/float64(n))
		dags := make([]oracle.Matrix, r)
		for i := range dags {
			dags[i] = truth.Clone()
			for u := range n {
				dags[i][u][rng.IntN(n)] = false
				if w := rng.IntN(n); u < w && seed%2 == 0 { // another order: denser I-maps
					dags[i] = withArc(dags[i], u, w)
				}
			}
		}
		dags, _, seen := unlike(rng, dags)
		opt := consensus.Options{
			Cap: []int{0, 1, 2}[seed%3], KMax: []int{-1, 10}[seed%2], ShareFrom: 1, Seen: seen,
			FrugalFrom: 1 + seed%2*1000, WideFrom: 1 + seed/2%2*1000,
		}
		inputs := graphtest.DAGs(dags)
		f, run := runOn(t, inputs, []int{1, 2, 7}[seed%3], opt)
		branches += run.Counts.Branches
		requireGoesOn(t, seed, rng, f, run, inputs, opt)
	}
	require.Greater(t, 2*branches, int64(cases))
}

// Draws are among all deletions of the least Ψ.
func TestUnlikeTies(t *testing.T) {
	t.Parallel()
	drawn := 0
	for seed := range 300 {
		dags, naive, opt := unlikeCase(3*seed + 1) // without constraints
		opt.Seed = new(int64(seed))
		f, got := runOn(t, graphtest.DAGs(dags), 1, opt)
		state := graphtest.Matrix(f.Union)
		if opt.Start == equiv.Completed {
			state = oracle.CPDAG(state)
		}
		for k, step := range got.Steps {
			candidates := oracle.Candidates(state, dags, naive.Weights, naive.KMax, false)
			if naive.Sees == nil {
				candidates = oracle.Capped(candidates, naive.Weights, naive.Cap)
			} else {
				candidates = oracle.Unlike(candidates, naive.Weights, naive.Cap, naive.Sees)
			}
			best, tied := oracle.Best(candidates)
			require.Equal(t, best.Psi(), step.Psi, "seed %d, step %d", seed, k)
			u, v, h := int(step.U), int(step.V), graphtest.Ints(step.H)
			require.True(t, isCandidate(state, naive.KMax, u, v, h), "seed %d, step %d", seed, k)
			if tied > 1 && !slices.Equal([]int{u, v}, []int{best.U, best.V}) {
				drawn++
			}
			state, _ = oracle.Complete(oracle.Delete(state, u, v, h))
			dags = withoutArcs(dags, step)
		}
	}
	require.Greater(t, drawn, 100)
}

// While Ψ is 0, each state is an I-map of every DAG with the nodes that it lacks beside it.
func TestUnlikeStatesOfNoCriticalityAreIMaps(t *testing.T) {
	t.Parallel()
	states := 0
	for seed := range 150 {
		dags, _, opt := unlikeCase(3*seed + 1)
		if n := len(dags[0]); n > 6 {
			continue
		}
		opt.Weights, opt.KMax = nil, -1
		_, got := runOn(t, graphtest.DAGs(dags), 1, opt)
		for k := 0; k == 0 || k <= len(got.Steps) && got.Steps[k-1].Score == 0; k++ {
			states++
			member := graphtest.Matrix(StateOf(got, k).Member())
			requireIMap(t, member, dags)
		}
	}
	require.Greater(t, states, 100)
}

// requireIMap holds that what is separated in g is separated in each of the DAGs.
func requireIMap(t *testing.T, g oracle.Matrix, dags []oracle.Matrix) {
	t.Helper()
	n := len(g)
	for u := range n {
		for v := range u {
			for set := range 1 << n {
				if set>>u&1|set>>v&1 != 0 {
					continue
				}
				var s []int
				for x := range n {
					if set>>x&1 != 0 {
						s = append(s, x)
					}
				}
				if !oracle.DSeparated(g, u, v, s) {
					continue
				}
				for _, dag := range dags {
					require.True(t, oracle.DSeparated(dag, u, v, s))
				}
			}
		}
	}
}

// The golden cases, step by step.
func TestUnlikeGolden(t *testing.T) {
	t.Parallel()
	for _, c := range golden.LoadUnion(t) {
		n := len(c.Nodes)
		var dags []oracle.Matrix
		opt := consensus.Options{Weights: c.Weights, KMax: 10}
		if c.Cap != nil {
			opt.Cap = *c.Cap
		}
		for i, arcs := range c.DAGs {
			dags = append(dags, oracle.FromArcs(n, arcs))
			set := bitset.New(n)
			for _, v := range c.Sees[i] {
				set.Add(v)
			}
			opt.Seen = append(opt.Seen, set)
		}
		inputs := graphtest.DAGs(dags)
		f, got := runOn(t, inputs, 1, opt)
		requireAuto(t, &c, got, inputs, opt.Seen)
		require.Equal(t, c.Expected.Order, graphtest.Ints(f.Order), c.ID)
		require.Equal(t, [][]bool(oracle.FromArcs(n, c.Expected.Union)), graphtest.Matrix(f.Union), c.ID)
		require.Len(t, got.Steps, len(c.Expected.Steps), c.ID)
		for k, want := range c.Expected.Steps {
			step := got.Steps[k]
			require.Equal(t, []any{want.U, want.V, want.Undirected, want.H, want.S},
				[]any{int(step.U), int(step.V), step.Undirected, append([]int{}, graphtest.Ints(step.H)...),
					append([]int{}, graphtest.Ints(step.S)...)}, "%s, step %d", c.ID, k)
			require.Equal(t, consensus.Psi(want.Num, want.Den), step.Psi, "%s, step %d", c.ID, k)
			require.Equal(t, classOf(n, want.CPDAG), graphtest.PDAGMatrix(StateOf(got, k+1).CPDAG()), "%s, step %d", c.ID, k)
			removed := map[string][][2]int{}
			for _, e := range step.Cut {
				if e.Arc {
					dag := strconv.Itoa(int(e.Dag))
					removed[dag] = append(removed[dag], [2]int{int(e.From), int(e.To)})
				}
			}
			for dag, arcs := range want.Removed {
				if len(arcs) > 0 {
					require.ElementsMatch(t, arcs, removed[dag], "%s, step %d, DAG %s", c.ID, k, dag)
				}
				delete(removed, dag)
			}
			require.Empty(t, removed, "%s, step %d", c.ID, k)
		}
	}
}

// requireAuto holds the projected SMHD of each state, and the θ of the least, to those of the case.
func requireAuto(t *testing.T, c *golden.Union, run *consensus.Trajectory, dags []*graph.DAG, seen []bitset.Set) {
	t.Helper()
	weights := c.Weights
	if weights == nil {
		weights = slices.Repeat([]int64{1}, len(dags))
	}
	distances := Distances(len(c.Nodes), slices.All(dags), weights, seen)
	for _, row := range c.Expected.Auto.Rows {
		member := StateOf(run, int(row[1].(float64))).Member()
		require.Equal(t, row[2], float64(member.Arcs()), c.ID)
		require.Equal(t, row[3], distances.To(member, bitset.Matrix{}).Over(1), c.ID)
	}
	require.Equal(t, c.Expected.Auto.Best[1], float64(SelectTheta(run, distances).Steps), c.ID)
}

// The projected SMHD is what its definition says, by d-separation. It is SMHD if a DAG has all nodes.
func TestProjectedDistance(t *testing.T) {
	t.Parallel()
	for seed := range 500 {
		rng := oracle.Rand(uint64(seed))
		n := 2 + rng.IntN(6)
		dags, sees, seen := unlike(rng, oracle.RandomDAGs(rng, 1+rng.IntN(3), n, 0.2+0.5*rng.Float64()))
		g := oracle.RandomDAG(rng, n, 0.2+0.5*rng.Float64())
		weights, want := make([]int64, len(dags)), int64(0)
		for i, dag := range dags {
			weights[i] = int64(rng.IntN(4))
			want += weights[i] * int64(projected(g, dag, sees[i]))
		}
		got := Distances(n, slices.All(graphtest.DAGs(dags)), weights, seen)
		require.Equal(t, float64(want), got.To(graphtest.DAG(g), bitset.Matrix{}).Over(1), "seed %d", seed)

		for i := range seen {
			seen[i].Fill(n)
		}
		got, like := Distances(n, slices.All(graphtest.DAGs(dags)), weights, seen), WeightedMorals(graphtest.DAGs(dags), weights)
		moral := graphtest.DAG(g).Moralize()
		require.Equal(t, like.To(nil, moral), got.To(graphtest.DAG(g), moral), "seed %d", seed)
	}
}

// projected is |need \ has| + |has \ may| of g and a DAG with some of the nodes.
func projected(g, dag oracle.Matrix, sees []bool) (distance int) {
	n := len(g)
	sub := g.Clone()
	for u := range n {
		for v := range n {
			sub[u][v] = sub[u][v] && sees[u] && sees[v]
		}
	}
	need, has := graphtest.DAG(sub).Moralize(), graphtest.DAG(dag).Moralize()
	for u := range n {
		for v := range u {
			if !sees[u] || !sees[v] {
				continue
			}
			var rest []int
			for x := range n {
				if sees[x] && x != u && x != v {
					rest = append(rest, x)
				}
			}
			if need.Has(u, v) && !has.Has(u, v) {
				distance++
			}
			if has.Has(u, v) && oracle.DSeparated(g, u, v, rest) {
				distance++
			}
		}
	}
	return distance
}

func classOf(n int, c golden.UnionClass) [][]bool {
	m := oracle.FromArcs(n, slices.Concat(c.Directed, c.Undirected))
	for _, e := range c.Undirected {
		m[e[1]][e[0]] = true
	}
	return m
}
