package data

// codes are the states of a column, row by row, by their codes.
type codes interface {
	at(row int) int
	take(rows []int32) codes
	sort(rows, sorted, from []int32)
	split(g *Groups, rows []int32, ws *Workspace)
	count(l *lists, d *Dataset, codes int, counts *Counts, ws *Workspace)
}

// code is the smallest type that holds all codes of a column.
type code interface{ uint8 | uint16 | uint32 }

// packed are codes in an array.
type packed[T code] []T

func (states packed[T]) at(row int) int { return int(states[row]) }

// narrow are the codes of a column with few states; nil if there are more than 256.
func (c *Column) narrow() packed[uint8] {
	narrow, _ := c.codes.(packed[uint8])
	return narrow
}
