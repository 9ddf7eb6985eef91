package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bytedance/sonic"
)

// learned is the result of learning from one set several times in a process of its own.
type learned struct {
	Seconds     float64          `json:"seconds"` // median of the repetitions
	CPU         float64          `json:"cpu_seconds"`
	Least       float64          `json:"least_seconds"`
	Repetitions int              `json:"repetitions"`
	Inserts     int              `json:"inserts"`
	Deletes     int              `json:"deletes"`
	Turns       int              `json:"turns"`
	Counts      map[string]int64 `json:"counts"`
	Edges       [][]edge         `json:"edges"` // of each client's CPDAG
	Complete    bool             `json:"complete"`
}

// same reports whether two runs learned the same edges with the same numbers of operators.
func (l learned) same(o learned) bool {
	return reflect.DeepEqual(l.Edges, o.Edges) && l.Inserts == o.Inserts && l.Deletes == o.Deletes && l.Turns == o.Turns
}

// EdgeCount is the number of edges of all clients together.
func (l learned) EdgeCount() int { return len(slices.Concat(l.Edges...)) }

// learnInProcess measures a set in a process of its own.
func learnInProcess(s learnSet, workers int, o options) (l learned, err error) {
	self, err := os.Executable()
	if err != nil {
		return l, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*o.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, "-files", strings.Join(s.files, ","),
		"-workers", strconv.Itoa(workers), "-time", o.seconds.String(), "-limit", o.limit.String(), "-search", o.search,
		"learn-measure")
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return l, err
	}
	return l, sonic.Unmarshal(text, &l)
}

// learnMeasure measures one set in this process and prints the result as JSON.
func learnMeasure(o options) error {
	data, err := readRows(strings.Split(o.files, ","))
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(o.workers)
	l, err := learnTimes(data, o)
	if err != nil {
		return err
	}
	text, err := sonic.Marshal(l)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(text)
	return err
}

// learnTimes repeats a run and measures it. A run begins with the codes in memory and ends with the answer.
// It includes the checks of the request.
func learnTimes(data *table, o options) (l learned, err error) {
	request := data.request("learn", map[string]any{"workers": o.workers, "time_limit": o.limit.Seconds(), "search": o.search})
	arrays := data.arrays()
	var wall, cpu []float64
	begin := time.Now()
	for len(wall) == 0 || wall[0] < longRun.Seconds() && (len(wall) < leastRepetitions || time.Since(begin) < o.seconds) {
		start, busy := time.Now(), cpuTime()
		answer, err := ask(request, arrays)
		if err != nil {
			return l, err
		}
		wall, cpu = append(wall, time.Since(start).Seconds()), append(cpu, (cpuTime()-busy).Seconds())
		if err := l.record(answer, data.n()); err != nil {
			return l, err
		}
	}
	l.Repetitions = len(wall)
	l.Seconds, l.CPU, l.Least = median(wall), median(cpu), slices.Min(wall)
	return l, nil
}

// record takes the learned graphs and the counts from the answer.
func (l *learned) record(answer *reply, n int) error {
	kinds := answer.array("step_kind")
	l.Inserts, l.Deletes, l.Turns = bytes.Count(kinds, []byte{1}), bytes.Count(kinds, []byte{2}), bytes.Count(kinds, []byte{3})
	l.Complete, l.Counts = answer.Status == "complete", answer.Counts
	if l.Inserts+l.Deletes+l.Turns != len(kinds) {
		return fmt.Errorf("a step is no Insert, no Delete and no Turn")
	}
	l.Edges = nil
	for cells := range slices.Chunk(answer.array("cpdag"), n*n) {
		l.Edges = append(l.Edges, edgesOf(cells, n))
	}
	return nil
}

// edgesOf is the list of the edges of an n × n adjacency matrix. An undirected edge sets both cells.
func edgesOf(cells []byte, n int) []edge {
	edges := []edge{}
	for u := range n {
		for v := range n {
			there, back := cells[u*n+v] == 1, cells[v*n+u] == 1
			switch {
			case there && !back:
				edges = append(edges, edge{u, v, 0})
			case there && u < v:
				edges = append(edges, edge{u, v, 1})
			}
		}
	}
	return edges
}
