package agreement

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
)

// share is the fraction of two integers, of >= 0, not reduced.
type share struct{ of, whole int64 }

// compare is exact: products of 64 bits each have 128.
func (a share) compare(b share) int {
	high, low := bits.Mul64(uint64(a.of), uint64(b.whole))
	high2, low2 := bits.Mul64(uint64(b.of), uint64(a.whole))
	if high != high2 {
		return cmp.Compare(high, high2)
	}
	return cmp.Compare(low, low2)
}

func (a share) rat() *big.Rat { return big.NewRat(a.of, a.whole) }

// float is the quotient, correctly rounded while the integers are below 2^53.
func (a share) float() float64 { return float64(a.of) / float64(a.whole) }

// counted is a value that stands in a list so many times.
type counted[T any] struct {
	value T
	times int64
}

// counter counts fractions: of many graphs' F1 with one of them few differ, and so there
// is little to sort. Equal ones in other terms stay apart, which changes no median.
type counter struct {
	times map[share]int64
	all   []counted[share]
}

func (t *counter) clear() {
	if t.times == nil {
		t.times = map[share]int64{}
	}
	clear(t.times)
}

func (t *counter) add(f share, times int64) { t.times[f] += times }

// list is what was counted, in no order; the counter's own memory.
func (t *counter) list() []counted[share] {
	t.all = t.all[:0]
	for f, times := range t.times {
		t.all = append(t.all, counted[share]{f, times})
	}
	return t.all
}

// middle is the middle element of a list, which it sorts, twice, or the two middle
// ones where their number is even; false where the list is empty.
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

// nth is the element at place k, from 0, of a sorted list that has as many.
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
