package consensus

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// marks are what a site sends about I-maps, from how many of them have each arc. Where counts are asked for, these are the
// marks. Otherwise it takes a random number in the place of a count that is not 0. The sum of the sites' numbers is 0 if
// no site has the arc. Otherwise it is a random number that is 0 with probability 2^-64.
func (s *Site) marks(q *Question, counts []int64) []uint64 {
	random, numbers := randomMarks(q, s.Secret), make([]uint64, len(counts))
	for k, count := range counts {
		mark := uint64(count)
		if !s.Terms.Counts {
			for mark = random.Uint64(); mark == 0; mark = random.Uint64() {
			}
			if count == 0 {
				mark = 0
			}
		}
		numbers[k] = mark
	}
	return numbers
}

// randomMarks are the random numbers of a question about I-maps, from a site's secret.
func randomMarks(q *Question, secret []byte) *rand.ChaCha8 {
	hash := sha256.New()
	fmt.Fprintf(hash, "mcbnc union %d %d ", len(secret), len(q.Steps))
	hash.Write(secret)
	for _, x := range q.Order {
		hash.Write(binary.LittleEndian.AppendUint32(nil, uint32(x)))
	}
	return rand.NewChaCha8([32]byte(hash.Sum(nil)))
}
