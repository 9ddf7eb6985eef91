package popcount

import "golang.org/x/sys/cpu"

// kernels are those that this machine runs, the fastest one first.
func kernels() (all []kernel) {
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512VPOPCNTDQ {
		all = append(all, kernel{"AVX-512", counts512, countRuns512, and512})
	}
	if cpu.X86.HasAVX2 {
		all = append(all, kernel{"AVX2", counts2, countRuns2, and2})
	}
	return all
}

//go:noescape
func counts512(group, states *Block, number int, counts *int32)

//go:noescape
func and512(to, a, b *Block) int

//go:noescape
func countRuns512(groups *Block, pieces *Piece, runs *Run, number int, states *uint64, stride, sets int, counts *int32)

//go:noescape
func counts2(group, states *Block, number int, counts *int32)

//go:noescape
func and2(to, a, b *Block) int

//go:noescape
func countRuns2(groups *Block, pieces *Piece, runs *Run, number int, states *uint64, stride, sets int, counts *int32)
