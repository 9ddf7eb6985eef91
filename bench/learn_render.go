package main

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/template"
)

//go:embed learning.md.tmpl
var learningText string

var learningTemplate = template.Must(template.New("learning").Funcs(template.FuncMap{
	"count": count, "number": number, "ratio": ratio, "score": score, "causalnodes": func() int { return causalNodes },
	"programs": programs,
}).Parse(learningText))

func (r *learnResults) render(w io.Writer) error { return learningTemplate.Execute(w, r) }

// Time is the time of a run, or says that the limit ended the run.
func (l learned) Time() string {
	if !l.Complete {
		return "not done in " + number(l.Seconds)
	}
	return number(l.Seconds)
}

// rivalRow is a rival on one network. Runs has its runs with one thread, two threads, and so on.
type rivalRow struct {
	learnRow
	Runs []rivalRun
}

// Best is, of the runs with a result, the one with the most threads. If no run has a result, it is the
// first run.
func (r rivalRow) Best() rivalRun {
	for _, run := range slices.Backward(r.Runs) {
		if run.Note == "" {
			return run
		}
	}
	return r.Runs[0]
}

// Ratio is the rival's time divided by ours, with the given number of threads and of workers. If the rival
// was not run with so many threads, its run with the most threads counts. Ratio is 0 if a time is missing.
func (r rivalRow) Ratio(workers int) float64 {
	theirs, ours := r.Runs[min(workers, len(r.Runs))-1], r.One
	if workers == 2 {
		ours = r.Two
	}
	if theirs.Note != "" || !ours.Complete {
		return 0
	}
	return theirs.Seconds / ours.Seconds
}

// Lead is our score minus the rival's, or a dash if the rival has none.
func (r rivalRow) Lead() string {
	if !r.Ended() {
		return "–"
	}
	lead := math.Round((r.Score-r.Best().Score)*100) / 100
	return fmt.Sprintf("%+.2f", lead+0) // Adding 0 turns a negative zero into 0.
}

// Ended reports whether any of the runs has a result.
func (r rivalRow) Ended() bool { return r.Best().Note == "" }

// Tried reports whether any of the runs was begun.
func (r rivalRow) Tried() bool {
	return slices.ContainsFunc(r.Runs, func(run rivalRun) bool { return run.Note != notTried })
}

// rivalTable is a rival on all networks.
type rivalTable struct {
	Name string
	Rows []rivalRow
}

// RivalTables has a table for each rival that has a result on some of the networks.
func (*learnResults) RivalTables(rows []learnRow) []rivalTable {
	var out []rivalTable
	for _, row := range rows {
		for _, run := range row.Rivals {
			k := slices.IndexFunc(out, func(t rivalTable) bool { return t.Name == run.Name })
			if k < 0 {
				k, out = len(out), append(out, rivalTable{Name: run.Name})
			}
			rows := &out[k].Rows
			if len(*rows) == 0 || (*rows)[len(*rows)-1].Name != row.Name {
				*rows = append(*rows, rivalRow{learnRow: row})
			}
			last := &(*rows)[len(*rows)-1]
			last.Runs = append(last.Runs, run)
		}
	}
	return slices.DeleteFunc(out, func(t rivalTable) bool { return !slices.ContainsFunc(t.Rows, rivalRow.Ended) })
}

// Summary is a text with the mean and least ratios, and with the number of networks on which our score is
// larger, equal and smaller.
func (t rivalTable) Summary() string {
	var one, two []float64
	better, level, worse := 0, 0, 0
	for _, row := range t.Rows {
		if !row.Ended() {
			continue
		}
		if row.Ratio(1) > 0 {
			one = append(one, row.Ratio(1))
		}
		if row.Ratio(2) > 0 {
			two = append(two, row.Ratio(2))
		}
		switch lead := row.Score - row.Best().Score; {
		case math.Abs(lead) <= 1e-9*math.Abs(row.Score):
			level++
		case lead > 0:
			better++
		default:
			worse++
		}
	}
	return fmt.Sprintf("Where both programs ended, *ratio, 1* is %s (geometric mean) and %s (least), and *ratio, 2* %s and %s. "+
		"Our score is greater on %d, the same on %d, and less on %d networks.",
		ratio(geometricMean(one)), ratio(least(one)), ratio(geometricMean(two)), ratio(least(two)), better, level, worse)
}

// least is the least of the values, or 0 if there are none.
func least(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	return slices.Min(values)
}

// score is x with two decimals.
func score(x float64) string { return fmt.Sprintf("%.2f", x) }

// SearchTable has a line for each set of which keep.py kept something: our searches, then the others. There is none if it kept
// nothing.
func (*learnResults) SearchTable(rows []learnRow) string {
	var lines []string
	for _, row := range rows {
		if len(row.Searches) == 0 {
			continue
		}
		if lines == nil {
			heads := []string{"network"}
			for _, s := range row.Searches {
				heads = append(heads, s.Title)
			}
			lines = []string{line(heads), "|---|" + strings.Repeat("---:|", len(row.Searches))}
		}
		cells := []string{row.Name}
		for _, s := range row.Searches {
			cells = append(cells, s.cell(row.Searches[len(ourSearches)-1]))
		}
		lines = append(lines, line(cells))
	}
	return strings.Join(lines, "\n")
}

func line(cells []string) string { return "| " + strings.Join(cells, " | ") + " |" }

// cell is by how much the score is above our best search's, the distances, and the CPU seconds.
func (s searched) cell(best searched) string {
	if s.Note != "" {
		return s.Note
	}
	gap := s.Score - best.Score
	if math.Abs(gap) <= 1e-9*math.Abs(best.Score) {
		gap = 0
	}
	return fmt.Sprintf("%+.2f<br>%d/%d<br>%s", gap, s.SHD, s.SMHD, number(s.CPU))
}

// programs lists what keep.py ran, in the table's order.
func programs(versions map[string]string) string {
	var out []string
	for _, program := range keptSearches {
		out = append(out, fmt.Sprintf("*%s* (%s)", program[1], versions[program[0]]))
	}
	return strings.Join(out, ", ")
}
