package call

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/bytedance/sonic/ast"
)

// isPlain tells whether a list of this type has nothing but strings and numbers, or lists of them.
func isPlain(list reflect.Type) bool {
	item := list.Elem()
	if reflect.PointerTo(item).Implements(unmarshaler) {
		return false
	}
	switch item.Kind() {
	case reflect.Slice:
		return isPlain(item)
	case reflect.String, reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint64, reflect.Float64:
		return true
	}
	return false
}

// plainList reads a plain list in one pass, without a tree of it: a file may have a million arcs. It visits the text's
// values.
type plainList struct {
	open []reflect.Value // the lists around the next value, from the outermost one
	into reflect.Value
	room int // at least as many values as a list without lists has
}

var onlyText = ast.VisitorOptions{OnlyNumber: true} // numbers come as they are written

func (l *plainList) read(raw string) error {
	if l.into.Type().Elem().Kind() != reflect.Slice {
		l.room = strings.Count(raw, ",") + 1
	}
	return ast.Preorder(raw, l, &onlyText)
}

// next is the place of the next value, which is of the kind that the list around it has.
func (l *plainList) next() reflect.Value {
	if len(l.open) == 0 {
		return l.into
	}
	list := l.open[len(l.open)-1]
	n := list.Len()
	if n == list.Cap() {
		list.Grow(1)
	}
	list.SetLen(n + 1)
	return list.Index(n) // zero, as nothing was there before
}

// OnArrayBegin opens a list.
func (l *plainList) OnArrayBegin(int) error {
	list := l.next()
	if list.Kind() != reflect.Slice {
		return errType
	}
	list.Set(reflect.MakeSlice(list.Type(), 0, l.room))
	l.open = append(l.open, list)
	return nil
}

// OnArrayEnd closes it.
func (l *plainList) OnArrayEnd() error {
	l.open = l.open[:len(l.open)-1]
	return nil
}

// OnString takes a string.
func (l *plainList) OnString(text string) error {
	item := l.next()
	if item.Kind() != reflect.String {
		return errType
	}
	item.SetString(strings.Clone(text))
	return nil
}

// OnInt64 takes a whole number, and OnFloat64 another one.
func (l *plainList) OnInt64(_ int64, n json.Number) error { return bindNumber(n.String(), l.next()) }

// OnFloat64 takes a number.
func (l *plainList) OnFloat64(_ float64, n json.Number) error {
	return bindNumber(n.String(), l.next())
}

// OnNull takes a null for a list that is missing. In the place of a number it would be read as 0.
func (l *plainList) OnNull() error {
	if l.next().Kind() != reflect.Slice {
		return errType
	}
	return nil
}

// OnBool refuses what is no string and no number.
func (l *plainList) OnBool(bool) error { return errType }

// OnObjectBegin does so too.
func (l *plainList) OnObjectBegin(int) error { return errType }

// OnObjectKey is never called.
func (l *plainList) OnObjectKey(string) error { return errType }

// OnObjectEnd is never called.
func (l *plainList) OnObjectEnd() error { return errType }
