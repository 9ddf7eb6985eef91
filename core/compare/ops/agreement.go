package ops

import (
	"context"
	"math"
	"math/big"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/compare/agreement"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
)

func init() { call.Register("agreement", agree) }

type agreementRequest struct {
	call.Common
	call.Parallel
	DAGs   call.DAGs
	Matrix bool `json:"matrix"` // asks for the agreement of every DAG with every other
}

// maxMatrix is how many DAGs are compared in a matrix: 8 GB.
const maxMatrix = 1 << 15

// CheckFields checks what the tags cannot express.
func (q *agreementRequest) CheckFields() *call.Error {
	if q.Matrix && q.R > maxMatrix {
		return call.Invalidf("matrix", "there are %d DAGs; a matrix is of at most %d", q.R, maxMatrix)
	}
	return nil
}

// Pieces are the DAGs, or the pairs of them that a matrix has.
func (q *agreementRequest) Pieces() int {
	if q.Matrix {
		return q.R * q.R
	}
	return q.R
}

// agree compares the DAGs' skeletons. Equal DAGs are compared once.
func agree(ctx context.Context, q *agreementRequest, _ *call.Progress) (*call.Output, error) {
	distinct := engine.FindDistinct(q.DAGs.List, slices.Repeat([]int64{1}, q.R))
	a, err := agreement.Measure(ctx, distinct.DAGs, distinct.Times, q.Workers, q.Matrix)
	if err != nil {
		return nil, err
	}
	group := make([]int, q.R) // of each DAG, its index among the distinct ones
	for k, copies := range distinct.Copies {
		for _, i := range copies {
			group[i] = k
		}
	}
	medians, flagged := make([]float64, q.R), make([]uint8, q.R)
	for i, k := range group {
		medians[i] = float(a.Medians[k])
		if a.Flagged(k) {
			flagged[i] = 1
		}
	}
	arrays := call.Arrays{
		"median":    call.NewArray(medians, q.R),
		"flagged":   call.NewArray(flagged, q.R),
		"threshold": call.NewArray([]float64{float(a.Threshold)}, 1),
	}
	if q.Matrix {
		f1 := make([]float64, 0, q.R*q.R)
		for _, k := range group {
			for _, l := range group {
				f1 = append(f1, a.F1[k*len(distinct.DAGs)+l])
			}
		}
		arrays["f1"] = call.NewArray(f1, q.R, q.R)
	}
	return &call.Output{Arrays: arrays}, nil
}

// float is the float64 nearest to x, or NaN if x is nil.
func float(x *big.Rat) float64 {
	if x == nil {
		return math.NaN()
	}
	f, _ := x.Float64()
	return f
}
