package call

import "reflect"

// Description is what an operation takes, by the struct of its request.
type Description struct {
	Fields []string // beside those of Common
	Arrays []Given  // beside "rank"
}

// Given is an array that an operation takes, and whether it must be given.
type Given struct {
	Name string
	Must bool
}

// Describe is what the operation of this name takes.
func Describe(name string) Description { return operations[name].describe() }

// describe goes through the struct of a request as it is before anything is read.
func describe(q reflect.Value) (d Description) {
	kind, common := requestTypeOf(q.Type()), fieldsOf(reflect.TypeFor[Common]())
	for _, field := range kind.fields.all {
		if _, every := common.byName[field.name]; !every {
			d.Fields = append(d.Fields, field.name)
		}
	}
	for _, at := range kind.parts {
		for _, a := range q.FieldByIndex(at.index).Addr().Interface().(Part).Arrays() {
			d.Arrays = append(d.Arrays, Given{a.Name, !at.optional && !a.mayLack})
		}
	}
	return d
}
