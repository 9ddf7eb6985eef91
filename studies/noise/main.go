// The program runs the rule of core/learn/jointly on sites that add noise to their own scores. accuracy.py
// starts it. The engine has no such noise: it is here to be measured.
//
// Standard input has a problem in JSON, and standard output gets an answer in JSON for each of its
// variants.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// Problem is the sites' rows and DAGs, and what to do with them.
type Problem struct {
	Arity    []int32
	Sites    []Site
	Seed     uint64 // of the noise
	Variants []Variant
}

// Site has a row-major table of states, and the arcs of the DAG that it learned.
type Site struct {
	Rows []byte
	Arcs [][2]int
}

// Variant is a rule.
type Variant struct {
	Penalised  bool    // as in jointly.Problem
	Noise      float64 // the standard deviation of what each site adds to F of a set, in nats
	Margin     float64 // how many standard deviations of a family's noise are taken off its own score
	MaxParents int     // negative: any number
}

// Answer is the arcs of the DAG with the highest mix, and of the one that the pooled search found.
type Answer struct {
	Method       string
	Arcs, Pooled [][2]int
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	var p Problem
	if err := json.NewDecoder(os.Stdin).Decode(&p); err != nil {
		return err
	}
	answers, err := p.solve()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(answers)
}

// spare is by how many binary places the unit is coarser than the engine's: room for the noise.
const spare = 2

func (p *Problem) solve() ([]Answer, error) {
	kind, _ := score.Find("bdeu")
	var tables []*data.Dataset
	var dags []*graph.DAG
	for _, site := range p.Sites {
		tables = append(tables, p.table(site))
		dag := graph.NewDAG(len(p.Arity))
		for _, arc := range site.Arcs {
			dag.Add(arc[0], arc[1])
		}
		dags = append(dags, dag)
	}
	all := data.Join(tables)
	all.Index(context.Background())
	parameters := score.Parameters{ESS: 1}
	parameters.MaxUnit = jointly.Unit(kind, all.Rows, all.Arity(), parameters, len(tables)) - spare
	var each []score.Model
	for _, table := range tables {
		each = append(each, kind.Discrete(table, parameters))
	}
	pooled, own := kind.Discrete(all, parameters), score.Sum(each)
	var answers []Answer
	for _, v := range p.Variants {
		problem := &jointly.Problem{
			Pooled: pooled, Own: own, Votes: jointly.Count(len(p.Arity), dags),
			Penalised: v.Penalised, MaxParents: v.MaxParents,
		}
		if v.Noise > 0 {
			problem.Own = p.noisy(own, v)
		}
		found, err := jointly.Run(context.Background(), problem, 1)
		if err != nil {
			return nil, err
		}
		best := found.Found[found.Best]
		answers = append(answers, Answer{best.Method, arcs(best.DAG), arcs(found.Found[0].DAG)})
	}
	return answers, nil
}

// noisy is the sum of the sites' own scores, with the sum of their noise.
func (p *Problem) noisy(own score.Model, v Variant) score.Model {
	sum := math.Ldexp(v.Noise*math.Sqrt(float64(len(p.Sites))), own.Unit())
	family := sum * math.Sqrt2 // a family's score is the difference of two F
	return noisy{Model: own, seed: p.Seed, deviation: sum, margin: int64(math.Round(v.Margin * family))}
}

func (p *Problem) table(site Site) *data.Dataset {
	n := len(p.Arity)
	rows := len(site.Rows) / n
	columns := make([][]uint8, n)
	for v := range columns {
		columns[v] = make([]uint8, rows)
		for row := range rows {
			columns[v][row] = site.Rows[row*n+v]
		}
	}
	return data.New(rows, columns, p.Arity)
}

func arcs(g *graph.DAG) [][2]int {
	list := [][2]int{}
	for y := range g.N {
		pa := g.Pa(y)
		for x := pa.Next(0); x >= 0; x = pa.Next(x + 1) {
			list = append(list, [2]int{x, y})
		}
	}
	return list
}
