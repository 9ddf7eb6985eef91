package distinct

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
)

// Sorter sorts texts, one list after the other in the same memory.
type Sorter struct {
	items, other []uint64
	packed       packed
	places       []uint32
	keys         []key
}

const (
	fewest    = 256 // texts that are sorted by digits
	digitBits = 11
	digits    = 3 // of what texts are sorted by; those that are equal in it are compared
)

// Sorted are the codes in the order of their texts, byte by byte, which is that of their signs.
func (s *Sorter) Sorted(t *Texts) []uint32 {
	order := make([]uint32, t.Count())
	if len(order) < fewest {
		for code := range order {
			order[code] = uint32(code)
		}
		slices.SortFunc(order, t.compare)
		return order
	}
	below := bits.Len(uint(len(order) - 1))
	s.sort(t.keys, below)
	mask := uint64(1)<<below - 1
	for at, item := range s.items {
		order[at] = uint32(item & mask)
	}
	if !s.packed.whole {
		eachRun(s.items, below, func(begin, end int) { slices.SortFunc(order[begin:end], t.compare) })
	}
	return order
}

// sort makes an item of each key, with its number in the bits below, and sorts the items.
func (s *Sorter) sort(keys []key, below int) {
	p := &s.packed
	p.set(keys, min(64-below, digits*digitBits))
	s.items = slices.Grow(s.items[:0], len(keys))[:len(keys)]
	for i, k := range keys {
		s.items[i] = p.of(k)<<below | uint64(i)
	}
	s.byDigits(below, p.bits)
}

func (t *Texts) compare(a, b uint32) int {
	if order := t.keys[a].compare(t.keys[b]); order != 0 {
		return order
	}
	return bytes.Compare(t.Text(a), t.Text(b))
}

func (k key) compare(other key) int {
	if k.high != other.high {
		return cmp.Compare(k.high, other.high)
	}
	return cmp.Compare(k.low, other.low)
}

// packed makes one number of some bits of a key: those from the first to the last that differ, of each byte. Numbers sort as
// keys do, as far as they go.
type packed struct {
	bytes [keyBytes + 1]packedByte // those that differ
	count int
	bits  int
	whole bool // no two texts have the same number
}

// packedByte is what a byte of a key adds.
type packedByte struct {
	low   bool // it is in the lower half
	shift int
	width int
	adds  [256]uint64
}

// set takes up to so many bits of these keys, from the first byte on.
func (p *packed) set(keys []key, most int) {
	all, some := keys[0], key{}
	for _, k := range keys {
		all.high, all.low = all.high&k.high, all.low&k.low
		some.high, some.low = some.high|k.high, some.low|k.low
	}
	p.count, p.bits, p.whole = 0, 0, byte(some.low) != beyond
	for at := range keyBytes + 1 {
		differ := [2]uint64{some.high &^ all.high, some.low &^ all.low}[at/8]
		shift := 56 - 8*(at%8)
		own := byte(differ >> shift)
		if own == 0 {
			continue
		}
		first := bits.TrailingZeros8(own)
		width := bits.Len8(own) - first
		if p.bits+width > most {
			p.whole = false
			break
		}
		one := &p.bytes[p.count]
		one.low, one.shift, one.width = at >= 8, shift, width
		for c := range one.adds {
			one.adds[c] = uint64(c&(1<<(first+width)-1)) >> first
		}
		p.count, p.bits = p.count+1, p.bits+width
	}
	left := p.bits
	for i := range p.count {
		left -= p.bytes[i].width
		for c := range p.bytes[i].adds {
			p.bytes[i].adds[c] <<= left
		}
	}
}

// of is the number of a key.
func (p *packed) of(k key) uint64 {
	number := uint64(0)
	for i := range p.bytes[:p.count] {
		one := &p.bytes[i]
		half := k.high
		if one.low {
			half = k.low
		}
		number |= one.adds[byte(half>>one.shift)]
	}
	return number
}

// byDigits sorts the items by so many bits behind those below, digit by digit, the last first.
func (s *Sorter) byDigits(below, width int) {
	if width == 0 {
		return
	}
	rounds := (width + digitBits - 1) / digitBits
	each := (width + rounds - 1) / rounds
	mask := uint64(1)<<each - 1
	var counts [digits][1 << digitBits]uint32
	for _, item := range s.items {
		item >>= below
		for i := range rounds {
			counts[i][item&mask]++
			item >>= each
		}
	}
	s.other = slices.Grow(s.other[:0], len(s.items))[:len(s.items)]
	for i := range rounds {
		count, place, shift := &counts[i], uint32(0), below+i*each
		for c, own := range count[:mask+1] {
			count[c], place = place, place+own
		}
		for _, item := range s.items {
			c := item >> shift & mask & (1<<digitBits - 1)
			s.other[count[c]] = item
			count[c]++
		}
		s.items, s.other = s.other, s.items
	}
}

// eachRun calls a function for the items that are equal but for the bits below. They follow one another.
func eachRun(items []uint64, below int, do func(begin, end int)) {
	for begin := 0; begin < len(items); {
		end := begin + 1
		for end < len(items) && items[end]>>below == items[begin]>>below {
			end++
		}
		if end > begin+1 {
			do(begin, end)
		}
		begin = end
	}
}
