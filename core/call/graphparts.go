package call

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// DAGs are "r" DAGs, at least one. A partially directed graph becomes a member of its class, here and once, so
// that every operation works on DAGs.
type DAGs struct {
	List     []*graph.DAG
	Extended []int // those that were partially directed, rising
}

var dagSpecs = theDAGs.specs(GraphCount)

func (d *DAGs) Arrays() []Spec { return dagSpecs }

// CheckLength checks that there is a DAG, and that the DAGs are given in one way.
func (d *DAGs) CheckLength(r *Reader) *Error {
	if failure := theDAGs.givenOnce(r); failure != nil {
		return failure
	}
	if r.R == 0 && (r.Has(theDAGs.ptr) || r.Has(theDAGs.matrices)) {
		return Invalidf("dags", "there are no DAGs")
	}
	return nil
}

func (d *DAGs) Read(r *Reader) *Error {
	given, count, failure := theDAGs.read(r)
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

// CheckLength checks the number of weights, which the user gives.
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

// Graphs are "r" graphs, at least one, partially directed or not.
type Graphs struct{ graphs }

func (g *Graphs) Arrays() []Spec { return theGraphs.specs(GraphCount) }

func (g *Graphs) Read(r *Reader) *Error {
	if r.R == 0 {
		return Invalidf("graphs", "there are no graphs")
	}
	return g.graphs.Read(r)
}

// OneGraph is one such graph, TwoGraphs are two, and CountedGraphs are "graphs" graphs, beside DAGs or data that "r"
// counts.
type (
	OneGraph      struct{ graphs }
	TwoGraphs     struct{ graphs }
	CountedGraphs struct {
		graphs
		Count int `json:"graphs" range:"0..1048576"`
	}
)

func (g *OneGraph) Arrays() []Spec { return theGraphs.specs(Fixed(1)) }

func (g *TwoGraphs) Arrays() []Spec { return theGraphs.specs(Fixed(2)) }

func (g *CountedGraphs) Arrays() []Spec { return theGraphs.specs(func(*Reader) int { return g.Count }) }

// graphs are graphs, each of which stands for its class.
type graphs struct {
	Members []*graph.DAG // a DAG of the class of each
}

// CheckLength checks that the graphs are given in one way.
func (g *graphs) CheckLength(r *Reader) *Error { return theGraphs.givenOnce(r) }

func (g *graphs) Read(r *Reader) *Error {
	given, count, failure := theGraphs.read(r)
	if failure != nil {
		return failure
	}
	for k := range count {
		member, _, failure := r.Member(given(k))
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
	arcs.graphs = Fixed(1)
	return []Spec{MatrixSpec(name).Or(arcs), arcs}
}

// HasDAG reports whether a DAG of this name was given.
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
		failure.In(name)
	}
	return g, failure
}
