package learning

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"github.com/mcbnc/mcbnc/core/federate/masked"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Structure is the structure whose pairs a site sends. It is a unit of its own: nothing here sees a row.
type Structure struct {
	DAG    *graph.DAG // that the site learned; nil where no question is about pairs
	Secret []byte     // the source of random numbers, for this run alone; the same
}

var errNoDAG = errors.New("the pairs of the site's DAG are asked for, and there is no DAG")

// isOut reports whether the site answers with no rows, by the votes of all sites.
func (s *Structure) isOut(q *Question) (bool, error) {
	switch {
	case q.Told == nil:
		return false, nil
	case s.DAG == nil:
		return false, errNoDAG
	case q.Pairs != NoPairs:
		return false, errors.New("it asks for the pairs of a site that leaves itself out")
	}
	return s.leavesOut(q.Told)
}

// addStructure adds which pairs the DAG joins, and the votes of its class.
func (s *Structure) addStructure(answer *masked.Answer, q *Question) error {
	if q.Pairs == NoPairs && len(q.Votes) == 0 {
		return nil
	}
	if s.DAG == nil {
		return errNoDAG
	}
	unit, asked := masked.Structure{DAG: s.DAG}, masked.Asked{Bound: masked.Bound{Greatest: 1, Units: masked.MostSites}, Weight: 1}
	if q.Pairs != NoPairs {
		pairs := asked
		pairs.Of = joined
		if q.Pairs == Disguised {
			if len(s.Secret) == 0 {
				return errors.New("pairs are asked for as random numbers, and there is no secret to make them of")
			}
			pairs.Disguise = s.disguise()
		}
		if err := answer.AddStructure(unit, pairs); err != nil {
			return err
		}
	}
	asked.Of = func(unit masked.Structure) ([]int64, error) { return votes(unit, q.Votes), nil }
	return answer.AddStructure(unit, asked)
}

// joined are 1 for each pair that the DAG joins, and 0 for the others.
func joined(unit masked.Structure) ([]int64, error) {
	g, told := unit.DAG, []int64(nil)
	for x := range g.N {
		for y := x + 1; y < g.N; y++ {
			told = append(told, indicator(g.Adjacent(x, y)))
		}
	}
	return told, nil
}

// votes are, for each pair of x and y, whether the DAG's class has x → y, y → x or x − y.
func votes(unit masked.Structure, pairs [][]int32) (told []int64) {
	class := equiv.FromDAG(unit.DAG, equiv.Completed)
	for _, pair := range pairs {
		x, y := int(pair[0]), int(pair[1])
		told = append(told, indicator(class.Pa(y).Has(x)), indicator(class.Pa(x).Has(y)), indicator(class.Ne(x).Has(y)))
	}
	return told
}

func indicator(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// disguise makes numbers above 0, of the secret and of how many there were before.
func (s *Structure) disguise() func() uint64 {
	position := uint64(0)
	return func() uint64 {
		position++
		for again := uint64(0); ; again++ {
			mac := hmac.New(sha256.New, s.Secret)
			mac.Write([]byte("mcbnc pairs"))
			mac.Write(binary.BigEndian.AppendUint64(nil, position))
			mac.Write(binary.BigEndian.AppendUint64(nil, again))
			if number := binary.BigEndian.Uint64(mac.Sum(nil)); number != 0 {
				return number
			}
		}
	}
}
