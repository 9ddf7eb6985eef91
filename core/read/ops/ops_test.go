package ops_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/job"
)

func text(content string) call.Raw { return call.Raw{Name: "text", Data: []byte(content)} }

const fields = `,"sign":",","last":true,"lines":1,"longest":100`

// told are the arrays and the counts of a request that is fine.
func told(t *testing.T, j *job.Job) map[string]any {
	require.True(t, j.Wait(jobtest.Enough))
	counts, _ := jobtest.Result(t, j)["counts"].(map[string]any)
	return counts
}

func TestColumnsOfStates(t *testing.T) {
	j := jobtest.Start(t, jobtest.Request("cells", 2, 0, fields), text("b,x\n\na,\"x\ny\"\nb,x\n,,\n"))
	assert.Equal(t, map[string]any{"rows": 3.0, "used": 20.0, "lines": 7.0}, told(t, j))
	assert.Equal(t, []int64{2, 2}, jobtest.Read[int64](t, j, "counts"))
	assert.Equal(t, []uint8{1, 1}, jobtest.Read[uint8](t, j, "widths"))
	assert.Equal(t, []uint8{1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, jobtest.Read[uint8](t, j, "codes"))
	assert.Equal(t, "a\nb\nx\nx\ny\n", string(jobtest.Read[uint8](t, j, "text")))
	assert.Equal(t, []int32{1, 3, 5, 9}, jobtest.Read[int32](t, j, "ends"))
	assert.Equal(t, []int64{0, 1, 2}, jobtest.Read[int64](t, j, "firsts"))
	assert.Equal(t, []int64{2, 3, 4}, jobtest.Read[int64](t, j, "shifts"))
}

// The facts are those of the operation facts, about the texts of each column.
func TestStatesHaveFacts(t *testing.T) {
	request := jobtest.Request("cells", 2, 0, fields+`,"markers":["na"],"written":["NA"],"blanks":["12 mg"]`)
	j := jobtest.Start(t, request, text("1.5,NA\n12 mg,na\n,x\n"))
	assert.Equal(t, map[string]any{"rows": 3.0, "used": 19.0, "lines": 4.0}, told(t, j))
	assert.Equal(t, "\n1.5\n12 mg\nNA\nna\nx\n", string(jobtest.Read[uint8](t, j, "text")))
	assert.Equal(t, []uint8{128, 1 | 4, 32, 8 | 128, 8, 0}, jobtest.Read[uint8](t, j, "facts"))
	assert.Equal(t, 1.5, jobtest.Read[float64](t, j, "point")[1])
	assert.Len(t, jobtest.Read[float64](t, j, "point"), 3, "the other column has no number")
	assert.Len(t, jobtest.Read[float64](t, j, "comma"), 3)
	assert.Equal(t, []uint8{1 | 32 | 64, 1 | 128}, jobtest.Read[uint8](t, j, "widths"))
	assert.Equal(t, []int32{0, 0, 2}, jobtest.Read[int32](t, j, "alike"))
}

func TestColumnsOfNumbers(t *testing.T) {
	request := jobtest.Request("cells", 3, 0, fields+`,"numbers":true,"blanks":["NA"]`)
	j := jobtest.Start(t, request, text("1.051,x,1.051\n12.5,y,\nNA,x,2.300\n"))
	assert.Equal(t, map[string]any{"rows": 3.0, "used": 33.0, "lines": 4.0}, told(t, j))
	values := jobtest.Read[float64](t, j, "values")
	assert.Equal(t, []float64{1.051, 12.5}, values[:2])
	assert.True(t, math.IsNaN(values[2]))
	assert.Equal(t, "12.5", string(jobtest.Read[uint8](t, j, "known")))
	assert.Equal(t, []int64{4}, jobtest.Read[int64](t, j, "known_ends"))
	assert.Equal(t, []int64{0, 2, 3}, jobtest.Read[int64](t, j, "counts"), "the points of the last may part thousands")
}

func TestFaults(t *testing.T) {
	for content, wanted := range map[string]map[string]any{
		"a,b\n\xff":                     {"fault": 1.0, "line": 0.0, "cells": 0.0},
		"a,b\n\"c\"d,e\n":               {"fault": 2.0, "line": 3.0, "cells": 0.0},
		"a,b\nc,\"d\n":                  {"fault": 3.0, "line": 3.0, "cells": 0.0},
		"a,b\nc\n":                      {"fault": 5.0, "line": 3.0, "cells": 1.0},
		"a,b,c\n\nd,e,f\n":              {"fault": 5.0, "line": 2.0, "cells": 3.0, "alike": 1.0},
		"a," + strings.Repeat("ü", 101): {"fault": 4.0, "line": 2.0, "cells": 0.0},
	} {
		counts := told(t, jobtest.Start(t, jobtest.Request("cells", 2, 0, fields), text(content)))
		for name, value := range wanted {
			assert.Equal(t, value, counts[name], "%q: %s", content, name)
		}
		assert.Equal(t, wanted["alike"], counts["alike"], "%q", content)
	}
}

func TestFacts(t *testing.T) {
	j := jobtest.Start(t, jobtest.Request("facts", 1, 0, `,"markers":["na"]`), text("1,5\nNA\nna\n31.5.2024\n12 mg\nü\n"))
	assert.Empty(t, told(t, j))
	assert.Equal(t, []uint8{2, 8, 8, 4 | 16, 32, 64}, jobtest.Read[uint8](t, j, "facts"))
	assert.Equal(t, 1.5, jobtest.Read[float64](t, j, "comma")[0])
	assert.Equal(t, []int32{0, 1, 1, 3, 4, 5}, jobtest.Read[int32](t, j, "alike"))
}

func TestFactsOfSortedTexts(t *testing.T) {
	j := jobtest.Start(t, jobtest.Request("facts", 1, 0, `,"sorted":true`), text("b\n1.5\nü\nB\n"))
	assert.Empty(t, told(t, j))
	assert.Equal(t, []int32{1, 3, 0, 2}, jobtest.Read[int32](t, j, "order"))
	assert.Equal(t, []uint8{1 | 4, 0, 0, 64}, jobtest.Read[uint8](t, j, "facts"))
	assert.Equal(t, []int32{0, 1, 1, 3}, jobtest.Read[int32](t, j, "alike"))
	j = jobtest.Start(t, jobtest.Request("facts", 1, 0, `,"sorted":true`), text("b\na\nb\n"))
	require.True(t, j.Wait(jobtest.Enough))
	_, err := j.Result()
	assert.Equal(t, "text", call.AsError(err).Argument)
}

// Short texts alone are sorted in another way than with a long one among them.
func TestManySortedTexts(t *testing.T) {
	for _, more := range []string{"", "a text that is longer than a key\n"} {
		var content strings.Builder
		for i := range 1000 {
			content.WriteString(strconv.Itoa(i*617%1000) + ".5\n")
		}
		content.WriteString(more)
		lines := strings.SplitAfter(content.String(), "\n")
		lines = lines[:len(lines)-1]
		j := jobtest.Start(t, jobtest.Request("facts", 1, 0, `,"sorted":true`), text(content.String()))
		require.True(t, j.Wait(jobtest.Enough))
		order := jobtest.Read[int32](t, j, "order")
		points := jobtest.Read[float64](t, j, "point")
		inOrder := make([]string, len(lines))
		for at, from := range order {
			inOrder[at] = lines[from]
			if value, err := strconv.ParseFloat(strings.TrimSpace(lines[from]), 64); err == nil {
				assert.Equal(t, value, points[at])
			}
		}
		assert.Equal(t, slices.Sorted(slices.Values(lines)), inOrder)
		again := jobtest.Start(t, jobtest.Request("facts", 1, 0, `,"sorted":true`), text(content.String()+lines[3]))
		require.True(t, again.Wait(jobtest.Enough))
		_, err := again.Result()
		assert.Equal(t, "text", call.AsError(err).Argument)
	}
}

func TestWhatCannotBe(t *testing.T) {
	for more, argument := range map[string]string{
		`,"longest":1`:                          "sign",
		`,"longest":1,"sign":"\""`:              "sign",
		`,"longest":1,"sign":"; "`:              "sign",
		`,"longest":0,"sign":","`:               "longest",
		`,"longest":1,"sign":",","lines":-1`:    "lines",
		`,"longest":1,"sign":",","what":"ever"`: "what",
	} {
		assert.Equal(t, argument, jobtest.Refusal(t, jobtest.Request("cells", 2, 0, more), text("a,b\n")).Argument, more)
	}
	assert.Equal(t, "text", jobtest.Refusal(t, jobtest.Request("cells", 2, 0, fields)).Argument)
	assert.Equal(t, "text", jobtest.Refusal(t, jobtest.Request("facts", 1, 0, ""), text("a")).Argument)
}
