package score

import "math"

func init() {
	registerDiscrete(Kind{
		Name:       "bic",
		Title:      "BIC",
		Doc:        "The maximum log-likelihood less log(rows) / 2 for each free parameter, times a factor (Schwarz 1978).",
		Parameters: []string{"penalty"},
	}, func(rows int, p Parameters) formula {
		return maximumLikelihood(p.Penalty * math.Log(float64(max(rows, 1))) / 2)
	})
}
