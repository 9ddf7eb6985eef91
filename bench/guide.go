package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
)

// guideFile is the profile by which the compiler builds the library (build_backend/mcbnc_engine.py).
var guideFile = filepath.Join("cgo", "engine.pgo")

// guide profiles runs on all sets, and both searches on all tables, into one file. The compiler reads from it which calls to
// inline and which branches to expect. So each kind of work counts for the same time, however long it takes.
func guide(o options) error {
	runtime.GOMAXPROCS(o.workers)
	file, err := os.Create(guideFile)
	if err != nil {
		return err
	}
	return errors.Join(guideInto(file, o), file.Close())
}

// guideInto loads all inputs before the profile begins, since the library never loads them.
func guideInto(w io.Writer, o options) error {
	work, err := allWork(o)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(w); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	for _, one := range work {
		one.request["workers"] = o.workers
		end := time.Now().Add(o.seconds)
		for left := o.seconds; left > 0; left = time.Until(end) {
			one.request["time_limit"] = left.Seconds()
			if _, err := ask(one.request, one.arrays); err != nil {
				return err
			}
		}
	}
	return nil
}

// question is what a caller from C asks.
type question struct {
	request map[string]any
	arrays  []call.Raw
}

// allWork are the questions about all sets and tables that are there.
func allWork(o options) (all []question, err error) {
	sets, err := allSets(o.data, o.shared, o.extra)
	if err != nil {
		return nil, err
	}
	for _, s := range sets {
		_, dags, err := s.load()
		if err != nil {
			return nil, err
		}
		cells := make([]byte, s.r*s.n*s.n)
		for k, g := range dags {
			for u, v := range g.All() {
				cells[(k*s.n+u)*s.n+v] = 1
			}
		}
		all = append(all, question{map[string]any{"op": "run", "n": s.n, "r": s.r}, []call.Raw{{Name: "dags", Data: cells}}})
	}
	single, many, linear := learnSets(o.rows)
	for _, s := range slices.Concat(single, many, linear) {
		data, err := readRows(s.files)
		if err != nil {
			return nil, err
		}
		for _, search := range []string{"ges", "xges"} {
			all = append(all, question{data.request("learn", map[string]any{"search": search}), data.arrays()})
		}
	}
	return all, nil
}
