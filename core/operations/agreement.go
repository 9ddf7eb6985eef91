package operations

import (
	"context"
	"math"
	"math/big"

	"github.com/mcbnc/mcbnc/core/agreement"
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opAgreement compares the DAGs' skeletons. Equal DAGs are compared once.
func opAgreement(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	distinct := engine.FindDistinct(in.DAGs, in.Weights)
	a, err := agreement.Measure(ctx, distinct.DAGs, distinct.Times, in.Workers, in.Matrix)
	if err != nil {
		return nil, err
	}
	group := make([]int, in.R) // of each DAG, its index among the distinct ones
	for k, copies := range distinct.Copies {
		for _, i := range copies {
			group[i] = k
		}
	}
	medians, flagged := make([]float64, in.R), make([]uint8, in.R)
	for i, k := range group {
		medians[i] = float(a.Medians[k])
		if a.Flagged(k) {
			flagged[i] = 1
		}
	}
	arrays := map[string]call.Array{
		"median":    call.NewArray(medians, in.R),
		"flagged":   call.NewArray(flagged, in.R),
		"threshold": call.NewArray([]float64{float(a.Threshold)}, 1),
	}
	if in.Matrix {
		f1 := make([]float64, 0, in.R*in.R)
		for _, k := range group {
			for _, l := range group {
				f1 = append(f1, a.F1[k*len(distinct.DAGs)+l])
			}
		}
		arrays["f1"] = call.NewArray(f1, in.R, in.R)
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
