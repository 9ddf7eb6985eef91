package main

import (
	"bytes"
	"reflect"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/fuse/lanes"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// phase is a part of the run. It consists of the stacks that contain a function of one of its scopes. A
// stack that belongs to several phases counts for the first of them.
type phase struct {
	name   string
	within []scope
}

// scope is the name of a function, which stands for the function and its closures, or a package path with
// a dot at the end, which stands for all functions of the package. "(*)" in a name stands for any type.
type scope string

// has reports whether a function belongs to the scope. A closure that was inlined into the function of the
// scope does not: its name begins with the function's name, but does not continue with ".func".
func (s scope) has(function string) bool {
	if before, name, ofAnyType := strings.Cut(string(s), "*)"); ofAnyType && strings.HasSuffix(before, "(") {
		method, found := strings.CutPrefix(function, before+"*")
		_, method, _ = strings.Cut(method, ")")
		return found && scope(name).has(method)
	}
	after, found := strings.CutPrefix(function, string(s))
	return found && (after == "" || strings.HasSuffix(string(s), ".") || strings.HasPrefix(after, ".func"))
}

// otherPhase is the phase of all stacks that belong to no other phase.
const otherPhase = "runtime"

var phases = []phase{
	// Taking the DAGs in, and the greedy order.
	{"order", []scope{
		function(engine.FindDistinct), function(local.New), function((*flow.Graph).Prepare), function(engine.Order),
		function(fusion.Order), function(fusion.NewSinkCosts), function((*fusion.SinkCosts).MakeSink),
	}},
	// Minimal I-maps and their union.
	{"I-maps", []scope{method[local.Inputs]("MinimalIMaps"), function(fusion.MinimalIMap)}},
	// Finding the cut edges of a deletion in the DAGs, and removing them.
	{"pruning", []scope{
		method[local.Inputs]("Prune"), method[flow.Graph]("CutNearest"), method[flow.Graph]("Remove"),
	}},
	// One search for each family and DAG, which shows where the cut is 0.
	{"searches", []scope{method[flow.Graph]("Search"), method[lanes.Graphs]("Search")}},
	// Minimum cuts, and the other questions of the branch and bound to the DAGs.
	{"cuts", []scope{pkg[flow.Graph](), pkg[lanes.Graphs]()}},
	// Delete, and completion to a CPDAG.
	{"class", []scope{pkg[equiv.Class]()}},
	// Keys, candidates, families, invalidation.
	{"bookkeeping", []scope{
		pkg[consensus.Options](), pkg[local.Inputs](), pkg[engine.Fusion](),
	}},
	// Garbage collection, scheduling, and this program.
	{otherPhase, nil},
}

// function is the scope of a function.
func function(f any) scope { return scope(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()) }

// pkg is the scope of the package of a type.
func pkg[T any]() scope { return scope(reflect.TypeFor[T]().PkgPath() + ".") }

// method is the scope of all methods of that name in the package of a type.
func method[T any](name string) scope { return pkg[T]() + scope("(*)."+name) }

// phaseOf is the phase of a stack, a list of full names of functions.
func phaseOf(stack []string) string {
	for _, p := range phases {
		for _, s := range p.within {
			if slices.ContainsFunc(stack, s.has) {
				return p.name
			}
		}
	}
	return otherPhase
}

// sampling is a CPU profile in progress.
type sampling struct{ text bytes.Buffer }

func startSampling() (*sampling, error) {
	s := &sampling{}
	return s, pprof.StartCPUProfile(&s.text)
}

// shares ends the profile and returns the share of the samples of each phase.
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

// stackOf is the list of the functions of a sample, inlined ones included.
func stackOf(sample *profile.Sample) []string {
	var stack []string
	for _, location := range sample.Location {
		for _, line := range location.Line {
			stack = append(stack, line.Function.Name)
		}
	}
	return stack
}
