package job

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Both lists in the engine's terms: pairs and directions, in the engine's indices.
func TestConstraints(t *testing.T) {
	withOperation(t, "all", takesAll)
	in := inputOf(t, request("all", 5, 1, `,"v":1,
		"required":[[0,1,0],[1,2,1],[3,4,0],[4,3,0],[0,3,1]],
		"forbidden":[[1,0,0],[0,2,1],[2,4,0],[4,2,0],[3,1,0],[3,0,0]]`), raw[int32]("rank", 4, 3, 2, 1, 0))
	c := in.Constraints
	assert.Equal(t, [][2]int{{0, 1}, {1, 4}, {2, 3}, {3, 4}}, pairsOf(c.Required.Row, 5))
	assert.Equal(t, [][2]int{{0, 2}, {2, 4}}, pairsOf(c.Forbidden.Row, 5))
	directed := matrix(5, [2]int{0, 1}, [2]int{1, 3}, [2]int{0, 3})
	assert.Equal(t, directed, in.Index.DAG(c.Directed).bytes)
	assert.Equal(t, c.Directed, c.Directions())
}

// Where pairs alone are meant there are no directions, and without any list there is
// nothing at all.
func TestFewerConstraints(t *testing.T) {
	withOperation(t, "all", takesAll)
	in := inputOf(t, request("all", 3, 1, `,"v":1,"required":[[0,1,1]],"seed":1`))
	require.NotNil(t, in.Constraints)
	assert.Nil(t, in.Constraints.Directions())
	in = inputOf(t, request("all", 3, 1, `,"v":1,"required":[],"forbidden":null`))
	assert.Nil(t, in.Constraints)
	assert.Nil(t, in.Constraints.Directions())
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
	withOperation(t, "all", takesAll)
	for _, c := range []struct {
		name, more string
		code       Status
		argument   string
		nodes      []int
		says       string
	}{
		{"no such node", `"required":[[0,4,0]]`, InvalidInput, "required", nil, "no node 4"},
		{"to itself", `"forbidden":[[2,2,1]]`, InvalidInput, "forbidden", []int{2}, "c cannot be joined to itself"},
		{"no edge", `"required":[[0,1]]`, BadRequest, "required", nil, "[0 1]"},
		{"no kind of edge", `"forbidden":[[0,1,2]]`, BadRequest, "forbidden", nil, "[0 1 2]"},
		{
			"one arc in both", `"required":[[2,1,0]],"forbidden":[[2,1,0]]`,
			InvalidInput, "forbidden", []int{2, 1}, "c -> b is required",
		},
		{
			"an arc of a forbidden pair", `"required":[[2,1,0]],"forbidden":[[2,1,1]]`,
			InvalidInput, "forbidden", []int{2, 1}, "c - b is required",
		},
		{
			"a pair, forbidden arc by arc", `"required":[[0,2,1]],"forbidden":[[2,0,0],[0,2,0]]`,
			InvalidInput, "forbidden", []int{2, 0}, "c - a is required",
		},
		{
			"a cycle", `"required":[[0,1,0],[1,2,0],[2,0,0]]`,
			InvalidInput, "required", []int{2, 0, 1, 2}, "c -> a -> b -> c",
		},
		{
			"no order", `"required":[[0,1,0],[1,2,0]],"forbidden":[[0,2,0]]`,
			InvalidInput, "forbidden", []int{2, 0, 1, 2}, "one of its pairs both ways",
		},
		{"refusion", `"required":[[0,1,1]],"output":"refusion"`, InvalidInput, "output", nil, "fresh fusion"},
		{"seed", `"forbidden":[[0,1,0]],"seed":3`, InvalidInput, "seed", nil, "in one direction"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `{"op":"all","n":3,"v":1,"names":["a","b","c"],` + c.more + `}`
			failure := failureOf(t, text, raw[int32]("rank", 1, 2, 0))
			assert.Equal(t, c.code, failure.Code, failure.Message)
			assert.Equal(t, c.argument, failure.Argument)
			assert.Equal(t, c.nodes, failure.Nodes)
			assert.Contains(t, failure.Message, c.says)
		})
	}
	// A pair forbidden both ways has no direction, and so is part of no cycle.
	inputOf(t, request("all", 3, 1, `,"v":1,"required":[[0,1,0],[1,2,0]],"forbidden":[[0,2,1],[0,2,0]]`))
}

// Steps from elsewhere may lead where no DAG keeps the directions.
func TestStepsAgainstTheDirections(t *testing.T) {
	triangle := matrix(3, [2]int{0, 1}, [2]int{0, 2}, [2]int{1, 2})
	j := start(t, request("state", 3, 1, `,"prefix":1,"required":[[2,0,0]]`),
		raw("fusion", triangle...), raw[int32]("step_edges", 0, 1, 1),
		raw[int64]("h_ptr", 0, 1), raw[int32]("h", 2)) // leaves 0 -> 2 <- 1
	require.True(t, j.Wait(-1))
	_, err := j.Result()
	failure := AsError(err)
	assert.Equal(t, BadRequest, failure.Code)
	assert.Equal(t, "step_edges", failure.Argument)
	assert.Contains(t, failure.Message, "directions cannot be kept")
}
