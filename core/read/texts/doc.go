// Package texts tells what the texts of cells look like: numbers by one decimal sign or the other, markers of a gap, dates,
// numbers with a unit, and texts that look the same.
//
//	plain.go   numbers as programs write them
//	number.go  numbers as people write them, with either decimal sign and with parted thousands
//	facts.go   what one text looks like
//	alike.go   texts that look the same
//
// It knows texts in ASCII. What else there is, it leaves to the caller.
package texts
