package data

import (
	"context"
	"math"
	"math/bits"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Whole is a table of whole numbers. Its products add up over the rows of several sites, to the last bit and in any order.
type Whole struct {
	Rows    int
	Arity   []int     // by variable: the number of possible states; 0: it has numbers
	Columns [][]int32 // by variable: states as codes from 0, or numbers
}

// WholePlaces is the b such that numbers from -2^b to 2^b in at most so many rows have sums of products from -2^62 to 2^62.
func WholePlaces(rows int) int { return min((62-bits.Len(uint(max(rows, 1)-1)))/2, 30) }

// Rounded is a number in units of 2^(exponent-places) above or below a centre. It is at most 2^exponent away from it, so the
// result is not beyond 2^places.
func Rounded(x, centre float64, exponent, places int) int32 {
	return int32(math.RoundToEven(math.Ldexp(x-centre, places-exponent)))
}

// A variable of states stands for a column for each state but the first, which is 1 in the rows of the state and else 0. A
// variable of numbers stands for itself.
func wholeColumns(arity int) int {
	if arity == 0 {
		return 1
	}
	return arity - 1
}

// productsBetween is how many products of the columns of two variables are sent. The product of two columns of one variable
// of states is 0, and that of one with itself is its sum.
func productsBetween(arity []int, v, w int) int {
	switch {
	case v != w:
		return wholeColumns(arity[v]) * wholeColumns(arity[w])
	case arity[v] == 0:
		return 1
	}
	return 0
}

// ProductsLength is the number of integers of Products. For k columns they are at most k (k + 3) / 2. The result is -1 if
// they are more than most.
func ProductsLength(arity []int, most int) int {
	length := 0
	add := func(more int) bool {
		if more > most-length {
			return false
		}
		length += more
		return true
	}
	for v := range arity {
		if !add(wholeColumns(arity[v])) {
			return -1
		}
		for w := range v + 1 {
			if !add(productsBetween(arity, v, w)) {
				return -1
			}
		}
	}
	return length
}

// Products are, variable by variable, the sums of its columns; and then, for each variable and each one up to it, the sums of
// the products of a column of the one with a column of the other. Integers are modulo 2^64. It takes O(rows · variables²). If
// ctx ends first, Products returns ctx's error.
func (d *Whole) Products(ctx context.Context, team *parallel.Team) ([]uint64, error) {
	n := len(d.Arity)
	at := make([]int, n+1) // by variable: where its products begin
	for v := range d.Arity {
		at[0] += wholeColumns(d.Arity[v])
	}
	for v := range n {
		at[v+1] = at[v]
		for w := range v + 1 {
			at[v+1] += productsBetween(d.Arity, v, w)
		}
	}
	out := make([]uint64, at[n])
	sums := out
	for v := range n {
		columns := wholeColumns(d.Arity[v])
		d.addSums(v, sums[:columns])
		sums = sums[columns:]
	}
	team.Do(n, n*d.Rows, func(_, v int) {
		rest := out[at[v]:]
		for w := 0; w <= v && ctx.Err() == nil; w++ {
			length := productsBetween(d.Arity, v, w)
			d.addProducts(v, w, rest[:length])
			rest = rest[length:]
		}
	})
	return out, ctx.Err()
}

func (d *Whole) addSums(v int, sums []uint64) {
	for _, x := range d.Columns[v] {
		switch {
		case d.Arity[v] == 0:
			sums[0] += uint64(int64(x))
		case x > 0:
			sums[x-1]++
		}
	}
}

func (d *Whole) addProducts(v, w int, sums []uint64) {
	a, b := d.Columns[v], d.Columns[w]
	switch ofV, ofW := d.Arity[v] > 0, d.Arity[w] > 0; {
	case len(sums) == 0:
	case ofV && ofW:
		columns := d.Arity[w] - 1
		for row, x := range a {
			if y := b[row]; x > 0 && y > 0 {
				sums[int(x-1)*columns+int(y-1)]++
			}
		}
	case ofV:
		addByState(a, b, sums)
	case ofW:
		addByState(b, a, sums)
	default:
		total := int64(0)
		for row, x := range a {
			total += int64(x) * int64(b[row])
		}
		sums[0] += uint64(total)
	}
}

// addByState adds up numbers by the state of their row.
func addByState(states, numbers []int32, sums []uint64) {
	for row, s := range states {
		if s > 0 {
			sums[s-1] += uint64(int64(numbers[row]))
		}
	}
}
