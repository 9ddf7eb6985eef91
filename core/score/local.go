package score

import (
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/data"
)

// Scorer scores families one by one: a goroutine's own.
type Scorer struct {
	m      *Model
	ws     *data.Workspace
	groups data.Groups
	counts []int32
}

// NewScorer returns a scorer by m.
func NewScorer(m *Model) *Scorer { return &Scorer{m: m, ws: data.NewWorkspace(m.Data)} }

// Local is the score of y with the given parents, in ascending order, in natural
// logarithms. Takes time proportional to the number of rows times theirs.
func (s *Scorer) Local(y int32, parents []int32) float64 {
	score := s.m.Float(s.F(append(slices.Clone(parents), y)) - s.F(parents))
	if s.m.kind == BIC {
		parameters := float64(s.m.Data.Columns[y].Arity - 1)
		for _, p := range parents {
			parameters *= float64(s.m.Data.Columns[p].Arity)
		}
		score -= parameters * math.Log(float64(max(s.m.Data.Rows, 1))) / 2
	}
	return score
}

// F is the function of a set of variables that scores are made of, in the model's units.
func (s *Scorer) F(set []int32) int64 {
	s.groups.Group(s.m.Data, set, s.ws)
	s.counts = s.groups.Sizes(s.counts[:0])
	return s.m.prior(s.m.logarithms(set)).sum(s.counts, s.groups.Alone)
}
