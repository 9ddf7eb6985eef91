package data

import (
	"math/bits"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// MaxSmall is the number of rows up to which Index makes a dataset small. Sets of so many rows are so
// few words that no list of rows is worth its while.
const MaxSmall = 16*64 - 1

// IsSmall says whether the rows of d can be grouped by SmallGroups.
func (d *Dataset) IsSmall() bool { return d.words > 0 }

// indexSmall makes, for each column, the masks of all its states, if the rows are few enough.
func (d *Dataset) indexSmall() {
	if d.Rows > MaxSmall {
		return
	}
	words := smallWords(d.Rows)
	for i := range d.Columns {
		if c := &d.Columns[i]; c.narrow == nil || c.masks == nil {
			return
		}
	}
	for i := range d.Columns {
		d.Columns[i].indexSmall(d.Rows, words)
	}
	d.words = words
}

// smallWords is how many words a mask of so few rows has. There are loops for each of these numbers.
func smallWords(rows int) int {
	words := 1
	for words*64 < rows {
		words *= 2
	}
	return words
}

// allRows is the mask of all of so few rows.
func allRows(rows int) []uint64 {
	mask := make([]uint64, smallWords(rows))
	for row := range rows {
		mask[row>>6] |= 1 << (row & 63)
	}
	return mask
}

// numberMasks finds the mask of each code. The most frequent state, without a mask, has the last number.
func (c *Column) numberMasks() {
	c.maskOf = make([]uint8, c.Codes)
	for code := range c.maskOf {
		c.maskOf[code] = uint8(len(c.masks))
	}
	for k, mask := range c.masks {
		c.maskOf[c.narrow[mask.Next(0)]] = uint8(k)
	}
}

func (c *Column) indexSmall(rows, words int) {
	c.numberMasks()
	c.small = make([]uint64, (len(c.masks)+1)*words)
	mode := c.small[len(c.masks)*words:]
	copy(mode, allRows(rows))
	for k, mask := range c.masks {
		copy(c.small[k*words:], mask)
		for w, word := range mask {
			mode[w] &^= word
		}
	}
}

// SmallGroups are Groups of a small dataset, each as a mask.
type SmallGroups struct {
	Singletons int      // the number of groups of one row
	sizes      []int32  // the number of rows of each other group
	masks      []uint64 // of each, as many words as the dataset's masks have
}

// SmallWorkspace is scratch memory for grouping. Each goroutine needs its own.
type SmallWorkspace struct{ chain prefixes[SmallGroups] }

// Group makes g the groups by the given variables. Variables that the last call with the same
// workspace began with cost nothing if this call begins with them.
func (g *SmallGroups) Group(d *Dataset, variables []int32, ws *SmallWorkspace) {
	src := ws.chain.by(variables,
		func(g *SmallGroups) { g.whole(d) },
		func(g, src *SmallGroups, v int32) { g.refine(src, &d.Columns[v], d.words) })
	g.Singletons = src.Singletons
	g.sizes, g.masks = append(g.sizes[:0], src.sizes...), append(g.masks[:0], src.masks...)
}

// whole makes g one group of all rows.
func (g *SmallGroups) whole(d *Dataset) {
	if d.Rows < 2 {
		g.Singletons = d.Rows
		return
	}
	g.sizes, g.masks = []int32{int32(d.Rows)}, allRows(d.Rows)
}

// refine makes g the groups of src, each split by the states of a column.
func (g *SmallGroups) refine(src *SmallGroups, c *Column, words int) {
	g.Singletons, g.sizes, g.masks = src.Singletons, g.sizes[:0], g.masks[:0]
	for k, left := range src.sizes {
		group := src.masks[k*words : (k+1)*words]
		for states := c.small; left > 0; states = states[words:] {
			var n int32
			g.masks, n = appendBoth(g.masks, group, states)
			switch left -= n; n {
			case 0:
			case 1:
				g.masks = g.masks[:len(g.masks)-words]
				g.Singletons++
			default:
				g.sizes = append(g.sizes, n)
			}
		}
	}
}

// appendBoth appends the intersection of a group and a state, unless it is empty. It returns its size
// too. The state may have more words than the group.
func appendBoth(masks, group, state []uint64) ([]uint64, int32) {
	n := 0
	for w, word := range group {
		both := word & state[w]
		n += bits.OnesCount64(both)
		masks = append(masks, both)
	}
	if n == 0 {
		masks = masks[:len(masks)-len(group)]
	}
	return masks, int32(n)
}

// Sizes are the numbers of rows of the groups of at least two rows. They must not be changed.
func (g *SmallGroups) Sizes() []int32 { return g.sizes }

// Counts returns, for each group of at least two rows, the number of its rows in each state of a
// column of d. Numbers may be 0. They are written to the memory of counts, if it is large enough.
func (g *SmallGroups) Counts(d *Dataset, c *Column, counts []int32) []int32 {
	states := c.small[:len(c.small)-d.words] // without the last state, which has the rows that are left
	need := len(g.sizes) * (len(c.masks) + 1)
	counts = slices.Grow(counts[:0], need)[:need]
	out := counts
	for k, rows := range g.sizes {
		group := g.masks[k*d.words : (k+1)*d.words]
		if isSparse(rows, states, d.words) {
			out = c.countSparse(group, c.narrow, out)
			continue
		}
		out = splitSmall(d.words, group, states, rows, out)
	}
	return counts
}

// isSparse says whether a group of so many rows is counted row by row, since the states' masks have
// many more words.
func isSparse(rows int32, states []uint64, words int) bool {
	return words+int(rows)*sparseCost < len(states)
}

const sparseCost = 4 // of a row, roughly, in words

// countSparse is splitSmall, row by row. The codes are those of the rows of the group's mask.
func (c *Column) countSparse(group []uint64, codes []uint8, out []int32) []int32 {
	states := len(c.masks) + 1
	clear(out[:states])
	for w, word := range group {
		for ; word != 0; word &= word - 1 {
			out[c.maskOf[codes[bitset.Lowest(w, word)]]]++
		}
	}
	return out[states:]
}

// splitSmall writes the numbers of rows of a group of so many rows in each of the states, given their
// masks of so many words, and then the number of the rows that are left. It returns the rest of out.
func splitSmall(words int, group, states []uint64, rows int32, out []int32) []int32 {
	switch words {
	case 1:
		return split1(group[0], states, rows, out)
	case 2:
		return split2((*[2]uint64)(group), states, rows, out)
	case 4:
		return split4((*[4]uint64)(group), states, rows, out)
	case 8:
		return split8((*[8]uint64)(group), states, rows, out)
	default:
		return split16((*[16]uint64)(group), states, rows, out)
	}
}

// split1 is splitSmall for masks of one word.
func split1(group uint64, states []uint64, rows int32, out []int32) []int32 {
	k := 0
	for ; k < len(states); k++ {
		n := int32(bits.OnesCount64(group & states[k]))
		out[k] = n
		rows -= n
	}
	out[k] = rows
	return out[k+1:]
}

// split2 is splitSmall for masks of two words.
func split2(group *[2]uint64, states []uint64, rows int32, out []int32) []int32 {
	k := 0
	for ; len(states) >= 2; k++ {
		n := int32(bits.OnesCount64(group[0]&states[0]) + bits.OnesCount64(group[1]&states[1]))
		out[k] = n
		rows -= n
		states = states[2:]
	}
	out[k] = rows
	return out[k+1:]
}

// split4 is splitSmall for masks of four words.
func split4(group *[4]uint64, states []uint64, rows int32, out []int32) []int32 {
	k := 0
	for ; len(states) >= 4; k++ {
		n := int32(bits.OnesCount64(group[0]&states[0]) + bits.OnesCount64(group[1]&states[1]) +
			bits.OnesCount64(group[2]&states[2]) + bits.OnesCount64(group[3]&states[3]))
		out[k] = n
		rows -= n
		states = states[4:]
	}
	out[k] = rows
	return out[k+1:]
}

// split8 is splitSmall for masks of eight words.
func split8(group *[8]uint64, states []uint64, rows int32, out []int32) []int32 {
	k := 0
	for ; len(states) >= 8; k++ {
		n := int32(bits.OnesCount64(group[0]&states[0]) + bits.OnesCount64(group[1]&states[1]) +
			bits.OnesCount64(group[2]&states[2]) + bits.OnesCount64(group[3]&states[3]) +
			bits.OnesCount64(group[4]&states[4]) + bits.OnesCount64(group[5]&states[5]) +
			bits.OnesCount64(group[6]&states[6]) + bits.OnesCount64(group[7]&states[7]))
		out[k] = n
		rows -= n
		states = states[8:]
	}
	out[k] = rows
	return out[k+1:]
}

// split16 is splitSmall for masks of sixteen words.
func split16(group *[16]uint64, states []uint64, rows int32, out []int32) []int32 {
	k := 0
	for ; len(states) >= 16; k++ {
		n := int32(countBoth(group[:], states[:16]))
		out[k] = n
		rows -= n
		states = states[16:]
	}
	out[k] = rows
	return out[k+1:]
}
