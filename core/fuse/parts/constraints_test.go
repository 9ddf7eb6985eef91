package parts_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// Both lists become pairs and directions, in the engine's indices.
func TestConstraints(t *testing.T) {
	in := inputOf(t, jobtest.Request("all", 5, 1, `,"v":1,
		"required":[[0,1,0],[1,2,1],[3,4,0],[4,3,0],[0,3,1]],
		"forbidden":[[1,0,0],[0,2,1],[2,4,0],[4,2,0],[3,1,0],[3,0,0]]`), jobtest.Raw[int32]("rank", 4, 3, 2, 1, 0))
	c := in.Options.Constraints
	assert.Equal(t, [][2]int{{0, 1}, {1, 4}, {2, 3}, {3, 4}}, pairsOf(c.Required.Row, 5))
	assert.Equal(t, [][2]int{{0, 2}, {2, 4}}, pairsOf(c.Forbidden.Row, 5))
	directed := jobtest.Matrix(5, [2]int{0, 1}, [2]int{1, 3}, [2]int{0, 3})
	assert.Equal(t, directed, in.Index.DAG(c.Directed).Bytes())
	assert.Equal(t, c.Directed, c.Directions())
}

// If the lists have pairs alone, there are no directions. Without lists there are no
// constraints.
func TestFewerConstraints(t *testing.T) {
	in := inputOf(t, jobtest.Request("all", 3, 1, `,"v":1,"required":[[0,1,1]],"seed":1`))
	require.NotNil(t, in.Options.Constraints)
	assert.Nil(t, in.Options.Constraints.Directions())
	in = inputOf(t, jobtest.Request("all", 3, 1, `,"v":1,"required":[],"forbidden":null`))
	assert.Nil(t, in.Options.Constraints)
	assert.Nil(t, in.Options.Constraints.Directions())
}

// pairsOf lists the pairs i < j of a symmetric matrix of n rows.
func pairsOf[S interface{ Next(int) int }](row func(int) S, n int) [][2]int {
	var out [][2]int
	for i := range n {
		for j := row(i).Next(i + 1); j >= 0; j = row(i).Next(j + 1) {
			out = append(out, [2]int{i, j})
		}
	}
	return out
}

func TestConstraintsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		name, more string
		code       call.Status
		argument   string
		nodes      []int
		says       string
	}{
		{"no such node", `"required":[[0,4,0]]`, call.InvalidInput, "required", nil, "no node 4"},
		{"to itself", `"forbidden":[[2,2,1]]`, call.InvalidInput, "forbidden", []int{2}, "c cannot be joined to itself"},
		{"no edge", `"required":[[0,1]]`, call.BadRequest, "required", nil, "[0 1]"},
		{"no kind of edge", `"forbidden":[[0,1,2]]`, call.BadRequest, "forbidden", nil, "[0 1 2]"},
		{
			"one arc in both", `"required":[[2,1,0]],"forbidden":[[2,1,0]]`,
			call.InvalidInput, "forbidden", []int{2, 1}, "c -> b is required",
		},
		{
			"an arc of a forbidden pair", `"required":[[2,1,0]],"forbidden":[[2,1,1]]`,
			call.InvalidInput, "forbidden", []int{2, 1}, "c - b is required",
		},
		{
			"a pair, forbidden arc by arc", `"required":[[0,2,1]],"forbidden":[[2,0,0],[0,2,0]]`,
			call.InvalidInput, "forbidden", []int{2, 0}, "c - a is required",
		},
		{
			"a cycle", `"required":[[0,1,0],[1,2,0],[2,0,0]]`,
			call.InvalidInput, "required", []int{2, 0, 1, 2}, "c -> a -> b -> c",
		},
		{
			"a cycle of what is left", `"required":[[0,1,0],[1,2,0],[0,2,1]],"forbidden":[[0,2,0]]`,
			call.InvalidInput, "forbidden", []int{2, 0, 1, 2}, "c -> a -> b -> c",
		},
		{"refusion", `"required":[[0,1,1]],"output":"refusion"`, call.InvalidInput, "output", nil, "fresh fusion"},
		{"seed", `"forbidden":[[0,1,0]],"seed":3`, call.InvalidInput, "seed", nil, "in one direction"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `{"op":"all","n":3,"v":1,"names":["a","b","c"],` + c.more + `}`
			failure := refusal(t, text, jobtest.Raw[int32]("rank", 1, 2, 0))
			assert.Equal(t, c.code, failure.Code, failure.Message)
			assert.Equal(t, c.argument, failure.Argument)
			assert.Equal(t, c.nodes, failure.Nodes)
			assert.Contains(t, failure.Message, c.says)
		})
	}
	// What is not required need not be there, so its directions may have a cycle. A run has an order, and goes without the pair.
	for _, forbidden := range []string{"[0,2,1],[0,2,0]", "[0,2,0]"} {
		in := inputOf(t, jobtest.Request("all", 3, 1, `,"v":1,"required":[[0,1,0],[1,2,0]],"forbidden":[`+forbidden+`]`))
		assert.Equal(t, [][2]int{{0, 2}}, pairsOf(in.Options.Constraints.Forbidden.Row, 3))
		assert.True(t, in.Options.Constraints.Directed.Acyclic())
	}
}
