package ops

import (
	"math/big"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
)

// Joint is what a request for one structure of all sites says beside the search.
type Joint struct {
	Pairs     string   `json:"pairs" words:"votes share all"`
	Threshold *float64 `json:"threshold" range:"0..1"`
	Tables    bool     `json:"tables" default:"true"` // false: by the sites' own scores alone
	Own       bool     `json:"own" default:"true"`    // false: by the pooled score alone
}

// Check checks that there is something to search by.
func (j *Joint) Check() *call.Error {
	if !j.Tables && !j.Own {
		return call.Invalidf("tables", "without tables and without the sites' own scores there is nothing to search by")
	}
	return nil
}

// Penalised tells whether the DAGs' votes are penalties.
func (j *Joint) Penalised() bool { return j.Pairs == "votes" }

// AllPairs tells whether the search is among all pairs, and the DAGs do not count.
func (j *Joint) AllPairs() bool { return j.Pairs == "all" }

// Share is the share of the DAGs that join the pairs that the search is among.
func (j *Joint) Share() float64 {
	if j.Threshold == nil {
		return 0
	}
	return *j.Threshold
}

// Together makes the result arrays of a joint search that began then, by a score, in a unit.
func Together(x *call.Nodes, s *Search, by *Score, result *jointly.Result, unit int, begin time.Time) *call.Output {
	results := make([]learned, len(result.Found))
	for k, f := range result.Found {
		results[k] = learned{
			dag: f.DAG, steps: f.Steps, total: logarithm(f.Mix, unit), prior: s.priorOf(f.DAG, x.N), stopped: result.Stopped, dense: f.Dense,
			seconds: time.Since(begin).Seconds(),
		}
		for _, step := range f.Steps {
			results[k].gains = append(results[k].gains, logarithm(big.NewInt(step.Gain), unit))
		}
	}
	out := found(x, by.title(s), s.Edges.Given, results)
	out.Counts = map[string]int64{"sets": result.Counted, "best": int64(result.Best), "pairs": int64(result.Pairs)}
	if result.Found[len(result.Found)-1].Method == jointly.MethodVote {
		out.Counts["voted"] = 1
	}
	return out
}

// logarithm is a number of units as a natural logarithm.
func logarithm(units *big.Int, unit int) float64 {
	f := new(big.Float).SetInt(units)
	value, _ := f.SetMantExp(f, -unit).Float64()
	return value
}
