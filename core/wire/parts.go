package wire

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// Part is something that an operation reads of a request: arrays, and the fields that go with
// them. An operation's list of Parts says which arrays it takes and needs, and which fields and
// arrays are checked. Options and the array "rank" are read for every operation.
type Part uint8

// The Parts, in the order in which they are read. Each may count on those before it.
const (
	File Part = iota // the text of a file; then there are no nodes and graphs yet

	Pair           // two nodes and a set of others
	RunConstraints // required and forbidden edges of a run

	Held     // how many DAGs each site of a federation has
	Weights  // of the DAGs
	Variants // of a batch: counts and weights of the DAGs in each run

	DAGs          // as many as "r" says; of those that are partially directed, a member
	CountedGraphs // as many as "graphs" says, partially directed or not
	Fusion
	Adjacency // the result of a run to be saved

	Order
	Steps          // of a run, and after how many of them
	StepConditions // the sets S of these
	Removed
	Prefixes
	RunRecord // a run to be saved
	Paused    // a run that is to go on: its fusion, and its steps so far with all that they did

	FederatedTerms    // what all parties of a federation know, beside the options of a run
	SiteDAG           // of one site
	SiteDAGs          // of one site that has as many as Held says
	ConsensusQuestion // to the sites
	Sums              // of the sites' answers, round by round
	Secret            // that a site keeps

	partCount
	optional Part = 1 << 7
)

// Optional is the part for an operation that can do without it. Either all arrays of the part
// are given, or none of them.
func (p Part) Optional() Part { return p | optional }

// parts describes each Part.
var parts = [partCount]struct {
	arrays  []array                   // all of them must be there
	extra   []array                   // each may be there
	counted string                    // what "r" is the number of
	sizes   func(*reader) *call.Error // checks the fields that tell how long arrays are
	read    func(*reader) *call.Error // checks all else, and fills in the Input
}{
	File:           {arrays: []array{{"file", bytes1, shape{anyRows}}}, read: (*reader).file},
	Pair:           {read: (*reader).pair},
	RunConstraints: {read: (*reader).runConstraints},
	Held:           {arrays: []array{{"held", bytes8, shape{count}}}, read: (*reader).held},
	Weights: {
		arrays: []array{{"weights", bytes8, shape{count}}},
		sizes:  (*reader).weightsCount, read: (*reader).weights,
	},
	Variants: {
		extra: []array{{"counts", bytes8, shape{runs, count}}, {"weights", bytes8, shape{runs, count}}},
		sizes: (*reader).runsCount, read: (*reader).variants,
	},
	DAGs: {arrays: []array{{"dags", bytes1, shape{count, nodes, nodes}}}, counted: "DAGs", read: (*reader).dags},
	CountedGraphs: {
		arrays: []array{{"graphs", bytes1, shape{graphs, nodes, nodes}}},
		sizes:  (*reader).graphsCount, read: (*reader).graphs,
	},
	Fusion:    {arrays: []array{{"fusion", bytes1, shape{nodes, nodes}}}, read: (*reader).fusion},
	Adjacency: {arrays: []array{{"adjacency", bytes1, shape{nodes, nodes}}}, read: (*reader).adjacency},
	Order:     {arrays: []array{{"order", bytes4, shape{nodes}}}, read: (*reader).order},
	Steps: {
		arrays: []array{
			{"step_edges", bytes4, shape{anyRows, three}}, {"h_ptr", bytes8, shape{stepBounds}}, {"h", bytes4, shape{anyRows}},
		},
		read: (*reader).steps,
	},
	StepConditions: {
		arrays: []array{{"s_ptr", bytes8, shape{stepBounds}}, {"s", bytes4, shape{anyRows}}},
		read:   (*reader).stepConditions,
	},
	Removed:  {arrays: []array{{"removed", bytes4, shape{anyRows, four}}}, read: (*reader).removed},
	Prefixes: {arrays: []array{{"prefixes", bytes8, shape{anyRows}}}, read: (*reader).prefixes},
	RunRecord: {
		arrays: []array{
			{"score", bytes8, shape{steps}}, {"step_seconds", bytes8, shape{steps}},
			{"s_ptr", bytes8, shape{stepBounds}}, {"s", bytes4, shape{anyRows}},
		},
		read: (*reader).record,
	},
	Paused: {
		arrays: []array{
			{"fusion", bytes1, shape{nodes, nodes}},
			{"step_edges", bytes4, shape{anyRows, three}}, {"h_ptr", bytes8, shape{stepBounds}}, {"h", bytes4, shape{anyRows}},
			{"score", bytes8, shape{steps}}, {"step_seconds", bytes8, shape{steps}},
			{"s_ptr", bytes8, shape{stepBounds}}, {"s", bytes4, shape{anyRows}}, {"removed", bytes4, shape{anyRows, four}},
		},
		read: (*reader).paused,
	},
	FederatedTerms: {sizes: (*reader).federatedSizes, read: (*reader).federatedTerms},
	SiteDAG: {
		arrays: []array{{"dags", bytes1, shape{one, nodes, nodes}}, {"secret", bytes1, shape{anyRows}}},
		read:   (*reader).siteDAG,
	},
	SiteDAGs: {arrays: []array{{"dags", bytes1, shape{anyRows, nodes, nodes}}}, read: (*reader).siteDAGs},
	ConsensusQuestion: {
		arrays: []array{
			{"q_order", bytes4, shape{anyRows}}, {"q_arcs", bytes4, shape{anyRows, two}},
			{"q_steps", bytes4, shape{anyRows, two}}, {"q_h_ptr", bytes8, shape{questionBounds}}, {"q_h", bytes4, shape{anyRows}},
			{"q_open", bytes4, shape{anyRows, two}}, {"q_only", bytes4, shape{anyRows, two}},
		},
		read: (*reader).consensusQuestion,
	},
	Sums: {
		arrays: []array{{"sums", bytes8, shape{anyRows}}, {"sums_ptr", bytes8, shape{anyRows}}},
		extra:  []array{{"state", bytes1, shape{anyRows}}},
		read:   (*reader).sums,
	},
	Secret: {arrays: []array{{"secret", bytes1, shape{secretBytes}}}, read: (*reader).secret},
}

// partsFor are the parts in the order in which they are read.
func partsFor(reads []Part) []Part {
	return slices.SortedFunc(slices.Values(reads), func(a, b Part) int { return int(a&^optional) - int(b&^optional) })
}

// takeArrays sorts the arrays by name, and holds the names against what the operation reads.
func (r *reader) takeArrays(raws []call.Raw) *call.Error {
	takes := map[string]bool{"rank": true}
	for _, part := range r.reads {
		p := &parts[part&^optional]
		for _, a := range slices.Concat(p.arrays, p.extra) {
			takes[a.name] = true
		}
	}
	r.arrays = make(map[string][]byte, len(raws))
	for _, raw := range raws {
		if !takes[raw.Name] {
			return call.BadRequestf(raw.Name, "operation %q takes no array of this name", r.q.Op)
		}
		if r.has(raw.Name) {
			return call.BadRequestf(raw.Name, "the array was given twice")
		}
		r.arrays[raw.Name] = raw.Data
	}
	return r.keepGiven()
}

// keepGiven leaves out the optional parts that were not given, and checks that no part lacks an
// array.
func (r *reader) keepGiven() *call.Error {
	given := func(a array) bool { return r.has(a.name) }
	var present []Part
	for _, part := range r.reads {
		arrays := parts[part&^optional].arrays
		if part&optional != 0 && !slices.ContainsFunc(arrays, given) {
			continue
		}
		for _, a := range arrays {
			if !given(a) {
				return call.BadRequestf(a.name, "operation %q needs this array", r.q.Op)
			}
		}
		present = append(present, part)
	}
	r.present = present
	return nil
}

func (r *reader) has(name string) bool {
	_, given := r.arrays[name]
	return given
}

// partSizes checks the fields that tell how long arrays are.
func (r *reader) partSizes() *call.Error {
	for _, part := range r.present {
		if check := parts[part&^optional].sizes; check != nil {
			if failure := check(r); failure != nil {
				return failure
			}
		}
	}
	return nil
}

// lengths checks the length of every array against the numbers of the request, before anything
// of the size that these numbers tell is allocated. So a short request cannot fill the memory,
// and whoever reads an array need not look at its length.
func (r *reader) lengths() *call.Error {
	if failure := (array{"rank", bytes4, shape{nodes}}).fits(r); failure != nil {
		return failure
	}
	for _, part := range r.present {
		p := &parts[part&^optional]
		for _, a := range slices.Concat(p.arrays, p.extra) {
			if failure := a.fits(r); failure != nil {
				return failure
			}
		}
	}
	return nil
}

// readParts reads the parts that were given.
func (r *reader) readParts() *call.Error {
	r.in.Weights = slices.Repeat([]int64{1}, r.in.R) // unless they are given
	for _, part := range r.present {
		if failure := parts[part&^optional].read(r); failure != nil {
			return failure
		}
	}
	return nil
}
