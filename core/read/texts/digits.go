package texts

import "math"

const mostDigits = 15 // of whole numbers that are below 2^53, all of them

// digitsAlone finds the facts about digits with a point or a comma, or with both, as parted thousands have them. Most numbers
// are of this kind. usual is as the function has it.
func digitsAlone(text []byte) (facts Facts, numbers Numbers, isUsual, found bool) {
	if len(text) == 0 || kinds[text[0]] != ofNumbers {
		return 0, Numbers{}, false, false
	}
	d := digitsOf(text)
	if !d.are {
		return 0, Numbers{}, false, false
	}
	numbers = Numbers{math.NaN(), math.NaN()}
	value := func(behind int) float64 { return d.signed(float64(d.number) / exact[behind]) }
	with := func(sign byte, behind int) {
		if sign == '.' {
			facts, numbers.Point = facts|HasPoint, value(behind)
		} else {
			facts, numbers.Comma = facts|HasComma, value(behind)
		}
	}
	switch {
	case d.sign == 0:
		with('.', 0)
		with(',', 0)
		return facts, numbers, text[d.first] != '0' || len(text) == 1, true
	case d.groups > 0:
		with(otherSign(d.sign), d.behind)
	default:
		with(d.sign, d.behind)
		if d.behind == 3 && d.mayPart {
			with(otherSign(d.sign), 0)
		}
	}
	if d.sign == '.' || d.other && d.sign == ',' {
		facts |= Point
	}
	isUsual = d.sign == ',' || d.other || facts&HasPoint == 0 || numbers.Point != math.Trunc(numbers.Point)
	return facts, numbers, isUsual, true
}

func otherSign(sign byte) byte { return '.' + ',' - sign }

// digitRuns are what a text of digits and signs between them has.
type digitRuns struct {
	are      bool
	negative bool
	first    int    // where the digits begin
	number   uint64 // of all digits
	sign     byte   // the first one between digits. 0: there is none
	groups   int    // of three digits behind this sign, where it parts thousands for sure
	other    bool   // the other sign is behind the groups
	behind   int    // digits behind the last sign that is no part of groups
	mayPart  bool   // the digits before the first sign may be those before parted thousands
}

func (d *digitRuns) signed(x float64) float64 {
	if d.negative {
		return -x
	}
	return x
}

func digitsOf(text []byte) (d digitRuns) {
	i := 0
	if len(text) > 0 && text[0] == '-' {
		d.negative, i = true, 1
	}
	d.first = i
	run := func() int {
		begin := i
		for i < len(text) && isDigit(text[i]) {
			d.number = 10*d.number + uint64(text[i]-'0')
			i++
		}
		return i - begin
	}
	whole := run()
	all := whole
	if i < len(text) && (text[i] == '.' || text[i] == ',') {
		d.sign = text[i]
		d.mayPart = 0 < whole && whole <= 3 && text[d.first] != '0'
		i++
		d.behind = run()
		all += d.behind
		if i < len(text) {
			if !d.mayPart || d.behind != 3 {
				return d
			}
			d.groups, d.behind = 1, 0
			for i < len(text) && text[i] == d.sign {
				i++
				if run() != 3 {
					return d
				}
				d.groups, all = d.groups+1, all+3
			}
			if i < len(text) && text[i] == otherSign(d.sign) {
				d.other = true
				i++
				d.behind = run()
				all += d.behind
			}
		}
	}
	d.are = i == len(text) && 0 < all && all <= mostDigits
	return d
}
