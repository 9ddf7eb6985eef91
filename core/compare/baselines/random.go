package baselines

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// purpose is what random numbers are drawn for.
type purpose uint64

const (
	beginning purpose = iota
	crossing
	mutating
)

// stream is the random numbers of one individual in one generation. They depend on nothing else, so
// any worker may draw them.
func stream(seed uint64, generation, individual int, of purpose) *rand.ChaCha8 {
	var key [32]byte
	for k, word := range [4]uint64{seed, uint64(generation), uint64(individual), uint64(of)} {
		binary.LittleEndian.PutUint64(key[8*k:], word)
	}
	return rand.NewChaCha8(key)
}

// chance is a probability as a threshold: a random word is below it with that probability, but for
// 2^-64.
func chance(p float64) uint64 {
	if p >= 1 {
		return math.MaxUint64
	}
	return uint64(max(p, 0) * (1 << 63) * 2)
}
