"""The C interface by ctypes, as include/mcbnc.h declares it.

These tests do not trust mcbnc's own use of ctypes, and share nothing with it.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "include" / "mcbnc.h"

OK, RUNNING, INVALID_INPUT, CYCLE, BAD_REQUEST = range(5)
BAD_HANDLE, WRONG_PROCESS, NOT_READY, INTERNAL, OUT_OF_MEMORY = range(5, 10)


class Array(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("data", ctypes.c_void_p), ("bytes", ctypes.c_int64)]


class Progress(ctypes.Structure):
    _fields_ = [
        ("phase", ctypes.c_int32),
        ("pad", ctypes.c_int32),
        ("edges_at_start", ctypes.c_int64),
        ("edges_left", ctypes.c_int64),
        ("psi", ctypes.c_double),
        ("seconds", ctypes.c_double),
    ]


def library_path() -> Path:
    """$MCBNC_LIBRARY, or the one that `make` builds into the package."""
    if os.environ.get("MCBNC_LIBRARY"):
        return Path(os.environ["MCBNC_LIBRARY"])
    suffix = "dylib" if sys.platform == "darwin" else "so"
    path = ROOT / "python" / "mcbnc" / "_lib" / f"libmcbnc.{suffix}"
    assert path.exists(), f"{path} is not there: use `make test-capi`, or set MCBNC_LIBRARY"
    return path


_string_out = ctypes.POINTER(ctypes.c_void_p)
_job = ctypes.c_uint64
SIGNATURES = {
    "mcbnc_abi_version": [],
    "mcbnc_build_info": [_string_out],
    "mcbnc_runtime_info": [_string_out],
    "mcbnc_job_start": [
        ctypes.c_char_p,
        ctypes.POINTER(Array),
        ctypes.c_int32,
        ctypes.POINTER(_job),
        _string_out,
    ],
    "mcbnc_job_run": [
        ctypes.c_char_p,
        ctypes.POINTER(Array),
        ctypes.c_int32,
        ctypes.c_int32,
        ctypes.c_void_p,
        ctypes.c_int64,
        ctypes.POINTER(ctypes.c_int64),
        ctypes.POINTER(_job),
        _string_out,
    ],
    "mcbnc_job_wait": [_job, ctypes.c_int32],
    "mcbnc_job_progress": [_job, ctypes.POINTER(Progress)],
    "mcbnc_job_cancel": [_job],
    "mcbnc_job_result": [_job, _string_out, _string_out],
    "mcbnc_job_read": [_job, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64],
    "mcbnc_job_free": [_job],
    "mcbnc_string_free": [ctypes.c_void_p],
}


def load() -> ctypes.CDLL:
    """Load the library. A second call loads the same one."""
    library = ctypes.CDLL(str(library_path()))
    for name, arguments in SIGNATURES.items():
        function = getattr(library, name)
        function.argtypes = arguments
        function.restype = None if name == "mcbnc_string_free" else ctypes.c_int32
    return library


def prepared(request, arrays):
    """The request, the arrays as the library takes them, and the memory that they are in."""
    text = request if isinstance(request, bytes) else json.dumps(request).encode()
    held = [ctypes.create_string_buffer(data, len(data) or 1) for data in arrays.values()]
    inputs = (Array * len(arrays))(
        *(
            Array(name.encode(), ctypes.addressof(buffer), len(data))
            for (name, data), buffer in zip(arrays.items(), held, strict=True)
        )
    )
    return text, inputs, held


class Caller:
    """Calls the library, and frees what it hands out."""

    def __init__(self) -> None:
        self.lib = load()

    def take(self, string: ctypes.c_void_p):
        """The JSON of a string that the library handed out; None for NULL."""
        if not string.value:
            return None
        text = ctypes.string_at(string.value)
        self.lib.mcbnc_string_free(string)
        return json.loads(text)

    def info(self, function: str):
        out = ctypes.c_void_p()
        assert getattr(self.lib, function)(ctypes.byref(out)) == OK
        return self.take(out)

    def start(self, request, arrays=None):
        """(status, job, error). request is an object or raw bytes. arrays maps names to bytes."""
        text, inputs, _held = prepared(request, arrays or {})
        job, error = _job(1), ctypes.c_void_p(1)
        status = self.lib.mcbnc_job_start(text, inputs, len(inputs), ctypes.byref(job), ctypes.byref(error))
        assert (job.value == 0) == (status != OK)
        return status, job.value, self.take(error)

    def run(self, request, arrays=None, timeout=60_000, room=1 << 16):
        """(status, job, what comes with the call, error). That is the bytes of the arrays, and the result."""
        text, inputs, _held = prepared(request, arrays or {})
        job, error, sizes = _job(1), ctypes.c_void_p(1), (ctypes.c_int64 * 2)(1, 1)
        buffer = ctypes.create_string_buffer(b"\xaa" * (room + 1), room + 1)
        status = self.lib.mcbnc_job_run(
            text, inputs, len(inputs), timeout, buffer, room, sizes, ctypes.byref(job), ctypes.byref(error)
        )
        size, length = sizes
        assert buffer.raw[size + length :] == b"\xaa" * (room + 1 - size - length)
        answer = (buffer.raw[:size], json.loads(buffer.raw[size : size + length])) if length else None
        return status, job.value, answer, self.take(error)

    def started(self, request, arrays=None) -> int:
        status, job, error = self.start(request, arrays)
        assert status == OK, error
        return job

    def result(self, job):
        """(status, result, error)"""
        text, error = ctypes.c_void_p(1), ctypes.c_void_p(1)
        status = self.lib.mcbnc_job_result(job, ctypes.byref(text), ctypes.byref(error))
        return status, self.take(text), self.take(error)

    def read(self, job, name: str | None, size: int):
        """(status, bytes) of an array, or of all of them"""
        buffer = ctypes.create_string_buffer(size or 1)
        status = self.lib.mcbnc_job_read(job, name and name.encode(), buffer, size)
        return status, buffer.raw[:size]

    def outcome(self, request, arrays=None):
        """(status, result, error) of a job from its start to its end."""
        status, job, error = self.start(request, arrays)
        if status != OK:
            return status, None, error
        try:
            assert self.lib.mcbnc_job_wait(job, 60_000) == OK
            return self.result(job)
        finally:
            assert self.lib.mcbnc_job_free(job) == OK


def dag(n: int, *arcs: tuple[int, int]) -> bytes:
    cells = bytearray(n * n)
    for u, v in arcs:
        cells[u * n + v] = 1
    return bytes(cells)
