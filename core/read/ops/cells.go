package ops

import (
	"context"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/read/cells"
	"github.com/mcbnc/mcbnc/core/read/distinct"
	"github.com/mcbnc/mcbnc/core/read/texts"
	"github.com/mcbnc/mcbnc/core/run/garbage"
)

func init() { call.Register("cells", readCells) }

type cellsRequest struct {
	call.Common
	Sign    string   `json:"sign"`
	Last    bool     `json:"last"`
	Lines   int      `json:"lines" range:"0.."`
	Longest int      `json:"longest" range:"1.."`
	Numbers bool     `json:"numbers"`
	Blanks  []string `json:"blanks"`
	Written []string `json:"written"`
	Markers []string `json:"markers"`
	Text    part
}

// CheckFields checks what the tags cannot express.
func (q *cellsRequest) CheckFields() *call.Error {
	sign, size := utf8.DecodeRuneInString(q.Sign)
	if size == 0 || size < len(q.Sign) || strings.ContainsRune("\n\r\"\uFFFD", sign) {
		return call.BadRequestf("sign", "%q cannot be between cells: it is one sign, and no quote or end of a line", q.Sign)
	}
	return nil
}

// Small reports whether the work is small.
func (q *cellsRequest) Small() bool { return len(q.Text) < 1<<14 }

// part is the array "text".
type part []byte

// mostBytes are those of the array "text", so that places in it, and the codes of its texts, are in 32 bits.
const mostBytes = math.MaxInt32

// checkBytes checks the number of bytes of the array "text".
func checkBytes(r *call.Reader) *call.Error {
	if length := len(r.Bytes("text")); length > mostBytes {
		return call.BadRequestf("text", "it has at most %d bytes, not %d", mostBytes, length)
	}
	return nil
}

// Arrays is "text".
func (p *part) Arrays() []call.Spec { return []call.Spec{call.NewSpec("text", 1, call.Any)} }

// CheckLength checks the number of bytes.
func (*part) CheckLength(r *call.Reader) *call.Error { return checkBytes(r) }

// Read copies the text.
func (p *part) Read(r *call.Reader) *call.Error {
	*p = call.Numbers[uint8](r, "text")
	return nil
}

func readCells(ctx context.Context, q *cellsRequest, _ *call.Progress) (*call.Output, error) {
	if !q.Small() {
		defer garbage.Allow()()
	}
	p, err := cells.Read(cells.Asked{
		Text: q.Text, Sign: []byte(q.Sign), Columns: q.N, Last: q.Last, Lines: q.Lines, Longest: q.Longest,
		Numbers: q.Numbers, Blanks: q.Blanks,
	}, ctx.Err)
	if err != nil {
		return nil, err
	}
	out := &call.Output{Counts: map[string]int64{
		"rows": int64(p.Rows), "used": int64(p.Used), "lines": int64(p.Line),
	}}
	if p.Fault != cells.None {
		out.Counts["fault"], out.Counts["line"], out.Counts["cells"] = int64(p.Fault), int64(p.FaultLine), int64(p.Cells)
		if p.Alike {
			out.Counts["alike"] = 1
		}
		return out, nil
	}
	out.Arrays = numbersOf(p)
	if err := addStates(out.Arrays, p, texts.NewFinder(q.Markers, q.Written), ctx.Err); err != nil {
		return nil, err
	}
	out.Arrays["firsts"] = call.NewArray(p.Firsts, len(p.Firsts))
	out.Arrays["shifts"] = call.NewArray(p.Shifts, len(p.Shifts))
	return out, nil
}

// numbersOf are the arrays of the columns of numbers, which the part has no longer.
func numbersOf(p *cells.Part) call.Arrays {
	plain := 0
	for _, own := range p.Numbers {
		if own != nil {
			plain++
		}
	}
	values := make([]float64, 0, plain*p.Rows)
	var known []uint8
	var ends []int64
	for v, own := range p.Numbers {
		if own != nil {
			values = append(values, own.Values...)
			known = append(known, own.Known...)
			ends = append(ends, int64(len(known)))
			p.Numbers[v] = nil
		}
	}
	return call.Arrays{
		"values":     call.NewArray(values, plain, p.Rows),
		"known":      call.NewArray(known, len(known)),
		"known_ends": call.NewArray(ends, plain),
	}
}

// addStates adds the arrays of the columns of states, which the part has no longer, with the facts about them.
func addStates(to call.Arrays, p *cells.Part, f *texts.Finder, stop func() error) error {
	n, states, size, codeBytes := len(p.States), 0, 0, 0
	for _, own := range p.States {
		if own != nil {
			states, size = states+own.Count(), size+own.Bytes()+own.Count()
			codeBytes += own.CodeBytes(p.Rows)
		}
	}
	counts, widths := make([]int64, n), make([]uint8, n)
	text, ends, codes := make([]uint8, 0, size+distinct.Room), make([]int32, 0, states), make([]uint8, 0, codeBytes)
	var alike []int32
	var all texts.All
	all.Room(states)
	for v, own := range p.States {
		if own == nil {
			continue
		}
		begin, first := len(text), len(ends)
		text, ends = own.AppendTexts(text, ends)
		looks, err := all.Find(f, texts.Written{Text: text, Ends: ends[first:], Begin: begin}, stop)
		if err != nil {
			return err
		}
		counts[v], widths[v] = int64(own.Count()), uint8(own.Width())
		codes = own.AppendCodes(codes)
		if all.Numeric {
			widths[v] |= hasNumbers
		}
		if all.Differ {
			widths[v] |= hasComma
		}
		all.DropLast(own.Count())
		if looks != nil {
			widths[v] |= mayBeAlike
			alike = append(alike, looks...)
		}
		p.States[v] = nil
	}
	to["counts"] = call.NewArray(counts, n)
	to["widths"] = call.NewArray(widths, n)
	to["codes"] = call.NewArray(codes, len(codes))
	to["text"] = call.NewArray(text, len(text))
	to["ends"] = call.NewArray(ends, len(ends))
	to["facts"] = call.NewArray(all.Facts, len(all.Facts))
	to["point"] = call.NewArray(all.Point, len(all.Point))
	to["comma"] = call.NewArray(all.Comma, len(all.Comma))
	to["alike"] = call.NewArray(alike, len(alike))
	return nil
}

// These are added to the width of a column.
const (
	hasNumbers = 32  // a text is a number
	hasComma   = 64  // a text is another number with a decimal comma than with a point
	mayBeAlike = 128 // two texts may look the same
)
