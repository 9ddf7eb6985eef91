package agreement

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
)

// fraction is num / den with num >= 0 and den > 0. It need not be in lowest terms.
type fraction struct{ num, den int64 }

// compare compares exactly, by products of 128 bits.
func (a fraction) compare(b fraction) int {
	high, low := bits.Mul64(uint64(a.num), uint64(b.den))
	high2, low2 := bits.Mul64(uint64(b.num), uint64(a.den))
	if high != high2 {
		return cmp.Compare(high, high2)
	}
	return cmp.Compare(low, low2)
}

func (a fraction) rat() *big.Rat { return big.NewRat(a.num, a.den) }

// float is the quotient. It is correctly rounded if num and den are at most 2^53.
func (a fraction) float() float64 { return float64(a.num) / float64(a.den) }

// counted is a value and how many times it is in a list.
type counted[T any] struct {
	value T
	times int64
}

// counter counts fractions. The values of F1 of one graph with many others are few, so the list to
// sort is short. Equal fractions in different terms are counted separately, which changes no
// median.
type counter struct {
	times map[fraction]int64
	all   []counted[fraction]
}

func (t *counter) clear() {
	if t.times == nil {
		t.times = map[fraction]int64{}
	}
	clear(t.times)
}

func (t *counter) add(f fraction, times int64) { t.times[f] += times }

// list is the list of the counted fractions, in no order. It is valid until the next call.
func (t *counter) list() []counted[fraction] {
	t.all = t.all[:0]
	for f, times := range t.times {
		t.all = append(t.all, counted[fraction]{f, times})
	}
	return t.all
}

// middle returns the two middle elements of a list. If their number is odd, low and high are the
// one middle element. If the list is empty, found is false. It sorts the list.
func middle[T any](list []counted[T], compare func(a, b T) int) (low, high T, found bool) {
	slices.SortFunc(list, func(a, b counted[T]) int { return compare(a.value, b.value) })
	total := int64(0)
	for _, c := range list {
		total += c.times
	}
	if total == 0 {
		return low, high, false
	}
	return nth(list, (total-1)/2), nth(list, total/2), true
}

// nth is element k, counted from 0, of a sorted list with more than k elements.
func nth[T any](list []counted[T], k int64) T {
	i := 0
	for ; k >= list[i].times; i++ {
		k -= list[i].times
	}
	return list[i].value
}

var half = big.NewRat(1, 2)

func mean(a, b *big.Rat) *big.Rat {
	sum := new(big.Rat).Add(a, b)
	return sum.Mul(sum, half)
}
