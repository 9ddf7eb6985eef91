package score

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/internal/testkit/rowstest"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// All rows and the sites' rows are counted at once if the models are seen to have one F, and else
// one after the other. core/learn/jointly tests that both give the same answers.
func TestWhenBothModelsAreCountedAtOnce(t *testing.T) {
	for _, name := range []string{"bdeu", "bds", "qnml"} {
		requireAtOnce(t, name)
	}
}

func requireAtOnce(t *testing.T, name string) {
	tables := []*data.Dataset{
		data.New(2, [][]uint8{{0, 1}}, []int32{2}), data.New(3, [][]uint8{{1, 0, 1}}, []int32{2}),
	}
	kind, _ := Find(name)
	p := Parameters{ESS: 1, Memo: new(Memo), MaxUnit: 30}
	joined := data.Join(tables)
	pooled, each := kind.Discrete(joined, p), []Model{kind.Discrete(tables[0], p), kind.Discrete(tables[1], p)}
	team := parallel.NewTeam(1)
	defer team.Close()
	atOnce := func(a, b Model) bool {
		both := NewLarger(a, b, team)
		return both.A.cache == both.B.cache
	}
	require.True(t, atOnce(pooled, Sum(each)))
	require.False(t, atOnce(pooled, Sum(each[:1])), "not all sites")
	require.False(t, atOnce(pooled, each[0]), "no sum")
	require.False(t, atOnce(kind.Discrete(data.Join(tables[:1]), p), Sum(each)), "other rows")
	other := Parameters{ESS: 2, Memo: new(Memo), MaxUnit: 30}
	require.False(t, atOnce(kind.Discrete(joined, other), Sum(each)), "another F")
	dearer := p
	dearer.Surplus = 2
	require.Equal(t, name != "qnml", atOnce(kind.Discrete(joined, dearer), Sum(each)), "another surplus")
	if another, ok := map[string]string{"bdeu": "bds", "bds": "bdeu"}[name]; ok { // of the same formula, except for what occurs
		kind, _ := Find(another)
		require.False(t, atOnce(kind.Discrete(joined, p), Sum(each)), "another score")
	}
}

// Where all rows and each site's are counted at once, each family and each set scores as it does where they are not: with
// sites of no row, of one, and of many; opened, and as an extension.
func TestBothModelsAreThoseOfEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind, _ := Find(rapid.SampledFrom([]string{"bds", "qnml", "bdeu"}).Draw(t, "score"))
		rng := oracle.Rand(rapid.Uint64().Draw(t, "rows"))
		arity := []int32{2, 3, 2, 1 + rng.Int32N(40)}
		var tables []*data.Dataset
		for range rapid.IntRange(1, 4).Draw(t, "sites") {
			tables = append(tables, rowstest.Sites(rng, 1, arity, 0, rapid.SampledFrom([]int{1, 2, 5, 300}).Draw(t, "most"))...)
		}
		joined := data.Join(tables)
		if rapid.Bool().Draw(t, "index") {
			joined.Index(context.Background())
		}
		p := Parameters{ESS: rapid.SampledFrom([]float64{0.5, 1, 20}).Draw(t, "ess"), Memo: new(Memo), MaxUnit: 30}
		p.Surplus = rapid.SampledFrom([]float64{0, 0.7, 2}).Draw(t, "surplus")
		var each []Model
		for _, table := range tables {
			each = append(each, kind.Discrete(table, p))
		}
		both, ok := areOfParts(kind.Discrete(joined, p), Sum(each))
		require.True(t, ok)
		at := newPartsBatch(both, 1)
		for y := range int32(len(arity)) {
			for x := range int32(len(arity)) {
				if x == y {
					continue
				}
				given := (max(x, y) + 1) % 4
				for given == x || given == y {
					given = (given + 1) % 4
				}
				family := []int32{Child(y), given, x}
				if kind.Name != "bds" {
					family[0] = y
				}
				want := [2]int64{both.NewBatch(1).Open(0, 0, family, 0), Sum(each).NewBatch(1).Open(0, 0, family, 0)}
				require.Equal(t, want, at.Open(0, 0, family, 0))
				at.Open(0, 0, family[:2], 1)
				values := make([]int64, 2*len(arity))
				at.Extend(context.Background(), 0, 0, []int32{x}, values)
				require.Equal(t, want, [2]int64{values[x], values[len(arity)+int(x)]})
			}
		}
		if kind.Name == "bds" {
			require.Equal(t, [2]int64{}, at.Open(0, 0, []int32{0, 1}, 0))
		}
	})
}
