package wire

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// BoundedOptions are the options of searches for a DAG of bounded treewidth. include/mcbnc.h describes
// each field.
type BoundedOptions struct {
	MaxTreewidth *int   `json:"max_treewidth"`
	Genes        string `json:"genes"`
	Population   *int   `json:"population"`
	Generations  *int   `json:"generations"`
	From         string `json:"from"`
	Fitness      string `json:"fitness"`
}

// BoundedSettings are checked BoundedOptions.
type BoundedSettings struct {
	MaxTreewidth            int
	Genes                   int // the place of the word in GeneKinds
	Population, Generations int
	From                    int  // the place of the word in GeneticStarts
	NearFusion              bool // the fitness is the SMHD to the fusion
}

// The words of "genes" and "from", the defaults first.
var (
	GeneKinds     = []string{"fusion", "inputs", "arcs"}
	GeneticStarts = []string{"greedy", "mcbnc", "random"}
)

const (
	usualPopulation  = 100
	usualGenerations = 100
	maxPopulation    = 1 << 16
)

// bounded reads the options of searches for a DAG of bounded treewidth.
func (r *reader) bounded() (failure *call.Error) {
	q, s := &r.q.BoundedOptions, &r.in.BoundedSettings
	s.Population, s.Generations = usualPopulation, usualGenerations
	for _, number := range []struct {
		argument    string
		value       *int
		least, most int
		into        *int
	}{
		{"max_treewidth", q.MaxTreewidth, 0, maxNodes, &s.MaxTreewidth},
		{"population", q.Population, 2, maxPopulation, &s.Population},
		{"generations", q.Generations, 1, maxDAGs, &s.Generations},
	} {
		if number.value == nil {
			continue
		}
		if *number.value < number.least || *number.value > number.most {
			return call.MustBe(number.argument, fmt.Sprintf("a whole number from %d to %d", number.least, number.most), *number.value)
		}
		*number.into = *number.value
	}
	if s.Genes, failure = place("genes", q.Genes, GeneKinds); failure != nil {
		return failure
	}
	if s.From, failure = place("from", q.From, GeneticStarts); failure != nil {
		return failure
	}
	s.NearFusion, failure = second("fitness", q.Fitness, "inputs", "fusion")
	return failure
}

// place is the place of a word among those that an option may be, of which the first is the default.
func place(argument, word string, words []string) (int, *call.Error) {
	k := slices.Index(words, cmp.Or(word, words[0]))
	if k < 0 {
		return 0, call.MustBe(argument, oneOf(words...), fmt.Sprintf("%.40q", word))
	}
	return k, nil
}
