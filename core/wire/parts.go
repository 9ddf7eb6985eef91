package wire

import "slices"

// Part is something that an operation reads of a request, beside the options and "rank":
// arrays, and the fields that go with them. An operation's list of Parts says all that it
// takes; what it must be given and what is checked follows from the list.
type Part uint8

// The Parts, in the order in which they are read. Each may count on those before it.
const (
	File Part = iota // the text of a file; then there are no nodes and graphs yet

	Pair                // two nodes and a set of others
	RunConstraints      // required and forbidden edges of a run
	LearningConstraints // the same of a search, where a seed goes with all of them

	Datasets       // as many as "r" says
	Dataset        // one
	JoinedDatasets // two, made into one

	Weights  // of the DAGs
	Variants // of a batch: counts and weights of the DAGs in each run

	DAGs          // as many as "r" says
	Classes       // the same, where they may be partially directed
	Graphs        // as many as "r" says, partially directed or not
	OneGraph      // one of these
	TwoGraphs     // two
	CountedGraphs // as many as "graphs" says
	Fusion
	Adjacency // the result of a run to be saved

	Order
	Steps // of a run, and after how many of them
	Removed
	Prefixes
	RunRecord // a run to be saved

	partCount
	optional Part = 1 << 7
)

// Optional is the part where an operation may read it or not: its arrays are all there, or
// none is.
func (p Part) Optional() Part { return p | optional }

// parts describes each Part.
var parts = [partCount]struct {
	arrays  []string // all of them must be there
	extra   []string // each may be there
	counted string   // what "r" is the number of
	read    func(*reader) *Error
}{
	File:                {arrays: []string{"file"}, read: (*reader).file},
	Pair:                {read: (*reader).pair},
	RunConstraints:      {read: (*reader).runConstraints},
	LearningConstraints: {read: (*reader).constraints},
	Datasets:            {arrays: []string{"data", "arity"}, counted: "datasets", read: (*reader).datasets},
	Dataset:             {arrays: []string{"data", "arity"}, read: (*reader).dataset},
	JoinedDatasets:      {arrays: []string{"data", "arity"}, read: (*reader).joinedDatasets},
	Weights:             {arrays: []string{"weights"}, read: (*reader).weights},
	Variants:            {extra: []string{"counts", "weights"}, read: (*reader).variants},
	DAGs:                {arrays: []string{"dags"}, counted: "DAGs", read: (*reader).dags},
	Classes:             {arrays: []string{"dags"}, counted: "DAGs", read: (*reader).classes},
	Graphs:              {arrays: []string{"graphs"}, counted: "graphs", read: (*reader).graphs},
	OneGraph:            {arrays: []string{"graphs"}, read: (*reader).oneGraph},
	TwoGraphs:           {arrays: []string{"graphs"}, read: (*reader).twoGraphs},
	CountedGraphs:       {arrays: []string{"graphs"}, read: (*reader).countedGraphs},
	Fusion:              {arrays: []string{"fusion"}, read: (*reader).fusion},
	Adjacency:           {arrays: []string{"adjacency"}, read: (*reader).adjacency},
	Order:               {arrays: []string{"order"}, read: (*reader).order},
	Steps:               {arrays: []string{"step_edges", "h_ptr", "h"}, read: (*reader).steps},
	Removed:             {arrays: []string{"removed"}, read: (*reader).removed},
	Prefixes:            {arrays: []string{"prefixes"}, read: (*reader).prefixes},
	RunRecord:           {arrays: []string{"score", "step_seconds", "s_ptr", "s"}, read: (*reader).record},
}

// sorted are the parts in the order in which they are read.
func sorted(reads []Part) []Part {
	return slices.SortedFunc(slices.Values(reads), func(a, b Part) int { return int(a&^optional) - int(b&^optional) })
}

// takeArrays sorts the arrays by name, and holds them against what the operation reads.
func (r *reader) takeArrays(raws []Raw) *Error {
	r.arrays = make(map[string][]byte, len(raws))
	for _, raw := range raws {
		if !r.takes(raw.Name) {
			return BadRequestf(raw.Name, "operation %q takes no array of this name", r.q.Op)
		}
		if r.has(raw.Name) {
			return BadRequestf(raw.Name, "the array was given twice")
		}
		r.arrays[raw.Name] = raw.Data
	}
	for _, part := range r.reads {
		needed := part&optional == 0 || r.given(part)
		for _, name := range parts[part&^optional].arrays {
			if needed && !r.has(name) {
				return BadRequestf(name, "operation %q needs this array", r.q.Op)
			}
		}
	}
	return nil
}

// takes tells whether the operation may be given the array.
func (r *reader) takes(name string) bool {
	return name == "rank" || slices.ContainsFunc(r.reads, func(part Part) bool {
		p := &parts[part&^optional]
		return slices.Contains(p.arrays, name) || slices.Contains(p.extra, name)
	})
}

// given tells whether any array of the part is there.
func (r *reader) given(part Part) bool {
	return slices.ContainsFunc(parts[part&^optional].arrays, r.has)
}

func (r *reader) has(name string) bool {
	_, given := r.arrays[name]
	return given
}

// readParts reads what the operation reads, where it is there.
func (r *reader) readParts() *Error {
	for _, part := range r.reads {
		if part&optional != 0 && !r.given(part) {
			continue
		}
		if failure := parts[part&^optional].read(r); failure != nil {
			return failure
		}
	}
	return nil
}
