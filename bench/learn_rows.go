package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/bytedance/sonic"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/job"
)

// table holds the rows of one or several clients that have the same nodes.
type table struct {
	names []string
	arity []int32  // all 0: the cells are real values
	rows  []int    // of each client
	cells [][]byte // of each client: all rows of the first node, then those of the second, and so on
}

// continuous reports whether the cells are real values, which are learned from by the Gaussian BIC.
func (t *table) continuous() bool { return slices.Max(t.arity) == 0 }

func (t *table) n() int { return len(t.names) }

// one is the table of client k alone.
func (t *table) one(k int) *table {
	return &table{t.names, t.arity, t.rows[k : k+1], t.cells[k : k+1]}
}

// readRows reads one file for each client, in the format of bench/rivals/rows.py.
func readRows(files []string) (*table, error) {
	t := &table{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := t.add(text); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return t, nil
}

// add adds the client whose file has this text.
func (t *table) add(text []byte) error {
	parts := bytes.SplitN(text, []byte("\n"), 4)
	if len(parts) != 4 {
		return fmt.Errorf("a file of rows has three lines before the cells")
	}
	names, cells := strings.Fields(string(parts[0])), parts[3]
	rows, err := strconv.Atoi(string(parts[2]))
	if err != nil {
		return err
	}
	var arity []int32
	for _, field := range strings.Fields(string(parts[1])) {
		states, err := strconv.ParseInt(field, 10, 32)
		if err != nil {
			return err
		}
		arity = append(arity, int32(states))
	}
	width := 1
	if len(arity) > 0 && slices.Max(arity) == 0 {
		width = 8
	}
	if len(arity) == 0 || len(arity) != len(names) || len(cells) != width*len(names)*rows {
		return fmt.Errorf("%d names, %d numbers of states and %d bytes of cells for %d rows", len(names), len(arity), len(cells), rows)
	}
	if t.names != nil && !(slices.Equal(names, t.names) && slices.Equal(arity, t.arity)) {
		return fmt.Errorf("the nodes differ from those of the first file")
	}
	t.names, t.arity = names, arity
	t.rows, t.cells = append(t.rows, rows), append(t.cells, cells)
	return nil
}

// request is a request about the rows, with more fields.
func (t *table) request(op string, more map[string]any) map[string]any {
	q := map[string]any{"op": op, "n": t.n(), "r": len(t.rows), "rows": t.rows, "width": 1}
	if t.continuous() {
		q["score"] = "bic-g"
	}
	for field, value := range more {
		q[field] = value
	}
	return q
}

// arrays are the arrays of a request about the rows.
func (t *table) arrays() []call.Raw {
	if t.continuous() {
		return []call.Raw{{Name: "values", Data: slices.Concat(t.cells...)}}
	}
	arity, err := binary.Append(nil, binary.NativeEndian, t.arity)
	if err != nil {
		panic("bench: a slice of numbers always has a size: " + err.Error())
	}
	return []call.Raw{{Name: "data", Data: slices.Concat(t.cells...)}, {Name: "arity", Data: arity}}
}

// edge is (u, v, 0) for u → v, and (u, v, 1) for u − v.
type edge [3]int

// score is the engine's score of the class with these edges.
func (t *table) score(edges []edge) (float64, error) {
	graphs := call.Raw{Name: "graphs", Data: t.matrix(edges)}
	answer, err := ask(t.request("scores", map[string]any{"graphs": 1}), append(t.arrays(), graphs))
	if err != nil {
		return 0, err
	}
	total := 0.0
	for _, local := range numbers(answer.array("value")) {
		total += local
	}
	return total, nil
}

// reply is the engine's answer to a request.
type reply struct {
	Status string           `json:"status"`
	Counts map[string]int64 `json:"counts"`
	Arrays map[string]struct {
		Shape []int  `json:"shape"`
		DType string `json:"dtype"`
	} `json:"arrays"`
	job *job.Job
}

// ask runs a request in the engine, as a caller from C does, and waits for its answer.
func ask(request map[string]any, arrays []call.Raw) (*reply, error) {
	text, err := sonic.Marshal(request)
	if err != nil {
		return nil, err
	}
	j, err := job.Start(text, arrays)
	if err != nil {
		return nil, err
	}
	j.Wait(-1)
	if text, err = j.Result(); err != nil {
		return nil, err
	}
	r := &reply{job: j}
	return r, sonic.Unmarshal(text, r)
}

// array is the bytes of an array of the answer. It panics if there is no such array.
func (r *reply) array(name string) []byte {
	shape := r.Arrays[name]
	size, err := strconv.Atoi(strings.TrimLeft(shape.DType, "uif"))
	for _, extent := range shape.Shape {
		size *= extent
	}
	buffer := make([]byte, size)
	if err == nil {
		err = r.job.Read(name, buffer)
	}
	if err != nil {
		panic("bench: the engine's answer lacks " + name + ": " + err.Error())
	}
	return buffer
}

// numbers converts the bytes of an array of float64.
func numbers(data []byte) []float64 {
	out := make([]float64, len(data)/8)
	for i := range out {
		out[i] = math.Float64frombits(binary.NativeEndian.Uint64(data[8*i:]))
	}
	return out
}
