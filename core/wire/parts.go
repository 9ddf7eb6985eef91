package wire

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/score"
)

// Part is something that an operation reads of a request: arrays, and the fields that go with
// them. An operation's list of Parts says which arrays it takes and needs, and which fields and
// arrays are checked. Options and the array "rank" are read for every operation.
type Part uint8

// The Parts, in the order in which they are read. Each may count on those before it.
const (
	RunConstraints      Part = iota // required and forbidden edges of a run
	LearningConstraints             // the same of a search, where a seed goes with all of them

	Datasets       // as many as "r" says, of the kind that the score is for
	Dataset        // one
	JoinedDatasets // two, made into one; discrete whatever the score
	Resamples      // of a dataset: how many, and the seed that they are drawn by

	PairWeights // what a structure's score gains by each pair that it joins

	continuousDatasets // what Datasets means for a score of real-valued data
	continuousDataset  // what Dataset means then

	Held     // how many DAGs each site of a federation has
	Weights  // of the DAGs
	Variants // of a batch: counts and weights of the DAGs in each run

	DAGs          // as many as "r" says; of those that are partially directed, a member
	CountedGraphs // as many as "graphs" says, partially directed or not

	Order
	Paused // a run that is to go on: its fusion, and its steps so far with all that they did

	FederatedTerms    // what all parties of a federation know, beside the options of a run
	SiteDAG           // of one site
	SiteDAGs          // of one site that has as many as Held says
	ConsensusQuestion // to the sites
	Sums              // of the sites' answers, round by round
	Arity             // of the nodes, where there are no datasets
	Secret            // that a site keeps
	LearningQuestion  // to a site that has rows
	History           // all questions so far, and what the sites together said

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
	RunConstraints:      {read: (*reader).runConstraints},
	LearningConstraints: {read: (*reader).constraints},
	Datasets: {
		arrays: dataArrays, counted: "datasets",
		sizes: (*reader).datasetsRows, read: (*reader).datasets,
	},
	Dataset:        {arrays: dataArrays, sizes: (*reader).datasetRows, read: (*reader).datasets},
	JoinedDatasets: {arrays: dataArrays, sizes: (*reader).joinedRows, read: (*reader).joinedDatasets},
	Resamples:      {sizes: (*reader).runsCount, read: (*reader).resamples},
	PairWeights: {
		arrays: []array{{"pair_weights", bytes8, shape{nodes, nodes}}}, read: (*reader).pairWeights,
	},
	continuousDatasets: {
		arrays: valueArrays, counted: "datasets",
		sizes: (*reader).continuousDatasetsRows, read: (*reader).continuousDatasets,
	},
	continuousDataset: {arrays: valueArrays, sizes: (*reader).continuousDatasetRows, read: (*reader).continuousDatasets},
	Held:              {arrays: []array{{"held", bytes8, shape{count}}}, read: (*reader).held},
	Weights: {
		arrays: []array{{"weights", bytes8, shape{count}}},
		sizes:  (*reader).weightsCount, read: (*reader).weights,
	},
	DAGs: {arrays: []array{{"dags", bytes1, shape{count, nodes, nodes}}}, counted: "DAGs", read: (*reader).dags},
	CountedGraphs: {
		arrays: []array{{"graphs", bytes1, shape{graphs, nodes, nodes}}},
		sizes:  (*reader).graphsCount, read: (*reader).graphs,
	},
	Order:          {arrays: []array{{"order", bytes4, shape{nodes}}}, read: (*reader).order},
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
	Arity:            {arrays: []array{{"arity", bytes4, shape{nodes}}}, read: (*reader).arity},
	Secret:           {arrays: []array{{"secret", bytes1, shape{secretBytes}}}, read: (*reader).secret},
	LearningQuestion: {read: (*reader).learningQuestion},
	History: {
		arrays: []array{{"sums_ptr", bytes8, shape{anyRows}}, {"sums", bytes8, shape{anyRows}}},
		read:   (*reader).history,
	},
}

// dataArrays are the arrays of discrete datasets, and valueArrays those of real-valued ones.
var (
	dataArrays  = []array{{"data", stateBytes, shape{nodes, allRows}}, {"arity", bytes4, shape{nodes}}}
	valueArrays = []array{{"values", bytes8, shape{nodes, allRows}}}
)

// partsFor are the parts in the order in which they are read. The score of the request says of
// what kind datasets are.
func partsFor(q *Request, reads []Part) []Part {
	ordered := slices.SortedFunc(slices.Values(reads), func(a, b Part) int { return int(a&^optional) - int(b&^optional) })
	if kind, known := score.Find(q.Score); !known || kind.Continuous == nil {
		return ordered
	}
	for i, part := range ordered {
		switch part {
		case Datasets:
			ordered[i] = continuousDatasets
		case Dataset:
			ordered[i] = continuousDataset
		}
	}
	return ordered
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
