package texts

import "math"

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
	for ; i < len(text); i++ {
		digit := text[i] - '0'
		if digit > 9 {
			break
		}
		number = 10*number + uint64(digit)
	}
	return number, i
}

func signed(x float64, text []byte) float64 {
	if text[0] == '-' {
		return -x
	}
	return x
}
