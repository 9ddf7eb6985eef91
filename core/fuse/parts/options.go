// Package parts is what requests about runs have in common: the options of a run, an order, the steps of a run that was
// found earlier, and the arrays of steps.
package parts

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/runfile"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Options are those of a run, which all its states share.
type Options struct {
	runfile.Options
	Constraints *graph.Constraints // nil: none; the directions have an order, which a fusion goes along
}

func (o *Options) Arrays() []call.Spec { return nil }

func (o *Options) Read(r *call.Reader) *call.Error {
	if s := o.Start; s != "" && s != "cpdag" && s != "dag" {
		return call.MustBe("start", call.OneOf("cpdag", "dag"), fmt.Sprintf("%.40q", s))
	}
	given, failure := o.EdgeLists.Constraints(&r.Nodes)
	if failure != nil {
		return failure
	}
	o.Constraints = given.Ordered()
	return nil
}

// Besides is the name of a given option that is not among these; empty: there is none.
func (o *Options) Besides(names ...string) string {
	v := reflect.ValueOf(&o.Options).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && !slices.Contains(names, name) && !v.FieldByIndex(f.Index).IsZero() {
			return name
		}
	}
	return ""
}

// GoWith checks the other options of a run that searches or reports a state.
func (o *Options) GoWith(g *Goal) *call.Error {
	switch c := o.Constraints; {
	case c == nil:
	case g.Refusion():
		return call.Invalidf("output", "\"refusion\" is a fresh fusion, without required or forbidden edges; take \"extension\"")
	case o.Seed != nil && c.Directions() != nil:
		return call.Invalidf("seed", "ties are not drawn where edges are required or forbidden in one direction; "+
			"leave the seed out, or give pairs")
	}
	return nil
}

// UnlikeWeights are the weights of DAGs over different nodes. They have the same proportions, and a sum that runs on n nodes
// can have. Weight i counts times[i] times in the sum, or once where times is nil.
func UnlikeWeights(weights, times []int64, n int) []int64 {
	floats := make([]float64, len(weights))
	for i, w := range weights {
		floats[i] = float64(w)
	}
	return call.ScaleWeights(floats, times, int((1<<62)/consensus.MostUnlike(n))) // as if there were so many nodes
}

// From is where the deletions start.
func (o *Options) From() equiv.Start {
	if o.Start == "dag" {
		return equiv.Directed
	}
	return equiv.Completed
}

// Working are the DAGs that a run prunes.
func (o *Options) Working(dags []*graph.DAG) []*graph.DAG {
	if o.Canonical {
		return engine.Canonicalize(dags)
	}
	return dags
}

// Run are the options as core/fuse/consensus takes them.
func (o *Options) Run(weights []int64) consensus.Options {
	opt := consensus.Options{Weights: weights, KMax: -1, Start: o.From(), Constraints: o.Constraints, Seed: o.Seed}
	if o.KMax != nil {
		opt.KMax = *o.KMax
	}
	if o.Cap != nil {
		opt.Cap = *o.Cap
	}
	return opt
}

// Goal is where a run ends, and what its result is.
type Goal struct {
	Theta  Theta  `json:"theta"`
	Output string `json:"output" words:"extension refusion"`
}

// Refusion reports whether the result is the fusion of the pruned inputs.
func (g *Goal) Refusion() bool { return g.Output == "refusion" }

func (g *Goal) CheckFields() *call.Error {
	const wanted = "a number >= 0, or \"auto\""
	switch t := g.Theta; {
	case t.bad != "":
		return call.MustBe("theta", wanted, fmt.Sprintf("%.40s", t.bad))
	case t.Value < 0:
		return call.MustBe("theta", wanted, t.Value)
	}
	return nil
}

// Theta is the field "theta": a number or "auto". The zero value is null or no field at all,
// and asks for the whole trajectory.
type Theta struct {
	Set   bool    // there is a threshold
	Auto  bool    // the threshold is that of least mean SMHD to the inputs
	Value float64 // the threshold, when not Auto
	bad   string  // the text of the field, when it is no threshold
}

// Until is the threshold at which the deletions end; nil: with the last edge.
func (t *Theta) Until() *float64 {
	if t.Set && !t.Auto {
		return &t.Value
	}
	return nil
}

// UnmarshalJSON never fails. A wrong word is a mistake of the user, not of the calling
// program, so it is reported with the values of the other options.
func (t *Theta) UnmarshalJSON(text []byte) error {
	s := strings.TrimSpace(string(text))
	switch value, err := strconv.ParseFloat(s, 64); {
	case s == "null":
		*t = Theta{}
	case s == `"auto"`:
		*t = Theta{Set: true, Auto: true}
	case err == nil:
		*t = Theta{Set: true, Value: value}
	default:
		*t = Theta{Set: true, bad: s}
	}
	return nil
}
