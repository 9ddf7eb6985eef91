package main

import "math"

// hierarchy is the hierarchical model of the rows of several sites (Azzimonti, Corani and Zaffalon 2019; Azzimonti, Corani
// and Scutari, arXiv 2008.01683). Of site f, n_fk rows are in joint state k of some variables, of K that are possible. Each
// site has probabilities of its own, with a mean that all sites share:
//
//	θ_f | α ~ Dirichlet(s α)   α ~ Dirichlet(α₀, ..., α₀)
//
// The posterior is approximated by q(θ_f) = Dirichlet(ν_f) and q(α) = Dirichlet(τ κ), where κ sums to 1. ν, τ and κ are
// where the bound of the marginal likelihood is highest. So ν_fk = n_fk + s κ_k. All terms of the bound are known but
// E log Γ(s α_k). It is at most, as log Γ(x + 1) − x log x is concave (Kim, Voelker and Saul 2013),
//
//	log Γ(s κ) + s (1 − κ) / τ + (1 − s κ) (log κ + ψ(τ) − ψ(τ κ))
//
// With ν put in, and for F sites, the terms of the bound with κ_k are
//
//	Σ_f log Γ(n_fk + s κ) − F (that) + (α₀ − 1) ψ(τ κ) + log Γ(τ κ) − (τ κ − 1) ψ(τ κ)
type hierarchy struct {
	s, prior float64 // s, and α₀
}

// cell is a joint state, or so many joint states that have no row at any site.
type cell struct {
	counts []int32 // by site; nil: none
	times  float64 // how many joint states

	kappa, step, curve, mixed float64 // mixed: the derivative of the slope by τ
}

const (
	mostSteps = 200
	exact     = 1e-7 // the share of each κ, and of τ, that the last step changes at most
)

// fitted is the bound at its highest: κ is in the cells, which are all joint states.
func (h hierarchy) fitted(cells []cell, rows []int32) *bound {
	b := &bound{hierarchy: h, cells: cells, rows: rows, sites: float64(len(rows))}
	for k := range cells {
		b.states += cells[k].times
	}
	for k := range cells {
		cells[k].kappa = 1 / b.states
	}
	b.tau = b.states * (1 + b.sites)
	for k := 0; k < mostSteps && b.states > 1; k++ {
		if b.move() < exact {
			break
		}
	}
	return b
}

// bound is the bound of the marginal likelihood, of which κ and τ are sought.
type bound struct {
	hierarchy
	cells         []cell
	rows          []int32 // by site
	sites, states float64
	tau           float64
}

// move takes one step of Newton's method for τ and all κ, whose sum stays 1. It returns the largest relative change. The
// second derivatives are a diagonal, and a row and a column for τ: so a step takes a few sums.
func (b *bound) move() (moved float64) {
	tau, psi, one, two := b.tau, digamma(b.tau), trigamma(b.tau), tetragamma(b.tau)
	slack, others := b.sites*b.s*(b.states-1), b.sites*(b.states-b.s)+b.prior*b.states-tau
	slope := slack/(tau*tau) - one*others // by τ
	curve := 2*slack/(tau*tau*tau) + two*others - one
	var sums struct{ slope, one, mixed, both, squares float64 } // over the curve of each cell
	for k := range b.cells {
		c := &b.cells[k]
		x, z := b.s*c.kappa, tau*c.kappa
		one1, two1 := trigamma(z), tetragamma(z)
		own := b.sites*(1-x) + b.prior - z
		slope += c.times * c.kappa * one1 * own
		curve -= c.times * c.kappa * c.kappa * (two1*own - one1)
		c.step, c.curve = b.slope(c, psi, tau*one1, tau*tau*two1)
		c.mixed = b.sites*b.s*(one-c.kappa*one1-1/(tau*tau)) + own*(one1+z*two1) - z*one1
		w := c.times / c.curve
		sums.slope += w * c.step
		sums.one += w
		sums.mixed += w * c.mixed
		sums.both += w * c.mixed * c.step
		sums.squares += w * c.mixed * c.mixed
	}
	step := tau * math.Copysign(1, slope)
	if curve += sums.mixed*sums.mixed/sums.one - sums.squares; curve > 0 {
		step = (slope + sums.both - sums.slope*sums.mixed/sums.one) / curve
	}
	step = max(-tau/2, min(step, tau))
	multiplier := (sums.slope + step*sums.mixed) / sums.one
	scale := 1.0
	for k := range b.cells {
		c := &b.cells[k]
		if c.step = (c.step + step*c.mixed - multiplier) / c.curve; c.step < -c.kappa/2 { // no κ loses more than half
			scale = min(scale, -c.kappa/2/c.step)
		}
	}
	for k := range b.cells {
		c := &b.cells[k]
		moved = max(moved, math.Abs(c.step/c.kappa))
		c.kappa += scale * c.step
	}
	b.tau += scale * step
	return max(moved, math.Abs(step/tau))
}

// slope is the derivative of the bound by κ of a cell, and how fast it falls: the second derivative without its sign, or a
// part of it where that is not positive. One and two are the derivatives of ψ(τ κ) by κ.
func (b *bound) slope(c *cell, psi, one, two float64) (slope, curve float64) {
	s, kappa := b.s, c.kappa
	x, z := s*kappa, b.tau*kappa
	gap := math.Log(kappa) + psi - digamma(z)
	gap1, gap2 := 1/kappa-one, -1/(kappa*kappa)-two // its derivatives
	rows, rows1 := 0.0, 0.0                         // of Σ_f log Γ(n_fk + s κ) − log Γ(s κ)
	none, none1 := digamma(x), trigamma(x)
	for _, n := range c.counts {
		if n > 0 {
			rows += digamma(float64(n)+x) - none
			rows1 += trigamma(float64(n)+x) - none1
		}
	}
	slope = s*rows + b.sites*(s/b.tau+s*gap-(1-x)*gap1) + (b.prior-z)*one
	if curve = -s*s*rows1 - b.sites*(2*s*gap1-(1-x)*gap2) + b.tau*one - (b.prior-z)*two; curve <= 0 {
		curve = -s*s*rows1 + 1/(kappa*kappa)
	}
	return slope, curve
}

// value is the bound.
func (b *bound) value() float64 {
	psi := digamma(b.tau)
	total := logGamma(b.states*b.prior) - b.states*logGamma(b.prior) - logGamma(b.tau)
	for _, n := range b.rows {
		total += logGamma(b.s) - logGamma(b.s+float64(n))
	}
	for k := range b.cells {
		c := &b.cells[k]
		x, z := b.s*c.kappa, b.tau*c.kappa
		alpha := digamma(z) - psi // E log α
		total += c.times * (logGamma(z) + (b.prior-z)*alpha - b.sites*(b.s*(1-c.kappa)/b.tau+(1-x)*(math.Log(c.kappa)-alpha)))
		for _, n := range c.counts {
			if n > 0 {
				total += logGamma(x+float64(n)) - logGamma(x)
			}
		}
	}
	return total
}
