// Package popcount counts the members of intersections of sets of rows, a block of sixteen words at a time. Learning from
// rows spends most of its time here.
//
// It takes the widest instructions that the machine has. Each kernel gives the counts of the plain one, so no answer depends
// on the machine.
//
//	popcount.go        the functions, and the plain kernel
//	popcount_amd64.s   AVX-512 and AVX2; popcount_amd64.go finds which of them the machine has
//	popcount_arm64.s   NEON
package popcount

import "math/bits"

// Words is the number of words of a block.
const Words = 16

// Block is a set of 64 · Words rows.
type Block = [Words]uint64

// Piece is what a set has in one block: one row or more.
type Piece struct{ Block, Rows int32 }

// Run is some of a group's pieces, one after the other, and the number of the group's members there.
type Run struct{ Pieces, Rows int32 }

// kernel is the three functions for one kind of instructions. No number is 0, and stride counts words.
type kernel struct {
	name      string
	counts    func(group, states *Block, number int, counts *int32)
	countRuns func(groups *Block, pieces *Piece, runs *Run, number int, states *uint64, stride, sets int, counts *int32)
	and       func(to, a, b *Block) int
}

// fast is the kernel that is used; nil: the plain one.
var fast = func() *kernel {
	if all := kernels(); len(all) > 0 {
		return &all[0]
	}
	return nil
}()

// Counts writes how many members a group shares with each of some sets, which follow one another in states.
func Counts(group *Block, states []uint64, counts []int32) {
	number := len(states) / Words
	if number == 0 {
		return
	}
	if fast != nil {
		fast.counts(group, (*Block)(states), number, &counts[:number][0])
		return
	}
	for k := range counts[:number] {
		counts[k] = int32(countBoth(group, (*Block)(states[k*Words:])))
	}
}

// CountRuns writes, run by run, how many members some groups share with each of some sets, and then how many are left
// of the run's. The pieces follow one another in groups. The sets of a block follow one another in states, and those of the
// next block are stride words behind.
func CountRuns(groups []uint64, pieces []Piece, runs []Run, states []uint64, stride, sets int, counts []int32) {
	if sets > 0 && len(runs) > 0 && fast != nil {
		last := pieces[len(pieces)-1] // blocks ascend
		_, _, _ = groups[len(pieces)*Words-1], states[int(last.Block)*stride+sets*Words-1], counts[len(runs)*(sets+1)-1]
		fast.countRuns((*Block)(groups), &pieces[0], &runs[0], len(runs), &states[0], stride, sets, &counts[0])
		return
	}
	for _, run := range runs {
		left := run.Rows
		for k := range sets {
			count := 0
			for i, p := range pieces[:run.Pieces] {
				count += countBoth((*Block)(groups[i*Words:]), (*Block)(states[int(p.Block)*stride+k*Words:]))
			}
			counts[k] = int32(count)
			left -= counts[k]
		}
		counts[sets] = left
		groups, pieces, counts = groups[run.Pieces*Words:], pieces[run.Pieces:], counts[sets+1:]
	}
}

// And makes to the intersection of a and b, and returns its size.
func And(to, a, b *Block) int {
	if fast != nil {
		return fast.and(to, a, b)
	}
	count := 0
	for w, word := range a {
		to[w] = word & b[w]
		count += bits.OnesCount64(to[w])
	}
	return count
}

// countBoth is the size of the intersection of a and b.
func countBoth(a, b *Block) int {
	n0, n1, n2, n3 := 0, 0, 0, 0
	for w := 0; w < Words; w += 4 {
		n0 += bits.OnesCount64(a[w] & b[w])
		n1 += bits.OnesCount64(a[w+1] & b[w+1])
		n2 += bits.OnesCount64(a[w+2] & b[w+2])
		n3 += bits.OnesCount64(a[w+3] & b[w+3])
	}
	return n0 + n1 + n2 + n3
}
