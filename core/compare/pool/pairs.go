package pool

import "iter"

// Pairs numbers the pairs i < j of n nodes, row by row: (0, 1), (0, 2), …, (1, 2), ….
type Pairs struct {
	N     int
	first []int // first[i] + j is the number of (i, j)
}

// NewPairs are the pairs of n nodes.
func NewPairs(n int) Pairs {
	p := Pairs{n, make([]int, n)}
	for i := range n {
		p.first[i] = i*(2*n-i-1)/2 - i - 1
	}
	return p
}

// Count is the number of pairs.
func (p Pairs) Count() int { return p.N * (p.N - 1) / 2 }

// Number is that of the pair i < j.
func (p Pairs) Number(i, j int) int { return p.first[i] + j }

// All yields each pair with its number.
func (p Pairs) All() iter.Seq2[int, [2]int] {
	return func(yield func(int, [2]int) bool) {
		at := 0
		for i := range p.N {
			for j := i + 1; j < p.N; j++ {
				if !yield(at, [2]int{i, j}) {
					return
				}
				at++
			}
		}
	}
}

// among yields the numbers of the pairs of these nodes, which rise.
func (p Pairs) among(nodes []int32) iter.Seq[int] {
	return func(yield func(int) bool) {
		for k, i := range nodes {
			first := p.first[i]
			for _, j := range nodes[k+1:] {
				if !yield(first + int(j)) {
					return
				}
			}
		}
	}
}

// pairsOf is the number of pairs of so many nodes.
func pairsOf(nodes int) float64 { return float64(nodes) * float64(nodes-1) / 2 }

// common are the nodes that are in both rising lists.
func common(a, b []int32) []int32 {
	var both []int32
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			both = append(both, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return both
}
