package over

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// sameRows is the Scorer of core/learn/ges of step 2: the gain of x → y besides S, both terms over the rows of the sites
// that see x, y and S. Where there is no such site, there is no gain.
//
// What a step asks for is sorted by the sites that see all of it, and by the columns of it in which rows have gaps. So what
// is asked of one set of sites and of columns is asked of the same rows. One table of these rows has the columns that are
// asked for, and nothing else. So a table is small. It is made again at the next step, and there are no more tables in memory
// than workers. Gains are kept, up to a limit.
type sameRows struct {
	problem  *Problem
	sites    []*site
	columns  []bitset.Set // by column: the sites that see it
	gapped   bitset.Set   // the columns in which rows have gaps
	weights  []float64
	unit     int
	workers  int
	known    map[string]*family // by y and its parents
	kept     int                // gains that are known, or will be
	question map[string]*asked  // by sites and columns with gaps: what the next Fill is to evaluate
	order    []*asked
	counted  int64
}

// family is y with some parents: what each x gains as a further one.
type family struct {
	gains []int64    // by x, coded
	known bitset.Set // the x whose gain is known, or asked for
}

// asked is what is asked of those rows of some sites that have a value in each of some columns.
type asked struct {
	sites    bitset.Set
	gapped   []int32
	families []*askedFamily
	counted  int64
}

type askedFamily struct {
	*family
	y       int
	parents []int32
	with    bitset.Set
}

func newSameRows(p *Problem, sites []*site, weights []float64, unit, workers int) *sameRows {
	s := &sameRows{
		problem: p, sites: sites, columns: make([]bitset.Set, p.n()), weights: weights, unit: unit, workers: workers,
		gapped: bitset.New(p.n()), known: map[string]*family{}, question: map[string]*asked{},
	}
	for v := range s.columns {
		s.columns[v] = bitset.New(len(sites))
		for k, site := range sites {
			if site.Seen.Has(v) {
				s.columns[v].Add(k)
			}
			if site.gapsIn(v) != nil {
				s.gapped.Add(v)
			}
		}
	}
	return s
}

// Gains is as in core/learn/ges.
func (s *sameRows) Gains(y int, parents []int32, with bitset.Set) func(x int) int64 {
	key := string(append(keyOf(nil, bitset.Set{uint64(y)}), listKey(parents)...))
	f := s.known[key]
	if f == nil {
		f = &family{gains: make([]int64, s.problem.n()), known: bitset.New(s.problem.n())}
		s.known[key] = f
		s.kept += len(f.gains)
	}
	see := s.columns[y].Clone()
	for _, v := range parents {
		see.And(s.columns[v])
	}
	here := map[string]*askedFamily{}
	all, gapped := bitset.New(len(s.sites)), bitset.New(s.problem.n())
	gapped.Add(y)
	for _, v := range parents {
		gapped.Add(int(v))
	}
	gapped.And(s.gapped)
	for x := range with.All() {
		if f.known.Has(x) {
			continue
		}
		f.known.Add(x)
		if all.Copy(see); !all.Intersects(s.columns[x]) {
			continue // no site: the operator does not exist
		}
		all.And(s.columns[x])
		own := s.gapped.Has(x)
		if own {
			gapped.Add(x)
		}
		rows := string(keyOf(keyOf(nil, all), gapped))
		if here[rows] == nil {
			here[rows] = s.of(rows, all, gapped).add(f, y, parents, s.problem.n())
		}
		if here[rows].with.Add(x); own {
			gapped.Remove(x)
		}
	}
	return func(x int) int64 { return f.gains[x] }
}

// of is what is asked of the rows of some sites that have a value in some columns.
func (s *sameRows) of(key string, sites, gapped bitset.Set) *asked {
	a := s.question[key]
	if a == nil {
		a = &asked{sites: sites.Clone(), gapped: gapped.Append(nil)}
		s.question[key] = a
		s.order = append(s.order, a)
	}
	return a
}

func (a *asked) add(f *family, y int, parents []int32, n int) *askedFamily {
	one := &askedFamily{family: f, y: y, parents: slices.Clone(parents), with: bitset.New(n)}
	a.families = append(a.families, one)
	return one
}

func keyOf(to []byte, words bitset.Set) []byte {
	for _, word := range words {
		to = binary.LittleEndian.AppendUint64(to, word)
	}
	return to
}

func listKey(list []int32) []byte {
	var to []byte
	for _, v := range list {
		to = binary.LittleEndian.AppendUint32(to, uint32(v))
	}
	return to
}

// Fill is as in core/learn/ges. Each set of rows is one worker's. If ctx ends, what was asked for is forgotten.
func (s *sameRows) Fill(ctx context.Context) error {
	err := parallel.For(ctx, len(s.order), s.workers, func(_, k int) error { return s.evaluate(ctx, s.order[k]) })
	for _, a := range s.order {
		s.counted += a.counted
	}
	clear(s.question)
	s.order = s.order[:0]
	if err != nil {
		clear(s.known)
	}
	return err
}

const maxKept = 1 << 24 // gains

// Trim is as in core/learn/ges.
func (s *sameRows) Trim() {
	if s.kept > maxKept {
		clear(s.known)
		s.kept = 0
	}
}

// evaluate fills in the gains that are asked of some rows. If there is no row, the operators do not exist.
func (s *sameRows) evaluate(ctx context.Context, a *asked) error {
	columns := a.columns(s.problem.n())
	place := make([]int32, s.problem.n()) // of each column among these
	for k, v := range columns {
		place[v] = int32(k)
	}
	var tables []*data.Dataset
	left := len(a.gapped) == 0
	for k := range a.sites.All() {
		table := s.sites[k].whole.Select(columns)
		if rows := s.sites[k].complete(a.gapped...); rows != nil {
			table = table.Take(rows.Append(nil))
		}
		tables = append(tables, table)
		left = left || table.Rows > 0
	}
	if !left {
		return nil
	}
	pooled, own := s.problem.models(ctx, tables, s.unit)
	team := parallel.NewTeam(1)
	defer team.Close()
	larger := score.NewLarger(pooled, own, team)
	var read []func(x int) int64
	for _, f := range a.families {
		read = append(read, larger.Gains(int(place[f.y]), listAt(f.parents, place), setAt(f.with, place, len(columns))))
	}
	if err := larger.Fill(ctx); err != nil {
		return err
	}
	for k, f := range a.families {
		for x := range f.with.All() {
			gain := math.Ldexp(float64(read[k](int(place[x]))), -s.unit)
			f.gains[x] = coded(gain + s.weights[x*s.problem.n()+f.y])
		}
	}
	a.counted = larger.Counted()
	return nil
}

// columns are all that are asked for, ascending.
func (a *asked) columns(n int) []int32 {
	all := bitset.New(n)
	for _, f := range a.families {
		all.Or(f.with)
		all.Add(f.y)
		for _, v := range f.parents {
			all.Add(int(v))
		}
	}
	return all.Append(nil)
}

// listAt and setAt are some columns by their places, which rise with the columns.
func listAt(columns, place []int32) []int32 {
	out := make([]int32, len(columns))
	for k, v := range columns {
		out[k] = place[v]
	}
	return out
}

func setAt(columns bitset.Set, place []int32, n int) bitset.Set {
	out := bitset.New(n)
	for v := range columns.All() {
		out.Add(int(place[v]))
	}
	return out
}
