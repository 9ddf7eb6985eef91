package job

import (
	"context"
	"errors"
	"time"
)

// Job is one request being worked on. All methods may be called from any
// goroutine, at any time.
type Job struct {
	progress Progress
	cancel   context.CancelCauseFunc
	done     chan struct{} // closed when the job has ended, however it did

	// Written before done is closed, read after.
	text   []byte // the result's JSON
	arrays map[string]Array
	bytes  int // of all arrays
	err    *Error
}

// statusComplete is the status of a job that did all it was asked; the errors are
// the causes a context can end with, and name the other statuses.
const statusComplete = "complete"

var (
	errCancelled = errors.New("cancelled")
	errTimeLimit = errors.New("time_limit")
)

// Start checks a request and sets a job to work on it. The arrays are copied
// before it returns. Its errors are *Error.
func Start(request []byte, arrays []Raw) (*Job, error) {
	j := &Job{done: make(chan struct{})}
	j.progress.started = time.Now()
	in, op, err := newInput(request, arrays)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	j.cancel = cancel
	go j.work(ctx, in, op)
	return j, nil
}

// work is the job's goroutine.
func (j *Job) work(ctx context.Context, in *Input, op *operation) {
	defer close(j.done)
	defer j.cancel(nil)
	defer func() {
		if v := recover(); v != nil {
			j.err = PanicError(v)
			j.progress.finish()
		}
	}()
	out, err := op.run(ctx, in, &j.progress)
	j.keep(ctx, out, err)
}

// keep turns what the operation returned into the job's outcome.
func (j *Job) keep(ctx context.Context, out *Output, err error) {
	seconds := j.progress.finish()
	if err != nil {
		if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
			j.err = AsError(err)
			return
		}
		out = &Output{Status: context.Cause(ctx).Error()} // stopped before there was anything to keep
	}
	if out.Status == "" {
		out.Status = statusComplete
	}
	if out.Arrays == nil {
		out.Arrays = map[string]Array{}
	}
	total := layOut(out.Arrays)
	text, err := strictJSON.Marshal(result{Seconds: seconds, Bytes: total, Output: *out})
	if err != nil {
		j.err = AsError(err)
		return
	}
	j.text, j.arrays, j.bytes = text, out.Arrays, total
}

// Wait waits until the job has ended, for at most timeout, or for as long as it
// takes if timeout is negative, and says whether it has.
func (j *Job) Wait(timeout time.Duration) bool {
	if timeout < 0 {
		<-j.done
		return true
	}
	if timeout == 0 || j.ended() {
		return j.ended()
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-j.done:
		return true
	case <-timer.C:
		return j.ended()
	}
}

func (j *Job) ended() bool {
	select {
	case <-j.done:
		return true
	default:
		return false
	}
}

// Progress says how far the job is.
func (j *Job) Progress() Snapshot { return j.progress.snapshot() }

// Cancel asks the job to end; it does so soon after, with what it has so far.
func (j *Job) Cancel() { j.cancel(errCancelled) }

// Result is the JSON of what came out, or the error the job ended with.
func (j *Job) Result() ([]byte, error) {
	if err := j.outcome(); err != nil {
		return nil, err
	}
	return j.text, nil
}

// Read copies the result array name into buffer, which must be as long.
func (j *Job) Read(name string, buffer []byte) error {
	if err := j.outcome(); err != nil {
		return err
	}
	array, found := j.arrays[name]
	if !found {
		return badRequest(name, "the result has no array of this name")
	}
	if len(array.bytes) != len(buffer) {
		return badRequest(name, "the buffer has %d bytes, the array %d", len(buffer), len(array.bytes))
	}
	copy(buffer, array.bytes)
	return nil
}

// ReadAll copies all result arrays into buffer, each to its offset. buffer must be as
// long as they are together.
func (j *Job) ReadAll(buffer []byte) error {
	if err := j.outcome(); err != nil {
		return err
	}
	if len(buffer) != j.bytes {
		return badRequest("", "the buffer has %d bytes, the arrays %d", len(buffer), j.bytes)
	}
	for _, array := range j.arrays {
		copy(buffer[array.Offset:], array.bytes)
	}
	return nil
}

func (j *Job) outcome() error {
	if !j.ended() {
		return Errorf(NotReady, "the job has not ended yet")
	}
	if j.err != nil {
		return j.err
	}
	return nil
}
