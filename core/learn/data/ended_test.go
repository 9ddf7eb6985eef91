package data

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// endingCtx ends when it was asked for the given number of times whether it has.
type endingCtx struct {
	context.Context
	asks, left int
}

func endsAfter(asks int) *endingCtx { return &endingCtx{Context: context.Background(), left: asks} }

func (c *endingCtx) Err() error {
	c.asks++
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Every pass over rows ends soon after its ctx, with ctx's error, wherever in the pass that is.
func TestPassesEndWithTheirContext(t *testing.T) {
	const n, rows = 6, 1 << 15
	states, arity, values := make([][]uint8, n), make([]int32, n), make([][]float64, n)
	for i := range n {
		states[i], arity[i], values[i] = make([]uint8, rows), 3, make([]float64, rows)
		for row := range rows {
			states[i][row] = uint8((row * (i + 7) / 5) % 3)
			values[i][row] = float64((row * 7919) % (rows - i))
		}
	}
	discrete, continuous := New(rows, states, arity), &Numbers{Rows: rows, Columns: values}
	times := make([]int32, rows)
	team := parallel.NewTeam(1)
	defer team.Close()
	passes := map[string]func(ctx context.Context) error{
		"sort":               func(ctx context.Context) error { _, err := discrete.Sorted(ctx); return err },
		"repeat":             func(ctx context.Context) error { _, err := discrete.Repeated(ctx, times); return err },
		"sort values":        func(ctx context.Context) error { _, err := continuous.Sorted(ctx); return err },
		"repeat values":      func(ctx context.Context) error { _, err := continuous.Repeated(ctx, times); return err },
		"sums over products": func(ctx context.Context) error { _, err := NewScatter(ctx, continuous, team); return err },
	}
	for name, pass := range passes {
		whole := endsAfter(1 << 30)
		require.NoError(t, pass(whole), name)
		require.GreaterOrEqual(t, whole.asks, n, "%s looks at ctx for each column", name)
		for k := range n {
			ctx := endsAfter(k)
			require.ErrorIs(t, pass(ctx), context.Canceled, name)
			require.LessOrEqual(t, ctx.asks, k+3*n, "%s goes on after its ctx", name)
		}
	}
}

// An index that is cut short has masks for some columns only, and every count is right all the same.
func TestIndexEndsWithItsContext(t *testing.T) {
	columns, arity := [][]uint8{{0, 1, 0, 1, 1}, {0, 0, 1, 1, 1}, {1, 0, 1, 0, 1}}, []int32{2, 2, 2}
	for k := range 4 {
		d := New(5, columns, arity)
		d.Index(endsAfter(k))
		for i := range d.Columns {
			require.Equal(t, i < k, d.Columns[i].masks != nil)
		}
		var g Groups
		ws := NewWorkspace(d)
		g.Group(d, []int32{0}, ws)
		var counts Counts
		g.Counts(d, &d.Columns[1], &counts, ws)
		requireCounts(t, []int32{1, 1, 1, 2}, counts.All, counts.Singletons)
	}
}
