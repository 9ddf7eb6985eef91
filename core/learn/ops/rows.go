package ops

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// Datasets are "r" datasets, at least one. Messages count from First.
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
func (d *Datasets) Read(r *call.Reader) *call.Error { return d.readRows(r, d.First) }

// Different are Datasets of sites with different columns. States may have gaps too, and a site may have no number in a column.
// They are always all of them: First is the number of a chain.
type Different struct{ Datasets }

// CheckLength checks the numbers of rows.
func (d *Different) CheckLength(r *call.Reader) *call.Error {
	d.differ = true
	return d.Datasets.CheckLength(r)
}

// Read reads the datasets.
func (d *Different) Read(r *call.Reader) *call.Error { return d.readRows(r, 0) }

// Dataset is one.
type Dataset struct{ rows }

// CheckLength checks the number of rows.
func (d *Dataset) CheckLength(r *call.Reader) *call.Error { return d.check(r, 1) }

// Read reads the dataset.
func (d *Dataset) Read(r *call.Reader) *call.Error { return d.readRows(r, 0) }

// Part is the Dataset of a site, of which other sites have the rest: a column of numbers may have one value in all its rows.
type Part struct{ Dataset }

// CheckLength checks the number of rows.
func (p *Part) CheckLength(r *call.Reader) *call.Error {
	p.part = true
	return p.Dataset.CheckLength(r)
}

// rows are datasets for a score.
type rows struct {
	Score
	tables
	// Gaps tells that a cell may have no value. A number is NaN then; a state is the number after its column's last state.
	Gaps bool `json:"gaps"`
}

// Arrays are those that the score takes.
func (d *rows) Arrays() []call.Spec {
	d.form = d.cells()
	return d.tables.Arrays()
}

// Columns are those of numbers that stand for the nodes: one for each state but one.
func (d *rows) Columns(r *call.Reader) float64 {
	if d.form != table.Both {
		return float64(r.N)
	}
	columns := 0.0
	for _, states := range call.Numbers[int32](r, "arity") {
		columns += float64(max(1, min(int(states)-1, d.Total())))
	}
	return columns
}

// check checks the score and the numbers of rows of the datasets.
func (d *rows) check(r *call.Reader, datasets int) *call.Error {
	if failure := d.Check(r.N); failure != nil {
		return failure
	}
	switch d.gaps = d.Gaps; {
	case !d.Gaps && !d.differ || d.Kind.TakesProducts():
	case d.Kind.Cells != table.States:
		return call.Invalidf("gaps", "%q needs a value in every cell", d.Name)
	case !d.differ:
		return call.Invalidf("gaps", "of scores of states, learn_union alone takes cells without a value")
	}
	return d.tables.check(datasets, maxRows*datasets)
}
