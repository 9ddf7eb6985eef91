package data

// Join is one dataset of the rows of all datasets, one after the other. The datasets have the same
// variables with the same arities.
func Join(datasets []*Dataset) *Dataset {
	d := &Dataset{Columns: make([]Column, len(datasets[0].Columns))}
	for _, part := range datasets {
		d.Rows += part.Rows
	}
	states := make([]uint32, d.Rows)
	for i := range d.Columns {
		rest := states
		for _, part := range datasets {
			column := &part.Columns[i]
			for row := range part.Rows {
				rest[row] = column.original(row)
			}
			rest = rest[part.Rows:]
		}
		d.Columns[i] = newColumn(states, datasets[0].Columns[i].Arity)
	}
	d.join(datasets)
	return d
}

// original is the state of a row as it was given to New.
func (c *Column) original(row int) uint32 {
	code := c.State(row)
	if c.states == nil {
		return uint32(code)
	}
	return c.states[code]
}

// JoinContinuous is one table of the rows of all tables, one after the other. The tables have the
// same variables.
func JoinContinuous(tables []*Continuous) *Continuous {
	d := &Continuous{Columns: make([][]float64, len(tables[0].Columns))}
	for _, part := range tables {
		d.Rows += part.Rows
		for i, column := range part.Columns {
			d.Columns[i] = append(d.Columns[i], column...)
		}
	}
	return d
}
