package score

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Maker makes the model of a table with a unit of at most the given number of binary places; 0 is no limit.
type Maker func(maxUnit int) Model

// registerMixed registers a score of tables that may have discrete and real-valued columns.
func registerMixed(
	k Kind, makerOf func(ctx context.Context, m *data.Moments, p Parameters, team *parallel.Team) (Maker, error),
) {
	k.Mixed = func(ctx context.Context, d data.Mixed, p Parameters, team *parallel.Team) (Maker, error) {
		if !p.Raw {
			var err error
			if d, err = d.NormalScores(ctx, team); err != nil {
				return nil, err
			}
		}
		if d.Gaps {
			return k.Gaps(ctx, d, p, team)
		}
		moments, err := data.NewMoments(ctx, d, team)
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
