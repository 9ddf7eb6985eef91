package oracle

import "math/rand/v2"

// Bytes is a random number generator that draws from bytes, one for each number, so that fuzzing can
// change single draws. After the last byte its numbers are those of Rand.
func Bytes(data []byte) *rand.Rand {
	return rand.New(&bytesSource{data, rand.NewPCG(uint64(len(data)), 0)})
}

type bytesSource struct {
	left  []byte
	after rand.Source
}

// Uint64 has the byte in all of its places, since draws read the high bits or the low ones.
func (s *bytesSource) Uint64() uint64 {
	if len(s.left) == 0 {
		return s.after.Uint64()
	}
	next := s.left[0]
	s.left = s.left[1:]
	return uint64(next) * 0x0101010101010101
}
