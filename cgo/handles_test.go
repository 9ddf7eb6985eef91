package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/job"
	"github.com/mcbnc/mcbnc/core/wire"
)

func TestHandles(t *testing.T) {
	table := newTable(4321)
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
		assert.Equal(t, wire.BadHandle, wire.AsError(err).Code, "stale")
	}
	got, err = table.get(hb)
	require.NoError(t, err)
	assert.Same(t, b, got, "freeing one job leaves the others alone")
}

func TestAHandleOfAnotherProcess(t *testing.T) {
	parent, child := newTable(100), newTable(101)
	h := parent.add(new(job.Job))
	_, err := child.get(h)
	assert.Equal(t, wire.WrongProcess, wire.AsError(err).Code)
}

func TestAHandleOfAnotherCopyInTheSameProcess(t *testing.T) {
	one, other := newTable(100), newTable(100)
	h := one.add(new(job.Job))
	other.add(new(job.Job))
	_, err := other.get(h)
	assert.Equal(t, wire.BadHandle, wire.AsError(err).Code)
}

func TestForgedHandles(t *testing.T) {
	table := newTable(1 << 22)
	table.add(new(job.Job))
	for _, h := range []uint64{0, 1, 2, 42, 1<<processBits - 1} {
		_, err := table.get(h)
		assert.Equal(t, wire.BadHandle, wire.AsError(err).Code, "%#x", h)
	}
	rapid.Check(t, func(t *rapid.T) {
		_, err := table.remove(rapid.Uint64().Draw(t, "handle"))
		code := wire.AsError(err).Code
		require.Contains(t, []wire.Status{wire.BadHandle, wire.WrongProcess}, code)
	})
	assert.Equal(t, 1, table.size())
}
