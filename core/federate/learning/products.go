package learning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/federate/masked"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Numbers is how a site rounds its numbers, so that the sums of their products are exact.
type Numbers struct {
	Most int // the most rows of all sites together
	// Ranges has by node the least and the largest number that there may be. Normal scores need none: they are below 8.
	Ranges [][2]float64
	// Noise is the standard deviation of what the sites together have added to each sum, as data.NewNoisySums has it. 0: none.
	Noise float64
}

// normalExponent is that of normal scores: 2^31 rows have none beyond 6.4.
const normalExponent = 3

// places are the binary places of a number, where its exponent is that of the range's half.
func (m *Numbers) places() int { return data.WholePlaces(m.Most) }

// scale is the middle of a node's range, and the exponent of its half.
func (m *Numbers) scale(v int, p score.Parameters, kind score.Kind) (centre float64, exponent int) {
	if kind.Ranks(p) {
		return 0, normalExponent
	}
	low, high := m.Ranges[v][0], m.Ranges[v][1]
	centre = low/2 + high/2
	_, exponent = math.Frexp(max(high-centre, centre-low))
	return centre, exponent
}

// ManyRowsError is the error that there are more rows than the session may have.
type ManyRowsError struct{ Rows, Most int }

func (e *ManyRowsError) Error() string {
	return fmt.Sprintf("learning: there are %d rows, and the session may have %d", e.Rows, e.Most)
}

// OutOfRangeError is the error that a site has a number outside of the session's range.
type OutOfRangeError struct {
	Variable  int
	Value     float64
	Low, High float64
}

func (e *OutOfRangeError) Error() string {
	return fmt.Sprintf("learning: node %d has the value %v, which is not from %v to %v", e.Variable, e.Value, e.Low, e.High)
}

// productsLength is the number of sums of products. Without any the question must be about states alone.
func (q *Question) productsLength(arity []int) (int, error) {
	if !q.Products {
		if v := slices.Index(arity, 0); v >= 0 && (len(q.Tables)+len(q.Own)+len(q.Votes) > 0 || q.Fill != nil) {
			return 0, fmt.Errorf("it is about states, and node %d has numbers", v)
		}
		return 0, nil
	}
	if len(q.Tables)+len(q.Own)+len(q.Votes)+len(q.Sees)+q.Seen+q.Unit > 0 || q.Fill != nil {
		return 0, errors.New("it asks for more than products")
	}
	switch q.Pairs {
	case NoPairs, Counted, Disguised:
	default:
		return 0, fmt.Errorf("pairs are not sent as %q", q.Pairs)
	}
	length := data.ProductsLength(arity, MaxCells)
	if length < 0 {
		return 0, fmt.Errorf("it asks for more than %d products", MaxCells)
	}
	return length, nil
}

// gatherProducts reads the sums of products.
func (p *Public) gatherProducts(k *known, sum []uint64) *SumError {
	if p.Numbers.Noise > 0 {
		k.noisy = data.NewNoisySums(k.rows, p.Arity, sum, p.Numbers.places(), p.Numbers.Noise)
		return nil
	}
	if k.rows > p.Numbers.Most {
		return cannotBe(nil, "all sites together have %d rows; the session may have %d", k.rows, p.Numbers.Most)
	}
	sums, err := data.NewSums(k.rows, p.Arity, sum, p.Numbers.places())
	var impossible *data.ImpossibleError
	if errors.As(err, &impossible) {
		return cannotBe(impossible.Variables, "%s", impossible.Reason)
	}
	sums.Exponents = make([]int, len(p.Arity))
	for v, states := range p.Arity {
		if states == 0 {
			_, exponent := p.Numbers.scale(v, p.Parameters, p.Score)
			sums.Exponents[v] = exponent - p.Numbers.places()
		}
	}
	k.sums = sums
	return nil
}

// modelOf is the model of the rows with the sums that are known. An error is a *score.SingularError.
func (p *Public) modelOf(k *known) (score.Model, error) {
	if k.noisy != nil {
		first, matrix, rows := k.noisy.Correlations()
		return p.Score.OfCorrelations(first, matrix, rows, p.Parameters)(0)
	}
	return p.Score.OfProducts(k.sums, k.sums.Rows, p.Parameters)
}

// NumbersSite is a site whose answers are sums of products.
type NumbersSite struct {
	Structure
	Data       *data.Numbers
	Score      score.Kind
	Parameters score.Parameters
	Numbers    Numbers
	MinCell    int // no count from 1 to MinCell - 1 is sent
	Widest     int // the most columns that a number may depend on; 0: any number
	Most       int // the most integers that are sent; 0: any number
	Team       *parallel.Team
}

var errRanks = errors.New("it asks for normal scores of ranks, which depend on all rows of the site: no site sends them under masks")

// Answer is the site's answer to a question, which it may send under masks. Where noise is added, no error depends on the
// rows: sums of too many rows may be wrong modulo 2^64, and their number shows it. An error is a *TooLongError,
// *ManyRowsError, *OutOfRangeError, *SmallCellError or *masked.WideError, or about a question that makes no sense.
func (s *NumbersSite) Answer(ctx context.Context, q *Question) (*masked.Answer, error) {
	if s.ranks() {
		return nil, errRanks
	}
	return s.sums(ctx, q)
}

// Unmasked is the answer also where numbers are normal scores of the ranks at the site.
func (s *NumbersSite) Unmasked(ctx context.Context, q *Question) ([]uint64, error) {
	answer, err := s.sums(ctx, q)
	if err != nil {
		return nil, err
	}
	return answer.Numbers(), nil
}

// ranks reports whether the score takes ranks of numbers, and there are numbers.
func (s *NumbersSite) ranks() bool {
	return s.Score.Ranks(s.Parameters) && slices.Contains(s.Data.Arity, 0)
}

// sums is the answer, by ranks if the score takes them.
func (s *NumbersSite) sums(ctx context.Context, q *Question) (*masked.Answer, error) {
	d := s.Data
	length, err := q.Length(d.Arity)
	switch {
	case err != nil:
		return nil, err
	case s.Most > 0 && length > s.Most:
		return nil, &TooLongError{s.Most}
	case s.Numbers.Noise == 0 && d.Rows > s.Numbers.Most:
		return nil, &ManyRowsError{d.Rows, s.Numbers.Most}
	case length == 0 || q.Seen > 0:
		return nil, errors.New("it asks for nothing that this site has")
	}
	if out, err := s.isOut(q); err != nil {
		return nil, err
	} else if out {
		d = &data.Numbers{Columns: make([][]float64, len(d.Arity)), Arity: d.Arity}
	}
	answer := new(masked.Answer)
	if q.Facts {
		if err := answer.AddRows(ctx, s.rows(d), masked.One{}); err != nil {
			return nil, err
		}
	}
	if err := s.addStructure(answer, q); err != nil || !q.Products {
		return answer, err
	}
	if s.ranks() {
		if d, err = d.NormalScores(ctx, s.Team); err != nil {
			return nil, err
		}
	}
	return answer, s.addProducts(ctx, answer, s.rows(d))
}

// rows are the rows d as units, with numbers rounded by their column's range.
func (s *NumbersSite) rows(d *data.Numbers) *masked.Rows {
	places := s.Numbers.places()
	centres, exponents := make([]float64, len(d.Arity)), make([]int, len(d.Arity))
	for v, states := range d.Arity {
		if states == 0 {
			centres[v], exponents[v] = s.Numbers.scale(v, s.Parameters, s.Score)
		}
	}
	return &masked.Rows{
		Numbers: d, Places: places, Units: int64(s.Numbers.Most), Noisy: s.Numbers.Noise > 0, Variables: s.Widest, Team: s.Team,
		Round: func(v int, x float64) int32 { return data.Rounded(x, centres[v], exponents[v], places) },
	}
}

func (s *NumbersSite) addProducts(ctx context.Context, answer *masked.Answer, rows *masked.Rows) error {
	for v, column := range rows.Numbers.Columns {
		if rows.Numbers.Arity[v] == 0 {
			if err := s.checkRange(v, column); err != nil {
				return err
			}
		}
	}
	before := len(answer.Numbers())
	if err := answer.AddRows(ctx, rows, masked.Products{}); err != nil || s.MinCell == 0 || rows.Numbers.Rows == 0 {
		return err
	}
	sums, err := data.NewSums(rows.Numbers.Rows, rows.Numbers.Arity, answer.Numbers()[before:], rows.Places)
	if err != nil {
		return err
	}
	if cell, variables := sums.Small(s.MinCell); cell > 0 {
		return &SmallCellError{variables, int32(cell)}
	}
	return nil
}

func (s *NumbersSite) checkRange(v int, column []float64) error {
	if s.Numbers.Ranges == nil {
		return nil
	}
	low, high := s.Numbers.Ranges[v][0], s.Numbers.Ranges[v][1]
	for _, x := range column {
		if x < low || x > high {
			return &OutOfRangeError{v, x, low, high}
		}
	}
	return nil
}
