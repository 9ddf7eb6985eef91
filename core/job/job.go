package job

import (
	"context"
	"errors"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	_ "github.com/mcbnc/mcbnc/core/compare/ops" // each registers its operations
	_ "github.com/mcbnc/mcbnc/core/federate/ops"
	_ "github.com/mcbnc/mcbnc/core/fuse/ops"
	_ "github.com/mcbnc/mcbnc/core/learn/ops"
	_ "github.com/mcbnc/mcbnc/core/read/ops"
)

// Job is one request being worked on. All methods may be called from any goroutine, at any
// time.
type Job struct {
	progress call.Progress
	cancel   context.CancelCauseFunc
	memory   *call.Memory
	done     chan struct{} // closed when the job has ended, however it did

	// Written before done is closed, read after.
	reply *call.Reply
	err   *call.Error
}

// Start checks a request and starts a job on it. The arrays are copied before Start returns.
// Its errors are *call.Error.
func Start(request []byte, arrays []call.Raw) (*Job, error) {
	j := newJob()
	work, failure := prepared(request, arrays)
	if failure != nil {
		return nil, failure
	}
	j.begin(work)
	return j, nil
}

func prepared(request []byte, arrays []call.Raw) (*call.Work, *call.Error) {
	op, fields, failure := call.Find(request)
	if failure != nil {
		return nil, failure
	}
	return op.Prepare(fields, arrays)
}

// newJob is a job whose clock runs, and which has not begun.
func newJob() *Job {
	j := &Job{done: make(chan struct{})}
	j.progress.Start()
	return j
}

// begin starts the job's goroutine.
func (j *Job) begin(work *call.Work) {
	ctx, cancel := context.WithCancelCause(context.Background())
	j.cancel, j.memory = cancel, work.Memory
	go j.work(ctx, work)
}

func (j *Job) work(ctx context.Context, work *call.Work) {
	defer close(j.done)
	defer j.cancel(nil)
	defer func() {
		if v := recover(); v != nil {
			j.err = call.PanicError(v)
			j.progress.Finish()
		}
	}()
	out, err := work.Run(ctx, &j.progress)
	j.keep(ctx, out, err)
}

// keep turns what the operation returned into the job's outcome.
func (j *Job) keep(ctx context.Context, out *call.Output, err error) {
	seconds := j.progress.Finish()
	if errors.As(context.Cause(ctx), &j.err) { // the guard ended the job
		return
	}
	if err != nil {
		if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
			j.err = call.AsError(err)
			return
		}
		out = &call.Output{Status: context.Cause(ctx).Error()} // stopped before there was anything to keep
	}
	if j.reply, err = out.Reply(seconds); err != nil {
		j.err = call.AsError(err)
	}
}

// Wait waits until the job has ended, and reports whether it has. It waits for at most timeout,
// or for as long as it takes if timeout is negative.
func (j *Job) Wait(timeout time.Duration) bool {
	if timeout < 0 {
		for !j.Wait(guardEvery) {
		}
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
		j.look()
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

// Progress returns how far the job is.
func (j *Job) Progress() call.Snapshot { return j.progress.Snapshot() }

// Cancel asks the job to end. The job ends soon after, with what it has so far.
func (j *Job) Cancel() { j.cancel(call.ErrCancelled) }

// Result is the JSON of the result, or the error with which the job ended.
func (j *Job) Result() ([]byte, error) {
	if err := j.outcome(); err != nil {
		return nil, err
	}
	return j.reply.JSON, nil
}

// Read copies the result array name into buffer, which must be as long.
func (j *Job) Read(name string, buffer []byte) error {
	if err := j.outcome(); err != nil {
		return err
	}
	return j.reply.Read(name, buffer)
}

// ReadAll copies all result arrays into buffer, each to its offset. The buffer must be as long
// as the result's "bytes".
func (j *Job) ReadAll(buffer []byte) error {
	if err := j.outcome(); err != nil {
		return err
	}
	return j.reply.ReadAll(buffer)
}

// Take copies all result arrays into buffer, as ReadAll does, and the JSON of the result behind them. It returns the size
// of the JSON, and that of the arrays. If the buffer is too short, it stays as it is, and both are 0.
func (j *Job) Take(buffer []byte) (text, arrays int, err error) {
	if err := j.outcome(); err != nil {
		return 0, 0, err
	}
	text, arrays = len(j.reply.JSON), j.reply.Bytes()
	if arrays+text > len(buffer) {
		return 0, 0, nil
	}
	copy(buffer[arrays:], j.reply.JSON)
	return text, arrays, j.reply.ReadAll(buffer[:arrays])
}

func (j *Job) outcome() error {
	if !j.ended() {
		return call.Errorf(call.NotReady, "the job has not ended yet")
	}
	if j.err != nil {
		return j.err
	}
	return nil
}
