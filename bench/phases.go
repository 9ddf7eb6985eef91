package main

import (
	"bytes"
	"reflect"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/flow"
	"github.com/mcbnc/mcbnc/core/fusion"
	"github.com/mcbnc/mcbnc/core/local"
)

// phase is a part of the run: whatever is done under one of some functions, or in
// one of some packages. Where several have a stack, the first of them counts it.
type phase struct {
	name, what string
	within     []scope
}

// scope is a function with its closures, or all of a package if it ends in a dot.
type scope string

// has is false for closures that only came into the function by inlining: they are
// named after it too, but not directly.
func (s scope) has(function string) bool {
	after, found := strings.CutPrefix(function, string(s))
	return found && (after == "" || strings.HasSuffix(string(s), ".") || strings.HasPrefix(after, ".func"))
}

// rest is the phase of the stacks that no phase has.
const rest = "runtime"

var phases = []phase{
	{"order", "taking the DAGs in, and the greedy order", []scope{
		function(engine.FindDistinct), function(local.New), function(engine.Order),
		function(fusion.Order), function(fusion.NewSinkCosts), function((*fusion.SinkCosts).MakeSink),
	}},
	{"I-maps", "minimal I-maps and their union", []scope{function(engine.Fuse), function(fusion.MinimalIMap)}},
	{"pruning", "finding the cut edges of a deletion in the DAGs, and removing them", []scope{
		function((*local.Inputs).Prune), function((*flow.Workspace).CutNearest), function((*flow.Workspace).Remove),
	}},
	{"searches", "one search for each family and DAG, which shows where the cut is 0", []scope{function((*flow.Workspace).Search)}},
	{"cuts", "minimum cuts, and the other questions of the branch and bound to the DAGs", []scope{pkg(flow.Workspace{})}},
	{"class", "Delete, and completion to a CPDAG", []scope{pkg(equiv.Class{})}},
	{"bookkeeping", "keys, candidates, families, invalidation", []scope{
		pkg(consensus.Options{}), pkg(local.Inputs{}), pkg(engine.Fusion{}),
	}},
	{rest, "garbage collection, scheduling, and this program", nil},
}

func function(f any) scope { return scope(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()) }

func pkg(member any) scope { return scope(reflect.TypeOf(member).PkgPath() + ".") }

// phaseOf is the phase that a stack, of functions' full names, belongs to.
func phaseOf(stack []string) string {
	for _, p := range phases {
		for _, s := range p.within {
			if slices.ContainsFunc(stack, s.has) {
				return p.name
			}
		}
	}
	return rest
}

// sampling is a CPU profile being taken.
type sampling struct{ text bytes.Buffer }

func startSampling() (*sampling, error) {
	s := &sampling{}
	return s, pprof.StartCPUProfile(&s.text)
}

// shares ends the profile and tells the share of each phase.
func (s *sampling) shares() (map[string]float64, error) {
	pprof.StopCPUProfile()
	p, err := profile.Parse(&s.text)
	if err != nil {
		return nil, err
	}
	shares, total := map[string]float64{}, int64(0)
	for _, sample := range p.Sample {
		samples := sample.Value[0]
		shares[phaseOf(stackOf(sample))] += float64(samples)
		total += samples
	}
	for name := range shares {
		shares[name] /= float64(total)
	}
	return shares, nil
}

func stackOf(sample *profile.Sample) []string {
	var stack []string
	for _, location := range sample.Location {
		for _, line := range location.Line {
			stack = append(stack, line.Function.Name)
		}
	}
	return stack
}
