package score

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// All rows and the sites' rows are counted at once if the models are seen to have one F, and else
// one after the other. core/learn/jointly tests that both give the same answers.
func TestWhenBothModelsAreCountedAtOnce(t *testing.T) {
	tables := []*data.Dataset{
		data.New(2, [][]uint8{{0, 1}}, []int32{2}), data.New(3, [][]uint8{{1, 0, 1}}, []int32{2}),
	}
	kind, _ := Find("bdeu")
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
}
