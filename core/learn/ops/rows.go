package ops

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// Datasets are as many as "r" says, at least one. Messages count from First.
type Datasets struct {
	rows
	First int `json:"first" range:"0..1048576"`
}

// CheckLength checks the numbers of rows.
func (d *Datasets) CheckLength(r *call.Reader) *call.Error {
	if r.R == 0 {
		return call.Invalidf(d.Arrays()[0].Name, "there are no datasets")
	}
	return d.check(r, r.R)
}

// Read reads the datasets.
func (d *Datasets) Read(r *call.Reader) *call.Error { return d.read(r, d.First) }

// Gapped are Datasets of which states may have gaps too. They are always all of them: First is the number of a chain.
type Gapped struct{ Datasets }

// CheckLength checks the numbers of rows.
func (d *Gapped) CheckLength(r *call.Reader) *call.Error {
	if d.Gaps {
		d.beyond = 1
	}
	return d.Datasets.CheckLength(r)
}

// Read reads the datasets.
func (d *Gapped) Read(r *call.Reader) *call.Error { return d.read(r, 0) }

// Partial are Datasets of numbers that may have no value at all in a column.
type Partial struct{ Datasets }

// CheckLength checks the numbers of rows.
func (d *Partial) CheckLength(r *call.Reader) *call.Error {
	d.lacks = true
	return d.Datasets.CheckLength(r)
}

// Dataset is one.
type Dataset struct{ rows }

// CheckLength checks the number of rows.
func (d *Dataset) CheckLength(r *call.Reader) *call.Error { return d.check(r, 1) }

// Read reads the dataset.
func (d *Dataset) Read(r *call.Reader) *call.Error { return d.read(r, 0) }

// rows are datasets for a score: discrete tables, or numbers if the score takes these.
type rows struct {
	Score
	tables
	Values []*data.Continuous // by the engine's nodes; none if the score takes no numbers
	// Gaps tells that a cell may have no value. A number is NaN then; a state is the number after its column's last state.
	Gaps bool `json:"gaps"`
	// Arity has, for a score of mixed columns, the number of states of each of the engine's nodes, and 0 for real values.
	Arity []int
	lacks bool // a dataset of numbers may have no value in a column
}

// Arrays are "data" and "arity", or "values", or "values" and "arity".
func (d *rows) Arrays() []call.Spec {
	if !d.ofNumbers() {
		return d.tables.Arrays()
	}
	arrays := []call.Spec{{Name: "values", Bytes: 8, Shape: []call.Extent{call.NodeCount, d.all}}}
	if d.ofMixed() {
		arrays = append(arrays, aritySpec)
	}
	return arrays
}

// Columns are those of numbers that stand for the nodes: one for each state but one.
func (d *rows) Columns(r *call.Reader) float64 {
	if !d.ofMixed() {
		return float64(r.N)
	}
	columns := 0.0
	for _, states := range call.Numbers[int32](r, "arity") {
		columns += float64(max(1, min(int(states)-1, d.Total())))
	}
	return columns
}

// check checks the score and the numbers of rows of so many datasets.
func (d *rows) check(r *call.Reader, datasets int) *call.Error {
	if failure := d.Check(r.N); failure != nil {
		return failure
	}
	switch {
	case !d.Gaps:
	case !d.ofNumbers() && d.beyond == 0:
		return call.Invalidf("gaps", "of scores of states, learn_union alone takes cells without a value")
	case d.ofNumbers() && !d.Kind.TakesGaps():
		return call.Invalidf("gaps", "%q needs a value in every cell", d.Name)
	}
	if d.ofNumbers() {
		return d.checkCounts(datasets, maxRows*datasets)
	}
	return d.checkTables(datasets, maxRows*datasets)
}

// read reads the datasets, of which the first has this number in messages.
func (d *rows) read(r *call.Reader, first int) (failure *call.Error) {
	if !d.ofNumbers() {
		return d.tables.read(r, first)
	}
	arity := make([]int32, r.N)
	if d.ofMixed() {
		if arity, failure = readArity(r, 0); failure != nil {
			return failure
		}
		for _, states := range arity {
			d.Arity = append(d.Arity, int(states))
		}
	}
	d.Values, failure = readValues(r, d.Counts, arity, gaps{d.Gaps, d.lacks}, first)
	return failure
}
