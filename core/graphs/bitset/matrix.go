package bitset

import "iter"

// Matrix is a sequence of sets of the same width, its rows, in one block of memory.
//
// A Matrix is four machine words, which the compiler keeps in registers. With a fifth word,
// access to a row takes twice as long.
type Matrix struct {
	width, stride int32 // words of a row; words from the start of a row to the start of the next
	words         []uint64
}

// NewMatrix returns a matrix of rows empty sets, each of which can hold 0..n-1. NewMatrix makes
// one allocation only, since a run needs many small matrices.
func NewMatrix(rows, n int) Matrix {
	width := Words(n)
	return Matrix{width: int32(width), stride: int32(width), words: make([]uint64, rows*width)}
}

// Interleaved returns count matrices such as NewMatrix makes. The i-th rows of all of them are
// side by side in memory, which suits matrices whose i-th rows are read together.
func Interleaved(count, rows, n int) []Matrix {
	block, out := NewBlock(count, rows, n), make([]Matrix, count)
	for k := range out {
		out[k] = block.At(k)
	}
	return out
}

// Block is the memory of interleaved matrices.
type Block struct {
	width, stride int32
	words         []uint64
}

// NewBlock has room for the matrices of Interleaved.
func NewBlock(count, rows, n int) Block {
	width := Words(n)
	stride := count * width
	return Block{int32(width), int32(stride), make([]uint64, rows*stride)}
}

// None reports whether the block has no memory.
func (b *Block) None() bool { return len(b.words) == 0 }

// At is the k-th matrix. It shares the block's memory.
func (b *Block) At(k int) Matrix {
	return Matrix{width: b.width, stride: b.stride, words: b.words[min(k*int(b.width), len(b.words)):]}
}

// Row is the i-th set. It shares the matrix's memory.
func (m Matrix) Row(i int) Set {
	lo := i * int(m.stride)
	return Set(m.words[lo : lo+int(m.width) : lo+int(m.width)])
}

// Has reports whether row i has x.
func (m Matrix) Has(i, x int) bool { return m.words[i*int(m.stride)+x>>6]>>(x&63)&1 != 0 }

// Word is row i of a matrix whose rows are one word wide.
func (m Matrix) Word(i int) uint64 { return m.words[i*int(m.stride)] }

// Len is the number of rows. It is 0 if the rows have no words.
func (m Matrix) Len() int {
	if m.width == 0 {
		return 0
	}
	return (len(m.words) + int(m.stride-m.width)) / int(m.stride)
}

// None reports whether the matrix has no memory: then it is of no rows.
func (m Matrix) None() bool { return len(m.words) == 0 }

// Rows is the matrix of count rows of m, starting with row first. It shares m's memory.
func (m Matrix) Rows(first, count int) Matrix {
	m.words = m.words[first*int(m.stride):]
	m.words = m.words[:min(count*int(m.stride), len(m.words))]
	return m
}

// All yields each row's number with each member of the row, the lowest row and member first.
func (m Matrix) All() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := range m.Len() {
			for x := range m.Row(i).All() {
				if !yield(i, x) {
					return
				}
			}
		}
	}
}

// Clear empties every row.
func (m Matrix) Clear() {
	for i := range m.Len() {
		m.Row(i).Clear()
	}
}

// Copy makes every row equal to t's.
func (m Matrix) Copy(t Matrix) {
	if m.stride == m.width && t.stride == t.width { // rows without others between them
		copy(m.words, t.words)
		return
	}
	for i := range m.Len() {
		m.Row(i).Copy(t.Row(i))
	}
}

// Clone returns a new matrix equal to m.
func (m Matrix) Clone() Matrix {
	out := NewMatrix(m.Len(), 64*int(m.width))
	out.Copy(m)
	return out
}

// Equal reports whether all rows are equal.
func (m Matrix) Equal(t Matrix) bool {
	for i := range m.Len() {
		if !m.Row(i).Equal(t.Row(i)) {
			return false
		}
	}
	return true
}

// Hash is equal for equal matrices, and different for most pairs of different ones.
func (m Matrix) Hash() uint64 {
	h := hashBase
	for i := range m.Len() {
		h = m.Row(i).hashOn(h)
	}
	return h
}

// Count is the number of members of all rows together.
func (m Matrix) Count() int {
	c := 0
	for i := range m.Len() {
		c += m.Row(i).Count()
	}
	return c
}
