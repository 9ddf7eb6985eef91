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

// Dataset is one.
type Dataset struct{ rows }

// CheckLength checks the number of rows.
func (d *Dataset) CheckLength(r *call.Reader) *call.Error { return d.check(r, 1) }

// Read reads the dataset.
func (d *Dataset) Read(r *call.Reader) *call.Error { return d.read(r, 0) }

// rows are datasets for a score: discrete tables, or real values if the score is for these.
type rows struct {
	Score
	tables
	Values []*data.Continuous // by the engine's nodes; none if the score is not for these
}

// Arrays are "data" and "arity", or "values".
func (d *rows) Arrays() []call.Spec {
	if d.continuous() {
		return []call.Spec{{Name: "values", Bytes: 8, Shape: []call.Extent{call.NodeCount, d.all}}}
	}
	return d.tables.Arrays()
}

// Held are the bytes of the rows.
func (d *rows) Held(r *call.Reader) float64 { return held(r, d.Arrays()) }

// check checks the score and the numbers of rows of so many datasets.
func (d *rows) check(r *call.Reader, datasets int) *call.Error {
	if failure := d.Check(r.N); failure != nil {
		return failure
	}
	if d.continuous() {
		return d.checkCounts(datasets, maxRows*datasets)
	}
	return d.checkTables(datasets, maxRows*datasets)
}

// read reads the datasets, of which the first has this number in messages.
func (d *rows) read(r *call.Reader, first int) (failure *call.Error) {
	if d.continuous() {
		d.Values, failure = readValues(r, d.Counts, first)
		return failure
	}
	return d.tables.read(r, first)
}
