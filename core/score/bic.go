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
		Discrete: func(d *data.Dataset, _ Parameters) Model {
			return newDiscrete(d, maximumLikelihood(math.Log(float64(max(d.Rows, 1)))/2))
		},
	})
}
