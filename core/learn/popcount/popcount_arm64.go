package popcount

import "unsafe"

// kernels: every arm64 machine has NEON.
func kernels() []kernel { return []kernel{{"NEON", countsNEON, countRunsNEON, andNEON}} }

//go:noescape
func countsNEON(group, states *Block, number int, counts *int32)

// countRunsNEON counts in the blocks one by one: a run has one piece most often.
func countRunsNEON(groups *Block, pieces *Piece, runs *Run, number int, states *uint64, stride, sets int, counts *int32) {
	for _, run := range unsafe.Slice(runs, number) {
		own, left := unsafe.Slice(counts, sets+1), run.Rows
		if run.Pieces == 1 {
			at := unsafe.Add(unsafe.Pointer(states), 8*int(pieces.Block)*stride)
			countsNEON(groups, (*Block)(at), sets, counts)
		} else {
			for k := range sets {
				at := unsafe.Add(unsafe.Pointer(states), 8*k*Words)
				own[k] = int32(countAtNEON(groups, pieces, int(run.Pieces), (*uint64)(at), stride))
			}
		}
		for _, n := range own[:sets] {
			left -= n
		}
		own[sets] = left
		groups = (*Block)(unsafe.Add(unsafe.Pointer(groups), 8*Words*int(run.Pieces)))
		pieces = (*Piece)(unsafe.Add(unsafe.Pointer(pieces), int(unsafe.Sizeof(*pieces))*int(run.Pieces)))
		counts = (*int32)(unsafe.Add(unsafe.Pointer(counts), 4*(sets+1)))
	}
}

//go:noescape
func countAtNEON(groups *Block, pieces *Piece, number int, states *uint64, stride int) int

//go:noescape
func andNEON(to, a, b *Block) int
