package ops

import (
	"context"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/read/cells"
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

// mostBytes are those of a part, so that the codes of its texts are in 32 bits.
const mostBytes = math.MaxInt32

// Arrays is "text".
func (p *part) Arrays() []call.Spec { return []call.Spec{call.NewSpec("text", 1, call.Any)} }

// CheckLength checks the number of bytes.
func (p *part) CheckLength(r *call.Reader) *call.Error {
	if length := len(r.Bytes("text")); length > mostBytes {
		return call.BadRequestf("text", "a part has at most %d bytes, not %d", mostBytes, length)
	}
	return nil
}

// Read copies the text.
func (p *part) Read(r *call.Reader) *call.Error {
	*p = call.Numbers[uint8](r, "text")
	return nil
}

func readCells(ctx context.Context, q *cellsRequest, _ *call.Progress) (*call.Output, error) {
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
	out.Arrays = columnsOf(p)
	out.Arrays["firsts"] = call.NewArray(p.Firsts, len(p.Firsts))
	out.Arrays["shifts"] = call.NewArray(p.Shifts, len(p.Shifts))
	return out, nil
}

// columnsOf are the arrays of the columns of a part.
func columnsOf(p *cells.Part) call.Arrays {
	n := len(p.States)
	counts, bytes, textEnds := make([]int64, n), make([]uint8, n), make([]int64, n)
	var codes, text, known []uint8
	var ends, knownEnds []int64
	plain := 0
	for _, own := range p.States {
		if own == nil {
			plain++
		}
	}
	values := make([]float64, 0, plain*p.Rows)
	for v, own := range p.States {
		if own == nil {
			values = append(values, p.Numbers[v].Values...)
			known = append(known, p.Numbers[v].Known...)
			knownEnds = append(knownEnds, int64(len(known)))
			p.Numbers[v] = nil // what is copied is not needed any more
		} else {
			counts[v] = int64(own.Count())
			codes, bytes[v] = own.AppendCodes(codes)
			var ragged bool
			if text, ends, ragged = own.AppendTexts(text, ends); ragged {
				bytes[v] |= isRagged
			}
			p.States[v] = nil
		}
		textEnds[v] = int64(len(text))
	}
	return call.Arrays{
		"counts":     call.NewArray(counts, n),
		"widths":     call.NewArray(bytes, n),
		"codes":      call.NewArray(codes, len(codes)),
		"text":       call.NewArray(text, len(text)),
		"text_ends":  call.NewArray(textEnds, n),
		"ends":       call.NewArray(ends, len(ends)),
		"values":     call.NewArray(values, plain, p.Rows),
		"known":      call.NewArray(known, len(known)),
		"known_ends": call.NewArray(knownEnds, plain),
	}
}

// isRagged is added to the width of a column whose texts have line feeds in them.
const isRagged = 128
