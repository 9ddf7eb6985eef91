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
		if datasets[0].Columns[i].Arity <= 1<<8 {
			d.Columns[i] = joinNarrow(datasets, i, d.Rows)
			continue
		}
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

// joinNarrow is column i of all datasets, which has few states. Its codes are the states
// themselves in every dataset, so bytes are copied, which takes a tenth of the time.
func joinNarrow(datasets []*Dataset, i, rows int) Column {
	states := make(packed[uint8], 0, rows)
	for _, part := range datasets {
		states = append(states, part.Columns[i].narrow()...)
	}
	arity := datasets[0].Columns[i].Arity
	return Column{Arity: arity, Codes: arity, codes: states}
}

// original is the state of a row as it was given to New.
func (c *Column) original(row int) uint32 {
	code := c.State(row)
	if c.states == nil {
		return uint32(code)
	}
	return c.states[code]
}

// JoinNumbers is one table of the rows of all tables, one after the other. The tables have the
// same variables with the same arities.
func JoinNumbers(tables []*Numbers) *Numbers {
	d := &Numbers{Columns: make([][]float64, len(tables[0].Columns)), Arity: tables[0].Arity}
	for _, part := range tables {
		d.Gaps = d.Gaps || part.Gaps
		d.Rows += part.Rows
	}
	for i := range d.Columns {
		d.Columns[i] = make([]float64, 0, d.Rows)
		for _, part := range tables {
			d.Columns[i] = append(d.Columns[i], part.Columns[i]...)
		}
	}
	return d
}
