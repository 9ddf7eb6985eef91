package call

import "reflect"

// Description is what an operation takes, by the struct of its request.
type Description struct {
	Fields []Taken // those of Common, and then its own
	Arrays []Given // beside "rank"
}

// Taken is a field that an operation takes, and the type that it is read into.
type Taken struct {
	Name string
	Type reflect.Type
	Own  bool // not one that every request has
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
		_, every := common.byName[field.name]
		d.Fields = append(d.Fields, Taken{field.name, q.Type().FieldByIndex(field.index).Type, !every})
	}
	for _, at := range kind.parts {
		for _, a := range q.FieldByIndex(at.index).Addr().Interface().(Part).Arrays() {
			d.Arrays = append(d.Arrays, Given{a.Name, !at.optional && !a.mayLack})
		}
	}
	return d
}
