package call

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// CheckWeightCount checks the number of weights, which is the user's.
func CheckWeightCount(raw []byte, dags int) *Error {
	if len(raw)%8 == 0 && len(raw)/8 != dags {
		return Invalidf("weights", "%d weights for %d DAGs", len(raw)/8, dags)
	}
	return nil
}

// ReadWeights are the weights of one run over n nodes as integers. Weight i counts times[i] times.
func ReadWeights(weights []float64, times []int64, n int) ([]int64, *Error) {
	for k, w := range weights {
		if !IsWeight(w) {
			return nil, Invalidf("weights", "the weight of DAG %d is %v; weights are finite and not negative", k, w).InDAG(k)
		}
	}
	if !slices.ContainsFunc(weights, func(w float64) bool { return w > 0 }) {
		return nil, Invalidf("weights", "all are zero")
	}
	return ScaleWeights(weights, times, n), nil
}

// IsWeight reports whether a weight is finite and not negative.
func IsWeight(w float64) bool { return w >= 0 && !math.IsInf(w, 0) } // a NaN is not >= 0

// maxScore bounds the sum of the integer weights times n. A score is a sum of weights times
// cut sizes, and a cut size is below n. So every score is exact.
const maxScore = 1 << 62

// ScaleWeights turns weights, finite and non-negative, into integers in the same
// proportions. It takes the first of these that fits:
//
//  1. weights that are integers stay as they are;
//  2. each weight is read as the shortest decimal that denotes it, as a person
//     writes it, and all are multiplied by the same power of ten: 0.1 and 0.25
//     become 10 and 25;
//  3. all are multiplied by the largest power of two that fits, and rounded;
//     a weight below about 2^-62 of the sum may become 0.
//
// What a weight becomes depends on the multiset of all weights, never on their order. So the
// answer does not depend on the order of the DAGs.
//
// Weight i counts times[i] times in the sum, or once where times is nil.
func ScaleWeights(weights []float64, times []int64, n int) []int64 {
	if times == nil {
		times = slices.Repeat([]int64{1}, len(weights))
	}
	if scaled := asIntegers(weights, times, n); scaled != nil {
		return scaled
	}
	if scaled := asDecimals(weights, times, n); scaled != nil {
		return scaled
	}
	return asBinary(weights, times, n)
}

func asIntegers(weights []float64, times []int64, n int) []int64 {
	scaled := make([]int64, len(weights))
	for i, w := range weights {
		if w != math.Trunc(w) || w >= maxScore {
			return nil
		}
		scaled[i] = int64(w)
	}
	return fitting(scaled, times, n)
}

// fitting is scaled if its sum times n is at most maxScore, else nil.
func fitting(scaled, times []int64, n int) []int64 {
	left := int64(maxScore) / int64(n)
	for i, w := range scaled {
		if times[i] > 0 && w > left/times[i] {
			return nil
		}
		left -= w * times[i]
	}
	return scaled
}

func asDecimals(weights []float64, times []int64, n int) []int64 {
	digits := make([]int64, len(weights))
	exponents := make([]int, len(weights))
	lowest := math.MaxInt
	for i, w := range weights {
		if w != 0 {
			digits[i], exponents[i] = shortestDecimal(w)
			lowest = min(lowest, exponents[i])
		}
	}
	for i := range digits {
		for ; digits[i] != 0 && exponents[i] > lowest; exponents[i]-- {
			if digits[i] > maxScore/10 {
				return nil
			}
			digits[i] *= 10
		}
	}
	return fitting(digits, times, n)
}

// shortestDecimal is w as digits times ten to the exponent: of the decimals that
// denote w, the one with the fewest digits, of which there are at most 17.
func shortestDecimal(w float64) (digits int64, exponent int) {
	mantissa, e, _ := strings.Cut(strconv.FormatFloat(w, 'e', -1, 64), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, _ = strconv.ParseInt(whole+fraction, 10, 64)
	exponent, _ = strconv.Atoi(e)
	return digits, exponent - len(fraction)
}

func asBinary(weights []float64, times []int64, n int) []int64 {
	// The exact sum allows the largest power. Rounding up may still go beyond the bound, and
	// then the next lower power is taken.
	for power := largestPower(weights, times, n); ; power-- {
		scaled := make([]int64, len(weights))
		for i, w := range weights {
			scaled[i] = int64(math.RoundToEven(math.Ldexp(w, power)))
		}
		if scaled = fitting(scaled, times, n); scaled != nil {
			return scaled
		}
	}
}

// largestPower is the largest p with n · Σ w · 2^p < maxScore.
func largestPower(weights []float64, times []int64, n int) int {
	const exact = 2200 // bits: more than lie between the largest and the smallest float64
	sum := new(big.Float).SetPrec(exact)
	for i, w := range weights {
		all := new(big.Float).SetPrec(exact).SetInt64(times[i])
		sum.Add(sum, all.Mul(all, new(big.Float).SetFloat64(w)))
	}
	sum.Mul(sum, new(big.Float).SetInt64(int64(n)))
	return 62 - sum.MantExp(nil) // sum = m · 2^exponent with 1/2 <= m < 1
}

// Counting is 1 for each graph whose weight is not 0, and 0 for the others.
func (w Weights) Counting() []int64 {
	counting := make([]int64, len(w))
	for k, weight := range w {
		if weight > 0 {
			counting[k] = 1
		}
	}
	return counting
}
