package masked

import (
	"fmt"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Structure is the unit of a site that has a structure: a DAG, and which nodes it has.
type Structure struct {
	DAG   *graph.DAG
	Nodes bitset.Set // nil: all
}

// Asked are functions of one structure.
type Asked struct {
	Bound
	Weight int64 // of the site's structure; 0: it does not count
	// Disguise makes the random numbers, all above 0, that stand for numbers that are not 0: then a sum shows whether some
	// number is 0 in all structures, and nothing else. It is called once for each number. nil: the numbers are sent.
	Disguise func() uint64
	Of       func(Structure) ([]int64, error) // numbers from 0 to Greatest
}

// AddStructure adds functions of the site's structure, times its weight. An error is a *BoundError, or one of the functions'.
func (a *Answer) AddStructure(unit Structure, f Asked) error {
	if err := f.prove(f.Weight); err != nil {
		return err
	}
	values, err := f.Of(unit)
	if err != nil {
		return err
	}
	for k, x := range values {
		if x < 0 || x > f.Greatest {
			return fmt.Errorf("number %d of a structure is %d, which is not from 0 to %d", k, x, f.Greatest)
		}
		a.numbers = append(a.numbers, f.Told(x))
	}
	return nil
}

// Told is what stands for one number of a structure.
func (f *Asked) Told(x int64) uint64 {
	if f.Disguise == nil {
		return uint64(f.Weight * x)
	}
	if mark := f.Disguise(); x != 0 {
		return mark
	}
	return 0
}
