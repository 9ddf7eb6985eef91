"""The raw calls: what comes back for good requests, and for every kind of bad one."""

from __future__ import annotations

import ctypes
import math
import struct

import abi
import pytest
from abi import (
    BAD_HANDLE,
    BAD_REQUEST,
    CYCLE,
    INTERNAL,
    INVALID_INPUT,
    OK,
    RUNNING,
    WRONG_PROCESS,
    Array,
    dag,
)

CHAIN = dag(3, (0, 1), (1, 2))
RUN = {"op": "run", "n": 3, "r": 1, "theta": 0.5}
SIZES = {"u1": 1, "i4": 4, "i8": 8, "f8": 8}


@pytest.fixture
def done(caller):
    """A job that has ended."""
    job = caller.started(RUN, {"dags": CHAIN})
    assert caller.lib.mcbnc_job_wait(job, -1) == OK
    yield job
    assert caller.lib.mcbnc_job_free(job) == OK


def test_a_result_and_its_arrays(caller, done):
    for _ in range(2):
        status, result, error = caller.result(done)
        assert (status, error) == (OK, None)
        assert result["status"] == "complete"
        assert result["theta"] == 0.5
    for name, array in result["arrays"].items():
        size = SIZES[array["dtype"]] * math.prod(array["shape"])
        assert caller.read(done, name, size)[0] == OK
        assert caller.read(done, name, size + 1)[0] == BAD_REQUEST
    assert caller.read(done, "fusion", 9) == (OK, CHAIN)


def test_all_arrays_at_once(caller, done):
    result = caller.result(done)[1]
    status, everything = caller.read(done, None, result["bytes"])
    assert status == OK
    end = 0
    for name, array in sorted(result["arrays"].items()):
        size = SIZES[array["dtype"]] * math.prod(array["shape"])
        assert end <= array["offset"] < end + 8
        assert array["offset"] % 8 == 0
        end = array["offset"] + size
        assert everything[array["offset"] : end] == caller.read(done, name, size)[1]
    assert end == result["bytes"]
    for wrong in (0, 1, end - 1, end + 1):
        assert caller.read(done, None, wrong)[0] == BAD_REQUEST


def test_a_call_that_is_all(caller, done):
    want = caller.result(done)[1]
    status, job, (arrays, result), error = caller.run(RUN, {"dags": CHAIN})
    assert (status, job, error) == (OK, 0, None)
    for each in (want, result):
        del each["seconds"], each["phases"]
    assert result == want
    assert len(arrays) == want["bytes"]
    for name, array in want["arrays"].items():
        size = SIZES[array["dtype"]] * math.prod(array["shape"])
        own = arrays[array["offset"] : array["offset"] + size]
        assert name == "step_seconds" or own == caller.read(done, name, size)[1]
    assert caller.info("mcbnc_runtime_info")["jobs"] == 1, "the job of `done` alone"


def test_a_result_without_room(caller):
    status, job, answer, error = caller.run(RUN, {"dags": CHAIN}, room=100)
    assert (status, answer, error) == (OK, None, None)
    assert caller.lib.mcbnc_job_wait(job, 0) == OK
    assert caller.result(job)[1]["status"] == "complete"
    assert caller.lib.mcbnc_job_free(job) == OK


def test_a_job_that_goes_on(caller):
    long = {"op": "genetic", "n": 3, "r": 1, "max_treewidth": 1, "generations": 10**6}
    status, job, answer, error = caller.run(long, {"dags": CHAIN}, timeout=1)
    assert (status, answer, error) == (RUNNING, None, None)
    assert caller.lib.mcbnc_job_cancel(job) == OK
    assert caller.lib.mcbnc_job_wait(job, 60_000) == OK
    assert caller.lib.mcbnc_job_free(job) == OK


def test_run_refuses(caller):
    status, job, answer, error = caller.run({**RUN, "r": 2}, {"dags": CHAIN})
    assert (status, job, answer) == (BAD_REQUEST, 0, None)
    assert error["code"] == BAD_REQUEST
    cycle = dag(3, (0, 1), (1, 2), (2, 0))
    assert caller.run(RUN, {"dags": cycle})[0] == CYCLE
    status, job, answer, error = caller.run({"op": "selftest_panic", "n": 1, "where": "caller"})
    assert (status, job, answer, error["code"]) == (INTERNAL, 0, None, INTERNAL)
    lib, job, sizes = caller.lib, ctypes.c_uint64(1), (ctypes.c_int64 * 2)()
    assert lib.mcbnc_job_run(b"{}", None, 0, 0, None, 0, sizes, None, None) == BAD_REQUEST
    assert lib.mcbnc_job_run(b"{}", None, 0, 0, None, 0, None, ctypes.byref(job), None) == BAD_REQUEST
    assert lib.mcbnc_job_run(None, None, 0, 0, None, 0, sizes, ctypes.byref(job), None) == BAD_REQUEST
    assert lib.mcbnc_job_run(b"{}", None, 0, 0, None, 9, sizes, ctypes.byref(job), None) == BAD_REQUEST
    assert lib.mcbnc_job_run(b"{}", None, 0, 0, None, -1, sizes, ctypes.byref(job), None) == BAD_REQUEST
    assert job.value == 0


def test_read_refuses(caller, done):
    assert caller.read(done, "no such array", 9)[0] == BAD_REQUEST
    assert caller.lib.mcbnc_job_read(done, b"fusion", None, 9) == BAD_REQUEST
    assert caller.lib.mcbnc_job_read(done, None, None, 0) == BAD_REQUEST
    buffer = ctypes.create_string_buffer(9)
    assert caller.lib.mcbnc_job_read(done, b"fusion", buffer, -1) == BAD_REQUEST
    assert caller.lib.mcbnc_job_read(done, b"fusion", buffer, 2**62) == BAD_REQUEST
    assert caller.lib.mcbnc_job_read(done, b"step_edges", None, 0) == OK


def test_outputs_that_are_null(caller, lib, done):
    assert lib.mcbnc_build_info(None) == BAD_REQUEST
    assert lib.mcbnc_runtime_info(None) == BAD_REQUEST
    assert lib.mcbnc_job_progress(done, None) == BAD_REQUEST
    assert lib.mcbnc_job_result(done, None, None) == BAD_REQUEST
    text = ctypes.c_void_p()
    assert lib.mcbnc_job_result(done, ctypes.byref(text), None) == OK
    assert caller.take(text)["status"] == "complete"
    lib.mcbnc_string_free(None)


def test_start_with_nulls(caller, lib):
    job, error = ctypes.c_uint64(7), ctypes.c_void_p()
    assert lib.mcbnc_job_start(None, None, 0, ctypes.byref(job), ctypes.byref(error)) == BAD_REQUEST
    assert job.value == 0
    assert "request is NULL" in caller.take(error)["message"]
    assert lib.mcbnc_job_start(b"{}", None, 0, None, ctypes.byref(error)) == BAD_REQUEST
    assert "job is NULL" in caller.take(error)["message"]
    assert lib.mcbnc_job_start(b"{}", None, 0, ctypes.byref(job), None) == BAD_REQUEST


@pytest.mark.parametrize(
    ("count", "array"),
    [
        (1, None),
        (-1, Array(b"dags", None, 0)),
        (2**31 - 1, Array(b"dags", None, 0)),
        (1, Array(None, None, 0)),
        (1, Array(b"dags", None, 9)),
        (1, Array(b"dags", ctypes.cast(b"123456789", ctypes.c_void_p).value, -9)),
        (1, Array(b"dags", ctypes.cast(b"123456789", ctypes.c_void_p).value, 2**63 - 1)),
    ],
)
def test_start_with_arrays_that_cannot_be(caller, lib, count, array):
    job, error = ctypes.c_uint64(7), ctypes.c_void_p()
    pointer = ctypes.byref(array) if array is not None else None
    request = b'{"op":"run","n":3,"r":1}'
    status = lib.mcbnc_job_start(request, pointer, count, ctypes.byref(job), ctypes.byref(error))
    assert (status, job.value) == (BAD_REQUEST, 0)
    assert caller.take(error)["code"] == BAD_REQUEST


@pytest.mark.parametrize(
    ("request_", "argument", "says"),
    [
        (b"", None, "malformed JSON"),
        (b"{", None, "malformed JSON"),
        (b"[]", None, "wrong type"),
        (b'{"op":"run","n":3,"r":1} x', None, "malformed JSON"),
        (b'{"op":"run","n":3,"r":1,"tehta":1}', "tehta", "no such field"),
        (b'{"op":"fusion","n":3,"r":1,"theta":1}', "theta", 'operation "fusion" has no such field'),
        (b'{"op":"run","n":"3","r":1}', "n", "wrong type"),
        (b'{"op":"run","n":3,"r":1,"names":["\xff"]}', None, "UTF-8"),
        (b'{"op":"sing","n":3,"r":1}', "op", '"sing"'),
        (b'{"op":"run","n":3,"r":2}', "dags", "9 bytes"),
        (b'{"op":"run","n":3,"r":1,"names":["a"]}', "names", "1 names for 3 nodes"),
        (b'{"op":"shd","n":3,"r":2}', "dags", "takes no array"),
    ],
)
def test_a_bad_request(caller, request_, argument, says):
    status, _, error = caller.start(request_, {"dags": CHAIN})
    assert status == BAD_REQUEST == error["code"]
    assert error.get("argument") == argument
    assert says in error["message"]
    assert "\n" not in error["message"]


@pytest.mark.parametrize(
    ("fields", "arrays", "code", "argument", "dag_", "nodes", "says"),
    [
        ({"n": 0}, {"dags": b""}, INVALID_INPUT, "n", None, None, "no nodes"),
        ({"r": 0}, {"dags": b""}, INVALID_INPUT, "dags", None, None, "no DAGs"),
        ({"theta": -1}, {}, INVALID_INPUT, "theta", None, None, 'must be a number >= 0, or "auto", not -1'),
        ({"theta": "most"}, {}, INVALID_INPUT, "theta", None, None, '"most"'),
        ({"k_max": -1}, {}, INVALID_INPUT, "k_max", None, None, "must be a whole number >= 0"),
        ({}, {"dags": dag(3, (1, 1))}, CYCLE, "dags", 0, [1, 1], "y has an arc to itself"),
        ({}, {"dags": dag(3, (0, 2), (2, 1), (1, 0))}, CYCLE, "dags", 0, [0, 2, 1, 0], "x -> z -> y -> x"),
        ({}, {"dags": b"\0\2\0\0\0\0\0\0\0"}, INVALID_INPUT, "dags", 0, [0, 1], "x -> y is 2"),
        ({}, {"weights": struct.pack("2d", 1, 1)}, INVALID_INPUT, "weights", None, None, "2 weights"),
        ({}, {"weights": struct.pack("d", -1)}, INVALID_INPUT, "weights", 0, None, "-1"),
        ({}, {"weights": struct.pack("d", float("nan"))}, INVALID_INPUT, "weights", 0, None, "NaN"),
        ({}, {"weights": struct.pack("d", 0)}, INVALID_INPUT, "weights", None, None, "all are zero"),
        ({}, {"order": struct.pack("3i", 0, 1, 1)}, INVALID_INPUT, "order", None, None, "once"),
        ({}, {"order": struct.pack("3i", 0, 1, 3)}, INVALID_INPUT, "order", None, None, "once"),
        (
            {"required": [[2, 0, 0]]},
            {"order": struct.pack("3i", 0, 1, 2)},
            INVALID_INPUT,
            "order",
            None,
            [2, 0],
            "x is before z, but z -> x is required",
        ),
    ],
)
def test_invalid_input_is_told_with_its_place(caller, fields, arrays, code, argument, dag_, nodes, says):
    request = {**RUN, "names": ["x", "y", "z"], **fields}
    if not request["n"]:
        del request["names"]
    status, _, error = caller.start(request, {"dags": CHAIN, **arrays})
    assert status == code == error["code"], error
    assert (error.get("argument"), error.get("dag"), error.get("nodes")) == (argument, dag_, nodes)
    assert says in error["message"]


def test_a_fault_of_an_operation_comes_with_the_result(caller):
    pdag_without_extension = dag(4, *[(i, (i + d) % 4) for i in range(4) for d in (1, 3)])
    request = {"op": "cpdag", "n": 4, "r": 1}
    status, result, error = caller.outcome(request, {"graphs": pdag_without_extension})
    assert (status, result) == (INVALID_INPUT, None)
    assert (error["argument"], error["dag"]) == ("graphs", 0)


@pytest.mark.parametrize("where", ["caller", "worker"])
def test_a_panic_on_purpose(caller, where):
    status, result, error = caller.outcome({"op": "selftest_panic", "n": 1, "where": where})
    assert (status, result) == (INTERNAL, None)
    assert error["code"] == INTERNAL
    assert f"on purpose, in {'the caller' if where == 'caller' else 'a worker'}'s" in error["message"]
    assert "selftest.go" in error["message"], "the stack tells where"
    assert caller.outcome(RUN, {"dags": CHAIN})[0] == OK, "the engine goes on"


@pytest.mark.parametrize("handle", [0, 1, 2, 2**24, 2**63, 2**64 - 1, 0xDEADBEEF, 0x0123456789ABCDEF])
def test_forged_handles(caller, lib, handle):
    refused = (BAD_HANDLE, WRONG_PROCESS)
    assert lib.mcbnc_job_wait(handle, 0) in refused
    assert lib.mcbnc_job_progress(handle, ctypes.byref(abi.Progress())) in refused
    assert lib.mcbnc_job_cancel(handle) in refused
    assert lib.mcbnc_job_read(handle, b"order", None, 0) in refused
    status, result, error = caller.result(handle)
    assert status in refused
    assert result is None
    assert error["code"] == status
    assert lib.mcbnc_job_free(handle) in refused


def test_a_freed_handle_is_stale(caller, lib):
    job = caller.started(RUN, {"dags": CHAIN})
    assert lib.mcbnc_job_free(job) == OK
    assert lib.mcbnc_job_free(job) == BAD_HANDLE
    assert lib.mcbnc_job_wait(job, -1) == BAD_HANDLE
    assert caller.result(job)[0] == BAD_HANDLE
    after = caller.started(RUN, {"dags": CHAIN})
    assert after != job, "no number serves twice"
    assert lib.mcbnc_job_free(after) == OK


def test_arrays_are_copied(caller, lib):
    cells = ctypes.create_string_buffer(CHAIN, 9)
    array = Array(b"dags", ctypes.addressof(cells), 9)
    job, error = ctypes.c_uint64(), ctypes.c_void_p()
    request = b'{"op":"fusion","n":3,"r":1}'
    assert lib.mcbnc_job_start(request, array, 1, ctypes.byref(job), ctypes.byref(error)) == OK
    ctypes.memset(cells, 0xFF, 9)
    assert lib.mcbnc_job_wait(job, -1) == OK
    assert caller.read(job.value, "imaps", 9) == (OK, CHAIN)
    assert lib.mcbnc_job_free(job) == OK
