package call

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// fields are the fields of a struct and of those that it embeds which have a name in JSON.
type fields struct {
	names []string         // in the order of the source
	index map[string][]int // in the struct, by way of those that it embeds
}

func (f *fields) bind(v reflect.Value, name, value string) error {
	index, known := f.index[name]
	if !known {
		return &readError{"", "unknown field " + strconv.Quote(shortened(name))}
	}
	return inField(name, bind(value, v.FieldByIndex(index)))
}

var knownFields sync.Map // *fields by reflect.Type

func fieldsOf(t reflect.Type) *fields {
	if known, found := knownFields.Load(t); found {
		return known.(*fields)
	}
	found := &fields{index: map[string][]int{}}
	for _, f := range visibleFields(t) {
		if name := jsonName(f); name != "" && name != "-" {
			found.names, found.index[name] = append(found.names, name), f.Index
		}
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

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}
