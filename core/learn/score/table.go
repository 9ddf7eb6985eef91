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
func (t *tables) at(name int64, f func(name int64) func(count int) int64) *table {
	if found, ok := t.byName.Load(name); ok {
		return found.(*table)
	}
	made, found := t.byName.LoadOrStore(name, &table{f: f(name)})
	if !found && t.count.Add(1) >= maxTables { // tables that are in use stay valid
		t.count.Store(0)
		t.byName.Clear()
	}
	return made.(*table)
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

// table remembers the values of a function of counts: those of small counts, and of some larger ones. A value that is
// not remembered is made anew, and it is the same.
type table struct {
	f      func(count int) int64
	small  [1<<smallBits + 1]atomic.Int64 // by count; the last one, of all other counts, is never known
	larger atomic.Pointer[[]atomic.Pointer[remembered]]
}

// remembered is the value of a larger count, at the place of the count's last bits. Few larger counts occur with most
// tables. Where two have one place, there are more places from then on, up to a limit.
type remembered struct {
	count int32
	value int64
}

const smallBits, fewPlaces, mostPlaces = 10, 1 << 5, 1 << 13

// Values in a table are exclusive-or'd with this number, which is no value, so that 0 means unknown.
const coded = math.MinInt64

// known is the value of a count, as it is in a table; 0: other makes it. So much is inlined.
func (t *table) known(count int32) int64 { return t.small[min(uint32(count), 1<<smallBits)].Load() }

// other is the value of a count that is not known, as it is in a table.
func (t *table) other(count int32) int64 {
	if count < 1<<smallBits {
		value := t.make(count)
		t.small[count].Store(value)
		return value
	}
	places := t.larger.Load()
	if places == nil {
		made := make([]atomic.Pointer[remembered], fewPlaces)
		places = &made
		t.larger.Store(places)
	}
	at := &(*places)[int(count)&(len(*places)-1)]
	known := at.Load()
	if known != nil && known.count == count {
		return known.value
	}
	if known != nil && len(*places) < mostPlaces {
		at = t.grow(*places, count)
	}
	value := t.make(count)
	at.Store(&remembered{count, value})
	return value
}

// grow makes twice as many places, and returns that of a count.
func (t *table) grow(places []atomic.Pointer[remembered], count int32) *atomic.Pointer[remembered] {
	more := make([]atomic.Pointer[remembered], 2*len(places))
	for k := range places {
		if known := places[k].Load(); known != nil {
			more[int(known.count)&(len(more)-1)].Store(known)
		}
	}
	t.larger.Store(&more)
	return &more[int(count)&(len(more)-1)]
}

// make makes the value of a count, 0 of none, as it is in a table.
func (t *table) make(count int32) int64 {
	if count == 0 {
		return coded
	}
	return t.f(int(count)) ^ coded
}
