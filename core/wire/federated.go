package wire

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graph"
)

// Federation is the fields about a task from sums over sites. All but Site, MinCell, Most and Question
// are known to all parties.
type Federation struct {
	Site      int    `json:"site"`
	Union     string `json:"union"`
	Member    string `json:"member"`
	Draft     *int   `json:"draft"`
	OpenAbove *int   `json:"open_above"`
	Budget    *int   `json:"budget"`
	MinCell   int    `json:"min_cell"`
	Most      *int   `json:"most"`

	Question json.RawMessage   `json:"question"`
	History  []json.RawMessage `json:"history"`
}

// Session is what a party of a federation knows, checked. In.R is the number of sites.
type Session struct {
	Site                     int
	Secret                   []byte
	Counts                   bool    // of the union the sites tell how many have an arc
	Lowest                   bool    // the member of the class is the one with the lowest sinks first
	Draft, OpenAbove, Budget int     // 0: the engine's own
	MinCell                  int     // no table is told with a cell from 1 to one less
	Most                     int     // so many numbers are told at most; 0: any number
	Held                     []int64 // how many DAGs each site has; nil: one

	Question *SumQuestion
	State    []byte          // stands for the first rounds
	Sums     [][]uint64      // of each round after these
	Learning json.RawMessage // a question about rows
	Told     []Told          // about rows
}

// Told is a question and what the sites together answered.
type Told struct {
	Question json.RawMessage
	Sum      []uint64
}

const (
	maxDraft     = 1 << 10
	maxOpenAbove = 1 << 12 // a site lists so many deletions of an edge to tell one number
)

// SumQuestion is what a coordinator asks. Its JSON has two fields; arrays have the rest.
type SumQuestion struct {
	Kind    string     `json:"kind"`
	Drafted int        `json:"drafted"`
	Order   []int32    `json:"-"` // each node at most once
	Fusion  *graph.DAG `json:"-"`
	Steps   []Step     `json:"-"` // not checked against the fusion
	Open    [][2]int32 `json:"-"`
	Only    [][2]int32 `json:"-"`
}

// federatedSizes checks the number of nodes. A coordinator gives no array that shows it, and
// constraints take a matrix of it.
func (r *reader) federatedSizes() *call.Error {
	if constrained := len(r.q.Required)+len(r.q.Forbidden) > 0; constrained && r.in.N > maxConstrained {
		return call.Invalidf("n", "there are %d nodes; with required or forbidden edges a federation has at most %d", r.in.N, maxConstrained)
	}
	return nil
}

const maxConstrained = 1 << 12

func (r *reader) federatedTerms() (failure *call.Error) {
	s, f := &r.in.Session, &r.q.Federation
	if s.Counts, failure = second("union", f.Union, "or", "counts"); failure != nil {
		return failure
	}
	if s.Lowest, failure = second("member", f.Member, "votes", "lowest"); failure != nil {
		return failure
	}
	if s.MinCell = f.MinCell; s.MinCell < 0 {
		return call.MustBe("min_cell", "a whole number >= 0", s.MinCell)
	}
	if f.Draft != nil && (*f.Draft < 1 || *f.Draft > maxDraft) {
		return call.MustBe("draft", fmt.Sprintf("a whole number from 1 to %d", maxDraft), *f.Draft)
	}
	if f.OpenAbove != nil && *f.OpenAbove > maxOpenAbove {
		return call.MustBe("open_above", fmt.Sprintf("a whole number from 1 to %d", maxOpenAbove), *f.OpenAbove)
	}
	for _, field := range []struct {
		argument string
		given    *int
		into     *int
	}{
		{"draft", f.Draft, &s.Draft}, {"open_above", f.OpenAbove, &s.OpenAbove}, {"budget", f.Budget, &s.Budget},
	} {
		if failure := positive(field.argument, field.given, field.into); failure != nil {
			return failure
		}
	}
	if r.in.Seed != nil {
		return call.Invalidf("seed", "ties are not drawn in a federation; leave the seed out")
	}
	return nil
}

// positive reads a number of at least 1 that may be left out.
func positive(argument string, given, into *int) *call.Error {
	if given == nil {
		return nil
	}
	if *given < 1 {
		return call.MustBe(argument, "a whole number >= 1, or be left out", *given)
	}
	*into = *given
	return nil
}

// most reads how many numbers an answer may have.
func (r *reader) most() *call.Error { return positive("most", r.q.Most, &r.in.Session.Most) }

// site reads the number of the site that is asked.
func (r *reader) site() *call.Error {
	if site := r.q.Site; site < 0 || site >= r.in.R {
		return call.BadRequestf("site", "%d is not from 0 to %d", site, r.in.R-1)
	}
	r.in.Session.Site = r.q.Site
	return nil
}

// siteDAG reads the DAG of one site, or the member of the class that it sent.
func (r *reader) siteDAG() *call.Error {
	if failure := r.site(); failure != nil {
		return failure
	}
	r.in.Session.Secret = slices.Clone(r.arrays["secret"])
	return r.dags()
}

// consensusQuestion reads the question to a site. A question that a site cannot answer for what it
// says of the run is an error of the operation.
func (r *reader) consensusQuestion() (failure *call.Error) {
	q := &SumQuestion{}
	if failure := call.Unmarshal(r.q.Question, q); failure != nil {
		return call.BadRequestf("question", "it is none: %s", failure.Message)
	}
	r.in.Session.Question = q
	if failure := r.most(); failure != nil {
		return failure
	}
	if q.Order, failure = r.distinctNodes("q_order"); failure != nil {
		return failure
	}
	if q.Open, failure = r.nodePairs("q_open"); failure != nil {
		return failure
	}
	if q.Only, failure = r.nodePairs("q_only"); failure != nil {
		return failure
	}
	arcs, failure := r.nodePairs("q_arcs")
	if failure != nil {
		return failure
	}
	q.Fusion = graph.NewDAG(r.in.N)
	for _, a := range arcs {
		q.Fusion.Add(int(a[0]), int(a[1]))
	}
	if failure := r.in.CheckAcyclic(q.Fusion); failure != nil {
		return call.BadRequestf("q_arcs", "%s", failure.Message)
	}
	edges, failure := r.nodePairs("q_steps")
	if failure != nil {
		return failure
	}
	sets, failure := r.sets("q_h_ptr", "q_h", len(edges))
	if failure != nil {
		return failure
	}
	for k, e := range edges {
		q.Steps = append(q.Steps, Step{U: int(e[0]), V: int(e[1]), H: sets[k]})
	}
	return nil
}

// distinctNodes reads a list of nodes, each of them at most once.
func (r *reader) distinctNodes(name string) ([]int32, *call.Error) {
	nodes, seen := numbers[int32](r, name), make([]bool, r.in.N)
	for i, k := range nodes {
		if !r.in.IsNode(int(k)) || seen[k] {
			return nil, call.BadRequestf(name, "position %d has %d, which is no node or was there before", i, k)
		}
		seen[k] = true
		nodes[i] = int32(r.in.Index.Engine(int(k)))
	}
	return nodes, nil
}

// nodePairs reads a list of pairs of nodes.
func (r *reader) nodePairs(name string) ([][2]int32, *call.Error) {
	flat := numbers[int32](r, name)
	out := make([][2]int32, 0, len(flat)/2)
	for pair := range slices.Chunk(flat, 2) {
		if !r.in.IsNode(int(pair[0])) || !r.in.IsNode(int(pair[1])) || pair[0] == pair[1] {
			return nil, call.BadRequestf(name, "%v are not two nodes", pair)
		}
		out = append(out, [2]int32{int32(r.in.Index.Engine(int(pair[0]))), int32(r.in.Index.Engine(int(pair[1])))})
	}
	return out, nil
}

// sums reads the sums of the rounds so far, and the state that stands for those before them.
func (r *reader) sums() *call.Error {
	r.in.Session.State = slices.Clone(r.arrays["state"])
	ptr, flat := numbers[int64](r, "sums_ptr"), numbers[uint64](r, "sums")
	if len(ptr) == 0 || ptr[0] != 0 || ptr[len(ptr)-1] != int64(len(flat)) || !slices.IsSorted(ptr) {
		return call.BadRequestf("sums_ptr", "it does not rise from 0 to the length of sums, %d", len(flat))
	}
	for k := range len(ptr) - 1 {
		r.in.Session.Sums = append(r.in.Session.Sums, flat[ptr[k]:ptr[k+1]:ptr[k+1]])
	}
	return nil
}
