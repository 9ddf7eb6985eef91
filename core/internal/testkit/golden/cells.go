package golden

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A cell is a way to write values of one type, and to read them.
type cell[T any] struct {
	write func(T) string
	read  func(string) (T, error)
}

// A field is a value with its name and its cell.
type field struct {
	name  string
	write func() string
	read  func(string) error
}

func at[T any](name string, value *T, c cell[T]) field {
	return field{name, func() string { return c.write(*value) }, func(text string) (err error) {
		*value, err = c.read(text)
		return err
	}}
}

// A table is rows of fields.
type table interface {
	names() []string
	write() [][]string
	read(rows [][]string) error
}

type typedTable[T any] struct {
	rows   *[]T
	fields func(*T) []field
}

func tableOf[T any](rows *[]T, fields func(*T) []field) table { return typedTable[T]{rows, fields} }

func (t typedTable[T]) names() []string {
	var names []string
	for _, f := range t.fields(new(T)) {
		names = append(names, f.name)
	}
	return names
}

// write has the names first.
func (t typedTable[T]) write() [][]string {
	out := [][]string{t.names()}
	for i := range *t.rows {
		var row []string
		for _, f := range t.fields(&(*t.rows)[i]) {
			row = append(row, f.write())
		}
		out = append(out, row)
	}
	return out
}

func (t typedTable[T]) read(rows [][]string) error {
	*t.rows = []T{}
	for at, row := range rows {
		value := new(T)
		fields := t.fields(value)
		if len(row) != len(fields) {
			return fmt.Errorf("row %d has %d cells, want %d", at+1, len(row), len(fields))
		}
		for k, f := range fields {
			if err := f.read(row[k]); err != nil {
				return fmt.Errorf("row %d, column %q: %w", at+1, f.name, err)
			}
		}
		*t.rows = append(*t.rows, *value)
	}
	return nil
}

var word = cell[string]{func(s string) string { return s }, func(s string) (string, error) { return s, nil }}

var yesOrNo = cell[bool]{
	func(b bool) string { return map[bool]string{true: "yes", false: "no"}[b] },
	func(s string) (bool, error) {
		if s != "yes" && s != "no" {
			return false, fmt.Errorf("%q is neither yes nor no", s)
		}
		return s == "yes", nil
	},
}

func number[T int | int64]() cell[T] {
	return cell[T]{func(x T) string { return strconv.FormatInt(int64(x), 10) }, func(s string) (T, error) {
		x, err := strconv.ParseInt(s, 10, 64)
		return T(x), err
	}}
}

// maybe writes nil as a word.
func maybe[T any](of cell[T], none string) cell[*T] {
	return cell[*T]{func(x *T) string {
		if x == nil {
			return none
		}
		return of.write(*x)
	}, func(s string) (*T, error) {
		if s == none {
			return nil, nil
		}
		x, err := of.read(s)
		return &x, err
	}}
}

// list writes a list without elements as a word.
func list[T any](of cell[T], separator, none string) cell[[]T] {
	return cell[[]T]{func(values []T) string {
		if len(values) == 0 {
			return none
		}
		parts := make([]string, len(values))
		for k, x := range values {
			parts[k] = of.write(x)
		}
		return strings.Join(parts, separator)
	}, func(s string) ([]T, error) {
		values := []T{}
		if s == none {
			return values, nil
		}
		for part := range strings.SplitSeq(s, separator) {
			x, err := of.read(part)
			if err != nil {
				return nil, err
			}
			values = append(values, x)
		}
		return values, nil
	}}
}

// ifAny reads a list without elements as nil.
func ifAny[T any](of cell[[]T]) cell[[]T] {
	return cell[[]T]{of.write, func(s string) ([]T, error) {
		values, err := of.read(s)
		if len(values) == 0 {
			values = nil
		}
		return values, err
	}}
}

func (c *Case) node() cell[int] {
	return cell[int]{func(x int) string { return c.Names[x] }, func(s string) (int, error) {
		x := slices.Index(c.Names, s)
		if x < 0 {
			return 0, fmt.Errorf("there is no node %q", s)
		}
		return x, nil
	}}
}

// set writes {a b}.
func (c *Case) set() cell[[]int] {
	inner := list(c.node(), " ", "")
	return cell[[]int]{func(x []int) string { return "{" + inner.write(x) + "}" }, func(s string) ([]int, error) {
		within, opened := strings.CutPrefix(s, "{")
		within, closed := strings.CutSuffix(within, "}")
		if !opened || !closed {
			return nil, fmt.Errorf("%q is not a set such as {a b}", s)
		}
		return inner.read(within)
	}}
}

// arcs writes pairs with "->" between their nodes, or with "-" if the direction has no meaning.
func (c *Case) arcs(between string) cell[[]Arc] {
	node := c.node()
	return list(cell[Arc]{func(a Arc) string { return node.write(a[0]) + between + node.write(a[1]) }, func(s string) (Arc, error) {
		tail, head, found := strings.Cut(s, between)
		if !found {
			return Arc{}, fmt.Errorf("%q is not a pair such as a%sb", s, between)
		}
		a, err := node.read(tail)
		if err != nil {
			return Arc{}, err
		}
		b, err := node.read(head)
		return Arc{a, b}, err
	}}, " ", "none")
}

// pdag writes the arcs, and then the lines.
func (c *Case) pdag() cell[PDAG] {
	arcs, lines := c.arcs("->"), c.arcs("-")
	return cell[PDAG]{func(p PDAG) string {
		switch {
		case len(p.Undirected) == 0:
			return arcs.write(p.Directed)
		case len(p.Directed) == 0:
			return lines.write(p.Undirected)
		}
		return arcs.write(p.Directed) + " " + lines.write(p.Undirected)
	}, func(s string) (p PDAG, err error) {
		p = PDAG{Directed: []Arc{}, Undirected: []Arc{}}
		if s == "none" {
			return p, nil
		}
		for part := range strings.SplitSeq(s, " ") {
			into, as := &p.Undirected, lines
			if strings.Contains(part, "->") {
				into, as = &p.Directed, arcs
			}
			pair, err := as.read(part)
			if err != nil {
				return p, err
			}
			*into = append(*into, pair...)
		}
		return p, nil
	}}
}

// deleted writes the edge of a step: a->b, or a-b, in which b is the head.
func (c *Case) deleted() cell[Step] {
	pdag := c.pdag()
	return cell[Step]{func(s Step) string {
		edge := []Arc{{s.U, s.V}}
		if s.Undirected {
			return pdag.write(PDAG{Undirected: edge})
		}
		return pdag.write(PDAG{Directed: edge})
	}, func(text string) (Step, error) {
		p, err := pdag.read(text)
		edges := slices.Concat(p.Directed, p.Undirected)
		if err == nil && len(edges) != 1 {
			err = fmt.Errorf("%q is not one edge", text)
		}
		if err != nil {
			return Step{}, err
		}
		return Step{U: edges[0][0], V: edges[0][1], Undirected: len(p.Undirected) == 1}, nil
	}}
}
