package learning_test

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/federate/learning"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// alarm is ten sites with 500 of the bundled rows each, and the DAG that each learns of them.
func alarm(t *testing.T) *federation {
	const sites, rows, n = 10, 500, 37
	file, err := zip.OpenReader(filepath.Join("..", "..", "..", "python", "mcbnc", "data", "alarm.npz"))
	require.NoError(t, err)
	defer file.Close()
	columns, arity := make([][][]uint8, sites), make([]int32, n)
	for k := range columns {
		columns[k] = columnsOf(t, &file.Reader, fmt.Sprintf("client%d.npy", k))
		require.Len(t, columns[k], n)
		for i, column := range columns[k] {
			columns[k][i] = column[:rows]
			arity[i] = max(arity[i], int32(slices.Max(column))+1)
		}
	}
	kind, _ := score.Find("bdeu")
	f := &federation{public: learning.Public{
		Sites: sites, Score: kind, MaxParents: -1, Parameters: score.Parameters{ESS: 1, Penalty: 1, Memo: new(score.Memo)},
	}}
	for k := range columns {
		table := data.New(rows, columns[k], arity)
		f.public.Arity = table.Arity()
		f.sites = append(f.sites, &learning.Site{
			Data: table, Structure: learning.Structure{DAG: learned(t, kind.Discrete(table, f.public.Parameters)), Secret: []byte{byte(k)}},
			Score: kind, Parameters: f.public.Parameters,
		})
	}
	return f
}

// columnsOf are the columns of a matrix of bytes in a file of NumPy's.
func columnsOf(t *testing.T, file *zip.Reader, name string) (columns [][]uint8) {
	entry, err := file.Open(name)
	require.NoError(t, err)
	defer entry.Close()
	text, err := io.ReadAll(entry)
	require.NoError(t, err)
	start := 10 + int(binary.LittleEndian.Uint16(text[8:]))
	var rows, n int
	_, err = fmt.Sscanf(string(text[10:start]), "{'descr': '|u1', 'fortran_order': True, 'shape': (%d, %d), }", &rows, &n)
	require.NoError(t, err)
	require.Len(t, text, start+rows*n)
	return slices.Collect(slices.Chunk(text[start:], rows))
}

// learned is a member of the class that a search by a model finds.
func learned(t *testing.T, model score.Model) *graph.DAG {
	team := parallel.NewTeam(1)
	defer team.Close()
	found, err := ges.Run(context.Background(), model.Variables(), score.NewSets(model, team), team, ges.Options{MaxParents: -1})
	require.NoError(t, err)
	g, err := equiv.Extension(found.Class.CPDAG(), nil)
	require.NoError(t, err)
	return g
}

// cost is what a run asks for.
type cost struct{ rounds, tables, cells, own int }

func costOf(arity []int, history []learning.Round) (c cost) {
	for _, round := range history {
		c.rounds++
		c.tables += len(round.Question.Tables)
		for _, set := range round.Question.Tables {
			c.cells += data.Cells(arity, set)
		}
		c.own += len(round.Question.Own)
	}
	return c
}

func TestAlarm(t *testing.T) {
	for _, test := range []struct {
		ahead           int
		votes           bool
		noTables, noOwn bool
		pairs           int
		most            cost
	}{
		{0, false, false, false, 118, cost{rounds: 49, tables: 360, cells: 13_600, own: 600}},
		{6, false, false, false, 118, cost{rounds: 10, tables: 360, cells: 13_600, own: 600}},
		{6, false, true, false, 118, cost{rounds: 9, own: 600}},
		{6, false, false, true, 118, cost{rounds: 10, tables: 360, cells: 13_600}},
		{6, true, false, true, 666, cost{rounds: 10, tables: 2_400, cells: 132_000}},
		{6, true, false, false, 666, cost{rounds: 20, tables: 5_000, cells: 140_000, own: 5_000}},
	} {
		f := alarm(t)
		f.public.Ahead, f.public.NoTables, f.public.NoOwn = test.ahead, test.noTables, test.noOwn
		f.public.Penalised = test.votes
		want, _ := f.together(t)
		begin := time.Now()
		got, history, err := f.learn()
		require.NoError(t, err)
		requireSame(t, want, got.Result)
		require.Equal(t, test.pairs, got.Pairs)
		c := costOf(f.public.Arity, history)
		t.Logf("%+v: %+v in %v", test, c, time.Since(begin))
		require.LessOrEqual(t, c.rounds, test.most.rounds)
		require.LessOrEqual(t, c.tables, test.most.tables)
		require.LessOrEqual(t, c.cells, test.most.cells)
		require.LessOrEqual(t, c.own, test.most.own)
	}
}
