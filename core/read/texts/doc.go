// Package texts tells what the texts of cells look like: numbers by one decimal sign or the other, markers of a gap, dates,
// numbers with a unit, and texts that look the same.
//
//	plain.go   numbers as programs write them
//	digits.go  digits with signs between them, which most numbers are
//	number.go  numbers as people write them, with either decimal sign and with parted thousands
//	facts.go   what one text looks like
//	alike.go   texts that look the same
//	written.go the texts that are asked about
//
// It knows texts in ASCII. What else there is, it leaves to the caller.
package texts
