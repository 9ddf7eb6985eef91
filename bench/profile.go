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

	"github.com/mcbnc/mcbnc/core/graph"
)

// heapSampling is how many allocated bytes there are to one sample of the heap
// profile: far fewer than by default, since a run allocates little.
const heapSampling = 4096

// profileSet leaves a heap profile and a CPU profile of one set.
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
	// The heap's first: its samples cost time, and are wanted of a single run.
	if err := profileInto(filepath.Join(o.profiles, "heap.pprof"), dags, o, profileHeap); err != nil {
		return err
	}
	return profileInto(filepath.Join(o.profiles, "cpu.pprof"), dags, o, profileCPU)
}

type profiler func(w io.Writer, dags []*graph.DAG, o options) error

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
	runtime.GC() // a heap profile shows what there was at the last collection
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
