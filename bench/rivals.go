package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/bytedance/sonic"
)

// rival is another learner with a number of threads.
type rival struct {
	name    string
	threads int
	nodes   int      // the largest number of nodes with which it is run; 0: no limit
	states  bool     // it learns from discrete data alone
	needs   string   // a file that exists if the learner is installed
	command []string // the command, to which the file of rows, the threads and the seconds are added
}

// rivalRun is the result of a rival on one network. If there is none, Note says why.
type rivalRun struct {
	Name    string  `json:"name"`
	Threads int     `json:"threads"`
	Seconds float64 `json:"seconds"` // median of the second half of its runs, after the warm-up
	Least   float64 `json:"least_seconds"`
	Runs    int     `json:"runs"`
	Edges   []edge  `json:"edges"`
	Score   float64 `json:"score"`     // the engine's score of its graph
	Own     float64 `json:"own_score"` // its own score of its graph; 0 if it does not report one
	Note    string  `json:"note,omitempty"`
}

// warmUp is about how long a rival repeats its search. Virtual machines become faster with repetitions.
const warmUp = 5 * time.Second

// causalNodes is the largest number of nodes with which causal-learn's GES is run. It needs minutes for 37
// nodes.
const causalNodes = 40

// rivals lists all rivals, installed or not.
func rivals(o options) []rival {
	scripts := filepath.Join("bench", "rivals")
	var out []rival
	for _, threads := range []int{1, 2} {
		out = append(out, rival{
			name: "Tetrad FGES", threads: threads, needs: filepath.Join(o.jars, "tetrad-lib-7.6.5.jar"),
			command: []string{"java", "-Xmx6g", "-cp", filepath.Join(o.jars, "*"), filepath.Join(scripts, "Tetrad.java")},
		})
	}
	// pyAgrum runs with one thread. Its threads wait for each other by spinning, so on a shared machine
	// several threads take a hundred times as long.
	return append(out, rival{
		name: "pyAgrum GHC", threads: 1, needs: o.python, states: true,
		command: []string{o.python, filepath.Join(scripts, "pyagrum_ghc.py")},
	}, rival{
		name: "causal-learn GES", threads: 1, nodes: causalNodes, needs: o.python,
		command: []string{o.python, filepath.Join(scripts, "causal_ges.py")},
	})
}

// measureRivals runs each rival on a file of rows and scores its graph. A rival without a result for one
// thread is not run with more threads.
func measureRivals(file string, data *table, o options) ([]rivalRun, error) {
	var out []rivalRun
	for _, r := range rivals(o) {
		if r.states && data.continuous() {
			continue
		}
		if k := len(out) - 1; k >= 0 && out[k].Name == r.name && out[k].Note != "" {
			out = append(out, rivalRun{Name: r.name, Threads: r.threads, Note: out[k].Note})
			continue
		}
		run, err := r.run(file, data.n(), o)
		if err == nil && run.Edges != nil {
			run.Score, err = data.score(run.Edges)
		}
		if err != nil { // A rival may run out of memory, or give a graph that is not the CPDAG of a class.
			fmt.Fprintf(os.Stderr, "%s: %v\n", r.name, err)
			run.Note = "failed"
		} else if err := run.check(); err != nil {
			return nil, err
		}
		out = append(out, run)
	}
	return out, nil
}

// notTried is the note of a run that was not begun because the network is too large for the program.
const notTried = "not tried"

// run runs the rival on a file of rows of n nodes, if it is installed and n is not too large for it.
func (r rival) run(file string, n int, o options) (rivalRun, error) {
	out := rivalRun{Name: r.name, Threads: r.threads}
	_, missing := os.Stat(r.needs)
	_, absent := exec.LookPath(r.command[0])
	switch {
	case missing != nil || absent != nil:
		out.Note = "not installed"
	case r.nodes > 0 && n > r.nodes:
		out.Note = notTried
	default:
		err := r.time(&out, file, o)
		return out, err
	}
	return out, nil
}

// time runs the command of the rival and stores its times and its graph.
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

// check compares the engine's score of the rival's graph with the rival's own.
func (r rivalRun) check() error {
	if r.Own != 0 && math.Abs(r.Own/r.Score-1) > 1e-9 {
		return fmt.Errorf("%s scores its graph %v, the engine %v", r.Name, r.Own, r.Score)
	}
	return nil
}

// Time is the time of the run, or says why there is none.
func (r rivalRun) Time() string {
	if r.Note != "" {
		return r.Note
	}
	return number(r.Seconds)
}

// runFor runs a program and returns its output. It ends the program at the limit and then returns false
// for done.
func runFor(limit time.Duration, name string, arguments ...string) (text []byte, done bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, arguments...)
	// The program may start processes. They are in its process group and end with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	text, err = cmd.Output()
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, false, nil
	}
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, false, fmt.Errorf("%s: %w\n%s", name, err, failed.Stderr)
	}
	return text, true, err
}
