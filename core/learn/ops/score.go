package ops

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// Score is the score that a request names, and its parameters.
type Score struct {
	Name    string   `json:"score"`
	ESS     *float64 `json:"ess"`
	Penalty *float64 `json:"penalty"`
	AlphaMu *float64 `json:"alpha_mu"`
	AlphaW  *float64 `json:"alpha_w"`
	Reading *string  `json:"values" words:"normal-scores raw"` // how the score takes real values

	Kind       score.Kind
	Parameters score.Parameters
}

// ofNumbers tells whether rows for the score are the array "values", also before the score is checked.
func (s *Score) ofNumbers() bool {
	kind, known := score.Find(s.Name)
	return known && kind.Discrete == nil
}

// ofMixed tells whether rows for the score have discrete and real-valued columns, also before the score is checked.
func (s *Score) ofMixed() bool {
	kind, _ := score.Find(s.Name)
	return kind.Mixed != nil
}

// Check checks the score and its parameters, for n nodes. A parameter of another score is refused.
func (s *Score) Check(n int) *call.Error {
	var known bool
	if s.Kind, known = score.Find(cmp.Or(s.Name, score.Default)); !known {
		return call.MustBe("score", call.OneOf(score.Names()...), fmt.Sprintf("%.40q", s.Name))
	}
	for i, given := range []*float64{s.ESS, s.Penalty, s.AlphaMu, s.AlphaW} {
		name := []string{"ess", "penalty", "alpha_mu", "alpha_w"}[i]
		if given != nil && !slices.Contains(s.Kind.Parameters, name) {
			return s.notMine(name)
		}
	}
	if s.Reading != nil && !slices.Contains(s.Kind.Parameters, "values") {
		return s.notMine("values")
	}
	return s.readParameters(n)
}

func (s *Score) readParameters(n int) *call.Error {
	p := &s.Parameters
	p.Memo = new(score.Memo) // all models of a request are of one Kind and have these parameters
	p.Raw = s.Reading != nil && *s.Reading == "raw"
	if failure := parameter(&p.ESS, s.ESS, "ess", 1, 0, false); failure != nil {
		return failure
	}
	if failure := parameter(&p.Penalty, s.Penalty, "penalty", 1, 0, true); failure != nil {
		return failure
	}
	const leastMu = 1e-10 // much below, alpha_w would not differ from n + 1
	if failure := parameter(&p.AlphaMu, s.AlphaMu, "alpha_mu", 1, leastMu, true); failure != nil {
		return failure
	}
	least := float64(n + 1) // the prior of the covariance has a mean only above
	return parameter(&p.AlphaW, s.AlphaW, "alpha_w", least+p.AlphaMu, least, false)
}

// notMine says that a parameter is of another score.
func (s *Score) notMine(name string) *call.Error {
	own := "which has none"
	if len(s.Kind.Parameters) > 0 {
		own = "which has " + strings.Join(s.Kind.Parameters, " and ")
	}
	return call.Invalidf(name, "it is no parameter of the score %q, %s", s.Kind.Name, own)
}

// parameter reads a number above least. If orLeast, the number may be least itself.
func parameter(into, given *float64, argument string, usual, least float64, orLeast bool) *call.Error {
	if *into = usual; given != nil {
		*into = *given
	}
	sign := ">"
	if orLeast {
		sign = ">="
	}
	if *into < least || (*into == least && !orLeast) || *into > math.MaxFloat32 {
		return call.MustBe(argument, fmt.Sprintf("a number %s %v and at most %.2g", sign, least, math.MaxFloat32), *into)
	}
	return nil
}
