package call

import (
	"context"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"
)

// An operation is one file: a struct of what it is asked, a function that does it, and a call of Register. What memory it
// takes is a row of the table in rates.go. The struct is the only description of its request. Its fields are
//
//   - Common, which every request has;
//   - Timed, if a time limit ends the operation;
//   - fields with the tag "json", of any type that Unmarshal reads. The tags "default", "range" ("0..1", "2..", for
//     numbers) and "words" ("arcs skeleton", the first of them the default) say which values there may be, and "none"
//     what it means that a number is left out;
//   - Parts, which read arrays. One with the tag `call:"optional"` may be left out, with all its arrays.
//
// A field or an array that the struct does not have is refused by its name.
// A struct may have five methods. CheckFields checks what the tags cannot express, before any array is looked at. CheckParts checks
// several Parts against each other, when all are read. Small reports whether the work is small: see Work. Pieces is the number of
// those that workers share, for the estimate of memory, if they are not the graphs or datasets. Row is the row of the table in
// rates.go, if it is not the operation's name.

// Operation is a kind of request.
type Operation struct {
	prepare  func(fields []Field, arrays []Raw) (*Work, *Error)
	describe func() Description
}

// Prepare checks a request and copies its arrays. The fields are those that Find returned.
func (op *Operation) Prepare(fields []Field, arrays []Raw) (*Work, *Error) {
	return op.prepare(fields, arrays)
}

// Work is a checked request.
type Work struct {
	Run    func(ctx context.Context, p *Progress) (*Output, error)
	Memory *Memory
	Small  bool // a fraction of a millisecond, nearly always. It looks at its context by Err alone, and may be run twice
}

var operations = map[string]*Operation{}

// request is a struct that embeds Common.
type request[Q any] interface {
	*Q
	common() *Common
}

// Register makes an operation known. A name of two words is an operation of several tasks, and the one of them that the
// field "task" chooses. It reports through p how far it is, and looks at ctx often. When ctx ends, it returns
// ctx.Err(), or a partial result with the cause as its Status.
func Register[Q any, P request[Q]](name string, run func(ctx context.Context, q P, p *Progress) (*Output, error)) {
	prepare := func(fields []Field, arrays []Raw) (*Work, *Error) {
		q := P(new(Q))
		v := reflect.ValueOf(q).Elem()
		if failure := requestTypeOf(v.Type()).bind(v, name, fields); failure != nil {
			return nil, failure
		}
		limited, failure := false, (*Error)(nil)
		if timed, may := any(q).(interface{ timed() *Timed }); may {
			t := timed.timed()
			if t.limit, failure = Duration("time_limit", t.Seconds); failure != nil {
				return nil, failure
			}
			limited = t.limit != 0
		}
		c := q.common()
		c.Memory.Rates = RatesOf[name]
		if failure := (&Reader{Common: c, arrays: arrays}).read(v); failure != nil {
			return nil, failure
		}
		work := &Work{Run: func(ctx context.Context, p *Progress) (*Output, error) { return run(ctx, q, p) }, Memory: &c.Memory}
		if sized, tells := any(q).(interface{ Small() bool }); tells {
			work.Small = sized.Small() && !limited
		}
		return work, nil
	}
	operations[name] = &Operation{prepare, func() Description { return describe(reflect.ValueOf(P(new(Q))).Elem()) }}
}

// Read checks a request whose fields have been set, as if they and these arrays had come from a caller.
func Read[Q any, P request[Q]](q P, arrays []Raw) *Error {
	v := reflect.ValueOf(q).Elem()
	if failure := requestTypeOf(v.Type()).check(v); failure != nil {
		return failure
	}
	return (&Reader{Common: q.common(), arrays: arrays}).read(v)
}

// Registered are the names of all operations.
func Registered() []string { return slices.Sorted(maps.Keys(operations)) }

// Find is the operation that a request asks for, and the request's fields.
func Find(text []byte) (*Operation, []Field, *Error) {
	fields, failure := ParseFields(text)
	if failure != nil {
		return nil, nil, failure
	}
	var name, task string
	for _, field := range fields {
		into := &name
		switch field.Name {
		case "op":
		case "task":
			into = &task
		default:
			continue
		}
		if err := inField(field.Name, bind(field.Value, reflect.ValueOf(into).Elem())); err != nil {
			return nil, nil, asReadError(err)
		}
	}
	op := operations[name]
	if op == nil {
		op = operations[name+" "+task]
	}
	if op == nil {
		return nil, nil, unknown(name, task)
	}
	return op, fields, nil
}

// unknown is the error that there is no operation of this name, or no such task of it.
func unknown(name, task string) *Error {
	var tasks []string
	for _, known := range Registered() {
		if of, found := strings.CutPrefix(known, name+" "); found {
			tasks = append(tasks, of)
		}
	}
	if len(tasks) == 0 {
		return BadRequestf("op", "there is no operation %q", name)
	}
	return BadRequestf("task", "operation %q has the tasks %s, not %.40q", name, OneOf(tasks...), task)
}

// Common is what every request has.
type Common struct {
	Op string `json:"op"`
	Nodes
	R     int   `json:"r"` // DAGs, graphs or datasets
	Limit int64 `json:"memory_limit"`

	Memory Memory
	AsArcs bool // graphs of the request came as lists of arcs, and those of the result go so

	sized Sized // the Part that says how many nodes and graphs there are; nil: the request does
}

func (c *Common) common() *Common { return c }

const (
	// MaxNodes and MaxGraphs keep r · n · n within an int64; a cut is kept in 16 bits.
	MaxNodes   = 1 << 16
	MaxGraphs  = 1 << 20
	maxWorkers = 1 << 10
)

func (c *Common) check() *Error {
	switch {
	case c.sized != nil:
	case c.N == 0:
		return Invalidf("n", "there are no nodes")
	case c.N < 0:
		return BadRequestf("n", "%d is negative", c.N)
	case c.N > MaxNodes:
		return Invalidf("n", "there are %d nodes; there may be at most %d", c.N, MaxNodes)
	case c.R < 0 || c.R > MaxGraphs:
		return BadRequestf("r", "%d is not from 1 to %d", c.R, MaxGraphs)
	case c.Names != nil && len(c.Names) != c.N:
		return BadRequestf("names", "%d names for %d nodes", len(c.Names), c.N)
	}
	if c.Limit < 0 {
		return MustBe("memory_limit", "a number of bytes >= 1, or 0 for no limit", c.Limit)
	}
	c.Memory.Limit = c.Limit
	return nil
}

// Parallel is a part of the requests of those operations that share their work among goroutines. The request of another
// operation has no such field. So workers that would have nothing to do are refused by their name.
type Parallel struct {
	Workers int `json:"workers"` // at least 1
}

func (p *Parallel) parallel() *Parallel { return p }

// workersOf settles the workers of a request, and is how many there are: one if it has no such field.
func workersOf(request any) (int, *Error) {
	shared, may := request.(interface{ parallel() *Parallel })
	if !may {
		return 1, nil
	}
	p := shared.parallel()
	if p.Workers < 0 {
		return 0, MustBe("workers", "a whole number >= 1, or 0 for all cores", p.Workers)
	}
	if p.Workers = min(p.Workers, maxWorkers); p.Workers == 0 {
		p.Workers = runtime.GOMAXPROCS(0)
	}
	return p.Workers, nil
}

// Timed is a part of the requests of those operations that a time limit ends, with what they have by then. The request of
// another operation has no such field. So a limit without effect is refused by its name.
type Timed struct {
	Seconds *float64 `json:"time_limit"`

	limit time.Duration // 0: none
}

func (t *Timed) timed() *Timed { return t }

// TimeLimit is the limit; 0 is none.
func (t *Timed) TimeLimit() time.Duration { return t.limit }

// Limited is ctx with an end: this time after the start of the job.
func (t *Timed) Limited(ctx context.Context, p *Progress) (context.Context, context.CancelFunc) {
	if t.limit == 0 {
		return ctx, func() {}
	}
	return context.WithDeadlineCause(ctx, p.started.Add(t.limit), ErrTimeLimit)
}
