package main

import (
	"errors"
	"os"
	"slices"
)

// userCall is a job of calls.py: what a user waits for.
type userCall struct {
	Name     string  `json:"name"`
	Set      string  `json:"set"` // the set that has the same input; empty: none
	OneMS    float64 `json:"one_ms"`
	TwoMS    float64 `json:"two_ms"` // 0: it is not a matter of workers
	MemoryMB float64 `json:"memory_mb"`
	Peer     string  `json:"peer"` // the fastest other program; empty: none
	PeerMS   float64 `json:"peer_ms"`
	LimitMS  float64 `json:"-"` // the engine alone, on the set; 0: it was not measured
}

// readJobs reads the file that calls.py wrote. There are no jobs if there is no such file.
func readJobs(path string) ([]userCall, error) {
	var jobs []userCall
	if err := readJSON(path, &jobs); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return jobs, nil
}

// authorsTimes are the times of the authors' program, which is measured no more.
type authorsTimes struct {
	Measured string             `json:"measured"` // the date
	Java     string             `json:"java"`
	MS       map[string]float64 `json:"ms"` // by set; 0: not tried
}

// Table are the jobs, with what the sets tell of them, and what was kept of the authors' program. A set is a run to the last
// edge, as that program's is. A job that ends at a threshold does less, so the limit of a set is not its own.
func (r *results) Table() []userCall {
	jobs := slices.Clone(r.Jobs)
	for k := range jobs {
		at := slices.IndexFunc(r.Rows, func(row row) bool { return row.Name == jobs[k].Set })
		if at < 0 {
			continue
		}
		row := &r.Rows[at]
		if row.One.Complete {
			jobs[k].LimitMS = row.One.LeastWallMS
		}
		if ms, known := r.Authors.MS[row.Name]; known {
			jobs[k].Peer, jobs[k].PeerMS = "the authors' Java", ms
			if ms == 0 {
				jobs[k].Peer += ", not tried"
			}
		}
	}
	return jobs
}

// Ratio is the other program's time divided by ours, with one worker; 0 if there is none.
func (c userCall) Ratio() float64 { return c.PeerMS / c.OneMS }
