package masked

import "fmt"

// Answer is what a site may send under masks: see doc.go. An empty one is ready for use.
type Answer struct{ numbers []uint64 }

// Numbers are the answer's numbers, modulo 2^64. They must not be changed.
func (a *Answer) Numbers() []uint64 { return a.numbers }

// MostSites is the most sites of a session.
const MostSites = 1 << 21

// mostSum is the greatest absolute value of a sum.
const mostSum = 1 << 62

// Bound proves the bits of a sum over all sites.
type Bound struct {
	Greatest int64 // the greatest absolute value of the function of one unit
	Units    int64 // the most units that all sites have together; a unit of weight w counts as w
}

// Sum is the greatest absolute value of a sum.
func (b Bound) Sum() int64 { return b.Greatest * b.Units }

// prove finds that a sum may have more bits than there are, or that the site has more units than all sites may have.
func (b Bound) prove(own int64) error {
	switch {
	case b.Greatest < 1 || b.Units < 1 || b.Greatest > mostSum/b.Units:
		return &BoundError{b}
	case own > b.Units:
		return fmt.Errorf("the site has %d units, and all sites together may have %d", own, b.Units)
	}
	return nil
}

// BoundError is the error that a sum over all sites may have more than one value modulo 2^64.
type BoundError struct{ Bound }

func (e *BoundError) Error() string {
	return fmt.Sprintf("a sum over %d units of numbers up to %d may have more than 62 bits", e.Units, e.Greatest)
}
