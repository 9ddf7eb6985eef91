package wire

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Federated is what the operations of a federation read.
type Federated struct {
	Learning bool // the task is to learn, not to find a consensus
	Counts   bool // a union of the sites' edges tells how many sites have each
	MinCell  int  // no table is told with a cell from 1 to one less
	Draft    int  // how many choices a question may be ahead; 0: the task's own

	Secret   []byte // of a site
	Question json.RawMessage
	Told     []Told
}

// Told is a question and what the sites together answered.
type Told struct {
	Question json.RawMessage
	Sum      []uint64
}

const maxDraft = 1 << 10

// federated checks the options of a federation.
func (r *reader) federated() (failure *Error) {
	if r.in.Learning, failure = second("task", r.q.Task, "consensus", "learning"); failure != nil {
		return failure
	}
	if r.in.Counts, failure = second("union", r.q.Union, "or", "counts"); failure != nil {
		return failure
	}
	if r.in.MinCell = r.q.MinCell; r.in.MinCell < 0 {
		return mustBe("min_cell", "a whole number >= 0", r.in.MinCell)
	}
	if draft := r.q.Draft; draft != nil {
		if *draft < 1 || *draft > maxDraft {
			return mustBe("draft", fmt.Sprintf("a whole number from 1 to %d", maxDraft), *draft)
		}
		r.in.Draft = *draft
	}
	return nil
}

func secretBytes(*reader) int { return 32 }

func (r *reader) secret() *Error {
	r.in.Secret = slices.Clone(r.arrays["secret"])
	return nil
}

func (r *reader) question() *Error {
	if len(r.q.Question) == 0 || string(r.q.Question) == "null" {
		return BadRequestf("question", "there is none")
	}
	r.in.Question = r.q.Question
	return nil
}

// history reads "history" and its sums: those of question k are sums[sum_ptr[k]] to
// sums[sum_ptr[k+1]-1].
func (r *reader) history() *Error {
	ptr, sums := numbers[int64](r, "sum_ptr"), numbers[uint64](r, "sums")
	if len(ptr) != len(r.q.History)+1 || ptr[0] != 0 || ptr[len(ptr)-1] != int64(len(sums)) || !slices.IsSorted(ptr) {
		return BadRequestf("sum_ptr", "the bounds of the sums of %d questions must rise from 0 to %d", len(r.q.History), len(sums))
	}
	for k, question := range r.q.History {
		r.in.Told = append(r.in.Told, Told{question, sums[ptr[k]:ptr[k+1]]})
	}
	return nil
}
