package job

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/mcbnc/mcbnc/core/parallel"
)

// Status is a status code of the C interface. The numbers are pinned: new ones
// are added at the end, none is ever changed.
type Status int32

// The status codes; include/mcbnc.h says what each means to a caller.
const (
	OK Status = iota
	Running
	InvalidInput
	Cycle
	BadRequest
	BadHandle
	WrongProcess
	NotReady
	Internal
	OutOfMemory
)

// Error is what a caller is told of a failure: a whole sentence, and the place
// it speaks of in the caller's own terms and node indices.
type Error struct {
	Code     Status `json:"code"`
	Message  string `json:"message"`
	Argument string `json:"argument,omitempty"`
	DAG      *int   `json:"dag,omitempty"`
	Nodes    []int  `json:"nodes,omitempty"`
}

func (e *Error) Error() string { return e.Message }

// JSON is the error as the C interface hands it out.
func (e *Error) JSON() []byte {
	text, err := strictJSON.Marshal(e)
	if err != nil { // cannot happen: plain strings and integers
		return []byte(`{"code":8,"message":"the error could not be written as JSON"}`)
	}
	return text
}

// Errorf makes an error about no argument in particular.
func Errorf(code Status, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// invalid says that the user's value of argument cannot be.
func invalid(argument, format string, args ...any) *Error {
	return &Error{Code: InvalidInput, Argument: argument, Message: argument + ": " + fmt.Sprintf(format, args...)}
}

// badRequest says that the calling program broke the contract.
func badRequest(argument, format string, args ...any) *Error {
	e := invalid(argument, format, args...)
	e.Code = BadRequest
	return e
}

func (e *Error) inDAG(k int) *Error {
	e.DAG = &k
	return e
}

func (e *Error) at(nodes ...int) *Error {
	e.Nodes = nodes
	return e
}

// AsError gives any error its code: one that is not ours is a fault of the engine.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return Errorf(Internal, "internal error: %v", err)
}

// PanicError turns a recovered panic into an error; call it while recovering,
// so that the stack still shows where the panic began.
func PanicError(v any) *Error {
	stack := debug.Stack()
	if p, ok := v.(*parallel.PanicError); ok {
		v, stack = p.Value, p.Stack
	}
	return Errorf(Internal, "internal error: %s\n%s", firstLine(fmt.Sprint(v)), trimStack(stack))
}

const keptFrames = 8

// trimStack keeps the frames next to the panic, leaving out those of recovering.
func trimStack(stack []byte) string {
	if _, after, found := bytes.Cut(stack, []byte("\npanic(")); found {
		stack = after
		for range 2 { // the rest of panic's own frame
			_, stack, _ = bytes.Cut(stack, []byte("\n"))
		}
	}
	lines := strings.Split(strings.TrimSpace(string(stack)), "\n")
	return strings.Join(lines[:min(len(lines), 2*keptFrames)], "\n")
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
