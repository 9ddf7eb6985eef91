package data

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/popcount"
)

// blockRows is the most rows of a block, whose masks have one of the lengths that there is a loop for: see split.go.
const blockRows = popcount.Words * 64

// block is some rows of one part, one after the other.
type block struct {
	part       int32
	first, end int32 // its rows
	words      int32 // of a mask: a power of two that suffices for its rows, and popcount.Words in a part of more than one block
	at         int32 // the words of the blocks before
}

// blocksOf cuts rows into blocks, given where the rows of each part end. All blocks are whole if that takes at most four times
// the words: popcount takes whole blocks alone, and counts one no slower than a quarter of it is counted without.
func blocksOf(ends []int32) (blocks []block) {
	first, words := int32(0), 0
	for part, end := range ends {
		of := end - first
		for first < end {
			b := block{part: int32(part), first: first, end: first + min(blockRows, end-first), words: 1}
			for b.words*64 < min(blockRows, of) {
				b.words *= 2
			}
			blocks = append(blocks, b)
			first, words = b.end, words+int(b.words)
		}
	}
	whole := popcount.Words*len(blocks) <= 4*words
	at := int32(0)
	for k := range blocks {
		b := &blocks[k]
		if whole {
			b.words = popcount.Words
		}
		b.at, at = at, at+b.words
	}
	return blocks
}

// maxMasks keeps the masks within four times the memory of the states, except for blocks that were made whole.
const maxMasks = 32

// index makes the masks of the states that occur, unless they are many. The most frequent state is the last one.
func (c *Column) index(blocks []block) {
	var counts [1 << 8]int32
	narrow := c.narrow()
	for _, s := range narrow {
		counts[s]++
	}
	rows := counts[:c.Codes]
	mode := slices.Index(rows, slices.Max(rows))
	var maskOf [1 << 8]int // by code
	var stands []uint8     // by mask: its code
	for s, n := range rows {
		if n > 0 && s != mode {
			maskOf[s] = len(stands)
			stands = append(stands, uint8(s))
		}
	}
	seen := len(stands)
	if maskOf[mode] = seen; seen >= maxMasks {
		return
	}
	c.stands = append(stands, uint8(mode))
	last := &blocks[len(blocks)-1]
	c.seen, c.masks = seen+1, make([]uint64, int(last.at+last.words)*(seen+1))
	for k := range blocks {
		b := &blocks[k]
		masks, words := c.masksIn(b), int(b.words)
		for row, s := range narrow[b.first:b.end] {
			masks[maskOf[s]*words+row>>6] |= 1 << (row & 63)
		}
	}
}

// masksIn are the masks of all states that occur, in one block.
func (c *Column) masksIn(b *block) []uint64 {
	return c.masks[int(b.at)*c.seen:][:int(b.words)*c.seen]
}

// parts are the rows of a joined dataset that came from each one. Rows of one part follow one another.
type parts struct {
	of   []int32 // by row: the number of its part
	ends []int32 // by part: where its rows end
}

// join notes what d was joined of.
func (d *Dataset) join(datasets []*Dataset) {
	d.joined = datasets
	d.parts.of = make([]int32, 0, d.Rows)
	for k, part := range datasets {
		for range part.Rows {
			d.parts.of = append(d.parts.of, int32(k))
		}
		d.parts.ends = append(d.parts.ends, int32(len(d.parts.of)))
	}
}

// IsJoinOf reports whether d was made by Join of these very datasets.
func (d *Dataset) IsJoinOf(datasets []*Dataset) bool {
	return len(datasets) > 0 && slices.Equal(d.joined, datasets)
}

// PartRows is the number of rows of each dataset that d was joined of.
func (d *Dataset) PartRows() []int {
	rows := make([]int, len(d.joined))
	for k, part := range d.joined {
		rows[k] = part.Rows
	}
	return rows
}
