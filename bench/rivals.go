package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/bytedance/sonic"
)

// rival is another learner, with so many threads.
type rival struct {
	name    string
	threads int
	nodes   int      // it is known not to end on more; 0: no limit
	needs   string   // the file that is there if it is installed
	command []string // the file of rows, the threads and the seconds follow
}

// rivalRun is what came of it: the time of a run, or none for the reason in Note.
type rivalRun struct {
	Name    string  `json:"name"`
	Threads int     `json:"threads"`
	Seconds float64 `json:"seconds"` // median of the later half of its runs, when it is warm
	Least   float64 `json:"least_seconds"`
	Runs    int     `json:"runs"`
	Edges   []edge  `json:"edges"`
	Score   float64 `json:"score"`     // by our reckoning
	Own     float64 `json:"own_score"` // by its own, where it says
	Note    string  `json:"note,omitempty"`
}

// warmUp is about how long a rival repeats what it does: virtual machines get faster.
const warmUp = 5 * time.Second

// causalNodes is how many nodes causal-learn's GES is tried with: it needs minutes for 37.
const causalNodes = 40

// rivals are all of them, installed or not.
func rivals(o options) []rival {
	scripts := filepath.Join("bench", "rivals")
	var out []rival
	for _, threads := range []int{1, 2} {
		out = append(out, rival{
			name: "Tetrad FGES", threads: threads, needs: filepath.Join(o.jars, "tetrad-lib-7.6.5.jar"),
			command: []string{"java", "-Xmx6g", "-cp", filepath.Join(o.jars, "*"), filepath.Join(scripts, "Fges.java")},
		})
	}
	// One thread: several of its wait for each other so actively that beside other work
	// they take a hundred times as long.
	return append(out, rival{
		name: "pyAgrum GHC", threads: 1, needs: o.python,
		command: []string{o.python, filepath.Join(scripts, "pyagrum_ghc.py")},
	}, rival{
		name: "causal-learn GES", threads: 1, nodes: causalNodes, needs: o.python,
		command: []string{o.python, filepath.Join(scripts, "causal_ges.py")},
	})
}

// measureRivals has each of them learn from a file of rows, and scores what it found. One
// that did not get far with one thread is not tried with more.
func measureRivals(file string, data *table, o options) ([]rivalRun, error) {
	var out []rivalRun
	for _, r := range rivals(o) {
		if k := len(out) - 1; k >= 0 && out[k].Name == r.name && out[k].Note != "" {
			out = append(out, rivalRun{Name: r.name, Threads: r.threads, Note: out[k].Note})
			continue
		}
		run, err := r.run(file, data.n(), o)
		if err == nil && run.Edges != nil {
			run.Score, err = data.score(run.Edges)
		}
		if err != nil { // it may run out of memory, or find what is no class
			fmt.Fprintf(os.Stderr, "%s: %v\n", r.name, err)
			run.Note = "failed"
		} else if err := run.check(); err != nil {
			return nil, err
		}
		out = append(out, run)
	}
	return out, nil
}

// run has the rival learn from a file of rows that is about n nodes.
func (r rival) run(file string, n int, o options) (rivalRun, error) {
	out := rivalRun{Name: r.name, Threads: r.threads}
	_, missing := os.Stat(r.needs)
	_, absent := exec.LookPath(r.command[0])
	switch {
	case missing != nil || absent != nil:
		out.Note = "not installed"
	case r.nodes > 0 && n > r.nodes:
		out.Note = "not tried"
	default:
		err := r.time(&out, file, o)
		return out, err
	}
	return out, nil
}

func (r rival) time(out *rivalRun, file string, o options) error {
	arguments := append(slices.Clone(r.command[1:]), file, strconv.Itoa(r.threads), fmt.Sprint(warmUp.Seconds()))
	text, done, err := runFor(o.rivalLimit, r.command[0], arguments...)
	if err != nil {
		return err
	}
	if !done {
		out.Note = fmt.Sprintf("not done in %v", o.rivalLimit)
		return nil
	}
	var answer struct {
		Seconds []float64 `json:"seconds"`
		Edges   []edge    `json:"edges"`
		Score   float64   `json:"score"`
	}
	if err := sonic.Unmarshal(text, &answer); err != nil {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	out.Edges, out.Own, out.Runs = answer.Edges, answer.Score, len(answer.Seconds)
	out.Seconds, out.Least = median(answer.Seconds[len(answer.Seconds)/2:]), slices.Min(answer.Seconds)
	return nil
}

// check holds our score of what the rival found against its own reckoning.
func (r rivalRun) check() error {
	if r.Own != 0 && math.Abs(r.Own/r.Score-1) > 1e-9 {
		return fmt.Errorf("%s scores its graph %v, the engine %v", r.Name, r.Own, r.Score)
	}
	return nil
}

// Time is the time, or why there is none.
func (r rivalRun) Time() string {
	if r.Note != "" {
		return r.Note
	}
	return number(r.Seconds)
}
