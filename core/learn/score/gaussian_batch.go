package score

import (
	"context"
	"slices"
)

// gaussianBatch evaluates F of sets with one variable more, a few variables at a time. It makes the operations of
// gaussian.f in the same order, so each F has the same bits. The variables that come before x in the set are eliminated
// as without x: the open set has kept what they lead to. What is left differs by x, and it is done for all x of a lane
// side by side, so that the processor need not wait for the end of one operation before it begins the next.
type gaussianBatch struct {
	m       *gaussian
	slots   []gaussianSlot
	workers []gaussianWork
}

// gaussianWork is the scratch memory of a worker.
type gaussianWork struct {
	matrix       []float64
	set          []int32
	column, left []lane
}

// lanes is how many variables are done side by side.
const lanes = 4

type lane [lanes]float64

// subtract takes off the products of two lanes. The conversions are those of eliminate.
func (t *lane) subtract(a, b *lane) {
	t[0] -= float64(a[0] * b[0])
	t[1] -= float64(a[1] * b[1])
	t[2] -= float64(a[2] * b[2])
	t[3] -= float64(a[3] * b[3])
}

// times returns the products with one number.
func (t *lane) times(x float64) lane { return lane{t[0] * x, t[1] * x, t[2] * x, t[3] * x} }

// product returns the products of two lanes.
func (t *lane) product(a *lane) lane { return lane{t[0] * a[0], t[1] * a[1], t[2] * a[2], t[3] * a[3]} }

// inverse returns the inverses of pivots.
func (t *lane) inverse() lane { return lane{1 / t[0], 1 / t[1], 1 / t[2], 1 / t[3]} }

// atLeast makes a lane of pivots no less than the floor.
func (t *lane) atLeast() {
	for l := range t {
		t[l] = max(t[l], floor)
	}
}

// gaussianSlot is an open set.
type gaussianSlot struct {
	members      []int32
	staged       bool          // what follows is kept
	stages       []float64     // the matrices after the first 0, 1, … members were eliminated
	inverses     []float64     // of the pivots
	factors      []float64     // of the rows: see eliminate
	determinants []determinant // of the first 0, 1, … members
}

// leastStaged is from how many extensions on the stages of a set are worth it.
const leastStaged = 3

// mostStaged is the size of the largest set whose stages are kept: they take the cube of it.
const mostStaged = 16

func newGaussianBatch(m *gaussian, workers int) *gaussianBatch {
	return &gaussianBatch{m, make([]gaussianSlot, max(workers, setSlots)), make([]gaussianWork, workers)}
}

func (b *gaussianBatch) Slots() int { return len(b.slots) }

func (b *gaussianBatch) Cost() (open, extend int) { return gaussianCost, gaussianCost }

func (b *gaussianBatch) Open(worker, slot int, set []int32, extensions int) int64 {
	s := &b.slots[slot]
	s.members = append(s.members[:0], set...)
	slices.Sort(s.members)
	s.staged = extensions >= leastStaged && len(set) <= mostStaged && b.m.exact == nil
	if !s.staged {
		return b.m.f(s.members, &b.workers[worker].matrix)
	}
	return s.stage(b.m)
}

// stage keeps all stages of the elimination, and returns F.
func (s *gaussianSlot) stage(m *gaussian) int64 {
	size := len(s.members)
	square := size * size
	s.stages = slices.Grow(s.stages[:0], (size+1)*square)[:(size+1)*square]
	s.inverses, s.factors = slices.Grow(s.inverses[:0], size)[:size], slices.Grow(s.factors[:0], square)[:square]
	det := determinant{1, m.submatrix(s.members, s.stages[:square])}
	s.determinants = append(s.determinants[:0], det)
	for k := range size {
		a := s.stages[(k+1)*square:][:square]
		copy(a, s.stages[k*square:])
		eliminateNext(a, size, k)
		pivot := a[k*size+k]
		s.inverses[k] = 1 / pivot
		for i := k + 1; i < size; i++ {
			s.factors[k*size+i] = a[k*size+i] * s.inverses[k]
		}
		det = det.times(pivot)
		s.determinants = append(s.determinants, det)
	}
	return m.value(size, det)
}

func (b *gaussianBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	s, w := &b.slots[slot], &b.workers[worker]
	for len(variables) > 0 && ctx.Err() == nil {
		if !s.staged {
			w.set = including(w.set[:0], s.members, int(variables[0]))
			values[variables[0]] = b.m.f(w.set, &w.matrix)
			variables = variables[1:]
			continue
		}
		before, _ := slices.BinarySearch(s.members, variables[0])
		some := 1 // variables between the same two members
		for some < min(lanes, len(variables)) && (before == len(s.members) || variables[some] < s.members[before]) {
			some++
		}
		b.extend(w, s, before, variables[:some], values)
		variables = variables[some:]
	}
}

// extend evaluates F with each one of at most as many variables as a lane has, which all come after the given number of
// members. If they are fewer, the last one is done several times.
func (b *gaussianBatch) extend(w *gaussianWork, s *gaussianSlot, before int, variables []int32, values []int64) {
	size, m := len(s.members), b.m
	w.column = slices.Grow(w.column[:0], size)[:size]
	var at [lanes]int
	var own lane
	for l := range at {
		at[l] = int(variables[min(l, len(variables)-1)])
		own[l] = m.matrix[at[l]*m.n+at[l]]
	}
	column := w.column
	for k, member := range s.members {
		row := m.matrix[int(member)*m.n:][:m.n]
		column[k] = lane{row[at[0]], row[at[1]], row[at[2]], row[at[3]]}
	}
	rows := s.stages[size*size*size:] // each row as it was when its member was eliminated
	for k := range before {
		x := &column[k]
		for i := k + 1; i < before; i++ {
			factor := s.factors[k*size+i]
			t := &column[i]
			for l := range t {
				t[l] -= float64(factor * x[l])
			}
		}
		factor := x.times(s.inverses[k])
		for i := before; i < size; i++ {
			entry, t := rows[k*size+i], &column[i]
			for l := range t {
				t[l] -= float64(factor[l] * entry)
			}
		}
		own.subtract(&factor, x)
	}
	own.atLeast()
	var dets [lanes]determinant
	for l := range dets {
		dets[l] = s.determinants[before]
		dets[l].exponent += m.scales[at[l]]
		dets[l] = dets[l].times(own[l])
	}
	w.eliminateAfter(s, before, &own, &dets)
	for l := range variables {
		values[at[l]] = m.value(size+1, dets[l])
	}
}

// eliminateAfter eliminates the new variables, and then the members after them.
func (w *gaussianWork) eliminateAfter(s *gaussianSlot, before int, own *lane, dets *[lanes]determinant) {
	size := len(s.members)
	rest := size - before
	w.left = slices.Grow(w.left[:0], rest*rest)[:rest*rest]
	column, stage := w.column[before:], s.stages[before*size*size:]
	inverse := own.inverse()
	for i := range rest {
		factor := column[i].product(&inverse)
		for j := i; j < rest; j++ {
			entry := stage[(before+i)*size+before+j]
			t := lane{entry, entry, entry, entry}
			t.subtract(&factor, &column[j])
			w.left[i*rest+j] = t
		}
	}
	for k := range rest {
		row := w.left[k*rest : (k+1)*rest]
		row[k].atLeast()
		inverse := row[k].inverse()
		for l := range dets {
			dets[l] = dets[l].times(row[k][l])
		}
		for i := k + 1; i < rest; i++ {
			factor := row[i].product(&inverse)
			to := w.left[i*rest : (i+1)*rest]
			for j := i; j < rest; j++ {
				to[j].subtract(&factor, &row[j])
			}
		}
	}
}
