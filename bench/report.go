package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/bytedance/sonic"
)

// row holds all measurements on one set.
type row struct {
	Name  string   `json:"name"`
	Nodes int      `json:"nodes"`
	DAGs  int      `json:"dags"`
	One   measured `json:"one_worker"`
	Two   measured `json:"two_workers"`
	Gain  float64  `json:"gain"` // one worker's time / two workers' time: the median over the pairs
}

// results is the whole report.
type results struct {
	Machine machine      `json:"machine"`
	Rows    []row        `json:"rows"`
	Jobs    []userCall   `json:"jobs"` // from Python; none if they were not measured
	Authors authorsTimes `json:"authors"`
}

// report measures the sets one by one, prints the page, and writes it to files.
func report(o options) error {
	sets, err := allSets(o.data, o.shared, o.extra)
	if err != nil {
		return err
	}
	chosen := slices.DeleteFunc(slices.Clone(sets), func(s set) bool { return !o.only.MatchString(s.name) })
	out, whole := results{Machine: thisMachine()}, len(chosen) == len(sets)
	if out.Jobs, err = readJobs(o.calls); err != nil {
		return err
	}
	if err = readJSON(o.authors, &out.Authors); err != nil {
		return err
	}
	for _, s := range chosen {
		r := row{Name: s.name, Nodes: s.n, DAGs: s.r}
		if err := r.measure(s, o); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: %s ms, with 2 workers %s\n", r.Name, ms(&r.One), ms(&r.Two))
		out.Rows = append(out.Rows, r)
	}
	return o.publish(&out, out.render, whole)
}

// publish prints the page and writes the results. If whole is true, all sets were measured, and it also
// writes the page.
func (o *options) publish(results any, render func(io.Writer) error, whole bool) error {
	if err := render(os.Stdout); err != nil {
		return err
	}
	if err := writeJSON(o.json, results); err != nil {
		return err
	}
	if !whole {
		return nil
	}
	return writeDoc(o.doc, render)
}

// pairs is the number of pairs of measurements, with one worker and directly after with two. On a shared
// machine, only measurements made within a short time are comparable.
const pairs = 5

// measure measures the set with one worker and with two, in turn. A set with a long run is measured with one
// pair only.
func (r *row) measure(s set, o options) error {
	var ones, twos []measured
	var gains []float64
	for len(ones) == 0 || len(ones) < pairs && ones[0].Repetitions > 1 {
		one, err := measureInProcess(s, 1, o)
		if err != nil {
			return err
		}
		two, err := measureInProcess(s, 2, o)
		if err != nil {
			return err
		}
		ones, twos, gains = append(ones, one), append(twos, two), append(gains, one.WallMS/two.WallMS)
	}
	r.One, r.Two, r.Gain = medianRun(ones), medianRun(twos), median(gains)
	return nil
}

// medianRun is the measurement with the median time. Its least time is the least of all measurements.
func medianRun(all []measured) measured {
	byTime := func(a, b measured) int { return cmp.Compare(a.WallMS, b.WallMS) }
	m := slices.SortedFunc(slices.Values(all), byTime)[len(all)/2]
	for _, other := range all {
		m.LeastWallMS = min(m.LeastWallMS, other.LeastWallMS)
	}
	return m
}

// measureInProcess measures a set in a process of its own.
func measureInProcess(s set, workers int, o options) (m measured, err error) {
	self, err := os.Executable()
	if err != nil {
		return m, err
	}
	cmd := exec.Command(self, "-data", o.data, "-shared", o.shared, "-extra", o.extra, "-set", s.name,
		"-workers", strconv.Itoa(workers), "-time", o.seconds.String(), "-limit", o.limit.String(), "measure")
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return m, fmt.Errorf("%s: %w", s.name, err)
	}
	return m, sonic.Unmarshal(text, &m)
}

// readJSON reads a JSON file.
func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := sonic.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// writeJSON writes the measurements to a JSON file. An empty path writes nothing.
func writeJSON(path string, measured any) error {
	if path == "" {
		return nil
	}
	text, err := sonic.ConfigStd.MarshalIndent(measured, "", "  ")
	if err != nil {
		return err
	}
	return write(path, append(text, '\n'))
}

// writeDoc writes a page to a file. An empty path writes nothing.
func writeDoc(path string, render func(io.Writer) error) error {
	if path == "" {
		return nil
	}
	var text bytes.Buffer
	if err := render(&text); err != nil {
		return err
	}
	return write(path, text.Bytes())
}

// write writes a file and makes its folder.
func write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
