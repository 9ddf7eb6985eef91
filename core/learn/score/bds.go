package score

func init() {
	registerDiscrete(Kind{
		Name:       "bds",
		Title:      "BDs",
		Doc:        "BDeu with a prior on the parents' joint states that occur alone (Scutari 2016).",
		Parameters: []string{"ess"},
	}, func(_ int, p Parameters) formula {
		f := bdeu(p.ESS)
		f.occurring = true
		return f
	})
}
