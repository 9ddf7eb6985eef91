package popcount

// kernels: every arm64 machine has NEON.
func kernels() []kernel { return []kernel{{"NEON", countsNEON, countAtNEON, andNEON, nil}} }

//go:noescape
func countsNEON(group, states *Block, number int, counts *int32)

//go:noescape
func countAtNEON(groups *Block, pieces *Piece, number int, states *uint64, stride int) int

//go:noescape
func andNEON(to, a, b *Block) int
