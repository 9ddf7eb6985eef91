package score

import "math"

func init() {
	registerDiscrete(Kind{
		Name:       "bdeu",
		Title:      "BDeu",
		Doc:        "The log marginal likelihood under a uniform joint prior (Buntine 1991; Heckerman, Geiger and Chickering 1995).",
		Parameters: []string{"ess"},
	}, func(_ int, p Parameters) formula { return bdeu(p.ESS) })
}

// bdeu is BDeu with an equivalent sample size. With a Dirichlet prior of α = ess / |Z| for
// each joint state of Z (Heckerman et al. 1995, equation 28),
//
//	F(Z) = Σ_z log Γ(α + n_z) − log Γ(α) = Σ_z log α + log Γ(α + n_z) − log Γ(α + 1)
//
// up to a term of ess and the number of rows alone, which drops out of F(P ∪ {y}) − F(P).
// A joint state of one row has the term log α exactly, so with one row no arc gains or
// loses anything, to the last bit.
func bdeu(ess float64) formula {
	return formula{
		first:   math.Log(ess),
		uniform: true,
		rest: func(logStates float64) func(count int) float64 {
			alpha := math.Exp(math.Log(ess) - logStates)
			rising := risingFrom(1 + alpha)
			return func(count int) float64 { return rising(float64(count - 1)) }
		},
	}
}

// logRising is log Γ(x + d) − log Γ(x). For large x the two terms agree in nearly all
// digits, so their difference is taken from Stirling's series instead. The first term
// that is left out of the series is below 1e-18 there.
func logRising(x, d float64) float64 { return risingFrom(x)(d) }

// risingFrom is logRising as a function of d.
func risingFrom(x float64) func(d float64) float64 {
	const large = 1 << 10
	if x < large {
		from, _ := math.Lgamma(x)
		return func(d float64) float64 {
			to, _ := math.Lgamma(x + d)
			return to - from
		}
	}
	rest := func(x float64) float64 { return (1 - 1/(30*x*x)) / (12 * x) }
	return func(d float64) float64 {
		return d*math.Log(x) + (x+d-0.5)*math.Log1p(d/x) - d + rest(x+d) - rest(x)
	}
}
