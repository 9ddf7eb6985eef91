package data

import (
	"math/bits"

	"github.com/mcbnc/mcbnc/core/learn/popcount"
)

// countIn writes the numbers of rows of a group's mask in each state that occurs, in a block in which the group has
// the given number of rows. It returns the rest of out.
func (c *Column) countIn(b *block, group []uint64, rows int32, out []int32) []int32 {
	states := c.masks[int(b.at)*c.seen:][:len(group)*(c.seen-1)] // the last state has the rows that are left
	switch len(group) {
	case 1:
		return split1(group[0], states, rows, out)
	case 2:
		return split2((*[2]uint64)(group), states, rows, out)
	case 4:
		return split4((*[4]uint64)(group), states, rows, out)
	case 8:
		return split8((*[8]uint64)(group), states, rows, out)
	default:
		return splitBlock((*popcount.Block)(group), states, rows, out)
	}
}

// split1 is countIn for masks of one word.
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

// split2 is countIn for masks of two words.
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

// split4 is countIn for masks of four words.
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

// split8 is countIn for masks of eight words.
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

// splitBlock is countIn for masks of a whole block.
func splitBlock(group *popcount.Block, states []uint64, rows int32, out []int32) []int32 {
	popcount.Counts(group, states, out)
	return rest(len(states)/popcount.Words, rows, out)
}

// rest writes the number of the rows that are in none of the first k states. It returns the rest of out.
func rest(k int, rows int32, out []int32) []int32 {
	for _, n := range out[:k] {
		rows -= n
	}
	out[k] = rows
	return out[k+1:]
}
