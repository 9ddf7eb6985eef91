package ops

import (
	"bytes"
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/read/texts"
)

func init() { call.Register("facts", facts) }

type factsRequest struct {
	call.Common
	Markers []string `json:"markers"`
	Blanks  []string `json:"blanks"`
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

var feed = []byte{'\n'}

// texts goes through the texts, without their line feeds.
func (l *lines) texts(yield func([]byte) bool) {
	for rest := []byte(*l); len(rest) > 0; {
		text, behind, _ := bytes.Cut(rest, feed)
		if !yield(text) {
			return
		}
		rest = behind
	}
}

// Read copies the text.
func (l *lines) Read(r *call.Reader) *call.Error {
	*l = call.Numbers[uint8](r, "text")
	return nil
}

func facts(ctx context.Context, q *factsRequest, _ *call.Progress) (*call.Output, error) {
	var all texts.All
	all.Room(bytes.Count(q.Lines, feed))
	alike, err := all.Find(texts.NewFinder(q.Markers, q.Blanks), q.Lines.texts, ctx.Err)
	if err != nil {
		return nil, err
	}
	n := len(all.Facts)
	out := &call.Output{Arrays: call.Arrays{
		"facts": call.NewArray(all.Facts, n),
		"point": call.NewArray(all.Point, n),
		"comma": call.NewArray(all.Comma, n),
	}}
	if alike != nil {
		out.Arrays["alike"] = call.NewArray(alike, n)
	}
	return out, nil
}
