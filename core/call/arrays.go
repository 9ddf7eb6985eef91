package call

import (
	"maps"
	"slices"
	"unsafe"
)

// Raw is an array as a caller hands it over. Data may be the caller's memory. A Part copies
// what it needs, and nobody reads Data afterwards.
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
	DType  string `json:"dtype"` // as numpy writes it: "u1", "i4", "i8", "u8", "f8"
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"` // among all arrays of the result; layOut sets it
	bytes  []byte
}

// Arrays are the arrays of a result, by name.
type Arrays map[string]Array

// Bytes is the array's memory, which must not be changed.
func (a Array) Bytes() []byte { return a.bytes }

// aligned is the size of the widest element. All offsets are multiples of it.
const aligned = 8

// layOut places a result's arrays one after the other, by name, and returns the number of
// bytes that they take together.
func layOut(arrays Arrays) (total int) {
	for _, name := range slices.Sorted(maps.Keys(arrays)) {
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
