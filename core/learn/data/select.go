package data

// Select is d with some of its columns alone, in this order, without an index. They share d's memory.
func (d *Dataset) Select(columns []int32) *Dataset {
	out := &Dataset{Rows: d.Rows, Columns: make([]Column, len(columns))}
	for i, v := range columns {
		c := &d.Columns[v]
		out.Columns[i] = Column{Arity: c.Arity, Codes: c.Codes, codes: c.codes, states: c.states}
	}
	return out
}

// States writes the column's states, as they were given to New, to every stride-th place of an array.
func (c *Column) States(rows int, to []int32, stride int) {
	for row := range rows {
		to[row*stride] = int32(c.original(row))
	}
}
