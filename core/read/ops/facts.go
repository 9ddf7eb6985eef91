package ops

import (
	"bytes"
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/read/distinct"
	"github.com/mcbnc/mcbnc/core/read/texts"
	"github.com/mcbnc/mcbnc/core/run/garbage"
)

func init() { call.Register("facts", facts) }

type factsRequest struct {
	call.Common
	Markers []string `json:"markers"`
	Blanks  []string `json:"blanks"`
	Sorted  bool     `json:"sorted"`
	Lines   lines
}

// Small reports whether the work is small.
func (q *factsRequest) Small() bool { return len(q.Lines) < 1<<14 }

// CheckParts checks that each text has its line feed.
func (q *factsRequest) CheckParts() *call.Error {
	if text := q.Lines; len(text) > 0 && text[len(text)-1] != '\n' {
		return call.BadRequestf("text", "the last text has no line feed behind it")
	}
	return nil
}

// lines is the array "text".
type lines []byte

// Arrays is "text".
func (l *lines) Arrays() []call.Spec { return []call.Spec{call.NewSpec("text", 1, call.Any)} }

// CheckLength checks the number of bytes.
func (*lines) CheckLength(r *call.Reader) *call.Error { return checkBytes(r) }

// written are the texts, without their line feeds.
func (l *lines) written() texts.Written {
	w := texts.Written{Text: *l, Ends: make([]int32, 0, bytes.Count(*l, []byte{'\n'}))}
	for at, c := range w.Text {
		if c == '\n' {
			w.Ends = append(w.Ends, int32(at))
		}
	}
	return w
}

// Read copies the text.
func (l *lines) Read(r *call.Reader) *call.Error {
	*l = call.Numbers[uint8](r, "text")
	return nil
}

func facts(ctx context.Context, q *factsRequest, _ *call.Progress) (*call.Output, error) {
	if !q.Small() {
		defer garbage.Allow()()
	}
	written := q.Lines.written()
	n := written.Count()
	out := &call.Output{Arrays: call.Arrays{}}
	if q.Sorted {
		places, failure := sorted(&written)
		if failure != nil {
			return nil, failure
		}
		out.Arrays["order"] = call.NewArray(places, n)
	}
	var all texts.All
	alike, err := all.Find(texts.NewFinder(q.Markers, q.Blanks), written, ctx.Err)
	if err != nil {
		return nil, err
	}
	out.Arrays["facts"] = call.NewArray(all.Facts, n)
	out.Arrays["point"] = call.NewArray(all.Point, n)
	out.Arrays["comma"] = call.NewArray(all.Comma, n)
	if alike != nil {
		out.Arrays["alike"] = call.NewArray(alike, n)
	}
	return out, nil
}

// sorted sorts distinct texts, and says at which place of the input each was.
func sorted(written *texts.Written) ([]int32, error) {
	n, count := written.Count(), 0
	order := make([]int32, n)
	var sorter distinct.Sorter
	if list := listed(written); list != nil {
		found, places := sorter.Number(list)
		if count = found.Count(); count == n {
			for at, place := range places {
				order[place] = int32(at)
			}
			written.Text, written.Ends = found.Append(nil, make([]int32, 0, n))
		}
	} else {
		known := distinct.New()
		known.Expect(n)
		for i := range n {
			known.Code(written.At(i))
		}
		if count = known.Count(); count == n {
			codes := sorter.Sorted(known)
			for at, code := range codes { // codes count from 0 in the order of the input
				order[at] = int32(code)
			}
			written.Text, written.Ends = known.AppendInOrder(codes, make([]byte, 0, len(written.Text)), make([]int32, 0, n))
		}
	}
	if count < n {
		return nil, call.BadRequestf("text", "%d texts are equal to others", n-count)
	}
	return order, nil
}

// listed are the texts as a list. nil: some are too long.
func listed(written *texts.Written) *distinct.List {
	list := distinct.Listed[uint8](distinct.New(), nil, written.Count())
	for i := range written.Count() {
		if !list.Add(written.At(i)) {
			return nil
		}
	}
	return list
}
