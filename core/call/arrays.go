package call

import (
	"slices"
	"strconv"
	"unsafe"
)

// Raw is an array as a caller hands it over. Data may be the caller's memory. A Part copies what it
// needs. Data is not read afterwards.
type Raw struct {
	Name string
	Data []byte
}

// Element is a type that arrays may have.
type Element interface {
	uint8 | uint16 | uint32 | uint64 | int32 | int64 | float64
}

// Array is a result array, in C order and native byte order. It must not be changed.
type Array struct {
	DType  string // as numpy writes it: "u1", "i4", "i8", "u8", "f8"
	Shape  []int
	Offset int // among all arrays of the result; layOut sets it
	bytes  []byte
}

// Arrays are the arrays of a result, by name.
type Arrays map[string]Array

// MarshalJSON writes what a caller needs to take the arrays over. Each reply has it, so it goes without reflection.
func (a Arrays) MarshalJSON() ([]byte, error) {
	out := append(make([]byte, 0, 64*len(a)+2), '{')
	for _, name := range a.names() {
		array := a[name]
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(appendString(out, name), `:{"dtype":`...)
		out = append(appendString(out, array.DType), `,"shape":[`...)
		for i, extent := range array.Shape {
			if i > 0 {
				out = append(out, ',')
			}
			out = strconv.AppendInt(out, int64(extent), 10)
		}
		out = append(out, `],"offset":`...)
		out = append(strconv.AppendInt(out, int64(array.Offset), 10), '}')
	}
	return append(out, '}'), nil
}

// names are those of the arrays, sorted.
func (a Arrays) names() []string {
	names := make([]string, 0, len(a))
	for name := range a {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Bytes is the array's memory, which must not be changed.
func (a Array) Bytes() []byte { return a.bytes }

// aligned is the size of the widest element. All offsets are multiples of it.
const aligned = 8

// layOut places a result's arrays one after the other, by name, and returns the number of
// bytes that they take together.
func layOut(arrays Arrays) (total int) {
	for _, name := range arrays.names() {
		a := arrays[name]
		a.Offset = (total + aligned - 1) / aligned * aligned
		total = a.Offset + len(a.bytes)
		arrays[name] = a
	}
	return total
}

// NewArray is an array of the given shape, which shares the memory of data.
func NewArray[T Element](data []T, shape ...int) Array {
	cells := 1
	for _, extent := range shape {
		cells *= extent
	}
	if cells != len(data) {
		panic("call: an array's shape does not fit its data")
	}
	return Array{DType: dtype[T](), Shape: shape, bytes: bytesOf(data)}
}

func dtype[T Element]() string {
	switch any(*new(T)).(type) {
	case uint8:
		return "u1"
	case uint16:
		return "u2"
	case uint32:
		return "u4"
	case uint64:
		return "u8"
	case int32:
		return "i4"
	case int64:
		return "i8"
	default:
		return "f8"
	}
}

func bytesOf[T Element](data []T) []byte {
	size := int(unsafe.Sizeof(*new(T)))
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(data))), len(data)*size)
}

// Decode copies an array out of the caller's memory, which need not be aligned. The length in
// bytes must be a multiple of the element's.
func Decode[T Element](raw []byte) []T {
	data := make([]T, len(raw)/int(unsafe.Sizeof(*new(T))))
	copy(bytesOf(data), raw)
	return data
}
