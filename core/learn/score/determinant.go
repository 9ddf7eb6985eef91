package score

import "math"

// floor is the least that a variable keeps of its variance when others are given, where the
// variance is from 1/4 to 2. Rounding leaves about 2^-52 of it where others determine the
// variable. The logarithm of that would be noise.
const floor = 1.0 / (1 << 42)

// eliminate eliminates the variables of a symmetric matrix one by one, in their order. It uses
// and overwrites the upper triangle. The diagonal becomes the pivots: the variance that is left
// of each variable when those before it are given.
//
// The conversions keep the compiler from fusing a product and a sum, which some machines do.
func eliminate(a []float64, size int) {
	for k := range size {
		eliminateNext(a, size, k)
	}
}

// eliminateNext eliminates variable k, if those before it are eliminated.
func eliminateNext(a []float64, size, k int) {
	row := a[k*size+k : (k+1)*size]
	row[0] = max(row[0], floor)
	inverse := 1 / row[0]
	for i := 1; i < len(row); i++ {
		factor := float64(row[i] * inverse)
		from, to := row[i:], a[(k+i)*size+k+i:][:len(row)-i]
		for j := range to {
			to[j] -= float64(factor * from[j])
		}
	}
}

// determinant is the product of pivots: product · 2^exponent.
type determinant struct {
	product  float64
	exponent int
}

// times is the product with one pivot more.
func (d determinant) times(pivot float64) determinant {
	d.product *= pivot
	if d.product < 1.0/(1<<62) { // and far above the least float64, since pivots are
		d.product *= 1 << 62
		d.exponent -= 62
	}
	return d
}

// determinantOf is det a · 2^exponent, where eliminate has left a.
func determinantOf(a []float64, size, exponent int) determinant {
	d := determinant{1, exponent}
	for k := range size {
		d = d.times(a[k*size+k])
	}
	return d
}

// reciprocals[k] is 1 / (2k+1).
var reciprocals = [...]float64{1, 1. / 3, 1. / 5, 1. / 7, 1. / 9, 1. / 11, 1. / 13, 1. / 15, 1. / 17, 1. / 19, 1. / 21}

// log is the natural logarithm of a determinant above 0. It has the same bits on every
// machine, which math.Log has not. It is off by at most about one unit in the last place.
//
// With m · 2^e being the determinant and m from √½ to √2, log m = 2 artanh s = 2s Σ s^2k / (2k+1),
// where s = (m-1) / (m+1). Since s² < 0.0295, the terms from k = 11 on are below 2^-59.
func (d determinant) log() float64 {
	m, e := math.Frexp(d.product)
	if m < math.Sqrt2/2 {
		m *= 2
		e--
	}
	s := (m - 1) / (m + 1)
	square := float64(s * s)
	sum := 0.0
	for k := 10; k > 0; k-- {
		sum = float64(square * (reciprocals[k] + sum))
	}
	const high, low = 0x1.62e42feep-1, 0x1.a39ef35793c76p-33 // log 2, whose first part has 32 bits
	whole := float64(e + d.exponent)
	rest := float64(2*s) + float64(float64(2*s)*sum)
	return float64(whole*high) + (float64(whole*low) + rest)
}
