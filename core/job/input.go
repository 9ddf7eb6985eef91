package job

import (
	"slices"
	"time"

	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/score"
)

// Input is a checked request in the engine's terms: every node is an engine
// index (Index leads back to the caller's), and all of it belongs to the
// operation, to change as it likes.
type Input struct {
	Op    string
	N     int // nodes
	R     int // DAGs
	Index Index

	Theta     Theta
	KMax      int // the most nodes H may have; -1: any number
	Cap       int // the most that a DAG's cut counts; 0: as much as it is
	StartDAG  bool
	Refusion  bool
	Canonical bool
	MinDegree bool // rather than min-fill
	Seed      *int64
	Workers   int           // at least 1
	TimeLimit time.Duration // 0: none; the job's context ends then

	Constraints *graph.Constraints // nil: none

	U, V   int // the pair of a criticality
	S      []int
	Prefix int    // how many of Steps a state is after
	Where  string // of a panic on purpose
	Matrix bool   // every DAG's agreement with each is wanted

	Threshold *float64 // of votes and strengths; nil: the operation's own
	Skeleton  bool     // the vote is on the skeleton, not on arcs
	OwnArcs   bool     // the arcs of the DAGs are averaged, not those of their CPDAGs
	ArcSHD    bool     // the climb is by the SHD of arcs, not by SMHD

	DAGs     []*graph.DAG  // acyclic
	Graphs   []*graph.PDAG // their directed edges may form a cycle
	Crowd    []*graph.PDAG // the same: "dags" of an operation that takes any graph there
	Fusion   *graph.DAG    // acyclic
	Weights  []int64       // one for each DAG, 1 unless given
	Order    []int32       // nodes, first to last; nil: to be found
	Steps    []Step
	Removed  []Removal
	Prefixes []int
	Variants []Variant // the runs of a batch

	Adjacency *graph.DAG // acyclic; the result of a run to be saved
	Document  *document  // that run
	File      []byte     // the text of a file to be loaded

	Tables     []*data.Dataset // by the engine's nodes
	Rows       []int           // of each table, also of those that are joined
	Score      score.Kind
	ESS        float64 // equivalent sample size
	MaxParents int     // -1: any number

	names []string
}

// Step is one step of a trajectory found earlier.
type Step struct {
	U, V       int
	Undirected bool
	H          []int32
}

// Removal is an arc A → B that step Step took from the working input DAG.
type Removal struct {
	Step, DAG, A, B int
}

// TotalWeight is what a score is divided by to give Ψ.
func (in *Input) TotalWeight() int64 {
	total := int64(0)
	for _, w := range in.Weights {
		total += w
	}
	return total
}

// newInput checks a request and its arrays, which it copies.
func newInput(text []byte, raws []Raw) (*Input, *operation, error) {
	q, failure := parseRequest(text)
	if failure != nil {
		return nil, nil, failure
	}
	op, known := operations[q.Op]
	if !known {
		return nil, nil, badRequest("op", "there is no operation %q", q.Op)
	}
	in, failure := build(q, op, raws)
	if failure != nil {
		return nil, nil, failure
	}
	return in, op, nil
}

// build does so once it is known what is asked for.
func build(q *Request, op *operation, raws []Raw) (*Input, *Error) {
	b := &builder{q: q, op: op, in: &Input{Op: q.Op, N: q.N, R: q.R, names: q.Names}}
	for _, step := range []func() *Error{
		func() *Error { return b.take(raws) },
		b.sizes, b.lengths, b.options, b.readRank, b.criticality, b.constraints,
		b.readData, b.readWeights, b.readVariants, b.readOrder, b.readDAGs, b.readGraphs, b.readTrajectory, b.readRecord,
	} {
		if failure := step(); failure != nil {
			return nil, failure
		}
	}
	return b.in, nil
}

// builder fills in an Input, one kind of thing after the other. Each of its
// methods may count on what those before it in newInput have checked.
type builder struct {
	q      *Request
	op     *operation
	in     *Input
	arrays map[string][]byte
	graphs int // how many "graphs" there must be
}

// take sorts the arrays by name and holds them against what the operation needs.
func (b *builder) take(raws []Raw) *Error {
	b.arrays = make(map[string][]byte, len(raws))
	for _, raw := range raws {
		if !b.op.allows(raw.Name) {
			return badRequest(raw.Name, "operation %q takes no array of this name", b.q.Op)
		}
		if _, twice := b.arrays[raw.Name]; twice {
			return badRequest(raw.Name, "the array was given twice")
		}
		b.arrays[raw.Name] = raw.Data
	}
	for _, name := range b.op.required {
		if _, given := b.arrays[name]; !given {
			return badRequest(name, "operation %q needs this array", b.q.Op)
		}
	}
	b.in.File = slices.Clone(b.arrays["file"])
	return nil
}

func (b *builder) has(name string) bool {
	_, given := b.arrays[name]
	return given
}

// numbers copies an array, whose length has been checked.
func numbers[T element](b *builder, name string) []T { return decode[T](b.arrays[name]) }
