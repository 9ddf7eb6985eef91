package score

import (
	"math"

	"github.com/mcbnc/mcbnc/core/data"
)

func init() {
	register(Kind{
		Name:  "bic",
		Title: "BIC",
		Doc:   "The maximum log-likelihood less log(rows) / 2 for each free parameter (Schwarz 1978).",
		Discrete: func(d *data.Dataset, p Parameters) Model {
			return newDiscrete(d, p, maximumLikelihood(math.Log(float64(max(d.Rows, 1)))/2))
		},
	})
}
