package call

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// requestType is the content of the tags of a request's struct.
type requestType struct {
	fields *fields
	rules  []rule
	parts  []place
	usual  reflect.Value // a struct whose fields have the values of their tag "default"
}

// place is where a Part is in the struct.
type place struct {
	index    []int
	optional bool
}

// rule is what a field's value may be.
type rule struct {
	name    string
	index   []int
	words   []string
	low     float64
	high    float64
	bounded bool
	wanted  string // for messages
}

var (
	knownRequests sync.Map // *requestType by reflect.Type
	partType      = reflect.TypeFor[Part]()
)

func requestTypeOf(t reflect.Type) *requestType {
	if known, found := knownRequests.Load(t); found {
		return known.(*requestType)
	}
	r := &requestType{fields: fieldsOf(t), usual: reflect.New(t).Elem()}
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous && reflect.PointerTo(f.Type).Implements(partType) {
			r.parts = append(r.parts, place{f.Index, f.Tag.Get("call") == "optional"})
		}
	}
	for _, f := range visibleFields(t) {
		if text := f.Tag.Get("default"); text != "" {
			if err := bind(text, r.usual.FieldByIndex(f.Index)); err != nil {
				panic("call: an invalid default: " + text)
			}
		}
		if tagged := ruleOf(f); tagged != nil {
			tagged.name, _, _ = strings.Cut(f.Tag.Get("json"), ",")
			r.rules = append(r.rules, *tagged)
		}
	}
	knownRequests.Store(t, r)
	return r
}

// ruleOf is the rule in the tags of a field, nil if there is none.
func ruleOf(f reflect.StructField) *rule {
	words, bounds := f.Tag.Get("words"), f.Tag.Get("range")
	if words == "" && bounds == "" {
		return nil
	}
	r := &rule{index: f.Index, words: strings.Fields(words)}
	if bounds != "" {
		low, high, _ := strings.Cut(bounds, "..")
		r.bounded, r.low, r.high = true, numberIn(low), numberIn(high)
		kind := "a number"
		if base(f.Type).Kind() != reflect.Float64 {
			kind = "a whole number"
		}
		if r.wanted = fmt.Sprintf("%s from %s to %s", kind, low, high); high == "" {
			r.wanted = fmt.Sprintf("%s >= %s", kind, low)
		}
		if none := f.Tag.Get("none"); none != "" {
			r.wanted += ", or be left out for " + none
		}
	}
	return r
}

func numberIn(text string) float64 {
	if text == "" {
		return math.Inf(1)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("call: an invalid range: " + text)
	}
	return x
}

func base(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// bind reads the fields of a request into its struct, after the values that they have if they are not given, and holds
// them against the tags.
func (r *requestType) bind(q reflect.Value, op string, fields []Field) *Error {
	q.Set(r.usual)
	for _, field := range fields {
		if _, known := r.fields.byName[field.Name]; !known {
			return BadRequestf(shortened(field.Name), "operation %q has no such field", op)
		}
		if failure := asReadError(r.fields.bind(q, field.Name, field.Value)); failure != nil {
			return failure
		}
	}
	return r.check(q)
}

// check holds the fields of a request against the tags.
func (r *requestType) check(q reflect.Value) *Error {
	for i := range r.rules {
		rule := &r.rules[i]
		if failure := rule.check(q.FieldByIndex(rule.index)); failure != nil {
			return failure
		}
	}
	return nil
}

// check holds a value against the rule. A word that was not given becomes the first one.
func (r *rule) check(v reflect.Value) *Error {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	if len(r.words) > 0 {
		if v.String() == "" {
			v.SetString(r.words[0])
		}
		if slices.Contains(r.words, v.String()) {
			return nil
		}
		return MustBe(r.name, OneOf(r.words...), fmt.Sprintf("%.40q", v.String()))
	}
	if !r.bounded {
		return nil
	}
	x := 0.0
	if v.CanInt() {
		x = float64(v.Int())
	} else {
		x = v.Float()
	}
	if x < r.low || x > r.high {
		return MustBe(r.name, r.wanted, v.Interface())
	}
	return nil
}
