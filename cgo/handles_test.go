package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/job"
)

func TestHandles(t *testing.T) {
	table := newTable()
	a, b := new(job.Job), new(job.Job)
	ha, hb := table.add(a), table.add(b)
	assert.NotEqual(t, ha, hb)
	assert.Equal(t, 2, table.size())

	got, err := table.get(ha)
	require.NoError(t, err)
	assert.Same(t, a, got)

	got, err = table.remove(ha)
	require.NoError(t, err)
	assert.Same(t, a, got)
	for _, use := range []func(uint64) (*job.Job, error){table.get, table.remove} {
		_, err = use(ha)
		assert.Equal(t, call.BadHandle, call.AsError(err).Code, "stale")
	}
	got, err = table.get(hb)
	require.NoError(t, err)
	assert.Same(t, b, got, "freeing one job leaves the others alone")
}

// A forked child's copy of the library may be in a process with the same id.
func TestAHandleOfAnotherCopy(t *testing.T) {
	parent, child := newTable(), newTable()
	child.tag = parent.tag ^ 1
	h := parent.add(new(job.Job))
	_, err := child.get(h)
	assert.Equal(t, call.WrongProcess, call.AsError(err).Code)
}

func TestCopiesDrawTheirTags(t *testing.T) {
	tags := map[uint64]bool{}
	for range 10 {
		tags[newTable().tag] = true
	}
	assert.Greater(t, len(tags), 5)
}

func TestAHandleOfAnotherCopyWithTheSameTag(t *testing.T) {
	one, other := newTable(), newTable()
	other.tag = one.tag
	h := one.add(new(job.Job))
	other.add(new(job.Job))
	_, err := other.get(h)
	assert.Equal(t, call.BadHandle, call.AsError(err).Code)
}

func TestForgedHandles(t *testing.T) {
	table := newTable()
	table.add(new(job.Job))
	for _, h := range []uint64{0, 1, 2, 42, 1<<tagBits - 1} {
		_, err := table.get(h)
		assert.Equal(t, call.BadHandle, call.AsError(err).Code, "%#x", h)
	}
	rapid.Check(t, func(t *rapid.T) {
		_, err := table.remove(rapid.Uint64().Draw(t, "handle"))
		code := call.AsError(err).Code
		require.Contains(t, []call.Status{call.BadHandle, call.WrongProcess}, code)
	})
	assert.Equal(t, 1, table.size())
}
