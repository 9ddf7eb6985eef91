// The program learns one structure of several sites' rows by a rival of core/learn/jointly: the Bayesian hierarchical
// Dirichlet score (hierarchy.go) by the searches of core/learn/ges. methods.py starts it. The engine has no such score: it
// is here to be measured.
//
// Standard input has a problem in JSON, and standard output gets an answer in JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Problem is the sites' rows, and how to search.
type Problem struct {
	Arity    []int32
	Sites    [][]byte // a row-major table of states of each site
	Strength float64  // s of a hierarchy, for each joint state of a family
	Prior    float64  // α₀ of a hierarchy, of a family
	Extended bool     // the search leaves local optima
	// Families are scored in place of a search: the child, then its parents.
	Families [][]int32
}

// Answer is a DAG of the class that the search found, or the scores of the families.
type Answer struct {
	Arcs   [][2]int
	Scores []float64
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
	answer, err := p.solve()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(answer)
}

func (p *Problem) solve() (*Answer, error) {
	m := newModel(p)
	if p.Families != nil {
		scorer, answer := score.NewLocalScorer(m), &Answer{}
		for _, family := range p.Families {
			answer.Scores = append(answer.Scores, scorer.Score(family[0], family[1:]))
		}
		return answer, nil
	}
	team := parallel.NewTeam(1)
	defer team.Close()
	sets := score.Weighted{Sets: score.NewSets(m, team)}
	found, err := ges.Run(context.Background(), len(p.Arity), sets, team, ges.Options{
		Extended: p.Extended, Score: sets.Family, MaxParents: -1,
	})
	if err != nil {
		return nil, err
	}
	dag, err := equiv.Extension(found.Class.CPDAG(), nil)
	if err != nil {
		return nil, err
	}
	return &Answer{Arcs: arcs(dag)}, nil
}

func arcs(g *graph.DAG) [][2]int {
	list := [][2]int{}
	for y := range g.N {
		for _, x := range g.Pa(y).Append(nil) {
			list = append(list, [2]int{int(x), y})
		}
	}
	return list
}
