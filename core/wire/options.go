package wire

import (
	"cmp"
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
	for _, check := range []func() *call.Error{r.theta, r.words, r.workers, r.timeLimit, r.scoring, r.threshold, r.pairs, r.first} {
		if failure := check(); failure != nil {
			return failure
		}
	}
	r.in.Where = r.q.Where
	r.in.OwnArcs = r.q.CPDAG != nil && !*r.q.CPDAG
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

// threshold checks a share of the weight.
func (r *reader) threshold() *call.Error {
	if v := r.q.Threshold; v != nil && (*v < 0 || *v > 1) {
		return call.MustBe("threshold", "a number from 0 to 1", *v)
	}
	r.in.Threshold = r.q.Threshold
	return nil
}

// first reads the number of the first run, resample or dataset.
func (r *reader) first() *call.Error {
	if r.q.First < 0 || r.q.First > maxDAGs {
		return call.BadRequestf("first", "%d is not from 0 to %d", r.q.First, maxDAGs)
	}
	r.in.First = r.q.First
	return nil
}

// pairs reads among which pairs a joint search is.
func (r *reader) pairs() *call.Error {
	k, failure := place("pairs", r.q.Pairs, []string{VotedPairs: "votes", SharedPairs: "share", AllPairs: "all"})
	if failure != nil {
		return failure
	}
	r.in.Pairs = Pairs(k)
	r.in.NoTables = r.q.Tables != nil && !*r.q.Tables
	r.in.NoOwn = r.q.Own != nil && !*r.q.Own
	if r.in.NoTables && r.in.NoOwn {
		return call.Invalidf("tables", "without tables and without the sites' own scores there is nothing to search by")
	}
	return nil
}

// place is the place of a word among those that an option may be, of which the first is the default.
func place(argument, word string, words []string) (int, *call.Error) {
	k := slices.Index(words, cmp.Or(word, words[0]))
	if k < 0 {
		return 0, call.MustBe(argument, call.OneOf(words...), fmt.Sprintf("%.40q", word))
	}
	return k, nil
}
