package jointly_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
)

// The extended searches end too, the mixed one and those by BDs included. At the end of each, no operator gains and
// raises what its search scores the DAG by.
func TestExtendedSearchesEnd(t *testing.T) {
	mixed := 0
	graphtest.Check(t, func(t *rapid.T) {
		p := draw(t)
		p.Extended = true
		got, err := jointly.Run(context.Background(), &p.Problem, 2)
		require.NoError(t, err)
		n := len(p.dags[0])
		for _, f := range got.Found {
			if f.Method != "mixed" {
				continue
			}
			local := p.weighted(p.mixed, p.penalised)
			total := func(g oracle.Matrix) (sum int64) {
				for y := range n {
					sum += local(y, g.Parents(y))
				}
				return sum
			}
			state := oracle.Matrix(graphtest.PDAGMatrix(equiv.Known(f.DAG, nil)))
			for _, m := range oracle.Inserts(state, local, p.limit) {
				if m.Gain > 0 {
					member, err := equiv.Extension(graphtest.PDAG(m.State), nil)
					require.NoError(t, err)
					require.LessOrEqual(t, total(graphtest.Matrix(member)), total(oracle.Matrix(graphtest.Matrix(f.DAG))))
				}
			}
			mixed++
		}
	}, &mixed)
}
