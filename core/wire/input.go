package wire

import (
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/score"
)

// Input is a checked request in the engine's terms. Every node is an engine index, and Index
// leads back to the caller's. The operation owns all of the Input and may change it.
type Input struct {
	call.Nodes
	R int // DAGs, graphs or datasets

	RunSettings
	Theta     Theta
	Refusion  bool
	Workers   int           // at least 1
	TimeLimit time.Duration // 0: none

	Memory call.Memory
	Sizes

	Order []int32 // nodes, first to last; nil: to be found

	Where string // of a panic on purpose

	Threshold *float64 // of votes and strengths; nil: the operation's own
	OwnArcs   bool     // the arcs of the DAGs are averaged, not those of their CPDAGs

	DAGs     []*graph.DAG  // acyclic
	Extended []int         // those of DAGs that were partially directed, rising
	Graphs   []*graph.PDAG // their directed edges may form a cycle
	Weights  []int64       // one for each DAG, 1 unless given

	Tables     []*data.Dataset    // by the engine's nodes; none if the score is for real-valued data
	Values     []*data.Continuous // the same; none if it is not
	Rows       []int              // of each dataset, also of those that are joined
	Arity      []int              // by the engine's nodes, of discrete data
	Resamples  int                // how many of the dataset; Seed draws their rows
	Score      score.Kind
	Parameters score.Parameters
	MaxParents int // -1: any number

	Pairs       Pairs     // that a joint search is among
	PairWeights []float64 // (n, n) by the engine's nodes, symmetric; nil: none
	NoTables    bool      // a joint search is by the own score alone
	NoOwn       bool      // a joint search is by the pooled score alone

	Session Session // of a federation
	Kept    any     // by the job that the request names; nil: it names none

	// First is the number of the request's first run, resample or dataset. Draws and messages count
	// from it. So the parts of a whole are together what the whole is in one request.
	First int
}

// Pairs says among which pairs of nodes a joint search is.
type Pairs uint8

// The kinds of Pairs.
const (
	VotedPairs  Pairs = iota // all; the DAGs' votes are penalties
	SharedPairs              // those that the share Threshold of the DAGs join, and at least one DAG
	AllPairs                 // all; the DAGs do not count
)

// TotalWeight is what a score is divided by to give Ψ.
func (in *Input) TotalWeight() int64 {
	total := int64(0)
	for i, w := range in.Weights {
		if in.Session.Held != nil {
			w *= in.Session.Held[i]
		}
		total += w
	}
	return total
}

// NewInput checks a request to an operation that reads these parts, and copies the arrays. The estimate is that of the
// operation; nil: it takes nothing beside its input.
func NewInput(q *Request, reads []Part, raws []call.Raw, estimate Estimate) (*Input, *call.Error) {
	r := &reader{q: q, reads: partsFor(q, reads), in: &Input{Nodes: call.Nodes{Names: q.Names}}, estimate: estimate}
	for _, step := range []func() *call.Error{
		func() *call.Error { return r.takeArrays(raws) }, r.sizes, r.partSizes, r.lengths, r.options, r.memory, r.rank, r.readParts,
	} {
		if failure := step(); failure != nil {
			return nil, failure
		}
	}
	return r.in, nil
}

// reader fills in an Input, one part after the other.
type reader struct {
	q       *Request
	reads   []Part // what the operation reads
	present []Part // those of them that were given
	in      *Input
	arrays  map[string][]byte

	estimate Estimate
}

const (
	maxNodes = consensus.MaxNodes // with maxDAGs, keeps r·n·n within an int64
	maxDAGs  = 1 << 20
)

// sizes checks n, r and the number of names.
func (r *reader) sizes() *call.Error {
	n, count := r.q.N, r.q.R
	switch {
	case n == 0:
		return call.Invalidf("n", "there are no nodes")
	case n < 0:
		return call.BadRequestf("n", "%d is negative", n)
	case n > maxNodes:
		return call.Invalidf("n", "there are %d nodes; there may be at most %d", n, maxNodes)
	case count == 0:
		if failure := r.countNone(); failure != nil {
			return failure
		}
	case count < 0 || count > maxDAGs:
		return call.BadRequestf("r", "%d is not from 1 to %d", count, maxDAGs)
	}
	if r.q.Names != nil && len(r.q.Names) != n {
		return call.BadRequestf("names", "%d names for %d nodes", len(r.q.Names), n)
	}
	r.in.N, r.in.R = n, count
	return nil
}

// countNone is an error if "r" counts something that the operation needs.
func (r *reader) countNone() *call.Error {
	for _, part := range r.reads {
		if part&optional == 0 && parts[part].counted != "" {
			return call.Invalidf(parts[part].arrays[0].name, "there are no %s", parts[part].counted)
		}
	}
	return nil
}

// numbers copies an array, whose length has been checked.
func numbers[T call.Element](r *reader, name string) []T { return call.Decode[T](r.arrays[name]) }
