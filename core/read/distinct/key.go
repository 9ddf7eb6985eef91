package distinct

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"math/rand/v2"
)

// key is the beginning of a text: 15 bytes, with zeros behind a shorter text, and the text's length in the lowest byte. Keys
// sort as their texts do. Of texts of more bytes, keys may be equal.
type key struct{ high, low uint64 }

const (
	keyBytes = 15
	beyond   = 0xff // in the place of the length, if the text is longer
)

// keyOf is the key of a text.
func keyOf(text []byte) key {
	n := len(text)
	if cap(text) <= keyBytes {
		text = append(make([]byte, 0, keyBytes+1), text...)
	}
	first := text[:keyBytes+1]
	k := key{binary.BigEndian.Uint64(first), binary.BigEndian.Uint64(first[8:])}
	switch {
	case n < 8:
		return key{k.high &^ (^uint64(0) >> (8 * n)), uint64(n)}
	case n <= keyBytes:
		return key{k.high, k.low&^(^uint64(0)>>(8*(n-8))) | uint64(n)}
	}
	return key{k.high, k.low | beyond}
}

// whole reports whether no other text has this key.
func (k key) whole() bool { return byte(k.low) != beyond }

// No one who writes a table knows the numbers that make the hashes of this process.
var (
	secret = key{rand.Uint64(), rand.Uint64()}
	seed   = maphash.MakeSeed()
)

// hash is that of a text with this key.
func (k key) hash(text []byte) uint32 {
	if !k.whole() {
		return uint32(maphash.Bytes(seed, text))
	}
	high, low := bits.Mul64(k.high^secret.high, k.low^secret.low)
	return uint32(high ^ low)
}
