package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/bytedance/sonic"
)

// javaRun is the result of the authors' program on one set. The times are those of a run in a warm
// virtual machine. They are 0 if there are none, and Note says why.
type javaRun struct {
	WallMS float64 `json:"wall_ms"`
	CPUMS  float64 `json:"cpu_ms"` // of the one thread that computes
	Edges  int     `json:"edges"`  // of its fusion
	Note   string  `json:"note,omitempty"`
}

// javaEdges is the largest number of edges of a fusion for which the Java program is run. With many more
// edges, it makes only the first steps within the limit.
const javaEdges = 2000

// java runs the authors' program from the shared folder on the DAGs of a set. The argument edges is the
// number of edges of their fusion. The result is empty if there is no such program.
func java(s set, edges int, o options) (javaRun, error) {
	script := filepath.Join(o.shared, "reference", "run")
	if _, err := os.Stat(script); err != nil || o.javaLimit == 0 {
		return javaRun{}, nil
	}
	if _, err := exec.LookPath("java"); err != nil {
		return javaRun{}, nil
	}
	if s.noJava || edges > javaEdges {
		return javaRun{Note: "not tried"}, nil
	}
	if s.file != "" {
		return warmJava(script, s.file, s.r, o.javaLimit)
	}
	names, dags, err := s.load()
	if err != nil {
		return javaRun{}, err
	}
	dir, err := os.MkdirTemp("", "mcbnc-bench-")
	if err != nil {
		return javaRun{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "clients.json")
	if err := writeClients(file, names, dags); err != nil {
		return javaRun{}, err
	}
	return warmJava(script, file, s.r, o.javaLimit)
}

// javaWarmUp is how long the program repeats its work before it counts: as long as calls.py has ours repeat it.
const javaWarmUp = 5 * time.Second

// warmJava runs the program twice. It makes few repetitions by itself, from which the first run learns how many it takes
// until it is warm.
func warmJava(script, file string, r int, limit time.Duration) (javaRun, error) {
	first, err := runJava(script, file, r, limit)
	repetitions := int(javaWarmUp.Seconds() * 1e3 / (first.WallMS * javaEach))
	if err != nil || first.WallMS == 0 || repetitions <= javaRepetitions {
		return first, err
	}
	dir, err := os.MkdirTemp("", "mcbnc-bench-")
	if err != nil {
		return javaRun{}, err
	}
	defer os.RemoveAll(dir)
	real, err := exec.LookPath("java")
	if err != nil {
		return javaRun{}, err
	}
	// The script has no argument for it, so it gets a java that adds one.
	wrapped := fmt.Sprintf("#!/bin/sh\nexec '%s' \"$@\" --reps %d\n", real, repetitions)
	if err := os.WriteFile(filepath.Join(dir, "java"), []byte(wrapped), 0o755); err != nil {
		return javaRun{}, err
	}
	return runJava(script, file, r, limit, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

const (
	javaRepetitions = 2 // that the program makes by itself
	javaEach        = 3 // a repetition does the work in so many ways
)

// runJava runs the program on the first r clients of a file, with these variables set.
func runJava(script, file string, r int, limit time.Duration, variables ...string) (javaRun, error) {
	text, done, err := runFor(limit, variables, script, file, strconv.Itoa(r))
	if err != nil {
		return javaRun{}, err
	}
	if !done {
		return javaRun{Note: fmt.Sprintf("not done in %v", limit)}, nil
	}
	var answer javaAnswer
	if err := sonic.Unmarshal(text, &answer); err != nil {
		return javaRun{}, fmt.Errorf("%s: %w", script, err)
	}
	return answer.run(), nil
}

// runFor runs a program and returns its output. It ends the program at the limit and then returns false
// for done.
func runFor(limit time.Duration, variables []string, name string, arguments ...string) (text []byte, done bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, arguments...)
	cmd.Env = append(os.Environ(), variables...)
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

// javaAnswer is the output of the program. If a run takes long, the program makes only two and has no
// steady times. Then the times of the second run count.
type javaAnswer struct {
	Edges           int      `json:"union_edges"`
	SteadyFusion    *float64 `json:"steady_fusion_ms"`
	SteadyMinCut    *float64 `json:"steady_mincut_ms"`
	SteadyFusionCPU *float64 `json:"steady_fusion_cpu_ms"`
	SteadyMinCutCPU *float64 `json:"steady_mincut_cpu_ms"`
	Fusion          float64  `json:"fusion_ms"`
	MinCut          float64  `json:"mincut_ms"`
	FusionCPU       float64  `json:"fusion_cpu_ms"`
	MinCutCPU       float64  `json:"mincut_cpu_ms"`
}

func (a *javaAnswer) run() javaRun {
	either := func(steady *float64, second float64) float64 {
		if steady != nil {
			return *steady
		}
		return second
	}
	return javaRun{
		Edges:  a.Edges,
		WallMS: either(a.SteadyFusion, a.Fusion) + either(a.SteadyMinCut, a.MinCut),
		CPUMS:  either(a.SteadyFusionCPU, a.FusionCPU) + either(a.SteadyMinCutCPU, a.MinCutCPU),
	}
}
