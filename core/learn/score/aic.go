package score

func init() {
	registerDiscrete(Kind{
		Name:  "aic",
		Title: "AIC",
		Doc:   "The maximum log-likelihood less 1 for each free parameter (Akaike 1974).",
	}, func(int, Parameters) formula { return maximumLikelihood(1) })
}
