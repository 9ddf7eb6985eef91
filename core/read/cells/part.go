package cells

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/mcbnc/mcbnc/core/read/distinct"
)

// Asked is a part of a text, and what is asked of it.
type Asked struct {
	Text    []byte
	Sign    []byte // the one between the cells, in UTF-8
	Columns int
	Last    bool     // nothing comes behind the part
	Lines   int      // those before the part
	Longest int      // signs that a cell may have
	Numbers bool     // the columns are numbers if they can be
	Blanks  []string // texts without a value, beside those of nothing but blanks
}

// Part is what a part of a text has. If there is a fault, there are no columns.
type Part struct {
	Rows int
	Used int // bytes of these rows; others follow in the next part
	Line int // lines of these bytes, and those before the part
	// Rows from number Firsts[i] on, from 0, begin in the line of their number and Shifts[i].
	Firsts, Shifts []int64
	States         []*States // nil where a column has numbers
	Numbers        []*Numbers

	Fault     Fault
	FaultLine int
	Cells     int  // of the row at fault
	Alike     bool // all rows have as many, and there are several
}

// Read reads a part. It looks at `stop` now and then.
func Read(a Asked, stop func() error) (*Part, error) {
	if at := invalid(whole(a)); at >= 0 {
		a.Text, a.Last = a.Text[:at], false
		p := &Part{States: make([]*States, a.Columns), Numbers: make([]*Numbers, a.Columns)}
		if err := p.pass(a, stop); err != nil || p.Fault == None || p.Fault == Uneven {
			return &Part{Fault: NoText}, err
		}
		return p, nil // a quote before it is wrong too
	}
	p := &Part{States: make([]*States, a.Columns), Numbers: make([]*Numbers, a.Columns)}
	gaps := map[string]bool{}
	for _, gap := range a.Blanks {
		gaps[gap] = true
	}
	rows := a.rows()
	for v := range a.Columns {
		if a.Numbers {
			p.Numbers[v] = &Numbers{gaps: gaps, Values: make([]float64, 0, rows)}
		} else {
			p.States[v] = newStates(rows)
		}
	}
	if err := p.pass(a, stop); err != nil || p.Fault != None {
		return p, err
	}
	if a.Numbers {
		if err := p.readOdd(a, stop); err != nil {
			return nil, err
		}
	}
	var sorter distinct.Sorter
	for _, own := range p.States {
		if own != nil {
			own.sort(&sorter)
		}
	}
	return p, nil
}

// rows is about how many rows the part has, or as many as may be of its columns.
func (a *Asked) rows() int {
	return min(bytes.Count(a.Text, []byte{'\n'})+1, len(a.Text)/a.Columns+1)
}

// readOdd reads the columns that are no plain numbers, which their first cells did not show, as texts.
func (p *Part) readOdd(a Asked, stop func() error) error {
	again := &Part{States: make([]*States, a.Columns), Numbers: make([]*Numbers, a.Columns)}
	some := false
	for v, own := range p.Numbers {
		if own != nil && !own.plain() {
			again.States[v], p.Numbers[v], some = newStates(p.Rows), nil, true
			p.States[v] = again.States[v]
		}
	}
	if !some {
		return nil
	}
	return again.pass(a, stop)
}

// whole is the text without the sign that the part may end in the middle of.
func whole(a Asked) []byte {
	if a.Last {
		return a.Text
	}
	return a.Text[:wholeSigns(a.Text)]
}

// invalid is where a text stops to be UTF-8. -1: nowhere.
func invalid(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
}

const atOnce = 1 << 13 // cells that are found before columns take them

// pass goes through the rows once.
func (p *Part) pass(a Asked, stop func() error) error {
	r := newReader(a.Text, a.Sign, a.Last, a.Longest)
	r.lines = a.Lines
	rows := rows{part: p, reader: r, columns: a.Columns, alike: true, expected: a.rows()}
	p.Line = a.Lines
	for {
		line, before := r.lines, len(rows.cells)
		cells, found := r.record(rows.cells)
		if !found {
			break
		}
		rows.cells = cells
		if len(cells) == before {
			rows.passed()
			continue
		}
		rows.take(before, line)
		if len(rows.cells) >= atOnce {
			rows.flush()
			if err := stop(); err != nil {
				return err
			}
		}
	}
	rows.flush()
	if r.fault != None {
		p.Fault, p.FaultLine = r.fault, r.line
	} else if p.Fault == Uneven {
		p.Alike = rows.alike && rows.seen > 1
	}
	if a.Last && p.Fault == None {
		p.Used, p.Line = len(a.Text), r.lines
	}
	return nil
}

// rows are those of a part, on their way to the columns.
type rows struct {
	part    *Part
	reader  *reader
	columns int
	cells   []span // of the rows that no column has yet
	blank   []row  // rows without anything in them, which count if another row follows
	seen    int    // rows, with those of another length
	alike   bool   // the rows have as many cells as the one at fault
	lengths int    // cells of the first row

	expected int  // about how many rows there are
	flushed  bool // columns have cells
}

// row is a row without anything in its cells.
type row struct {
	cells []span
	line  int
}

// take takes the row whose cells begin here. It began in a line, the one behind so many.
func (w *rows) take(first, line int) {
	own := w.cells[first:]
	if len(own) > 1 && w.isBlank(own) {
		w.blank = append(w.blank, row{slices.Clone(own), line})
		w.cells = w.cells[:first]
		return
	}
	if len(w.blank) > 0 { // these come first, where the cells of the row are
		own = slices.Clone(own)
	}
	w.cells = w.cells[:first]
	for _, b := range w.blank {
		w.keep(b.cells, b.line)
	}
	w.blank = w.blank[:0]
	w.keep(own, line)
	w.passed()
}

// keep appends the cells of a row, which may be there already.
func (w *rows) keep(own []span, line int) {
	p := w.part
	if w.seen++; w.seen == 1 {
		w.lengths = len(own)
	}
	w.alike = w.alike && len(own) == w.lengths
	if len(own) != w.columns && p.Fault == None {
		p.Fault, p.FaultLine, p.Cells = Uneven, line+1, len(own)
	}
	if p.Fault != None {
		return
	}
	w.cells = append(w.cells, own...)
	if shift := int64(line + 1 - p.Rows); len(p.Shifts) == 0 || p.Shifts[len(p.Shifts)-1] != shift {
		p.Firsts, p.Shifts = append(p.Firsts, int64(p.Rows)), append(p.Shifts, shift)
	}
	p.Rows++
}

// passed notes that all before the next record is done with.
func (w *rows) passed() {
	if len(w.blank) == 0 {
		w.part.Used, w.part.Line = w.reader.at, w.reader.lines
	}
}

// flush hands the cells to the columns.
func (w *rows) flush() {
	p := w.part
	if p.Fault == None {
		for v := range w.columns {
			if numbers := p.Numbers[v]; numbers != nil {
				numbers.add(w.reader, w.cells, v, w.columns)
				if !numbers.odd || w.flushed {
					continue
				}
				p.States[v], p.Numbers[v] = newStates(w.expected), nil // it has texts from the beginning
			}
			if p.States[v] != nil {
				p.States[v].add(w.reader, w.cells, v, w.columns)
			}
		}
		w.flushed = true
	}
	w.cells, w.reader.scratch = w.cells[:0], w.reader.scratch[:0]
}

func (w *rows) isBlank(cells []span) bool {
	for _, c := range cells {
		text := w.reader.cell(c)
		if len(text) > 0 && (text[0] > ' ' && text[0] < utf8.RuneSelf || len(trim(text)) > 0) {
			return false
		}
	}
	return true
}
