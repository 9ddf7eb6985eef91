package main

import "math"

// enough is from where on the series of Abramowitz and Stegun (6.3.18, 6.4.11) have 14 digits. Below, a recurrence leads
// there.
const enough = 12

// digamma is ψ, and trigamma and tetragamma are its derivatives, for x > 0.
func digamma(x float64) float64 {
	sum := 0.0
	for ; x < enough; x++ {
		sum -= 1 / x
	}
	z := 1 / (x * x)
	return sum + math.Log(x) - 0.5/x - z*(1./12-z*(1./120-z*(1./252-z*(1./240-z*(1./132)))))
}

func trigamma(x float64) float64 {
	sum := 0.0
	for ; x < enough; x++ {
		sum += 1 / (x * x)
	}
	z := 1 / (x * x)
	return sum + 1/x + z/2 + z/x*(1./6-z*(1./30-z*(1./42-z*(1./30-z*(5./66)))))
}

func tetragamma(x float64) float64 {
	sum := 0.0
	for ; x < enough; x++ {
		sum -= 2 / (x * x * x)
	}
	z := 1 / (x * x)
	return sum - z - z/x - z*z*(1./2-z*(1./6-z*(1./6-z*(3./10-z*(5./6)))))
}

func logGamma(x float64) float64 {
	value, _ := math.Lgamma(x)
	return value
}
