package cells

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Fault is what is wrong with a part. Texts of messages are the caller's.
type Fault int

const (
	None       Fault = iota
	NoText           // it is not in UTF-8
	AfterQuote       // something follows a closing quote that is no end of the cell
	Unclosed         // a quote is opened, but the text ends before it is closed
	TooLong          // a cell has more signs than there may be
	Uneven           // a row has another number of cells
)

// span is where a cell is: in the part, or in the scratch of the reader if start is negative.
type span struct{ start, end int }

// reader reads one record after the other.
type reader struct {
	buf     []byte
	sign    []byte
	ends    [3]uint64 // the bytes that may end a cell without quotes, eight times each
	last    bool      // nothing comes behind the part
	most    int       // signs that a cell may have
	at      int       // where the next record begins
	lines   int       // those before it
	scratch []byte    // the cells with quotes in them, since it was emptied
	fault   Fault
	line    int // that of the fault
}

func newReader(buf, sign []byte, last bool, most int) *reader {
	r := &reader{buf: buf, sign: sign, last: last, most: most}
	r.ends = [3]uint64{eachByte * uint64(sign[0]), eachByte * '\n', eachByte * '\r'}
	return r
}

// cell is the text of a span.
func (r *reader) cell(s span) []byte {
	if s.start < 0 {
		return r.scratch[^s.start:s.end]
	}
	return r.buf[s.start:s.end]
}

// record appends the cells of the next record. An empty line has none. It reports false, and stays where it is, at the end
// of the text, at a record whose end is not in the part, and at a fault.
func (r *reader) record(cells []span) ([]span, bool) {
	at, first, inside := r.at, len(cells), 0
	if at == len(r.buf) {
		return cells, false
	}
	for {
		var s span
		if at < len(r.buf) && r.buf[at] == '"' {
			q, found := r.quoted(at)
			if !found {
				return cells[:first], false
			}
			s, at, inside = q.span, q.next, inside+q.lines
		} else {
			s = span{at, r.bare(at)}
			at = s.end
			if at-s.start > r.most && r.tooLong(s.start, at, 0) {
				return cells[:first], false
			}
		}
		switch {
		case at == len(r.buf):
			if !r.last {
				return cells[:first], false
			}
			r.lines, r.at = r.lines+1+inside, at
			return append(cells, s), true
		case r.endsCell(at):
			cells = append(cells, s)
			at += len(r.sign)
			continue
		case !r.last && bytes.HasPrefix(r.sign, r.buf[at:]): // the part ends in the middle of the sign
			return cells[:first], false
		case r.buf[at] != '\n' && r.buf[at] != '\r':
			r.stop(AfterQuote, at)
			return cells[:first], false
		}
		end := at + 1
		if r.buf[at] == '\r' {
			if end == len(r.buf) && !r.last { // a line feed may follow
				return cells[:first], false
			}
			if end < len(r.buf) && r.buf[end] == '\n' {
				end++
			}
		}
		if at > r.at {
			cells = append(cells, s)
		}
		r.lines, r.at = r.lines+1+inside, end
		return cells, true
	}
}

// bare is where the cell without quotes that begins here ends.
func (r *reader) bare(at int) int {
	for {
		at = r.mayEnd(at)
		if at == len(r.buf) || len(r.sign) == 1 || r.buf[at] != r.sign[0] || r.endsCell(at) {
			return at
		}
		at++ // the first byte of the sign alone
	}
}

const eachByte = 0x0101010101010101

// mayEnd is where the first byte from here on is that may end a cell without quotes.
func (r *reader) mayEnd(at int) int {
	buf, ends := r.buf, r.ends
	for at+8 <= len(buf) {
		eight := binary.LittleEndian.Uint64(buf[at:])
		// The lowest bit of each is that of the first byte that is zero.
		if found := zeros(eight^ends[0]) | zeros(eight^ends[1]) | zeros(eight^ends[2]); found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
		at += 8
	}
	for ; at < len(buf) && buf[at] != r.sign[0] && buf[at] != '\n' && buf[at] != '\r'; at++ {
	}
	return at
}

// zeros has the highest bit of the first byte that is zero, and no bit below it.
func zeros(eight uint64) uint64 { return (eight - eachByte) & ^eight & (eachByte << 7) }

func (r *reader) endsCell(at int) bool {
	return r.buf[at] == r.sign[0] && (len(r.sign) == 1 || bytes.HasPrefix(r.buf[at:], r.sign))
}

// inQuotes is a cell in quotes.
type inQuotes struct {
	span
	next  int // what is behind the closing quote
	lines int // that end inside
}

// quoted reads the cell whose opening quote is here. Two quotes inside are one.
func (r *reader) quoted(open int) (inQuotes, bool) {
	begin, held, kept, lines := open+1, len(r.scratch), 0, 0 // kept: the signs in the scratch
	for {
		length := bytes.IndexByte(r.buf[begin:], '"')
		closed := length >= 0
		if !closed {
			length = len(r.buf) - begin
		}
		end := begin + length
		if end-open > r.most && r.tooLong(begin, end, kept) {
			return inQuotes{}, false
		}
		if !closed {
			if r.last {
				r.fault, r.line = Unclosed, r.lines+newlines(r.buf[r.at:])
				if tail := r.buf[len(r.buf)-1]; tail != '\n' && tail != '\r' {
					r.line++
				}
			}
			return inQuotes{}, false
		}
		lines += newlines(r.buf[begin:end])
		next := end + 1
		if next == len(r.buf) && !r.last { // a second quote may follow
			return inQuotes{}, false
		}
		if next == len(r.buf) || r.buf[next] != '"' {
			if len(r.scratch) == held {
				return inQuotes{span{begin, end}, next, lines}, true
			}
			r.scratch = append(r.scratch, r.buf[begin:end]...)
			return inQuotes{span{^held, len(r.scratch)}, next, lines}, true
		}
		kept += utf8.RuneCount(r.buf[begin:next])
		if kept > r.most { // the second quote is the sign too many
			r.stop(TooLong, next)
			return inQuotes{}, false
		}
		r.scratch = append(r.scratch, r.buf[begin:next]...)
		begin = next + 1
	}
}

// tooLong reports whether a cell with these bytes, behind so many signs, has more signs than it may have. Then that is the
// fault.
func (r *reader) tooLong(begin, end, kept int) bool {
	if !r.last && end == len(r.buf) { // the part may end in the middle of a sign, also of the one between cells
		end = begin + wholeSigns(r.buf[begin:end])
	}
	for at := begin; at < end; kept++ {
		if kept == r.most {
			r.stop(TooLong, at)
			return true
		}
		_, size := utf8.DecodeRune(r.buf[at:end])
		at += size
	}
	return false
}

// wholeSigns is where the last sign of a text ends that is whole.
func wholeSigns(text []byte) int {
	for at := len(text) - 1; at >= max(0, len(text)-utf8.UTFMax+1); at-- {
		if utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				return at
			}
			break
		}
	}
	return len(text)
}

// stop keeps a fault that is at a byte of the record.
func (r *reader) stop(fault Fault, at int) {
	before := r.buf[r.at:at]
	if at < len(r.buf) && r.buf[at] == '\n' { // it ends the same line as a carriage return before it
		before = bytes.TrimSuffix(before, []byte{'\r'})
	}
	r.fault, r.line = fault, r.lines+newlines(before)+1
}

// newlines is how many lines end in these bytes: by a line feed, a carriage return, or both.
func newlines(text []byte) int {
	if bytes.IndexByte(text, '\r') < 0 {
		return bytes.Count(text, []byte{'\n'})
	}
	count := 0
	for i, c := range text {
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			count++
		}
	}
	return count
}
