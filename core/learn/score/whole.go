package score

import (
	"math"
	"sync"
	"sync/atomic"
)

// wholes remembers the term of F(Z) that no count is in, by the size of Z: the sum of these terms of some models of one
// unit and the same arities.
type wholes struct {
	models  []*discrete
	bySize  sync.Map
	counted atomic.Int64
}

func newWholes(models ...*discrete) *wholes { return &wholes{models: models} }

// maxWholes keeps what is remembered below about 10 MB.
const maxWholes = 1 << 16

// of is the term for Z of a size. Without a formula for it, it is 0.
func (w *wholes) of(z size) int64 {
	if w == nil { // of most scores: this much is inlined
		return 0
	}
	return w.at(z)
}

func (w *wholes) at(z size) int64 {
	if found, ok := w.bySize.Load(z.fine); ok {
		return found.(int64)
	}
	total, logStates := int64(0), math.Ldexp(float64(z.fine), -fineUnit)
	for _, m := range w.models {
		total += m.fixed(m.formula.whole(logStates))
	}
	if w.counted.Add(1) >= maxWholes {
		w.counted.Store(0)
		w.bySize.Clear()
	}
	w.bySize.Store(z.fine, total)
	return total
}
