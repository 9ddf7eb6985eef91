package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/bytedance/sonic"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// measured is the result of running one set several times in a process of its own.
type measured struct {
	work
	Workers     int                `json:"workers"`
	Repetitions int                `json:"repetitions"`
	WallMS      float64            `json:"wall_ms"` // median of the repetitions
	CPUMS       float64            `json:"cpu_ms"`  // median; of all threads, with garbage collection
	LeastWallMS float64            `json:"least_wall_ms"`
	Allocations uint64             `json:"allocations"` // of the first run
	AllocatedMB float64            `json:"allocated_mb"`
	PeakMB      float64            `json:"peak_mb"` // largest resident memory up to the end of the first run
	IdleMB      float64            `json:"idle_mb"` // resident memory before the first run, with the DAGs
	Phases      map[string]float64 `json:"phases"`  // shares of the CPU time
}

const (
	leastRepetitions = 3
	mb               = 1 << 20
)

// longRun is the time of a run from which on the run is not repeated.
const longRun = 20 * time.Second

// measureSet measures one set in this process and prints the result as JSON.
func measureSet(o options) error {
	s, err := find(o)
	if err != nil {
		return err
	}
	_, dags, err := s.load()
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	// One worker means one thread, which also collects the garbage.
	runtime.GOMAXPROCS(o.workers)
	m, err := measure(dags, o)
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	text, err := sonic.Marshal(m)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(text)
	return err
}

// measure runs the DAGs repeatedly. Memory and allocations are those of the first run.
func measure(dags []*graph.DAG, o options) (*measured, error) {
	m := &measured{Workers: o.workers}
	profile, err := startSampling()
	if err != nil {
		return nil, err
	}
	debug.FreeOSMemory()
	m.IdleMB = resident("VmRSS")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w, first, err := timed(dags, o)
	if err != nil {
		return nil, err
	}
	runtime.ReadMemStats(&after)
	m.work = w
	m.PeakMB = resident("VmHWM")
	m.Allocations = after.Mallocs - before.Mallocs
	m.AllocatedMB = float64(after.TotalAlloc-before.TotalAlloc) / mb

	laps := []lap{first}
	begin := time.Now()
	for first.wall < longRun && (len(laps) < leastRepetitions || time.Since(begin) < o.seconds) {
		_, l, err := timed(dags, o)
		if err != nil {
			return nil, err
		}
		laps = append(laps, l)
	}
	m.summarize(laps)
	m.Phases, err = profile.shares()
	return m, err
}

// lap is the wall time and the CPU time of one run.
type lap struct{ wall, cpu time.Duration }

// timed makes one run and measures its times.
func timed(dags []*graph.DAG, o options) (w work, l lap, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), o.limit)
	defer cancel()
	begin, busy := time.Now(), cpuTime()
	w, err = once(ctx, dags, o.workers)
	return w, lap{time.Since(begin), cpuTime() - busy}, err
}

// summarize stores the medians and the least time.
func (m *measured) summarize(laps []lap) {
	var wall, cpu []float64
	for _, l := range laps {
		wall = append(wall, l.wall.Seconds()*1e3)
		cpu = append(cpu, l.cpu.Seconds()*1e3)
	}
	m.Repetitions = len(laps)
	m.WallMS, m.CPUMS, m.LeastWallMS = median(wall), median(cpu), slices.Min(wall)
}

// median is the middle one of the sorted values, the upper one of two.
func median(values []float64) float64 {
	return slices.Sorted(slices.Values(values))[len(values)/2]
}
