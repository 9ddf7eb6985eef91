package call

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bytedance/sonic/ast"
	"github.com/bytedance/sonic/encoder"
)

// JSON is read by sonic's syntax tree, which compiles nothing: the first request of a process takes 0.05 ms, and its reply
// 0.02 ms. Sonic's own way compiles each type at its first use. That took 5 to 14 ms for a request (by ConfigStd or
// ConfigFastest; by Pretouch 11 to 40 ms), again for each of 47 operations. For replies it took 2 to 5 ms, and the library,
// with the compiler in it, took 13 ms more to load. It also lets a field be there twice, and a null be a number.

// Unmarshal reads a JSON object into a struct, by the tags "json" of its fields and of those that it embeds. A null
// leaves a field as it is. A field that the struct does not have, or that is there twice, a value of another type, a null
// in a list, and anything behind the object are errors of the calling program. A field that is a json.Unmarshaler reads
// itself.
func Unmarshal(text []byte, into any) *Error {
	raw, failure := valid(text)
	if failure != nil {
		return failure
	}
	return asReadError(bind(raw, reflect.ValueOf(into).Elem()))
}

// Field is a field of an object: its name and the text of its value.
type Field struct{ Name, Value string }

// ParseFields are the fields of an object, in their order.
func ParseFields(text []byte) ([]Field, *Error) {
	raw, failure := valid(text)
	if failure != nil {
		return nil, failure
	}
	fields := make([]Field, 0, 24)
	err := eachField(raw, func(name, value string) error {
		fields = append(fields, Field{name, value})
		return nil
	})
	return fields, asReadError(err)
}

// Fields are the texts of an object's values, by name.
func Fields(text []byte) (map[string]string, *Error) {
	list, failure := ParseFields(text)
	fields := make(map[string]string, len(list))
	for _, field := range list {
		fields[field.Name] = field.Value
	}
	return fields, failure
}

// Items are the texts of a list's values.
func Items(text string) ([]string, error) {
	var items []string
	err := eachItem(text, func(item string) error {
		items = append(items, item)
		return nil
	})
	return items, err
}

// Count is how many values a list has; 0 if the text is no list.
func Count(text string) int {
	items, _ := Items(text)
	return len(items)
}

// valid is text as a string, if it is one JSON value.
func valid(text []byte) (string, *Error) {
	if !utf8.Valid(text) {
		return "", Errorf(BadRequest, "request: not valid UTF-8")
	}
	if at, malformed := Malformed(text); malformed {
		return "", Errorf(BadRequest, "request: malformed JSON at byte %d", at)
	}
	return string(text), nil
}

// Malformed reports whether a text is no JSON value, and at which byte.
func Malformed(text []byte) (at int, malformed bool) {
	ok, at := encoder.Valid(text)
	if control := controlInString(text); ok && control >= 0 { // which sonic lets pass
		return control, true
	}
	return min(at, len(text)), !ok
}

// controlInString is the position of the first control character within a string, or -1.
func controlInString(text []byte) int {
	inside := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inside = !inside
		case inside && c == '\\':
			i++
		case inside && c < ' ':
			return i
		}
	}
	return -1
}

// readError is what is wrong with a value, and in which field.
type readError struct{ field, message string }

func (e *readError) Error() string { return e.message }

var errType = errors.New("the value has the wrong type or is out of range")

// inField names the field, unless a field within it is named.
func inField(field string, err error) error {
	if err == nil {
		return nil
	}
	var known *readError
	if errors.As(err, &known) {
		return err
	}
	return &readError{field, err.Error()}
}

func asReadError(err error) *Error {
	if err == nil {
		return nil
	}
	var at *readError
	if errors.As(err, &at) && at.field != "" {
		return BadRequestf(at.field, "%s", at.message)
	}
	return Errorf(BadRequest, "request: %s", err)
}

func eachField(raw string, take func(name, value string) error) error {
	node, err := parsed(raw)
	if err != nil {
		return err
	}
	fields, err := node.Properties()
	if err != nil {
		return errType
	}
	seen := make(map[string]bool, 24)
	var pair ast.Pair // one for all fields: each of its own would be on the heap
	for fields.Next(&pair) {
		value, err := pair.Value.Raw()
		if err != nil {
			return err
		}
		if seen[pair.Key] {
			return &readError{shortened(pair.Key), "the field is there twice"}
		}
		seen[pair.Key] = true
		if err := take(pair.Key, value); err != nil {
			return err
		}
	}
	return nil
}

func eachItem(raw string, take func(item string) error) error {
	node, err := parsed(raw)
	if err != nil {
		return err
	}
	items, err := node.Values()
	if err != nil {
		return errType
	}
	var item ast.Node
	for items.Next(&item) {
		value, err := item.Raw()
		if err != nil {
			return err
		}
		if err := take(value); err != nil {
			return err
		}
	}
	return nil
}

// parsed is the outermost value of a text; what is in it is read when it is asked for.
func parsed(raw string) (*ast.Node, error) {
	node, code := ast.NewParser(raw).Parse()
	if code != 0 {
		return nil, code
	}
	return &node, nil
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// bind reads the text of a valid JSON value into v.
func bind(raw string, v reflect.Value) error {
	if v.Addr().Type().Implements(unmarshaler) {
		return v.Addr().Interface().(json.Unmarshaler).UnmarshalJSON([]byte(raw))
	}
	if raw == "null" {
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		v.Set(p)
		return bind(raw, p.Elem())
	case reflect.Struct:
		return bindStruct(raw, v)
	case reflect.Slice:
		return bindList(raw, v)
	case reflect.String:
		return bindString(raw, v)
	case reflect.Bool:
		return bindBool(raw, v)
	default:
		return bindNumber(raw, v)
	}
}

func bindStruct(raw string, v reflect.Value) error {
	fields := fieldsOf(v.Type())
	return eachField(raw, func(name, value string) error { return fields.bind(v, name, value) })
}

func bindList(raw string, v reflect.Value) error {
	if isPlain(v.Type()) {
		_, err := plainList(raw, v)
		return err
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	return eachItem(raw, func(text string) error {
		n := v.Len()
		v.Grow(1)
		v.SetLen(n + 1)
		v.Index(n).SetZero()
		return bind(text, v.Index(n))
	})
}

func bindString(raw string, v reflect.Value) error {
	if raw[0] != '"' {
		return errType
	}
	text := raw[1 : len(raw)-1]
	if strings.Contains(text, `\`) {
		node, err := parsed(raw)
		if err != nil {
			return err
		}
		if text, err = node.StrictString(); err != nil {
			return err
		}
	}
	v.SetString(strings.Clone(text))
	return nil
}

func bindBool(raw string, v reflect.Value) error {
	if raw != "true" && raw != "false" {
		return errType
	}
	v.SetBool(raw == "true")
	return nil
}

func bindNumber(raw string, v reflect.Value) error {
	err := errType
	switch {
	case v.CanFloat():
		var x float64
		x, err = strconv.ParseFloat(raw, 64)
		v.SetFloat(x)
	case v.CanUint():
		var x uint64
		x, err = strconv.ParseUint(raw, 10, v.Type().Bits())
		v.SetUint(x)
	case v.CanInt():
		var x int64
		x, err = strconv.ParseInt(raw, 10, v.Type().Bits())
		v.SetInt(x)
	}
	if err != nil {
		return errType
	}
	return nil
}

// shortened is the beginning of a name that may be long.
func shortened(name string) string {
	return string([]rune(name)[:min(40, utf8.RuneCountInString(name))])
}
