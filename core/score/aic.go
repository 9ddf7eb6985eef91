package score

import "github.com/mcbnc/mcbnc/core/data"

func init() {
	register(Kind{
		Name:  "aic",
		Title: "AIC",
		Doc:   "The maximum log-likelihood less 1 for each free parameter (Akaike 1974).",
		Discrete: func(d *data.Dataset, p Parameters) Model {
			return newDiscrete(d, p, maximumLikelihood(1))
		},
	})
}
