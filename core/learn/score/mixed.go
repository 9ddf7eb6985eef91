package score

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/table"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// registerMixed registers a score of tables that may have discrete and real-valued columns.
func registerMixed(
	k Kind, makerOf func(ctx context.Context, m *data.Moments, p Parameters, team *parallel.Team) (Maker, error),
) {
	k.Cells = table.Both
	k.Of = func(ctx context.Context, t *table.Table, p Parameters, team *parallel.Team) (Maker, error) {
		ranked, err := k.Ranked(ctx, []*table.Table{t}, p, team)
		if err != nil {
			return nil, err
		}
		rows := ranked[0].Numbers
		if rows.Gaps {
			first, matrix, count, err := data.ExpectedCorrelations(ctx, rows, team)
			if err != nil {
				return nil, err
			}
			return k.OfCorrelations(first, matrix, count, p), nil
		}
		moments, err := data.NewMoments(ctx, rows, team)
		if err != nil {
			return nil, err
		}
		return makerOf(ctx, moments, p, team)
	}
	k.Parameters = []string{"penalty", "values"}
	register(k)
}

// halfLog is what BIC's penalty for a free parameter is, times the factor.
func halfLog(rows int, p Parameters) float64 { return p.Penalty * math.Log(float64(max(rows, 1))) / 2 }
