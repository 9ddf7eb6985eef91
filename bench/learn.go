package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// learnRow holds all measurements on the rows of one network, or of many clients of one.
type learnRow struct {
	Name     string     `json:"name"`
	Nodes    int        `json:"nodes"`
	Rows     int        `json:"rows"` // of each client
	Datasets int        `json:"datasets"`
	One      learned    `json:"one_worker"`
	Two      learned    `json:"two_workers"`
	Score    float64    `json:"score"` // of our graphs: the sum over the clients
	Rivals   []rivalRun `json:"rivals"`
	Searches []searched `json:"searches"` // ours, and those that keep.py ran
}

// learnResults is the whole report.
type learnResults struct {
	Machine machine    `json:"machine"`
	Rows    []learnRow `json:"rows"`
	Clients []learnRow `json:"clients"` // many at once
	Linear  []learnRow `json:"linear"`  // real values
	// Programs are the versions of what keep.py ran.
	Programs map[string]string `json:"programs"`
}

// learnSet is an input of learning: one file of rows for each client.
type learnSet struct {
	name  string
	files []string
}

// learnNetworks are the networks that are measured, by the names that sample.py uses.
var learnNetworks = []string{
	"asia", "child", "insurance", "alarm", "hailfinder", "hepar2", "win95pts", "andes", "pigs", "diabetes",
}

// linearNodes are the numbers of nodes of the linear networks, as in linear.py.
var linearNodes = []int{10, 20, 37, 50, 100, 200}

// manyClients is the number of clients of ALARM that are learned in one call.
const manyClients = 30

// learnSets lists the sets whose files exist: one sample of each network, many clients of ALARM, and one
// sample of each linear network.
func learnSets(dir string) (single, many, linear []learnSet) {
	for _, name := range learnNetworks {
		if files := samples(dir, name, 1); files != nil {
			single = append(single, learnSet{strings.ToUpper(name), files})
		}
	}
	if files := samples(dir, "alarm", manyClients); files != nil {
		many = append(many, learnSet{"ALARM", files})
	}
	for _, nodes := range linearNodes {
		if files := samples(dir, fmt.Sprintf("linear%d", nodes), 1); files != nil {
			linear = append(linear, learnSet{fmt.Sprintf("LINEAR %d", nodes), files})
		}
	}
	return single, many, linear
}

// samples are the files of the first count samples of a network, or nil if one is missing.
func samples(dir, name string, count int) []string {
	var files []string
	for seed := 1; seed <= count; seed++ {
		path := filepath.Join(dir, fmt.Sprintf("%s.%d.rows", name, seed))
		if _, err := os.Stat(path); err != nil {
			return nil
		}
		files = append(files, path)
	}
	return files
}

// learnReport measures the sets one by one, and the rivals on them. It prints the report and writes it to
// files.
func learnReport(o options) error {
	single, many, linear := learnSets(o.rows)
	if len(single)+len(linear) == 0 {
		return fmt.Errorf("no rows in %s: make bench-learn samples them", o.rows)
	}
	known, err := readKept(o.kept)
	if err != nil {
		return err
	}
	out, whole := learnResults{Machine: thisMachine(), Programs: known.Programs}, true
	for _, part := range []struct {
		sets       []learnSet
		withRivals bool
		into       *[]learnRow
	}{{single, true, &out.Rows}, {many, false, &out.Clients}, {linear, true, &out.Linear}} {
		for _, s := range part.sets {
			if !o.only.MatchString(s.name) {
				whole = false
				continue
			}
			row, err := learnCompare(s, part.withRivals, o)
			if err == nil && part.withRivals {
				row.Searches, err = compareSearches(s, row.One, known.of(s), o)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			fmt.Fprintln(os.Stderr, row.line())
			*part.into = append(*part.into, row)
		}
	}
	return o.publish(&out, out.render, whole)
}

// learnCompare measures one set with one worker, with two workers, and, if withRivals is true, with the
// rivals, one directly after the other. It computes the score of each result.
func learnCompare(s learnSet, withRivals bool, o options) (learnRow, error) {
	data, err := readRows(s.files)
	if err != nil {
		return learnRow{}, err
	}
	row := learnRow{Name: s.name, Nodes: data.n(), Rows: data.rows[0], Datasets: len(s.files)}
	if row.One, err = learnInProcess(s, 1, o); err != nil {
		return row, err
	}
	if row.Two, err = learnInProcess(s, 2, o); err != nil {
		return row, err
	}
	if !row.One.same(row.Two) {
		return row, fmt.Errorf("one worker and two workers learn different graphs")
	}
	for k, edges := range row.One.Edges {
		score, err := data.one(k).score(edges)
		if err != nil {
			return row, err
		}
		row.Score += score
	}
	if !withRivals {
		return row, nil
	}
	row.Rivals, err = measureRivals(s.files[0], data, o)
	return row, err
}

// line is the row as one line of text.
func (r *learnRow) line() string {
	text := fmt.Sprintf("%s: %s s, with 2 workers %s, score %.2f", r.Name, number(r.One.Seconds), number(r.Two.Seconds), r.Score)
	for _, rival := range r.Rivals {
		text += fmt.Sprintf("; %s (%d) %s", rival.Name, rival.Threads, rival.Time())
		if rival.Note == "" {
			text += fmt.Sprintf(" %+.2f", r.Score-rival.Score)
		}
	}
	return text
}
