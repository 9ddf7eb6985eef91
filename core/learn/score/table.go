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

// table remembers the values of a function of counts. It is allocated page by page: its
// memory depends on the counts that occur, not on the number of rows.
type table struct {
	f     func(count int) int64
	first page // most counts are small
	mu    sync.Mutex
	pages atomic.Pointer[[]*page]
}

const pageBits = 10

type page [1 << pageBits]atomic.Int64

// Values in a page are exclusive-or'd with this number, which is no value, so that 0 means unknown.
const coded = math.MinInt64

// at is where the value of a count is that is not in the first page.
func (t *table) at(count int32) *atomic.Int64 {
	return &t.page(int(count >> pageBits))[count&(1<<pageBits-1)]
}

// fill makes the value of a count, 0 of none, and returns it as it is in the page.
func (t *table) fill(at *atomic.Int64, count int32) int64 {
	value := int64(coded)
	if count > 0 {
		value = t.f(int(count)) ^ coded
	}
	at.Store(value)
	return value
}

// page returns the page of a number, and allocates it if need be.
func (t *table) page(number int) *page {
	if pages := t.pages.Load(); pages != nil && number < len(*pages) && (*pages)[number] != nil {
		return (*pages)[number]
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var pages []*page
	if old := t.pages.Load(); old != nil {
		pages = *old
	}
	if number < len(pages) && pages[number] != nil {
		return pages[number]
	}
	pages = append(make([]*page, 0, max(len(pages), number+1)), pages...)
	for len(pages) <= number {
		pages = append(pages, nil)
	}
	pages[number] = new(page)
	t.pages.Store(&pages)
	return pages[number]
}
