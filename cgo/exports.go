package main

/*
#include <stdlib.h>
#include "../include/mcbnc.h"
*/
import "C"

import (
	"time"
	"unsafe"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/job"
)

func main() {} // -buildmode=c-shared requires one

// The header says what each function does. entry.c has cleared the outputs.

//export goBuildInfo
func goBuildInfo(json **C.char) C.mcbnc_status { return inform(json, buildInfo) }

//export goRuntimeInfo
func goRuntimeInfo(json **C.char) C.mcbnc_status { return inform(json, runtimeInfo) }

func inform(json **C.char, info func() []byte) (status C.mcbnc_status) {
	defer guard(&status, nil)
	if json == nil {
		return C.MCBNC_BAD_REQUEST
	}
	*json = cString(info())
	return C.MCBNC_OK
}

//export goJobStart
func goJobStart(
	request *C.char, arrays *C.mcbnc_array, count C.int32_t, handle *C.mcbnc_job, failure **C.char,
) (status C.mcbnc_status) {
	defer guard(&status, failure)
	text, raws, err := asked(request, arrays, count, handle)
	if err != nil {
		return fail(err, failure)
	}
	j, err := job.Start(text, raws)
	if err != nil {
		return fail(err, failure)
	}
	*handle = C.mcbnc_job(handles.add(j))
	return C.MCBNC_OK
}

//export goJobRun
func goJobRun(
	request *C.char, arrays *C.mcbnc_array, count C.int32_t, timeoutMS C.int32_t,
	buffer unsafe.Pointer, length C.int64_t, sizes *C.int64_t, handle *C.mcbnc_job, failure **C.char,
) (status C.mcbnc_status) {
	defer guard(&status, failure)
	switch {
	case sizes == nil:
		return fail(call.Errorf(call.BadRequest, "sizes is NULL"), failure)
	case length < 0 || buffer == nil && length > 0:
		return fail(call.Errorf(call.BadRequest, "buffer is NULL, or bytes is negative"), failure)
	}
	asking, raws, err := asked(request, arrays, count, handle)
	if err != nil {
		return fail(err, failure)
	}
	j, err := job.Run(asking, raws, time.Duration(timeoutMS)*time.Millisecond)
	if err != nil {
		return fail(err, failure)
	}
	if !j.Wait(0) {
		*handle = C.mcbnc_job(handles.add(j))
		return C.MCBNC_RUNNING
	}
	text, bytes, err := j.Take(unsafe.Slice((*byte)(buffer), int(length)))
	switch {
	case err != nil:
		return fail(err, failure)
	case text == 0:
		*handle = C.mcbnc_job(handles.add(j))
	default:
		both := unsafe.Slice(sizes, 2)
		both[0], both[1] = C.int64_t(bytes), C.int64_t(text)
	}
	return C.MCBNC_OK
}

// onJob does something with the job of a handle.
func onJob(handle C.mcbnc_job, failure **C.char, act func(*job.Job) C.mcbnc_status) (status C.mcbnc_status) {
	defer guard(&status, failure)
	j, err := handles.get(uint64(handle))
	if err != nil {
		return fail(err, failure)
	}
	return act(j)
}

//export goJobWait
func goJobWait(handle C.mcbnc_job, timeoutMS C.int32_t) C.mcbnc_status {
	return onJob(handle, nil, func(j *job.Job) C.mcbnc_status {
		if !j.Wait(time.Duration(timeoutMS) * time.Millisecond) {
			return C.MCBNC_RUNNING
		}
		return C.MCBNC_OK
	})
}

//export goJobProgress
func goJobProgress(handle C.mcbnc_job, out *C.mcbnc_progress) C.mcbnc_status {
	return onJob(handle, nil, func(j *job.Job) C.mcbnc_status {
		if out == nil {
			return C.MCBNC_BAD_REQUEST
		}
		p := j.Progress()
		*out = C.mcbnc_progress{
			phase:          C.int32_t(p.Phase),
			edges_at_start: C.int64_t(p.EdgesAtStart),
			edges_left:     C.int64_t(p.EdgesLeft),
			psi:            C.double(p.Psi),
			seconds:        C.double(p.Seconds),
		}
		return C.MCBNC_OK
	})
}

//export goJobCancel
func goJobCancel(handle C.mcbnc_job) C.mcbnc_status {
	return onJob(handle, nil, func(j *job.Job) C.mcbnc_status {
		j.Cancel()
		return C.MCBNC_OK
	})
}

//export goJobResult
func goJobResult(handle C.mcbnc_job, json, failure **C.char) C.mcbnc_status {
	return onJob(handle, failure, func(j *job.Job) C.mcbnc_status {
		if json == nil {
			return fail(call.Errorf(call.BadRequest, "json is NULL"), failure)
		}
		text, err := j.Result()
		if err == nil {
			*json = cString(text)
		}
		return fail(err, failure)
	})
}

//export goJobRead
func goJobRead(handle C.mcbnc_job, name *C.char, buffer unsafe.Pointer, length C.int64_t) C.mcbnc_status {
	return onJob(handle, nil, func(j *job.Job) C.mcbnc_status {
		if length < 0 || (buffer == nil && length > 0) {
			return C.MCBNC_BAD_REQUEST
		}
		bytes := unsafe.Slice((*byte)(buffer), int(length))
		if name == nil {
			return fail(j.ReadAll(bytes), nil)
		}
		return fail(j.Read(C.GoString(name), bytes), nil)
	})
}

//export goJobFree
func goJobFree(handle C.mcbnc_job) (status C.mcbnc_status) {
	defer guard(&status, nil)
	j, err := handles.remove(uint64(handle))
	if err != nil {
		return fail(err, nil)
	}
	j.Cancel()
	return C.MCBNC_OK
}

// asked is the text and the arrays of a request for a job, whose handle will be written to the caller.
func asked(request *C.char, arrays *C.mcbnc_array, count C.int32_t, handle *C.mcbnc_job) ([]byte, []call.Raw, error) {
	switch {
	case handle == nil:
		return nil, nil, call.Errorf(call.BadRequest, "job is NULL")
	case request == nil:
		return nil, nil, call.Errorf(call.BadRequest, "request is NULL")
	}
	raws, err := rawArrays(arrays, count)
	return []byte(C.GoString(request)), raws, err
}

// maxArrays is more than any operation takes.
const maxArrays = 64

// rawArrays are the caller's arrays, in the caller's memory. job.Start copies them.
func rawArrays(arrays *C.mcbnc_array, count C.int32_t) ([]call.Raw, error) {
	if count < 0 || count > maxArrays || (arrays == nil && count > 0) {
		return nil, call.Errorf(call.BadRequest, "arrays: there cannot be %d of them, or they are NULL", count)
	}
	raws := make([]call.Raw, count)
	for i, a := range unsafe.Slice(arrays, int(count)) {
		if a.name == nil || a.bytes < 0 || (a.data == nil && a.bytes > 0) {
			return nil, call.Errorf(call.BadRequest, "arrays[%d]: a NULL or a negative size", i)
		}
		raws[i] = call.Raw{
			Name: C.GoString(a.name),
			Data: unsafe.Slice((*byte)(a.data), int(a.bytes)),
		}
	}
	return raws, nil
}

// fail is the status of an error, or of nil. It sets *failure to the error's JSON.
func fail(err error, failure **C.char) C.mcbnc_status {
	if err == nil {
		return C.MCBNC_OK
	}
	e := call.AsError(err)
	if failure != nil {
		*failure = cString(e.JSON())
	}
	return C.mcbnc_status(e.Code)
}

// guard is deferred by every export, so that no panic crosses into C.
func guard(status *C.mcbnc_status, failure **C.char) {
	if v := recover(); v != nil {
		*status = fail(call.PanicError(v), failure)
	}
}

// cString copies text into C's memory. mcbnc_string_free frees it.
func cString(text []byte) *C.char { return C.CString(string(text)) }

// The numbers of the header are those of core/call. Where two differ, the index is out of range,
// and compilation fails.
var (
	_ = [1]int{}[C.MCBNC_ABI_VERSION-abiVersion]
	_ = [1]int{}[C.MCBNC_OK-call.OK]
	_ = [1]int{}[C.MCBNC_RUNNING-call.Running]
	_ = [1]int{}[C.MCBNC_INVALID_INPUT-call.InvalidInput]
	_ = [1]int{}[C.MCBNC_CYCLE-call.Cycle]
	_ = [1]int{}[C.MCBNC_BAD_REQUEST-call.BadRequest]
	_ = [1]int{}[C.MCBNC_BAD_HANDLE-call.BadHandle]
	_ = [1]int{}[C.MCBNC_WRONG_PROCESS-call.WrongProcess]
	_ = [1]int{}[C.MCBNC_NOT_READY-call.NotReady]
	_ = [1]int{}[C.MCBNC_INTERNAL-call.Internal]
	_ = [1]int{}[C.MCBNC_OUT_OF_MEMORY-call.OutOfMemory]
	_ = [1]int{}[C.MCBNC_PHASE_QUEUED-call.Queued]
	_ = [1]int{}[C.MCBNC_PHASE_ORDER-call.Ordering]
	_ = [1]int{}[C.MCBNC_PHASE_IMAPS-call.Mapping]
	_ = [1]int{}[C.MCBNC_PHASE_DELETING-call.Deleting]
	_ = [1]int{}[C.MCBNC_PHASE_FINISHING-call.Finishing]
	_ = [1]int{}[C.MCBNC_PHASE_DONE-call.Done]
	_ = [1]int{}[C.MCBNC_PHASE_LEARNING-call.Learning]
	_ = [1]int{}[C.MCBNC_PHASE_VOTING-call.Voting]
	_ = [1]int{}[C.MCBNC_PHASE_CLIMBING-call.Climbing]
	_ = [1]int{}[C.MCBNC_PHASE_SEARCHING-call.Searching]
)
