package call

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bytedance/sonic/encoder"
)

// field is a field of a struct that has a name in JSON.
type field struct {
	name      string
	index     []int  // in the struct, by way of those that it embeds
	key       string // its name, quoted, and a colon
	omitEmpty bool
}

// fields are the fields of a struct and of those that it embeds, in the order of the source.
type fields struct {
	all    []field
	byName map[string]int
}

// bind reads the text of a field into the struct v.
func (f *fields) bind(v reflect.Value, name, value string) error {
	at, known := f.byName[name]
	if !known {
		return &readError{"", "unknown field " + strconv.Quote(shortened(name))}
	}
	return inField(name, bind(value, v.FieldByIndex(f.all[at].index)))
}

var knownFields sync.Map // *fields by reflect.Type

func fieldsOf(t reflect.Type) *fields {
	if known, found := knownFields.Load(t); found {
		return known.(*fields)
	}
	found := &fields{byName: map[string]int{}}
	for _, f := range visibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		found.byName[name] = len(found.all)
		found.all = append(found.all, field{name, f.Index, encoder.Quote(name) + ":", options == "omitempty"})
	}
	knownFields.Store(t, found)
	return found
}

// visibleFields are the fields of a struct, those that it embeds, and those of its Parts.
func visibleFields(t reflect.Type) []reflect.StructField {
	all := reflect.VisibleFields(t)
	for _, f := range all {
		if f.Anonymous || f.Type.Kind() != reflect.Struct || !reflect.PointerTo(f.Type).Implements(partType) {
			continue
		}
		for _, inner := range reflect.VisibleFields(f.Type) {
			inner.Index = slices.Concat(f.Index, inner.Index)
			all = append(all, inner)
		}
	}
	return all
}
