package call

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Status is a status code of the C interface. The numbers are pinned: a new one is added at
// the end, and none is ever changed.
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

// Error is a failure as the caller sees it. Message is whole. The other fields name the place
// in the caller's own terms and node indices.
type Error struct {
	Code     Status `json:"code"`
	Message  string `json:"message"`
	Sentence string `json:"sentence,omitempty"` // what follows the place with which the message begins
	Argument string `json:"argument,omitempty"`
	DAG      *int   `json:"dag,omitempty"`
	Nodes    []int  `json:"nodes,omitempty"`
	Bytes    int64  `json:"bytes,omitempty"` // of memory that would be needed
	Limit    int64  `json:"limit,omitempty"` // the bytes that may be taken
}

func (e *Error) Error() string { return e.Message }

// JSON is the error as the C interface hands it out.
func (e *Error) JSON() []byte {
	text, err := Marshal(e)
	if err != nil { // cannot happen: strings and integers alone
		return []byte(`{"code":8,"message":"the error could not be written as JSON"}`)
	}
	return text
}

// Errorf is an error about no argument in particular.
func Errorf(code Status, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Invalidf is an error about what the user gave as argument.
func Invalidf(argument, format string, args ...any) *Error {
	return Errorf(InvalidInput, format, args...).In(argument)
}

// MustBe is the error for an option's invalid value. wanted describes the valid values.
func MustBe(argument, wanted string, value any) *Error {
	return &Error{Code: InvalidInput, Argument: argument, Message: fmt.Sprintf("%s must be %s, not %v", argument, wanted, value)}
}

// OneOf is how messages list the words that an option may be.
func OneOf(words ...string) string {
	last := len(words) - 1
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = strconv.Quote(word)
	}
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

// BadRequestf is an error about an argument with which the calling program broke the contract.
func BadRequestf(argument, format string, args ...any) *Error {
	e := Invalidf(argument, format, args...)
	e.Code = BadRequest
	return e
}

// In puts the argument before the message.
func (e *Error) In(argument string) *Error {
	e.Argument = argument
	return e.behind(argument)
}

// InGraph puts graph k of the array name before the message.
func (e *Error) InGraph(name string, k int) *Error {
	e.Argument, e.DAG = name, &k
	return e.behind(fmt.Sprintf("%s[%d]", name, k))
}

func (e *Error) behind(place string) *Error {
	e.Sentence, e.Message = e.Message, place+": "+e.Message
	return e
}

// InDAG adds that the error is in graph or dataset k of the argument, which the message names itself.
func (e *Error) InDAG(k int) *Error {
	e.DAG, e.Sentence = &k, ""
	return e
}

// At adds the nodes, in the caller's indices, that the error is about.
func (e *Error) At(nodes ...int) *Error {
	e.Nodes = nodes
	return e
}

// AsError gives any error its code. An error that is not an *Error is a fault of the engine.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return Errorf(Internal, "internal error: %v", err)
}

// PanicError turns a recovered panic into an error. It must be called while recovering, so
// that the stack still shows where the panic began.
func PanicError(v any) *Error {
	stack := debug.Stack()
	if p, ok := v.(*parallel.PanicError); ok {
		v, stack = p.Value, p.Stack
	}
	return Errorf(Internal, "internal error: %s\n%s", firstLine(fmt.Sprint(v)), trimStack(stack))
}

const keptFrames = 8

// trimStack keeps the frames next to the panic, and leaves out those of the recovery.
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
