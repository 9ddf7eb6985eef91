package call

import (
	"reflect"
	"strings"
)

// isPlain reports whether a list of this type has nothing but strings and numbers, or lists of them.
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

// plainList reads the plain list with which a valid text begins, in one pass and without a tree of it: a file may have a
// million arcs. It returns what is behind the list.
func plainList(text string, list reflect.Value) (rest string, err error) {
	if text[0] != '[' {
		return "", errType
	}
	list.Set(reflect.MakeSlice(list.Type(), 0, 2)) // nodes of an arc
	for text = unspaced(text[1:]); text[0] != ']'; text = unspaced(strings.TrimPrefix(unspaced(text), ",")) {
		n := list.Len()
		if n == list.Cap() {
			list.Grow(1)
		}
		list.SetLen(n + 1)
		if text, err = plainItem(text, list.Index(n)); err != nil {
			return "", err
		}
	}
	return text[1:], nil
}

// plainItem reads an item of a plain list. A null stands for a list that is missing, and for no number.
func plainItem(text string, item reflect.Value) (rest string, err error) {
	end := 0
	switch kind := item.Kind(); {
	case kind == reflect.Slice:
		if rest, missing := strings.CutPrefix(text, "null"); missing {
			return rest, nil
		}
		return plainList(text, item)
	case kind == reflect.String && text[0] == '"':
		for end = 1; text[end] != '"'; end++ {
			if text[end] == '\\' {
				end++
			}
		}
		end++
		return text[end:], bindString(text[:end], item)
	}
	for text[end] > ' ' && text[end] != ',' && text[end] != ']' {
		end++
	}
	return text[end:], bindNumber(text[:end], item)
}

// unspaced is a text, which does not end here, without the white space at its beginning.
func unspaced(text string) string {
	for text[0] <= ' ' {
		text = text[1:]
	}
	return text
}
