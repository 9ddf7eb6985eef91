package score

import (
	"math"
	"sync"
	"sync/atomic"
)

// tables keeps a table for each prior, by a number that names it.
type tables struct{ byName sync.Map }

// at is the table of a name, made of what f makes of the name when first needed.
func (t *tables) at(name int64, f func(name int64) func(count int) int64) *table {
	if found, ok := t.byName.Load(name); ok {
		return found.(*table)
	}
	made, _ := t.byName.LoadOrStore(name, &table{f: f(name)})
	return made.(*table)
}

// table remembers a function of counts, page by page, so that its size goes by what was
// asked for and not by the number of rows.
type table struct {
	f     func(count int) int64
	first page // counts are mostly small
	mu    sync.Mutex
	pages atomic.Pointer[[]*page]
}

const pageBits = 9

type page [1 << pageBits]atomic.Int64

// isZero stands in a page for the value 0; 0 is what has not been asked for.
const isZero = math.MinInt64

// of is f(count).
func (t *table) of(count int32) int64 {
	at := &t.first[count&(1<<pageBits-1)]
	if count >= 1<<pageBits {
		at = &t.page(int(count >> pageBits))[count&(1<<pageBits-1)]
	}
	switch value := at.Load(); value {
	case 0:
		return t.fill(at, count)
	case isZero:
		return 0
	default:
		return value
	}
}

func (t *table) fill(at *atomic.Int64, count int32) int64 {
	value := t.f(int(count))
	if value == 0 {
		at.Store(isZero)
	} else {
		at.Store(value)
	}
	return value
}

// page is the page of the given number, made when first needed.
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
