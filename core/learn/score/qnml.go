package score

import "math"

func init() {
	registerDiscrete(Kind{
		Name:  "qnml",
		Title: "qNML",
		Doc: "The quotient normalized maximum likelihood, less a penalty for joint states beyond a quarter of the rows, by default " +
			"none (Silander, Leppä-aho, Jääsaari and Roos 2018).",
		Parameters: []string{"surplus"},
	}, func(rows int, p Parameters) formula {
		f := maximumLikelihood(0)
		f.surplus = p.Surplus
		f.whole = func(logStates float64) float64 { return -regret(rows, logStates) }
		return f
	})
}

// regret is the logarithm of the sum of the maximum likelihoods of all tables of n rows of one variable with K states,
// by the approximation of Szpankowski and Weinberger (2012) that the score's authors take:
//
//	n (ln a + (a + 2) ln c − 1/c) − ½ ln(c + 2/a)   with a = K/n, c = ½ + ½ √(1 + 4/a)
//
// and 0 for K = 1. K, a product of arities, may be beyond float64, so its logarithm is given. Since a c² = a c + 1, the
// terms with c are log1p(1/(a c)) for large a, where c is near 1, and ln a + 2 ln c is log1p(a c) for small a, where they
// nearly cancel.
func regret(n int, logStates float64) float64 {
	if n == 0 || logStates == 0 {
		return 0
	}
	rows := float64(n)
	logA := logStates - math.Log(rows)
	const huge = 80 // beyond, all but n ln a is 0 in float64
	if logA > huge {
		return rows * logA
	}
	a := math.Exp(logA)
	if states := math.Exp(logStates); states < 1e11 { // a whole number, less the error of its logarithm
		a = math.Round(states) / rows
	}
	c := 0.5 + 0.5*math.Sqrt(1+4/a)
	logC := math.Log1p(1 / (a * c)) // c − 1 = 1 / (a c)
	return rows*(math.Log1p(a*c)+a*logC-1/c) - 0.5*math.Log(c+2/a)
}
