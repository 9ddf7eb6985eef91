package job_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// lists are required and forbidden edges as a request has them: u, v and whether the edge is undirected.
type lists struct{ required, forbidden [][3]int }

func (l lists) fields() string {
	list := func(edges [][3]int) string { return strings.ReplaceAll(fmt.Sprint(edges), " ", ",") }
	return fmt.Sprintf(`,"required":%s,"forbidden":%s`, list(l.required), list(l.forbidden))
}

// among are the lists without the required edges that g does not have at all.
func (l lists) among(g oracle.Matrix) lists {
	apart := func(e [3]int) bool { return !g.Adjacent(e[0], e[1]) }
	return lists{slices.DeleteFunc(slices.Clone(l.required), apart), l.forbidden}
}

// keeps reports whether a DAG has all required edges and no forbidden one.
func (l lists) keeps(g oracle.Matrix) bool {
	has := func(e [3]int) bool { return g[e[0]][e[1]] || e[2] == 1 && g[e[1]][e[0]] }
	lacks := func(e [3]int) bool { return !has(e) }
	return !slices.ContainsFunc(l.required, lacks) && !slices.ContainsFunc(l.forbidden, has)
}

// class is the class of g under the lists: an edge is directed if all DAGs of the class that keep them have it this way.
func (l lists) class(g oracle.Matrix) oracle.Matrix {
	return oracle.Union(slices.DeleteFunc(oracle.ClassMembers(g), func(d oracle.Matrix) bool { return !l.keeps(d) }))
}

// drawLists draws edges, at most one in each list for each ordered pair. An arc is not required both ways, which would stand for
// the pair.
func drawLists(t *rapid.T, n, sparse int) (l lists) {
	for v := range n {
		for u := range v {
			a, b := u, v
			if rapid.Bool().Draw(t, "back") {
				a, b = b, a
			}
			switch rapid.IntRange(0, sparse).Draw(t, "required") {
			case 0:
				l.required = append(l.required, [3]int{a, b, 0})
			case 1:
				l.required = append(l.required, [3]int{a, b, 1})
			}
			switch rapid.IntRange(0, sparse).Draw(t, "forbidden") {
			case 0:
				l.forbidden = append(l.forbidden, [3]int{a, b, 0})
			case 1:
				l.forbidden = append(l.forbidden, [3]int{b, a, 0})
			case 2:
				l.forbidden = append(l.forbidden, [3]int{a, b, 1})
			}
		}
	}
	return l
}

// askKnown asks for results under the lists: of learning, of votes and of runs. It calls each with every graph of the result
// and the class that the reply has, and with an error alone.
func askKnown(t *rapid.T, tt *testing.T, n int, l lists, each func(op string, g, class oracle.Matrix, failure *call.Error)) {
	const rows, r = 12, 2
	rng := oracle.Rand(rapid.Uint64().Draw(t, "seed"))
	data, values, arity := make([]uint8, r*n*rows), make([]float64, r*n*rows), slices.Repeat([]int32{2}, n)
	for at := range data {
		if data[at] = uint8(rng.IntN(2)); at >= rows && rng.IntN(3) > 0 {
			data[at] = data[at-rows] // a column is often like the one before
		}
		values[at] = float64(data[at]) + rng.NormFloat64()
	}
	dags := jobtest.Raw("dags", jobtest.Cells(oracle.RandomDAGs(rng, r, n, 0.6))...)
	seen, sizes := jobtest.Raw("seen", slices.Repeat([]uint8{1}, r*n)...), jobtest.Raw("arity", arity...)
	of := func(op, more string, raws ...call.Raw) {
		told := ask(t, tt, n, jobtest.Request(op, n, r, more+l.fields()), raws)
		if told.failure != nil {
			each(op, nil, nil, told.failure)
			return
		}
		graphs, classes := matricesOf(n, told.arrays["adjacency"]), matricesOf(n, told.arrays["cpdag"])
		require.NotEmpty(t, graphs)
		require.Len(t, classes, len(graphs))
		for k := range graphs {
			each(op, graphs[k], classes[k], nil)
		}
	}
	table := `,"width":1,"rows":[` + strings.Repeat(fmt.Sprint(rows, ","), r-1) + fmt.Sprint(rows) + `]`
	numbers := strings.Replace(table, `"width":1`, `"score":"bge"`, 1)
	for _, stopped := range []string{"", `,"time_limit":1e-9`} {
		of("learn", table+stopped, jobtest.Raw("data", data...), sizes)
		of("learn_jointly", table+`,"search":"xges"`+stopped, jobtest.Raw("data", data...), sizes, dags)
		of("learn_union", table+`,"chains":2,"rounds":1`+stopped, jobtest.Raw("data", data...), sizes, dags, seen)
		of("learn_union", numbers+stopped, jobtest.Raw("values", values...), dags, seen)
	}
	of("run", `,"theta":0.5`, dags)
	of("batch", `,"theta":"auto","runs":2`, dags)
	of("vote", `,"kind":"skeleton"`, dags)
}

// matricesOf are graphs over n nodes that follow one another.
func matricesOf(n int, cells []byte) (out []oracle.Matrix) {
	for own := range slices.Chunk(cells, n*n) {
		g := oracle.New(n)
		for at, cell := range own {
			g[at/n][at%n] = cell == 1
		}
		out = append(out, g)
	}
	return out
}

// Some DAG keeps the lists if and only if no operation refuses them.
func TestKnowledgeIsRefusedIfNoDAGKeepsIt(tt *testing.T) {
	all := [][]oracle.Matrix{2: oracle.AllDAGs(2), 3: oracle.AllDAGs(3), 4: oracle.AllDAGs(4)}
	kept, refused := 0, 0
	graphtest.Check(tt, func(t *rapid.T) {
		n := rapid.IntRange(2, 4).Draw(t, "n")
		l := drawLists(t, n, 5)
		possible := slices.ContainsFunc(all[n], l.keeps)
		askKnown(t, tt, n, l, func(op string, g, _ oracle.Matrix, failure *call.Error) {
			if !possible {
				refused++
				require.NotNil(t, failure, op)
				require.Equal(t, call.InvalidInput, failure.Code)
				require.Contains(t, []string{"required", "forbidden"}, failure.Argument)
				return
			}
			kept++
			require.Nil(t, failure, "%s under %v", op, l)
			if op != "vote" { // whether it has the required edges is up to the DAGs
				require.True(t, l.keeps(g), "%s under %v gave %v", op, l, g)
			}
		})
	}, &kept, &refused)
}

// Every result shows its class under the lists: an edge is undirected if and only if two DAGs of the class that keep
// the lists differ in it.
func TestResultsShowTheClassUnderKnowledge(tt *testing.T) {
	fixed := 0
	graphtest.Check(tt, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "n")
		l := drawLists(t, n, 12)
		askKnown(t, tt, n, l, func(op string, g, class oracle.Matrix, failure *call.Error) {
			if failure != nil {
				return
			}
			own := l
			if op == "vote" { // whether it has the required edges is up to the DAGs
				own = l.among(g)
			}
			require.Equal(t, own.class(g), class, "%s of %v under %v", op, g, l)
			if !class.Equal(oracle.CPDAG(g)) {
				fixed++
			}
		})
	}, &fixed)
}
