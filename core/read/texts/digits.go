package texts

import (
	"encoding/binary"
	"math"
)

const mostDigits = 15 // of whole numbers that are below 2^53, all of them

// digitsAlone finds the facts about digits with a point or a comma, or with both, as parted thousands have them. Most numbers
// are of this kind. usual is as the function has it.
func digitsAlone(text []byte) (facts Facts, numbers Numbers, isUsual, found bool) {
	none := math.NaN()
	if len(text) == 0 || kinds[text[0]] != ofNumbers {
		return 0, Numbers{}, false, false
	}
	i := 0
	if text[0] == '-' {
		i = 1
	}
	first := i
	number, i := run(text, i, 0)
	whole := i - first
	if i == len(text) {
		if whole == 0 || whole > mostDigits {
			return 0, Numbers{}, false, false
		}
		x := signed(float64(number), text)
		return HasPoint | HasComma, Numbers{x, x}, text[first] != '0' || len(text) == 1, true
	}
	sign := text[i]
	if sign != '.' && sign != ',' {
		return 0, Numbers{}, false, false
	}
	from := i + 1
	number, i = run(text, from, number)
	behind := i - from
	mayPart := behind == 3 && 0 < whole && whole <= 3 && text[first] != '0'
	if i < len(text) {
		if !mayPart {
			return 0, Numbers{}, false, false
		}
		return groups(text, sign, whole, number, i)
	}
	if whole+behind == 0 || whole+behind > mostDigits {
		return 0, Numbers{}, false, false
	}
	x, parted := signed(float64(number)/exact[behind], text), none
	if mayPart {
		facts, parted = HasPoint|HasComma, signed(float64(number), text)
	}
	if sign == '.' {
		return facts | HasPoint | Point, Numbers{x, parted}, x != math.Trunc(x), true
	}
	return facts | HasComma, Numbers{parted, x}, true, true
}

// groups finds the facts about digits with several signs between them: this one parts the thousands, if it is a number. All
// before the second sign was read.
func groups(text []byte, sign byte, whole int, number uint64, i int) (facts Facts, numbers Numbers, isUsual, found bool) {
	digits, behind, other := whole+3, 0, byte('.'+',')-sign
	for i < len(text) && text[i] == sign {
		from := i + 1
		if number, i = run(text, from, number); i != from+3 {
			return 0, Numbers{}, false, false
		}
		digits += 3
	}
	if i < len(text) && text[i] == other {
		from := i + 1
		number, i = run(text, from, number)
		behind = i - from
		facts = Point // one of both is a point
	}
	if i < len(text) || digits+behind > mostDigits {
		return 0, Numbers{}, false, false
	}
	x := signed(float64(number)/exact[behind], text)
	if sign == ',' {
		return facts | HasPoint, Numbers{x, math.NaN()}, true, true
	}
	return HasComma | Point, Numbers{math.NaN(), x}, true, true
}

// run reads digits from a place on, behind those of a number, up to their end.
func run(text []byte, i int, number uint64) (uint64, int) {
	for i+8 <= len(text) {
		eight := binary.LittleEndian.Uint64(text[i:])
		if !areDigits(eight) {
			break
		}
		number, i = 100_000_000*number+eightDigits(eight), i+8
	}
	for ; i < len(text); i++ {
		digit := text[i] - '0'
		if digit > 9 {
			break
		}
		number = 10*number + uint64(digit)
	}
	return number, i
}

const eachByte = 0x0101010101010101

// areDigits reports whether all of eight bytes are digits: none is below '0', and none is above '9' by 6 more.
func areDigits(eight uint64) bool {
	const upper, six, zeros = 0xf0 * eachByte, 6 * eachByte, '0' * eachByte
	return eight&upper == zeros && (eight+six)&upper == zeros
}

// eightDigits is the number of eight digits, of which the first is in the lowest byte: of pairs, of fours, of both fours.
func eightDigits(eight uint64) uint64 {
	eight = (eight & (0x0f * eachByte) * (10<<8 + 1)) >> 8
	eight = (eight & 0x00ff00ff00ff00ff * (100<<16 + 1)) >> 16
	return (eight & 0x0000ffff0000ffff * (10000<<32 + 1)) >> 32
}

func signed(x float64, text []byte) float64 {
	if text[0] == '-' {
		return -x
	}
	return x
}
