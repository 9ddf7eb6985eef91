package consensus

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// codec writes values one after the other, or reads them: the same calls do both.
type codec struct {
	bytes   []byte // what is written, or what is left to read
	reading bool
}

func number[T int | int32 | int64 | uint64](c *codec, x *T) {
	if !c.reading {
		c.bytes = binary.AppendVarint(c.bytes, int64(*x))
		return
	}
	value, length := binary.Varint(c.bytes)
	*x, c.bytes = T(value), c.bytes[length:]
}

func (c *codec) bool(b *bool) {
	x := 0
	if *b {
		x = 1
	}
	number(c, &x)
	*b = x == 1
}

func (c *codec) float(x *float64) {
	bits := math.Float64bits(*x)
	number(c, &bits)
	*x = math.Float64frombits(bits)
}

// sequence is a list, each item of which is done by code. An empty one is read as nil.
func sequence[T any](c *codec, list *[]T, code func(*T)) {
	count := len(*list)
	number(c, &count)
	if c.reading && count > 0 {
		*list = make([]T, count)
	}
	for i := range *list {
		code(&(*list)[i])
	}
}

func numbers[T int32 | int64 | uint64](c *codec, list *[]T) {
	sequence(c, list, func(x *T) { number(c, x) })
}

// entries are those of a map, in the order of the keys.
func entries[K comparable, V any](c *codec, m map[K]V, compare func(a, b K) int, code func(*K, *V)) {
	keys := slices.SortedFunc(maps.Keys(m), compare)
	sequence(c, &keys, func(key *K) {
		value := m[*key]
		if code(key, &value); c.reading {
			m[*key] = value
		}
	})
}

// key is the bytes of a set of n nodes.
func (c *codec) key(key *string, n int) {
	if !c.reading {
		c.bytes = append(c.bytes, *key...)
		return
	}
	width := 8 * len(bitset.New(n))
	*key, c.bytes = string(c.bytes[:width]), c.bytes[width:]
}

func (c *codec) set(s *bitset.Set, n int) {
	if !c.reading {
		c.bytes = appendSet(c.bytes, *s)
		return
	}
	*s = bitset.New(n)
	for i := range *s {
		(*s)[i] = binary.LittleEndian.Uint64(c.bytes)
		c.bytes = c.bytes[8:]
	}
}

// dag is a DAG, which is read into an empty one.
func (c *codec) dag(g *graph.DAG) {
	for v := range g.N {
		pa := g.Pa(v)
		c.set(&pa, g.N)
		for u := pa.Next(0); c.reading && u >= 0; u = pa.Next(u + 1) {
			g.Add(u, v)
		}
	}
}
