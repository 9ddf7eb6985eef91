package consensus

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// marks are the random numbers above 0 that a site sends about I-maps in the place of counts that are not 0. The sum of the
// sites' numbers is 0 if no site has the arc. Otherwise it is a random number that is 0 with probability 2^-64.
func (a *asked) marks() func() uint64 {
	random := randomMarks(a.q, a.Secret)
	return func() uint64 {
		mark := random.Uint64()
		for mark == 0 {
			mark = random.Uint64()
		}
		return mark
	}
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
