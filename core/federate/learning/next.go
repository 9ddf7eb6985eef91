package learning

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// Learned is the result.
type Learned struct {
	*jointly.Result
	Unit int     // of its scores: the number of binary places
	Seen [][]int // how many sites see each pair of columns; nil: all do
}

// Next is the next question after the rounds so far or, if nothing is lacking, the result: the
// other one is nil. An error is a *LargeTableError, a *ges.TooDenseError, ctx's error, or about a
// sum that cannot be one.
func (p *Public) Next(ctx context.Context, history []Round) (*Question, *Learned, error) {
	if len(history) == 0 && p.Judged {
		return &Question{Pairs: Counted}, nil, nil
	}
	if len(history) == 0 {
		return p.facts(), nil, nil
	}
	k, err := p.gather(history)
	if err != nil {
		return nil, nil, err
	}
	q, learned, err := p.nextAfter(ctx, k, len(history))
	if q != nil && p.Judged {
		q.Told = p.told(k)
	}
	return q, learned, err
}

// nextAfter is Next after the first question.
func (p *Public) nextAfter(ctx context.Context, k *known, rounds int) (_ *Question, _ *Learned, err error) {
	if !k.counted { // the sites have judged themselves
		q := p.facts()
		q.Pairs = NoPairs
		return q, nil, nil
	}
	if p.Union != nil {
		return p.nextOfUnion(ctx, k, rounds)
	}
	if p.Numbers != nil && k.sums == nil && k.noisy == nil {
		return &Question{Products: true}, nil, nil
	}
	if p.Numbers == nil {
		return p.search(ctx, k, p.problem(k))
	}
	problem := p.options(k)
	if problem.Pooled, err = p.modelOf(k); err != nil {
		return nil, nil, err
	}
	return p.search(ctx, k, problem)
}

// search is the next question of a search or, if nothing is lacking, what it found.
func (p *Public) search(ctx context.Context, k *known, problem *jointly.Problem) (*Question, *Learned, error) {
	q, learned, err := p.next(ctx, k, problem)
	var large *LargeTableError
	if errors.As(err, &large) && problem.Ahead > 0 { // perhaps only a guess takes the table
		problem.Ahead = 0
		q, learned, err = p.next(ctx, k, problem)
	}
	return q, learned, err
}

func (p *Public) next(ctx context.Context, k *known, problem *jointly.Problem) (*Question, *Learned, error) {
	found, err := jointly.Run(ctx, problem, 1)
	if err == nil && found.Stopped {
		err = ctx.Err()
	}
	if err != nil {
		return nil, nil, err
	}
	if len(found.LacksPooled)+len(found.LacksOwn) == 0 {
		return nil, &Learned{Result: found, Unit: problem.Model().Unit()}, nil
	}
	tables, err := p.tables(found.LacksPooled)
	if err != nil {
		return nil, nil, err
	}
	own, err := p.own(k, found.LacksOwn)
	if err != nil {
		return nil, nil, err
	}
	return &Question{Unit: problem.Model().Unit(), Tables: tables, Own: own}, nil, nil
}

func (p *Public) facts() *Question {
	q := &Question{Facts: true}
	switch {
	case p.Union != nil:
		q.Seen = wordsOf(p.Sites)
	case p.AllPairs:
		q.Products = p.Numbers != nil // there is nothing else to ask for
	case p.Disguise:
		q.Pairs = Disguised
	default:
		q.Pairs = Counted
	}
	return q
}

// shape is the shape of the pooled score, in the unit of all scores.
func (p *Public) shape(k *known) score.Shape {
	parameters := p.Parameters
	parameters.MaxUnit = jointly.Unit(p.Score, k.rows, p.Arity, p.Parameters, p.Sites)
	return p.Score.Shape(k.rows, p.Arity, parameters)
}

// options is a problem of core/learn/jointly without its models.
func (p *Public) options(k *known) *jointly.Problem {
	return &jointly.Problem{
		Votes: k.votes, Penalised: p.Penalised, AllPairs: p.AllPairs, Share: p.Share,
		Weights: p.Weights, MaxParents: p.MaxParents, Constraints: p.Constraints,
		Extended: p.Extended, Ahead: p.Ahead,
	}
}

// problem is the problem of core/learn/jointly by what is known.
func (p *Public) problem(k *known) *jointly.Problem {
	problem, shape := p.options(k), p.shape(k)
	if !p.NoTables {
		problem.Pooled = shape.OfTables(k.tables)
	}
	if !p.NoOwn {
		problem.Own = shape.OfValues(k.sets, k.values)
	}
	return problem
}

// own are the sets whose own F is asked for. The penalties of one must not be too large.
func (p *Public) own(k *known, sets [][]int32) ([][]int32, error) {
	shape := p.shape(k) // no site has more rows, so none a larger penalty
	sets = distinct(sets)
	for _, set := range sets {
		if shape.Charge(set) > maxCharge/int64(p.Sites) {
			return nil, &LargeTableError{set}
		}
	}
	return sets, nil
}

// distinct are the sets without repetitions, in lexicographic order.
func distinct(sets [][]int32) [][]int32 {
	slices.SortFunc(sets, slices.Compare)
	return slices.CompactFunc(sets, slices.Equal)
}

// tables are the sets that are in no other one: tables of these give all. If they have too many cells
// together, the first ones are asked for now.
func (p *Public) tables(sets [][]int32) ([][]int32, error) {
	for k, set := range sets {
		sets[k] = score.Variables(set)
	}
	sets = distinct(sets)
	slices.SortStableFunc(sets, func(a, b []int32) int { return cmp.Compare(len(b), len(a)) })
	var largest data.Covers
	cells, most := 0, cmp.Or(p.MaxCells, MaxCells)
	for _, set := range sets {
		if largest.Find(set) >= 0 {
			continue
		}
		more := data.Cells(p.Arity, set)
		if more > most {
			return nil, &LargeTableError{set}
		}
		if cells += more; cells > most {
			break
		}
		largest.Add(set)
	}
	return largest.Sets(), nil
}
