package oracle

import (
	"math"
	"math/rand/v2"
)

// The scale of Faithful's scores, and what a parent costs in them. An exact zero that
// rounding makes is about 1e-15, a partial correlation is taken to be there from 1e-5 on
// (its square counts).
const (
	faithfulScale   = 1 << 50
	faithfulPenalty = 1e-11
)

// Faithful draws a linear Gaussian model on the DAG g and returns its score for infinitely
// many rows: −½ log of y's variance given its parents, less a little for each parent. It
// decomposes, and equivalent DAGs have equal scores but for rounding. If ok, it is locally
// consistent (Chickering 2002, definition 6) too: a parent more gains iff g does not
// d-separate it from the node given the others, so that GES must find g's class. If not,
// two effects all but cancel in this draw.
func Faithful(g Matrix, rng *rand.Rand) (local Local, ok bool) {
	cov := covariance(g, rng)
	local = func(y int, parents []int) int64 {
		s := -math.Log(variance(cov, y, parents))/2 - faithfulPenalty*float64(len(parents))
		return int64(math.Round(faithfulScale * s))
	}
	return local, locallyConsistent(g, local)
}

// covariance is that of the nodes of g when each is a sum of its parents, times weights
// between ½ and 1 with either sign, and of noise of variance 1.
func covariance(g Matrix, rng *rand.Rand) [][]float64 {
	n := len(g)
	onNoise := make([][]float64, n) // what each node takes from each node's noise
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

// variance is y's given the others: each of them is swept out of the covariances.
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
