// The program deletes the edges of a fusion of DAGs over different nodes by a plain mean: the criticality of a deletion is the
// mean cut over the DAGs that have both of its ends, and each counts in full. The engine counts a blind DAG as an eighth. This
// mean is here to be measured beside it. It tries each deletion in turn, without the engine's bounds, and remembers the cuts of
// DAGs that have lost no arc since.
//
// Standard input has a problem in JSON, and standard output gets an answer in JSON.
package main

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Problem is the DAGs and their fusion over all nodes.
type Problem struct {
	Nodes  int
	Fusion [][2]int
	DAGs   []Input
	Theta  float64
	Cap    int // the most that a cut counts; 0: no limit
	KMax   int // the most nodes in H
}

// Input is a DAG: the nodes that it has, and its arcs.
type Input struct {
	Has  []int
	Arcs [][2]int
}

// Answer is the arcs of a DAG of the class that is left, and the number of deletions.
type Answer struct {
	Arcs  [][2]int
	Steps int
}

func main() {
	var p Problem
	if err := json.NewDecoder(os.Stdin).Decode(&p); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(p.run()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func dagOf(n int, arcs [][2]int) *graph.DAG {
	g := graph.NewDAG(n)
	for _, arc := range arcs {
		g.Add(arc[0], arc[1])
	}
	return g
}

// state is where a run is: the class, and the DAGs without the arcs that cuts took.
type state struct {
	*Problem
	class *equiv.Class
	has   []bitset.Set
	dags  []*flow.Graph
	known []map[question]int // by DAG: the cuts that are known
	cuts  flow.Cutter
}

// question is a deletion, as far as its cuts depend on it.
type question struct {
	u, v int
	s    string
}

// deletion is Delete(u, v, H), with its set S, and its criticality num / den.
type deletion struct {
	u, v     int
	h, s     bitset.Set
	num, den int
}

func (p *Problem) run() Answer {
	s := state{
		Problem: p, class: equiv.FromDAG(dagOf(p.Nodes, p.Fusion), equiv.Completed), cuts: flow.NewCutter(p.Nodes),
	}
	for _, input := range p.DAGs {
		has := bitset.New(p.Nodes)
		for _, x := range input.Has {
			has.Add(x)
		}
		s.has = append(s.has, has)
		s.dags = append(s.dags, flow.NewGraph(dagOf(p.Nodes, input.Arcs)))
		s.known = append(s.known, map[question]int{})
	}
	answer := Answer{Arcs: [][2]int{}}
	for best := s.best(); best != nil && float64(best.num) <= p.Theta*float64(best.den); best = s.best() {
		s.cut(best)
		s.class.Delete(best.u, best.v, best.h)
		answer.Steps++
	}
	for u, v := range s.class.Member().All() {
		answer.Arcs = append(answer.Arcs, [2]int{u, v})
	}
	return answer
}

// best is the first of the least critical deletions by u, v, |H| and H; nil if there is none.
func (s *state) best() *deletion {
	var best *deletion
	for u := range s.Nodes {
		for v := range s.Nodes {
			if s.class.Pa(v).Has(u) || u < v && s.class.Ne(v).Has(u) {
				best = s.better(u, v, best)
			}
		}
	}
	return best
}

// better is the first deletion of u → v or u − v that is less critical than best; best if none is.
func (s *state) better(u, v int, best *deletion) *deletion {
	joined, den := 0, 0
	for i, g := range s.dags {
		if s.has[i].Has(u) && s.has[i].Has(v) {
			den++
			if g.DAG().Adjacent(u, v) {
				joined++
			}
		}
	}
	if best != nil && joined*best.den >= best.num*den { // no set S cuts less than the arcs between u and v
		return best
	}
	for _, d := range s.deletions(u, v) {
		if d.den = den; s.counts(d, best) {
			best = d
		}
	}
	return best
}

// deletions are the valid ones of u and v, by |H| and H.
func (s *state) deletions(u, v int) []*deletion {
	near := bitset.New(s.Nodes)
	s.class.NA(v, u, near)
	var out []*deletion
	s.class.EachClique(near, max(0, near.Count()-s.KMax), s.Nodes, func(clique bitset.Set) bool {
		d := &deletion{u: u, v: v, h: near.Clone(), s: clique.Clone()}
		d.h.AndNot(clique)
		d.s.Or(s.class.Pa(v))
		d.s.Remove(u)
		out = append(out, d)
		return true
	})
	slices.SortFunc(out, func(a, b *deletion) int {
		return cmp.Or(cmp.Compare(a.h.Count(), b.h.Count()), slices.Compare(a.h.Append(nil), b.h.Append(nil)))
	})
	return out
}

// counts sums the cuts of the DAGs that have both ends, and reports whether the deletion is less critical than best.
func (s *state) counts(d, best *deletion) bool {
	var set []byte
	for _, word := range d.s {
		set = binary.LittleEndian.AppendUint64(set, word)
	}
	asked := question{d.u, d.v, string(set)}
	for i := range s.dags {
		if s.has[i].Has(d.u) && s.has[i].Has(d.v) {
			d.num += s.size(i, d, asked)
			if best != nil && d.num*best.den >= best.num*d.den {
				return false
			}
		}
	}
	return true
}

// size is the size of the cut in DAG i.
func (s *state) size(i int, d *deletion, asked question) int {
	if size, known := s.known[i][asked]; known {
		return size
	}
	limit := s.Cap
	if limit == 0 {
		limit = math.MaxInt
	}
	size := s.cuts.MinCut(s.dags[i], d.u, d.v, d.s, d.s, limit)
	s.known[i][asked] = size
	return size
}

// cut takes the arcs of its cut nearest v from each DAG that has both ends.
func (s *state) cut(d *deletion) {
	for i, g := range s.dags {
		if !s.has[i].Has(d.u) || !s.has[i].Has(d.v) {
			continue
		}
		cut := s.cuts.CutNearest(g, d.u, d.v, d.s)
		if len(cut) == 0 {
			continue
		}
		rest := g.DAG().Clone()
		for _, edge := range cut {
			rest.Remove(int(edge.From), int(edge.To))
			rest.Remove(int(edge.To), int(edge.From))
		}
		s.dags[i] = flow.NewGraph(rest)
		clear(s.known[i])
	}
}
