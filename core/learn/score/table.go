package score

import (
	"math"
	"sync"
	"sync/atomic"
)

// tables are the tables of a model's terms. A table is named by a number: log |Z| in units of
// 2^-fineUnit, or 0 if the terms do not depend on |Z|.
type tables struct {
	byName sync.Map
	count  atomic.Int64
}

// maxTables keeps the tables below about 64 MB. There is one for each product of arities that
// occurs. Most data have few. Hundreds of columns that all have different arities have as
// many as there are pairs of columns.
const maxTables = 1 << 14

// at returns the table of a name. If there is none, it makes one of the function f(name).
func (t *tables) at(name int64, f func(name int64) func(count int) int64) *counted {
	if found, ok := t.byName.Load(name); ok {
		return found.(*counted)
	}
	made, found := t.byName.LoadOrStore(name, &counted{f: f(name)})
	if !found && t.count.Add(1) >= maxTables { // tables that are in use stay valid
		t.count.Store(0)
		t.byName.Clear()
	}
	return made.(*counted)
}

// Memo shares the tables of models that have the same formula, such as those of many sites' rows.
// The zero Memo is ready for use, by any number of goroutines.
type Memo struct {
	mu     sync.Mutex
	byUnit map[int]*tables
}

// tables are those of all models of that unit. A nil Memo makes new ones.
func (m *Memo) tables(unit int) *tables {
	if m == nil {
		return &tables{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byUnit == nil {
		m.byUnit = map[int]*tables{}
	}
	if m.byUnit[unit] == nil {
		m.byUnit[unit] = &tables{}
	}
	return m.byUnit[unit]
}

// counted remembers the values of a function of counts.
type counted struct {
	f      func(count int) int64
	small  [1<<smallBits + 1]atomic.Int64 // by count; the last one, of all other counts, is never known
	larger atomic.Pointer[largerCounts]
	mu     sync.Mutex // of those that add to larger
}

const smallBits = 10 // most counts are small

// Values in a table are exclusive-or'd with this number, which is no value, so that 0 means unknown.
const coded = math.MinInt64

// known is the value of a count, as it is in a table; 0: other makes it. So much is inlined.
func (t *counted) known(count int32) int64 { return t.small[min(uint32(count), 1<<smallBits)].Load() }

// other is the value of a count that is not known, as it is in a table.
func (t *counted) other(count int32) int64 {
	if count < 1<<smallBits {
		value := t.make(count)
		t.small[count].Store(value)
		return value
	}
	if value := t.larger.Load().of(count); value != 0 {
		return value
	}
	return t.add(count)
}

// make makes the value of a count, 0 of none, as it is in a table.
func (t *counted) make(count int32) int64 {
	if count == 0 {
		return coded
	}
	return t.f(int(count)) ^ coded
}

// add makes the value of a larger count and remembers it.
func (t *counted) add(count int32) int64 {
	value := t.make(count)
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.larger.Load()
	if l == nil || 2*l.number >= len(l.counts) {
		l = l.longer()
		t.larger.Store(l)
	}
	l.add(count, value)
	return value
}

// largerCounts has values of few of the larger counts: most of these do not occur. It is a hash table with linear probing,
// at most half full. Its last bits are where a count is looked for first. What is there stays, so it is read without a lock.
type largerCounts struct {
	counts []atomic.Int32 // 0: nothing is there
	values []int64        // written before the count
	number int
}

// of is the value of a count; 0: it is not there.
func (l *largerCounts) of(count int32) int64 {
	if l == nil {
		return 0
	}
	for at := int(count); ; at++ {
		at &= len(l.counts) - 1
		switch l.counts[at].Load() {
		case count:
			return l.values[at]
		case 0:
			return 0
		}
	}
}

func (l *largerCounts) add(count int32, value int64) {
	at := int(count) & (len(l.counts) - 1)
	for l.counts[at].Load() != 0 {
		if l.counts[at].Load() == count { // another worker was faster
			return
		}
		at = (at + 1) & (len(l.counts) - 1)
	}
	l.values[at] = value
	l.counts[at].Store(count)
	l.number++
}

// longer is a copy with twice the room.
func (l *largerCounts) longer() *largerCounts {
	const least = 1 << 4
	if l == nil {
		return &largerCounts{counts: make([]atomic.Int32, least), values: make([]int64, least)}
	}
	out := &largerCounts{counts: make([]atomic.Int32, 2*len(l.counts)), values: make([]int64, 2*len(l.counts))}
	for at := range l.counts {
		if count := l.counts[at].Load(); count != 0 {
			out.add(count, l.values[at])
		}
	}
	return out
}
