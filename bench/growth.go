package main

import "math"

// growth is a fit of c · n^N · r^R by least squares of the logarithms.
type growth struct {
	Quantity string  `json:"quantity"`
	N        float64 `json:"n"`
	R        float64 `json:"r"`
	Worst    float64 `json:"worst"` // the largest factor between a measurement and the fit
}

// quantities are the measurements to which growths makes fits.
var quantities = []struct {
	name string
	of   func(*row) float64
}{
	{"time, 1 worker", func(r *row) float64 { return r.One.WallMS }},
	{"fusion's edges", func(r *row) float64 { return float64(r.One.Edges) }},
	{"allocated memory", func(r *row) float64 { return r.One.AllocatedMB }},
}

// growths fits every quantity over the synthetic sets. It leaves out a quantity with too few measurements.
func growths(rows []row) []growth {
	var out []growth
	for _, q := range quantities {
		var n, r, y []float64
		for k := range rows {
			if value := q.of(&rows[k]); rows[k].Synthetic && rows[k].One.Complete && value > 0 {
				n, r, y = append(n, float64(rows[k].Nodes)), append(r, float64(rows[k].DAGs)), append(y, value)
			}
		}
		if g, ok := fit(n, r, y); ok {
			g.Quantity = q.name
			out = append(out, g)
		}
	}
	return out
}

// fit computes a growth. The numbers must be positive. It returns false for fewer than three measurements,
// and if the logarithms of n and r are collinear.
func fit(n, r, y []float64) (g growth, ok bool) {
	a, b, c := centred(n), centred(r), centred(y)
	aa, ab, bb := dot(a, a), dot(a, b), dot(b, b)
	det := aa*bb - ab*ab
	if len(y) < 3 || det <= 1e-9*aa*bb {
		return growth{}, false
	}
	g.N = (dot(a, c)*bb - dot(b, c)*ab) / det
	g.R = (dot(b, c)*aa - dot(a, c)*ab) / det
	for k := range c {
		g.Worst = max(g.Worst, math.Exp(math.Abs(c[k]-g.N*a[k]-g.R*b[k])))
	}
	return g, true
}

// centred are the logarithms of the values minus their mean.
func centred(values []float64) []float64 {
	out, mean := make([]float64, len(values)), 0.0
	for k, v := range values {
		out[k] = math.Log(v)
		mean += out[k] / float64(len(values))
	}
	for k := range out {
		out[k] -= mean
	}
	return out
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for k := range a {
		sum += a[k] * b[k]
	}
	return sum
}
