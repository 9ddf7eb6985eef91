package call_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
)

func TestReply(t *testing.T) {
	score, psi := int64(1<<62), 0.5
	arrays := map[string]call.Array{
		"order":  call.NewArray([]int32{1, 0}, 2),
		"empty":  call.NewArray([]float64(nil), 0),
		"fusion": call.NewArray([]uint8{0, 1, 0, 0}, 2, 2),
		"score":  call.NewArray([]int64{-1}, 1),
	}
	reply, err := call.Output{
		Score: &score, Psi: &psi, TotalWeight: 3, Counts: map[string]int64{"cuts": 7}, Arrays: arrays,
	}.Reply(1.5)
	require.NoError(t, err)
	var got struct {
		Status  string
		Seconds float64
		Theta   *float64
		Score   json.Number
		Psi     float64
		Counts  map[string]int64
		Total   int64 `json:"total_weight"`
		Arrays  map[string]struct {
			DType  string
			Shape  []int
			Offset int
		}
		Bytes int
	}
	require.NoError(t, json.Unmarshal(reply.JSON, &got))
	assert.Equal(t, "complete", got.Status)
	assert.InDelta(t, 1.5, got.Seconds, 0)
	assert.Nil(t, got.Theta)
	assert.Equal(t, json.Number("4611686018427387904"), got.Score)
	assert.Equal(t, map[string]int64{"cuts": 7}, got.Counts)
	assert.EqualValues(t, 3, got.Total)
	assert.Equal(t, "i4", got.Arrays["order"].DType)
	assert.Equal(t, "f8", got.Arrays["empty"].DType)
	assert.Equal(t, "u1", got.Arrays["fusion"].DType)
	assert.Equal(t, "i8", got.Arrays["score"].DType)
	assert.Equal(t, []int{2, 2}, got.Arrays["fusion"].Shape)

	buffer := make([]byte, 8)
	require.NoError(t, reply.Read("order", buffer))
	assert.Equal(t, []int32{1, 0}, call.Decode[int32](buffer))
	require.NoError(t, reply.Read("empty", nil))
	for _, err := range []error{
		reply.Read("order", buffer[:7]), reply.Read("order", make([]byte, 9)), reply.Read("imaps", buffer),
		reply.ReadAll(make([]byte, got.Bytes-1)), reply.ReadAll(make([]byte, got.Bytes+1)),
	} {
		assert.Equal(t, call.BadRequest, call.AsError(err).Code)
	}

	all := make([]byte, got.Bytes)
	require.NoError(t, reply.ReadAll(all))
	for name, array := range got.Arrays {
		assert.Zero(t, array.Offset%8, name)
		bytes := arrays[name].Bytes()
		assert.Equal(t, string(bytes), string(all[array.Offset:][:len(bytes)]), name)
	}
}

func TestAResultThatIsNoJSON(t *testing.T) {
	nan := math.NaN()
	_, err := call.Output{Psi: &nan}.Reply(0)
	assert.Equal(t, call.Internal, call.AsError(err).Code)
}

// The sentence stands apart where the message begins with the argument, and with the graph if the error is in one.
func TestErrorJSON(t *testing.T) {
	for json, failure := range map[string]*call.Error{
		`{"code":2,"message":"theta must be > 0, not 0","argument":"theta"}`:                                           call.MustBe("theta", "> 0", 0),
		`{"code":2,"message":"n: there are none","sentence":"there are none","argument":"n"}`:                          call.Invalidf("n", "there are none"),
		`{"code":4,"message":"n: -1 is no n","sentence":"-1 is no n","argument":"n"}`:                                  call.BadRequestf("n", "%d is no n", -1),
		`{"code":2,"message":"seen: DAG 3 lacks it","argument":"seen","dag":3}`:                                        call.Invalidf("seen", "DAG 3 lacks it").InDAG(3),
		`{"code":2,"message":"g[1]: x: no","sentence":"x: no","argument":"g","dag":1}`:                                 call.Invalidf("x", "no").InGraph("g", 1),
		`{"code":3,"message":"dags[0]: say \"no\"","sentence":"say \"no\"","argument":"dags","dag":0,"nodes":[1,4,1]}`: call.Errorf(call.Cycle, "say %q", "no").InGraph("dags", 0).At(1, 4, 1),
		`{"code":8,"message":"internal error: x"}`:                                                                     call.AsError(errors.New("x")),
	} {
		assert.Equal(t, json, string(failure.JSON()))
	}
}

func TestAnArraysShapeMustFit(t *testing.T) {
	assert.Panics(t, func() { call.NewArray([]int32{1, 2, 3}, 2) })
}
