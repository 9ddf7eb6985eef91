package hsearch

// Weights are the weights of the DAGs.
type Weights []int64

// Score is Σ w_i c_i, for one cut of each DAG.
func (w Weights) Score(cuts []uint16) int64 {
	sum := int64(0)
	for i, cut := range cuts {
		sum += w[i] * int64(cut)
	}
	return sum
}

// Change is what a score changes by when DAG i's cut, or the bound in its place, changes.
func (w Weights) Change(i int, from, to uint16) int64 { return w[i] * (int64(to) - int64(from)) }
