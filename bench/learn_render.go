package main

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"text/template"
)

//go:embed learning.md.tmpl
var learningText string

var learningTemplate = template.Must(template.New("learning").Funcs(template.FuncMap{
	"count": count, "number": number, "ratio": ratio, "score": score, "causalnodes": func() int { return causalNodes },
}).Parse(learningText))

func (r *learnResults) render(w io.Writer) error { return learningTemplate.Execute(w, r) }

// Gain is that of the second worker.
func (r learnRow) Gain() string { return fmt.Sprintf("%.2f", r.One.Seconds/r.Two.Seconds) }

// Time is a run's, or how far it came.
func (l learned) Time() string {
	if !l.Complete {
		return "not done in " + number(l.Seconds)
	}
	return number(l.Seconds)
}

// beside is a rival on one network: its runs by the number of threads, from one on.
type beside struct {
	learnRow
	Runs []rivalRun
}

// Best is the run with the most threads that ended, or the first.
func (b beside) Best() rivalRun {
	for _, r := range slices.Backward(b.Runs) {
		if r.Note == "" {
			return r
		}
	}
	return b.Runs[0]
}

// Ratio is how often our time fits into the rival's, each with so many workers, or with
// the most that it has; 0 if that is not known.
func (b beside) Ratio(workers int) float64 {
	theirs, ours := b.Runs[min(workers, len(b.Runs))-1], b.One
	if workers == 2 {
		ours = b.Two
	}
	if theirs.Note != "" || !ours.Complete {
		return 0
	}
	return theirs.Seconds / ours.Seconds
}

// Lead is by how much the score of what we learned is greater, or a dash.
func (b beside) Lead() string {
	if !b.Ended() {
		return "–"
	}
	lead := math.Round((b.Score-b.Best().Score)*100) / 100
	return fmt.Sprintf("%+.2f", lead+0) // + 0: no negative zero
}

// Ended tells whether any of the runs came to an end.
func (b beside) Ended() bool { return b.Best().Note == "" }

// opponent is one of the rivals on all networks.
type opponent struct {
	Name string
	Rows []beside
}

// Opponents are those that ended anywhere.
func (r *learnResults) Opponents() []opponent {
	var out []opponent
	for _, row := range r.Rows {
		for _, run := range row.Rivals {
			k := slices.IndexFunc(out, func(o opponent) bool { return o.Name == run.Name })
			if k < 0 {
				k, out = len(out), append(out, opponent{Name: run.Name})
			}
			rows := &out[k].Rows
			if len(*rows) == 0 || (*rows)[len(*rows)-1].Name != row.Name {
				*rows = append(*rows, beside{learnRow: row})
			}
			last := &(*rows)[len(*rows)-1]
			last.Runs = append(last.Runs, run)
		}
	}
	return slices.DeleteFunc(out, func(o opponent) bool { return !slices.ContainsFunc(o.Rows, beside.Ended) })
}

// Summary sums an opponent up.
func (o opponent) Summary() string {
	var one, two []float64
	better, level, worse := 0, 0, 0
	for _, row := range o.Rows {
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
	return fmt.Sprintf("Over the networks on which both programs ended:\n\n"+
		"| | geometric mean | least |\n|---|---:|---:|\n| ratio, 1 | %s | %s |\n| ratio, 2 | %s | %s |\n\n"+
		"Our score is greater on %d, the same on %d, and less on %d of the networks.",
		ratio(geometricMean(one)), ratio(least(one)), ratio(geometricMean(two)), ratio(least(two)), better, level, worse)
}

// least is the least of the values, 0 if there is none.
func least(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	return slices.Min(values)
}

// score has two digits after the point.
func score(x float64) string { return fmt.Sprintf("%.2f", x) }
