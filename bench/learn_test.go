package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// writeRows writes a file of rows and returns its path.
func writeRows(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "x.1.rows")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func TestReadRows(t *testing.T) {
	file := writeRows(t, "a b\n2 3\n4\n\x00\x01\x00\x01\x02\x02\n\x00")
	data, err := readRows([]string{file, file})
	require.NoError(t, err)
	require.Equal(t, &table{
		names: []string{"a", "b"}, arity: []int32{2, 3}, rows: []int{4, 4},
		cells: [][]byte{{0, 1, 0, 1, 2, 2, '\n', 0}, {0, 1, 0, 1, 2, 2, '\n', 0}},
	}, data)
	require.Equal(t, []int{4}, data.one(1).rows)

	for _, text := range []string{
		"\n\n1\n", "a\n0\n2\n\x00\x01", "a b\n2 3\n", "a b\n2 3\n5\n\x00\x01\x00\x01\x02\x02\n\x00", "a b\n2\n1\n\x00\x01", "a b\n2 x\n1\n\x00\x01", "a b\n2 3\nx\n\x00\x01",
	} {
		_, err := readRows([]string{writeRows(t, text)})
		require.Error(t, err, "%q", text)
	}
	_, err = readRows([]string{file, writeRows(t, "a c\n2 3\n1\n\x00\x01")})
	require.ErrorContains(t, err, "differ from those of the first file")
}

// The set of many clients is listed only if the files of all clients exist.
func TestLearnSets(t *testing.T) {
	dir := t.TempDir()
	for seed := 1; seed < manyClients; seed++ {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("alarm.%d.rows", seed)), nil, 0o644))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "linear20.1.rows"), nil, 0o644))
	single, many, linear := learnSets(dir)
	require.Equal(t, []learnSet{{"LINEAR 20", []string{filepath.Join(dir, "linear20.1.rows")}}}, linear)
	require.Equal(t, []learnSet{{"ALARM", []string{filepath.Join(dir, "alarm.1.rows")}}}, single)
	require.Empty(t, many)
	require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("alarm.%d.rows", manyClients)), nil, 0o644))
	_, many, _ = learnSets(dir)
	require.Len(t, many[0].files, manyClients)
}

// Real values are learned from by the Gaussian BIC.
func TestLearnFromValues(t *testing.T) {
	var a, b, sum []byte // a + b + a little more
	for k := range 200 {
		x, y, more := float64(k%7), float64(k%11), float64(k%3)/100
		a = binary.LittleEndian.AppendUint64(a, math.Float64bits(x))
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(y))
		sum = binary.LittleEndian.AppendUint64(sum, math.Float64bits(x+y+more))
	}
	file := writeRows(t, "a b sum\n0 0 0\n200\n"+string(slices.Concat(a, b, sum)))
	data, err := readRows([]string{file})
	require.NoError(t, err)
	require.True(t, data.continuous())
	l, err := learnTimes(data, options{workers: 1, seconds: time.Millisecond, limit: time.Minute})
	require.NoError(t, err)
	require.Equal(t, [][]edge{{{0, 2, 0}, {1, 2, 0}}}, l.Edges)
	score, err := data.score(l.Edges[0])
	require.NoError(t, err)
	empty, err := data.score(nil)
	require.NoError(t, err)
	require.Less(t, empty, score)
}

// learnTimes gives the engine's graphs and counts, and table.score gives the score that the engine reports.
func TestLearnTimes(t *testing.T) {
	a, b := strings.Repeat("\x00\x01\x00\x01", 50), strings.Repeat("\x00\x00\x01\x01", 50)
	or := strings.Repeat("\x00\x01\x01\x02", 50) // a + b
	file := writeRows(t, "a b sum\n2 2 3\n200\n"+a+b+or)
	data, err := readRows([]string{file, file})
	require.NoError(t, err)
	o := options{workers: 1, seconds: 10 * time.Millisecond, limit: time.Minute}
	l, err := learnTimes(data, o)
	require.NoError(t, err)
	require.True(t, l.Complete)
	require.GreaterOrEqual(t, l.Repetitions, leastRepetitions)
	require.LessOrEqual(t, l.Least, l.Seconds)
	collider := []edge{{0, 2, 0}, {1, 2, 0}}
	require.Equal(t, [][]edge{collider, collider}, l.Edges)
	require.Equal(t, []int{4, 0}, []int{l.Inserts, l.Deletes})

	answer, err := ask(data.request("learn", nil), data.arrays())
	require.NoError(t, err)
	score, err := data.one(1).score(collider)
	require.NoError(t, err)
	require.InEpsilon(t, numbers(answer.array("total"))[1], score, 1e-12)
	empty, err := data.one(1).score(nil)
	require.NoError(t, err)
	require.Less(t, empty, score)

	_, err = ask(data.request("nothing", nil), nil)
	require.Error(t, err)
}

// Our searches and those that were kept are judged by one scorer and by the true network.
func TestJudgeSearches(t *testing.T) {
	a, b := strings.Repeat("\x00\x01\x00\x01", 50), strings.Repeat("\x00\x00\x01\x01", 50)
	or := strings.Repeat("\x00\x01\x01\x02", 50) // a + b
	file := writeRows(t, "a b sum\n2 2 3\n200\n"+a+b+or)
	truth := filepath.Join(filepath.Dir(file), "x.gold.json")
	require.NoError(t, os.WriteFile(truth, []byte(`[["a","sum"],["b","sum"]]`), 0o644))
	data, err := readRows([]string{file})
	require.NoError(t, err)
	var ours []learned
	for _, search := range ourSearches {
		l, err := learnTimes(data, options{workers: 1, seconds: time.Millisecond, limit: time.Minute, search: search})
		require.NoError(t, err)
		ours = append(ours, l)
	}
	path := filepath.Join(t.TempDir(), "kept.json")
	known, err := readKept(path)
	require.NoError(t, err)
	set := learnSet{"X", []string{file}}
	require.Empty(t, known.of(set))
	require.NoError(t, os.WriteFile(path, []byte(`{"programs":{"xges":"1"},"sets":{"x":{
		"xges":{"cpu":1.5,"arcs":[[0,2],[0,1]]},"boss":{"stopped":9},"tabu":{"cpu":2,"arcs":[]}}}}`), 0o644))
	known, err = readKept(path)
	require.NoError(t, err)
	found, err := set.judge(ours, known.of(set))
	require.NoError(t, err)

	var titles []string
	for _, s := range found {
		titles = append(titles, s.Title)
	}
	require.Equal(t, []string{"our ges", "our xges", "XGES", "BOSS", "GRaSP", "tabu"}, titles)
	require.Equal(t, []int{0, 0, 0, 0}, []int{found[0].SHD, found[0].SMHD, found[1].SHD, found[1].SMHD})
	require.Equal(t, []int{3, 1}, []int{found[2].SHD, found[2].SMHD}) // sum − a − b, for a → sum ← b, whose moral graph has a − b
	require.Equal(t, []int{2, 3}, []int{found[5].SHD, found[5].SMHD})
	require.Equal(t, []string{"", "†", "–", ""}, []string{found[2].Note, found[3].Note, found[4].Note, found[5].Note})
	for k, edges := range map[int][]edge{1: ours[1].Edges[0], 2: {{0, 2, 0}, {0, 1, 0}}, 5: nil} {
		score, err := data.score(edges)
		require.NoError(t, err)
		require.Equal(t, score, found[k].Score)
	}
	require.Equal(t, 1.5, found[2].CPU)

	require.NoError(t, os.WriteFile(truth, []byte(`[["a","nobody"]]`), 0o644))
	_, err = set.judge(ours, known.of(set))
	require.ErrorContains(t, err, "nobody")
	require.NoError(t, os.WriteFile(path, []byte(`{`), 0o644))
	_, err = readKept(path)
	require.Error(t, err)
}

func TestEdgesOf(t *testing.T) {
	cells := []byte{
		0, 1, 0,
		1, 0, 1,
		0, 0, 0,
	}
	require.Equal(t, []edge{{0, 1, 1}, {1, 2, 0}}, edgesOf(cells, 3))
}

// A rival gets its arguments, its output is read, and the limit ends it with all its processes.
func TestRival(t *testing.T) {
	o := options{rivalLimit: time.Minute}
	script := func(lines string) rival {
		path := filepath.Join(t.TempDir(), "run")
		require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+lines), 0o755))
		return rival{name: "X", threads: 2, nodes: 5, needs: path, command: []string{path}}
	}
	x := script(`test "$1 $2 $3" = "alarm.rows 2 5" && echo '{"seconds":[9,4,3,1,2],"edges":[[0,1,1]],"score":-7}'`)
	got, err := x.run("alarm.rows", 5, o)
	require.NoError(t, err)
	require.Equal(t, rivalRun{Name: "X", Threads: 2, Seconds: 2, Least: 1, Runs: 5, Edges: []edge{{0, 1, 1}}, Own: -7}, got)

	got, err = x.run("alarm.rows", 6, o)
	require.NoError(t, err)
	require.Equal(t, "not tried", got.Note)
	x.needs = "nowhere"
	got, err = x.run("alarm.rows", 5, o)
	require.NoError(t, err)
	require.Equal(t, "not installed", got.Note)
	_, err = script("echo why >&2; exit 3").run("alarm.rows", 5, o)
	require.ErrorContains(t, err, "why")
	_, err = script("echo '{'").run("alarm.rows", 5, o)
	require.Error(t, err)

	require.NoError(t, rivalRun{Own: -7, Score: -7 * (1 + 1e-12)}.check())
	require.Error(t, rivalRun{Own: -7, Score: -7.001}.check())

	o.rivalLimit = 200 * time.Millisecond
	left := filepath.Join(t.TempDir(), "left")
	got, err = script("(sleep 1; touch "+left+") & wait").run("alarm.rows", 5, o)
	require.NoError(t, err)
	require.Equal(t, "not done in 200ms", got.Note)
	time.Sleep(1200 * time.Millisecond)
	require.NoFileExists(t, left)
}

func TestRenderLearning(t *testing.T) {
	ours := learned{Seconds: 0.5, CPU: 0.25, Complete: true, Inserts: 12, Deletes: 1, Edges: [][]edge{{{0, 1, 0}, {1, 2, 1}}}}
	fast, slow := ours, learned{Seconds: 60}
	fast.Seconds = 0.25
	run := func(name string, threads int, seconds, score float64) rivalRun {
		return rivalRun{Name: name, Threads: threads, Seconds: seconds, Score: score, Edges: []edge{{0, 1, 0}}}
	}
	r := learnResults{
		Rows: []learnRow{
			{Name: "A", Nodes: 37, Rows: 5000, Datasets: 1, One: ours, Two: fast, Score: -100, Rivals: []rivalRun{
				run("T", 1, 5, -101), run("T", 2, 4, -101), run("C", 1, 50, -99), {Name: "P", Threads: 1, Note: "not installed"},
			}},
			{Name: "B", One: ours, Two: slow, Score: -100, Searches: []searched{
				{Title: "our ges", Score: -102, SHD: 3, SMHD: 4, CPU: 0.25}, {Title: "our xges", Score: -100, SHD: 1, SMHD: 2, CPU: 0.5},
				{Title: "XGES", Score: -100 * (1 + 1e-12), SHD: 1, SMHD: 2, CPU: 60}, {Title: "BOSS", Note: "†"},
			}, Rivals: []rivalRun{
				run("T", 1, 20, -100), {Name: "T", Threads: 2, Note: "not done in 5m"}, {Name: "C", Threads: 1, Note: "not tried"},
			}},
		},
		Programs: map[string]string{"xges": "xges 0", "boss": "Tetrad 0"},
		Clients:  []learnRow{{Name: "M", Datasets: 30, Rows: 5000, One: ours, Two: fast}},
	}
	path := filepath.Join(t.TempDir(), "docs", "page.md")
	require.NoError(t, writeDoc(path, r.render))
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	text := string(page)
	for _, part := range []string{
		"| A | 37 | 0.500 | 0.250 | 0.250 | 2 | -100.00 |\n", "not done in 60.0",
		"| M | 30 | 5,000 | 0.500 | 0.250 |\n",
		"| network | its, 1 thread, s | its, 2 threads, s | ratio, 1 | ratio, 2 | lead |\n",
		"| A | 5.00 | 4.00 | 10.0 | 16.0 | +1.00 |\n",
		"| B | 20.0 | not done in 5m | 40.0 | – | +0.00 |\n",
		"*ratio, 1* is 20.0 (geometric mean) and 10.0 (least), and *ratio, 2* 16.0 and 16.0. ",
		"is greater on 1, the same on 1, and less on 0 networks.",
		"| network | its, 1 thread, s | ratio, 1 | ratio, 2 | lead |\n",
		"| A | 50.0 | 100 | 200 | -1.00 |\n\n",
		"*XGES* (xges 0), *BOSS* (Tetrad 0)",
		"| network | our ges | our xges | XGES | BOSS |\n|---|---:|---:|---:|---:|\n",
		"| B | -2.00<br>3/4<br>0.250 | +0.00<br>1/2<br>0.500 | +0.00<br>1/2<br>60.0 | † |\n",
	} {
		require.Contains(t, text, part)
	}
	require.NotContains(t, text, "Beside P")
	require.NotContains(t, text, "not tried")
	for _, gap := range []string{"\n\n\n", "|\n\n|", "|\n#", "|\n|---|---:|\n\n"} {
		require.NotContains(t, text, gap)
	}
	require.True(t, strings.HasSuffix(text, ".\n"))
}
