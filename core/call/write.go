package call

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/bytedance/sonic/encoder"
)

// Marshal writes a value as JSON: the fields of structs and of what they embed by their tags "json", in their order, and
// maps by their sorted keys. A field with "omitempty" that is zero or empty is left out. A json.Marshaler writes itself.
func Marshal(v any) ([]byte, error) { return appendJSON(make([]byte, 0, usual), reflect.ValueOf(v)) }

const usual = 1 << 10 // bytes of a reply, or more

var (
	marshaler = reflect.TypeFor[json.Marshaler]()
	errNumber = errors.New("a number that is not finite has no JSON")
)

func appendJSON(out []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() {
		return append(out, "null"...), nil
	}
	if v.Type().Implements(marshaler) {
		text, err := v.Interface().(json.Marshaler).MarshalJSON()
		return append(out, text...), err
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(out, "null"...), nil
		}
		return appendJSON(out, v.Elem())
	case reflect.Struct:
		out = append(out, '{')
		out, err := appendFields(out, v)
		return append(out, '}'), err
	case reflect.Slice:
		return appendList(out, v)
	case reflect.Map:
		return appendMap(out, v)
	case reflect.String:
		return appendString(out, v.String()), nil
	case reflect.Bool:
		return strconv.AppendBool(out, v.Bool()), nil
	default:
		return appendNumber(out, v)
	}
}

// appendFields writes the fields of a struct. Those of embedded structs stand where the struct is embedded.
func appendFields(out []byte, v reflect.Value) ([]byte, error) {
	first := true
	for i, all := 0, fieldsOf(v.Type()).all; i < len(all); i++ {
		value, err := v.FieldByIndexErr(all[i].index)
		if err != nil || all[i].omitEmpty && isEmpty(value) {
			continue
		}
		if !first {
			out = append(out, ',')
		}
		first = false
		if out, err = appendJSON(append(out, all[i].key...), value); err != nil {
			return out, err
		}
	}
	return out, nil
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		return v.Len() == 0
	}
	return v.IsZero()
}

func appendList(out []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(out, "null"...), nil
	}
	out = append(out, '[')
	var err error
	for i := range v.Len() {
		if i > 0 {
			out = append(out, ',')
		}
		if out, err = appendJSON(out, v.Index(i)); err != nil {
			return out, err
		}
	}
	return append(out, ']'), nil
}

func appendMap(out []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(out, "null"...), nil
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	out = append(out, '{')
	var err error
	for i, key := range keys {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendString(out, key.String()), ':')
		if out, err = appendJSON(out, v.MapIndex(key)); err != nil {
			return out, err
		}
	}
	return append(out, '}'), nil
}

// appendString quotes a string.
func appendString(out []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			return append(out, encoder.Quote(s)...)
		}
	}
	return append(append(append(out, '"'), s...), '"')
}

func appendNumber(out []byte, v reflect.Value) ([]byte, error) {
	switch {
	case v.CanInt():
		return strconv.AppendInt(out, v.Int(), 10), nil
	case v.CanUint():
		return strconv.AppendUint(out, v.Uint(), 10), nil
	case v.CanFloat():
		x := v.Float()
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return out, errNumber
		}
		return appendFloat(out, x), nil
	}
	return out, errors.New("a value of type " + v.Type().String() + " has no JSON")
}

// appendFloat writes the shortest number that is read as x, as saved files have had it from the first version on.
func appendFloat(out []byte, x float64) []byte {
	format := byte('f')
	if size := math.Abs(x); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	out = strconv.AppendFloat(out, x, format, -1, 64)
	if n := len(out); format == 'e' && n >= 4 && out[n-4] == 'e' && out[n-3] == '-' && out[n-2] == '0' { // e-09
		out[n-2] = out[n-1]
		out = out[:n-1]
	}
	return out
}
