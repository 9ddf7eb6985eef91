package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

func init() { call.Register("log_likelihood", logLikelihood) }

type likelihoodRequest struct {
	call.Common
	call.Parallel
	ESS    *float64 `json:"ess"`
	Rows   heldOut
	Graphs call.CountedGraphs

	ess float64 // 0: the parameters are frequencies
}

// CheckFields checks what the tags cannot express.
func (q *likelihoodRequest) CheckFields() *call.Error {
	return parameter(&q.ess, q.ESS, "ess", 1, atLeast(0))
}

// heldOut are two discrete datasets. The second is held out.
type heldOut struct{ tables }

// CheckLength checks the numbers of rows.
func (h *heldOut) CheckLength(*call.Reader) *call.Error { return h.check(2, maxRows) }

// Read reads the datasets.
func (h *heldOut) Read(r *call.Reader) *call.Error { return h.readRows(r, 0) }

// logLikelihood computes, for each node in each graph, the log-likelihood of the second
// dataset. The parameters are estimated on the first one.
func logLikelihood(ctx context.Context, q *likelihoodRequest, _ *call.Progress) (*call.Output, error) {
	all := table.Join(q.Rows.Tables).States
	predictor := score.NewPredictor(all, q.Rows.Counts[0], q.ess)
	workspaces := make([]*data.Workspace, q.Workers)
	return eachFamily(ctx, &q.Common, q.Workers, q.Graphs.Members, func(worker int, g *graph.DAG, y int) float64 {
		if workspaces[worker] == nil {
			workspaces[worker] = data.NewWorkspace(all)
		}
		return predictor.LogLikelihood(g, y, workspaces[worker])
	})
}
