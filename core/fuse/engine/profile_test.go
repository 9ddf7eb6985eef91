package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

func TestRanks(t *testing.T) {
	t.Parallel()
	// Means of these over 2^62 would be the same number.
	far, near := sumOf(1<<62, 1), sumOf(1<<62)
	assert.Equal(t, []int{4, 1, 0, 1, 3},
		ranks([]merit{{far, 1}, {near, 2}, {near, 3}, {near, 2}, {far, 5}}))
	assert.Empty(t, ranks(nil))
}

func sumOf(terms ...int64) (s metrics.Sum) {
	for _, x := range terms {
		s.Add(x)
	}
	return s
}
