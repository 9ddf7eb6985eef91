package call

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// DAGs are as many as "r" says, at least one. A partially directed graph becomes a member of its class, here and once, so
// that every operation works on DAGs.
type DAGs struct {
	List     []*graph.DAG
	Extended []int // those that were partially directed, rising
}

var dagSpecs = []Spec{NewSpec("dags", 1, GraphCount, NodeCount, NodeCount).Or(arcPtrSpec), arcPtrSpec, arcSpec}

func (d *DAGs) Arrays() []Spec { return dagSpecs }

// CheckLength says that there must be a DAG, and that the DAGs are given in one way.
func (d *DAGs) CheckLength(r *Reader) *Error {
	switch ptr, arcs := r.Has(arcPtrSpec.Name), r.Has(arcSpec.Name); {
	case ptr != arcs:
		return BadRequestf(arcPtrSpec.Name, "%q and %q go together", arcPtrSpec.Name, arcSpec.Name)
	case ptr && r.Has("dags"):
		return BadRequestf("dags", "the DAGs are given as %q too, and one of the two must go", arcSpec.Name)
	case r.R == 0 && (ptr || r.Has("dags")):
		return Invalidf("dags", "there are no DAGs")
	}
	return nil
}

// Held are the bytes of the DAGs, and of what tells where the arcs of each are.
func (d *DAGs) Held(r *Reader) float64 {
	count := float64(len(r.Bytes("dags"))) / float64(r.N) / float64(r.N)
	if r.Has(arcSpec.Name) {
		count = float64(r.R)
	}
	return count*GraphMatrices*MatrixBytes(r.N) + float64(len(r.Bytes(arcPtrSpec.Name)))
}

func (d *DAGs) Read(r *Reader) *Error {
	given, count, failure := r.dags()
	if failure != nil || count == 0 {
		return failure
	}
	d.List = make([]*graph.DAG, count)
	for k := range d.List {
		g, extended, failure := r.Member(given(k))
		if failure != nil {
			return failure.InGraph("dags", k)
		}
		if d.List[k] = g; extended {
			d.Extended = append(d.Extended, k)
		}
	}
	return nil
}

// Weights are those of the DAGs, as integers in the same proportions. They are 1 if they are not given.
type Weights []int64

var weightSpecs = []Spec{NewSpec("weights", 8, GraphCount)}

func (w *Weights) Arrays() []Spec { return weightSpecs }

func (w *Weights) Read(r *Reader) (failure *Error) {
	if !r.Has("weights") {
		*w = slices.Repeat([]int64{1}, r.R)
		return nil
	}
	*w, failure = ReadWeights(Numbers[float64](r, "weights"), nil, r.N)
	return failure
}

// CheckLength says how many weights there must be: their number is the user's.
func (w *Weights) CheckLength(r *Reader) *Error {
	if !r.Has("weights") {
		return nil
	}
	return CheckWeightCount(r.Bytes("weights"), r.R)
}

// Total is what a score is divided by to give Ψ.
func (w Weights) Total() (total int64) {
	for _, x := range w {
		total += x
	}
	return total
}

// Graphs are as many as "r" says, at least one, partially directed or not.
type Graphs struct{ graphs }

func (g *Graphs) Arrays() []Spec { return arraysOf(GraphCount) }

func (g *Graphs) Read(r *Reader) *Error {
	if r.R == 0 {
		return Invalidf("graphs", "there are no graphs")
	}
	return g.graphs.Read(r)
}

// OneGraph is one such graph, TwoGraphs are two, and CountedGraphs as many as the field "graphs" says, beside DAGs or data
// that "r" counts.
type (
	OneGraph      struct{ graphs }
	TwoGraphs     struct{ graphs }
	CountedGraphs struct {
		graphs
		Count int `json:"graphs" range:"0..1048576"`
	}
)

func (g *OneGraph) Arrays() []Spec { return arraysOf(Fixed(1)) }

func (g *TwoGraphs) Arrays() []Spec { return arraysOf(Fixed(2)) }

func (g *CountedGraphs) Arrays() []Spec { return arraysOf(func(*Reader) int { return g.Count }) }

// graphs are graphs, each of which stands for its class.
type graphs struct {
	Members []*graph.DAG // a DAG of the class of each
}

func arraysOf(count Extent) []Spec {
	return []Spec{NewSpec("graphs", 1, count, NodeCount, NodeCount)}
}

func (g *graphs) Read(r *Reader) *Error {
	cells, size := r.Bytes("graphs"), r.N*r.N
	for k := range len(cells) / size {
		member, _, failure := r.Member(r.matrix(cells[k*size : (k+1)*size]))
		if failure != nil {
			return failure.InGraph("graphs", k)
		}
		g.Members = append(g.Members, member)
	}
	return nil
}

// OneDAGSpecs are those of one DAG, which is given as a matrix or as a list of arcs.
func OneDAGSpecs(name string) []Spec {
	arcs := listSpec(arcsOf(name))
	return []Spec{NewSpec(name, 1, NodeCount, NodeCount).Or(arcs), arcs}
}

// HasDAG tells whether a DAG of this name was given.
func (r *Reader) HasDAG(name string) bool { return r.Has(name) || r.Has(arcsOf(name)) }

// OneDAG reads a DAG that was given.
func OneDAG(r *Reader, name string) (*graph.DAG, *Error) {
	g, given := graph.NewDAG(r.N), r.matrix(r.Bytes(name))
	if arcs := arcsOf(name); r.Has(arcs) {
		if r.Has(name) {
			return nil, BadRequestf(name, "it is given as %q too, and one of the two must go", arcs)
		}
		given = r.arcs(r.Bytes(arcs))
	}
	failure := given(g.Add)
	if failure == nil {
		failure = r.CheckAcyclic(g)
	}
	if failure != nil {
		failure.Argument, failure.Message = name, name+": "+failure.Message
	}
	return g, failure
}
