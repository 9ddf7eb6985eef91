package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bytedance/sonic"

	"github.com/mcbnc/mcbnc/core/call"
)

// ourSearches are the two searches of the engine, and keptSearches those that bench/rivals/keep.py runs, with their titles
// in the table.
var (
	ourSearches  = []string{"ges", "xges"}
	keptSearches = [][2]string{{"xges", "XGES"}, {"boss", "BOSS"}, {"grasp", "GRaSP"}, {"tabu", "tabu"}}
)

// kept is what keep.py kept: by set, by program.
type kept struct {
	Programs map[string]string             `json:"programs"`
	Sets     map[string]map[string]keptRun `json:"sets"`
}

// keptRun is a DAG, or after how many seconds the program was stopped.
type keptRun struct {
	CPU     float64  `json:"cpu"`
	Arcs    [][2]int `json:"arcs"`
	Stopped float64  `json:"stopped"`
}

// readKept reads the file. If there is none, nothing is kept.
func readKept(path string) (k kept, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err == nil {
		err = sonic.Unmarshal(text, &k)
	}
	return k, err
}

// searched is what a search found: its score, the distances to the true network, and CPU seconds. Note says why there is
// nothing.
type searched struct {
	Title string  `json:"title"`
	Score float64 `json:"score"`
	SHD   int     `json:"shd"`
	SMHD  int     `json:"smhd"`
	CPU   float64 `json:"cpu_seconds"`
	Note  string  `json:"note,omitempty"`
}

// of is what is kept of a set.
func (k kept) of(s learnSet) map[string]keptRun { return k.Sets[s.stem()] }

// stem is the name of the set's files.
func (s learnSet) stem() string { return strings.TrimSuffix(filepath.Base(s.files[0]), ".1.rows") }

// compareSearches measures our searches on a set of which something is kept, of which the first one was measured, and
// compares them.
func compareSearches(s learnSet, first learned, runs map[string]keptRun, o options) ([]searched, error) {
	if len(runs) == 0 {
		return nil, nil
	}
	ours := []learned{first}
	for _, search := range ourSearches[1:] {
		o.search = search
		l, err := learnInProcess(s, 1, o)
		if err != nil {
			return nil, err
		}
		ours = append(ours, l)
	}
	return s.judge(ours, runs)
}

// judge compares what our searches found, in their order, and the kept ones.
func (s learnSet) judge(ours []learned, runs map[string]keptRun) (out []searched, err error) {
	data, err := readRows(s.files[:1])
	if err != nil {
		return nil, err
	}
	truth, err := data.truth(filepath.Join(filepath.Dir(s.files[0]), s.stem()+".gold.json"))
	if err != nil {
		return nil, err
	}
	for k, l := range ours {
		found, err := data.judge(l.Edges[0], truth)
		if err != nil {
			return nil, err
		}
		found.Title, found.CPU = "our "+ourSearches[k], l.CPU
		out = append(out, found)
	}
	for _, program := range keptSearches {
		found := searched{Note: "–"}
		if run, ran := runs[program[0]]; ran {
			if found, err = data.judgeKept(run, truth); err != nil {
				return nil, fmt.Errorf("%s: %w", program[1], err)
			}
		}
		found.Title = program[1]
		out = append(out, found)
	}
	return out, nil
}

func (t *table) judgeKept(run keptRun, truth []edge) (searched, error) {
	if run.Stopped > 0 {
		return searched{Note: "†"}, nil
	}
	edges := make([]edge, len(run.Arcs))
	for k, arc := range run.Arcs {
		edges[k] = edge{arc[0], arc[1], 0}
	}
	found, err := t.judge(edges, truth)
	found.CPU = run.CPU
	return found, err
}

// truth reads the arcs of the true network, by name.
func (t *table) truth(path string) (edges []edge, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var arcs [][2]string
	if err := sonic.Unmarshal(text, &arcs); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, arc := range arcs {
		from, to := slices.Index(t.names, arc[0]), slices.Index(t.names, arc[1])
		if from < 0 || to < 0 {
			return nil, fmt.Errorf("%s: the rows have no column %q or no column %q", path, arc[0], arc[1])
		}
		edges = append(edges, edge{from, to, 0})
	}
	return edges, nil
}

// judge is the score of a class of graphs, and its distances to the true network.
func (t *table) judge(edges, truth []edge) (out searched, err error) {
	if out.Score, err = t.score(edges); err != nil {
		return out, err
	}
	for _, distance := range []struct {
		op   string
		into *int
	}{{"shd", &out.SHD}, {"smhd", &out.SMHD}} {
		graphs := slices.Concat(t.matrix(edges), t.matrix(truth))
		answer, err := ask(map[string]any{"op": distance.op, "n": t.n()}, []call.Raw{{Name: "graphs", Data: graphs}})
		if err != nil {
			return out, err
		}
		*distance.into = int(int64(binary.NativeEndian.Uint64(answer.array("value"))))
	}
	return out, nil
}

// matrix is the adjacency matrix of a graph.
func (t *table) matrix(edges []edge) []byte {
	cells := make([]byte, t.n()*t.n())
	for _, e := range edges {
		cells[e[0]*t.n()+e[1]] = 1
		if e[2] == 1 {
			cells[e[1]*t.n()+e[0]] = 1
		}
	}
	return cells
}
