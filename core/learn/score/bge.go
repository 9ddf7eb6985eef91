package score

import (
	"math"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

func init() {
	registerContinuous(Kind{
		Name:  "bge",
		Title: "BGe",
		Doc: "The log marginal likelihood under a normal-Wishart prior (Geiger and Heckerman 2002; Kuipers, Moffa " +
			"and Heckerman 2014).",
		Parameters: []string{"alpha_mu", "alpha_w"},
	}, newBGe)
}

// newBGe is BGe with the prior that Kuipers, Moffa and Heckerman (2014) recommend. Given the
// precision matrix W, the mean is normal with the precision alpha_mu · W. W is Wishart with
// alpha_w degrees of freedom and the parametric matrix T = t · I, where
// t = alpha_mu (alpha_w − n − 1) / (alpha_mu + 1). The prior mean is that of the sample, so it
// does not count where the columns have their zero. Then R = T + S, where S is the scatter of
// the N rows. With l = |Z| and b = alpha_w − n + l, their equation 17 is
//
//	F(Z) = l/2 log (alpha_mu / (N + alpha_mu)) − lN/2 log π + log Γ_l((N + b) / 2) − log Γ_l(b / 2)
//	       + b/2 log det T[Z, Z] − (N + b)/2 log det R[Z, Z]
//
// Of two multivariate gamma functions Γ_l, what is no Γ((b + 1 − j) / 2) for j = 1..l drops out.
func newBGe(s *data.Scatter, p Parameters) (Model, error) {
	rows, n := float64(s.Rows), float64(s.Variables)
	t := p.AlphaMu * (p.AlphaW - n - 1) / (p.AlphaMu + 1)
	gammas := make([]float64, s.Variables+1) // by l: the difference of the logarithms of Γ_l
	for l := 1; l <= s.Variables; l++ {
		gammas[l] = gammas[l-1] + logRising((p.AlphaW-n+float64(l))/2, rows/2)
	}
	return newGaussian(s, p, t, func(size int) (weight, constant float64) {
		l, b := float64(size), p.AlphaW-n+float64(size)
		each := (math.Log(p.AlphaMu)-math.Log(rows+p.AlphaMu))/2 - float64(rows/2*math.Log(math.Pi)) + float64(b/2*math.Log(t))
		return (rows + b) / 2, float64(l*each) + gammas[size]
	}, 0)
}
