package wire

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

func secretBytes(*reader) int { return 32 }

func (r *reader) secret() *call.Error {
	r.in.Session.Secret = slices.Clone(r.arrays["secret"])
	return nil
}

func (r *reader) learningQuestion() *call.Error {
	if len(r.q.Question) == 0 || string(r.q.Question) == "null" {
		return call.BadRequestf("question", "there is none")
	}
	r.in.Session.Learning = r.q.Question
	return r.most()
}

// history reads "history" and its sums: those of question k are sums[sums_ptr[k]] to
// sums[sums_ptr[k+1]-1].
func (r *reader) history() *call.Error {
	ptr, sums := numbers[int64](r, "sums_ptr"), numbers[uint64](r, "sums")
	if len(ptr) != len(r.q.History)+1 || ptr[0] != 0 || ptr[len(ptr)-1] != int64(len(sums)) || !slices.IsSorted(ptr) {
		return call.BadRequestf("sums_ptr", "the bounds of the sums of %d questions must rise from 0 to %d", len(r.q.History), len(sums))
	}
	for k, question := range r.q.History {
		r.in.Session.Told = append(r.in.Session.Told, Told{question, sums[ptr[k]:ptr[k+1]]})
	}
	return nil
}
