// Package hashed finds items by their hash. Go's maps find them by a key, which would have to be made first.
package hashed

// Table has items by hash. The caller distinguishes items of the same hash:
//
//	for at := t.First(hash); at >= 0; at = t.Next(at) {
//		if item := t.At(at); item is the one { … }
//	}
//
// The last bits of hashes must differ. The zero value is ready for use. The table has open addressing with linear
// probing, and is at most half full.
type Table[T any] struct {
	slots []slot[T]
	count int
}

type slot[T any] struct {
	hash uint64
	item *T // nil: nothing is there
}

// First is where the first item of a hash is; negative: there is none.
func (t *Table[T]) First(hash uint64) int {
	if len(t.slots) == 0 {
		return -1
	}
	return t.from(int(hash)&(len(t.slots)-1), hash)
}

// Next is where the next item of the same hash is; negative: there is none.
func (t *Table[T]) Next(at int) int { return t.from((at+1)&(len(t.slots)-1), t.slots[at].hash) }

func (t *Table[T]) from(at int, hash uint64) int {
	for ; t.slots[at].item != nil; at = (at + 1) & (len(t.slots) - 1) {
		if t.slots[at].hash == hash {
			return at
		}
	}
	return -1
}

// At is the item at a place that First or Next returned.
func (t *Table[T]) At(at int) *T { return t.slots[at].item }

// Add adds an item. Places change.
func (t *Table[T]) Add(hash uint64, item *T) {
	const least = 64
	if 2*t.count >= len(t.slots) {
		old := t.slots
		t.slots = make([]slot[T], max(least, 2*len(old)))
		for _, s := range old {
			if s.item != nil {
				t.put(s)
			}
		}
	}
	t.put(slot[T]{hash, item})
	t.count++
}

func (t *Table[T]) put(s slot[T]) {
	at := int(s.hash) & (len(t.slots) - 1)
	for t.slots[at].item != nil {
		at = (at + 1) & (len(t.slots) - 1)
	}
	t.slots[at] = s
}

// Len is the number of items.
func (t *Table[T]) Len() int { return t.count }

// Clear takes all items out.
func (t *Table[T]) Clear() {
	clear(t.slots)
	t.count = 0
}
