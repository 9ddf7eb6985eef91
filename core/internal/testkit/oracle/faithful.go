package oracle

import (
	"math"
	"math/rand/v2"
)

// The penalty of a parent decides from which size on a partial correlation counts. Rounding leaves about
// 1e-15 of a correlation that is exactly zero. The score changes by about half the square of a partial
// correlation, so correlations above about 1e-5 count.
const (
	faithfulScale   = 1 << 50 // scores are integers: multiples of 1 / faithfulScale
	faithfulPenalty = 1e-11   // the penalty of each parent
)

// Faithful draws a linear Gaussian model on the DAG g and returns its score for infinitely many rows: −½
// times the logarithm of y's variance given its parents, minus a small penalty for each parent. The score
// is decomposable. Equivalent DAGs have equal scores except for rounding.
//
// If ok is true, the score is also locally consistent (Chickering 2002, definition 6): adding a parent
// raises the score if and only if g does not d-separate the parent from the node given the other parents.
// Then GES must find the class of g. If ok is false, two effects almost cancel in this draw.
func Faithful(g Matrix, rng *rand.Rand) (local Local, ok bool) {
	cov := covariance(g, rng)
	local = func(y int, parents []int) int64 {
		s := -math.Log(variance(cov, y, parents))/2 - faithfulPenalty*float64(len(parents))
		return int64(math.Round(faithfulScale * s))
	}
	return local, locallyConsistent(g, local)
}

// covariance is the covariance matrix of the nodes of g. Each node is a weighted sum of its parents plus
// noise of variance 1. The absolute values of the weights are between ½ and 1, and their signs are random.
func covariance(g Matrix, rng *rand.Rand) [][]float64 {
	n := len(g)
	onNoise := make([][]float64, n) // of each node, its coefficients on the noise of all nodes
	for _, v := range lowestFirst(n, g) {
		onNoise[v] = make([]float64, n)
		onNoise[v][v] = 1
		for _, u := range g.Parents(v) {
			weight := (rng.Float64() + 1) / 2
			if rng.IntN(2) == 0 {
				weight = -weight
			}
			for k := range n {
				onNoise[v][k] += weight * onNoise[u][k]
			}
		}
	}
	cov := make([][]float64, n)
	for i := range n {
		cov[i] = make([]float64, n)
		for j := range n {
			for k := range n {
				cov[i][j] += onNoise[i][k] * onNoise[j][k]
			}
		}
	}
	return cov
}

// variance is the variance of y given other nodes. Each of them is swept out of the covariance matrix.
func variance(cov [][]float64, y int, given []int) float64 {
	left := make([][]float64, len(cov))
	for i := range cov {
		left[i] = append([]float64{}, cov[i]...)
	}
	for _, x := range given {
		row := append([]float64{}, left[x]...)
		for i := range left {
			share := left[i][x] / row[x]
			for j := range left {
				left[i][j] -= share * row[j]
			}
		}
	}
	return left[y][y]
}

// locallyConsistent checks the definition for all nodes and all sets of parents.
func locallyConsistent(g Matrix, local Local) bool {
	for y := range g {
		for x := range g {
			if x == y {
				continue
			}
			for _, s := range subsets(without(g.nodes(everyNode), x, y), -1) {
				gains := gain(local, y, s, append([]int{x}, s...)) > 0
				if gains == DSeparated(g, x, y, s) {
					return false
				}
			}
		}
	}
	return true
}
