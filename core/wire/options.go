package wire

import (
	"fmt"
	"runtime"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// options checks the fields that name neither nodes nor arrays, whatever the operation.
func (r *reader) options() (failure *call.Error) {
	if r.in.RunSettings, failure = r.q.settings(); failure != nil {
		return failure
	}
	for _, check := range []func() *call.Error{r.theta, r.words, r.workers, r.timeLimit, r.pieces, r.first} {
		if failure := check(); failure != nil {
			return failure
		}
	}
	r.in.Where = r.q.Where
	return nil
}

func (r *reader) theta() *call.Error {
	const wanted = "a number >= 0, or \"auto\""
	switch t := r.q.Theta; {
	case t.bad != "":
		return call.MustBe("theta", wanted, fmt.Sprintf("%.40s", t.bad))
	case t.Value < 0:
		return call.MustBe("theta", wanted, t.Value)
	default:
		r.in.Theta = t
		return nil
	}
}

// words reads the fields that are one of two words.
func (r *reader) words() *call.Error {
	for _, field := range []struct {
		argument, word, first, second string
		into                          *bool
	}{
		{"output", r.q.Output, "extension", "refusion", &r.in.Refusion},
	} {
		var failure *call.Error
		if *field.into, failure = second(field.argument, field.word, field.first, field.second); failure != nil {
			return failure
		}
	}
	return nil
}

// second tells whether word is the second of two, of which the first is the default.
func second(argument, word, first, second string) (bool, *call.Error) {
	if word != "" && word != first && word != second {
		return false, call.MustBe(argument, call.OneOf(first, second), fmt.Sprintf("%.40q", word))
	}
	return word == second, nil
}

const maxWorkers = 1 << 10

func (r *reader) workers() *call.Error {
	if r.q.Workers < 0 {
		return call.MustBe("workers", "a whole number >= 1, or 0 for all cores", r.q.Workers)
	}
	r.in.Workers = min(r.q.Workers, maxWorkers)
	if r.in.Workers == 0 {
		r.in.Workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

func (r *reader) timeLimit() (failure *call.Error) {
	r.in.TimeLimit, failure = call.Duration("time_limit", r.q.TimeLimit)
	return failure
}

// pieces reads the fields of a run that is made in slices.
func (r *reader) pieces() (failure *call.Error) {
	ends := []string{"", call.StatusComplete, call.ErrTimeLimit.Error(), call.ErrCancelled.Error()}
	if !slices.Contains(ends, r.q.Ended) {
		return call.MustBe("ended", "a status with which a run ends", fmt.Sprintf("%.40q", r.q.Ended))
	}
	if r.q.Ended != "" && (r.q.Slice != nil || !r.has("step_edges")) {
		return call.BadRequestf("ended", "it goes with the steps of a run, and without \"slice\"")
	}
	r.in.Ended = r.q.Ended
	r.in.Slice, failure = call.Duration("slice", r.q.Slice)
	return failure
}

// first reads the number of the first run.
func (r *reader) first() *call.Error {
	if r.q.First < 0 || r.q.First > maxDAGs {
		return call.BadRequestf("first", "%d is not from 0 to %d", r.q.First, maxDAGs)
	}
	r.in.First = r.q.First
	return nil
}
