package parts

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
)

func TestTheta(t *testing.T) {
	for text, want := range map[string]Theta{
		`{}`:                  {},
		`{"theta":null}`:      {},
		`{"theta": "auto" }`:  {Set: true, Auto: true},
		`{"theta":0}`:         {Set: true},
		`{"theta":25e-2}`:     {Set: true, Value: 0.25},
		`{"theta":"0.5"}`:     {Set: true, bad: `"0.5"`},
		`{"theta":true}`:      {Set: true, bad: `true`},
		`{"theta":1e999}`:     {Set: true, bad: `1e999`},
		`{"theta":[1]}`:       {Set: true, bad: `[1]`},
		`{"theta":"\u0061b"}`: {Set: true, bad: `"\u0061b"`},
	} {
		var q Goal
		failure := call.Unmarshal([]byte(text), &q)
		require.Nil(t, failure, text)
		assert.Equal(t, want, q.Theta, text)
	}
}
