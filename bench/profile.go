package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"time"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// heapSampling is the number of allocated bytes for each sample of the heap profile. It is far below Go's
// default, since a run allocates little.
const heapSampling = 4096

// profileSet writes a heap profile of a single run of one set, and a CPU profile of several runs.
func profileSet(o options) error {
	s, err := find(o)
	if err != nil {
		return err
	}
	_, dags, err := s.load()
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	runtime.GOMAXPROCS(o.workers)
	if err := os.MkdirAll(o.profiles, 0o755); err != nil {
		return err
	}
	// The heap profile comes first, since the CPU profile makes further runs.
	if err := profileInto(filepath.Join(o.profiles, "heap.pprof"), dags, o, profileHeap); err != nil {
		return err
	}
	return profileInto(filepath.Join(o.profiles, "cpu.pprof"), dags, o, profileCPU)
}

// profiler writes a profile of runs on the DAGs to w.
type profiler func(w io.Writer, dags []*graph.DAG, o options) error

// profileInto writes a profile to a file and prints the name of the file.
func profileInto(path string, dags []*graph.DAG, o options, profile profiler) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(profile(file, dags, o), file.Close()); err != nil {
		return err
	}
	fmt.Println(path)
	return nil
}

func profileHeap(w io.Writer, dags []*graph.DAG, o options) error {
	defer func(rate int) { runtime.MemProfileRate = rate }(runtime.MemProfileRate)
	runtime.MemProfileRate = heapSampling
	if _, _, err := timed(dags, o); err != nil {
		return err
	}
	runtime.GC() // A heap profile shows the state at the last collection.
	return pprof.WriteHeapProfile(w)
}

func profileCPU(w io.Writer, dags []*graph.DAG, o options) error {
	if err := pprof.StartCPUProfile(w); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	for begin := time.Now(); time.Since(begin) < o.seconds; {
		if _, _, err := timed(dags, o); err != nil {
			return err
		}
	}
	return nil
}
