package score

import "math"

func init() {
	registerDiscrete(Kind{
		Name:  "bic",
		Title: "BIC",
		Doc:   "The maximum log-likelihood less log(rows) / 2 for each free parameter (Schwarz 1978).",
	}, func(rows int, _ Parameters) formula { return maximumLikelihood(math.Log(float64(max(rows, 1))) / 2) })
}
