"""The boundary to the engine: the only file that calls the engine through ctypes.

include/mcbnc.h is the contract. Work goes as jobs (start, wait, result, free), never as one long call,
so that Ctrl-C arrives at once. load.py finds and loads the library.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.fields import Info
from .answer import Views, read_values
from .aside import call_aside
from .status import OK, RUNNING, failure

ABI_VERSION = 1

# More bytes than these are copied in a helper thread. Fewer take some hundredths of a second.
_LARGE = 16 << 20
_SMALL = 1 << 15
"""Bytes up to which a copy of an array takes less time than to ask for its address."""

# With options json.dumps makes an encoder at each call. A request is a tree, so it has no circles.
_encode = json.JSONEncoder(allow_nan=False, check_circular=False).encode


class _Array(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_char_p),  # bytes, or an address
        ("bytes", ctypes.c_int64),
    ]


class _Progress(ctypes.Structure):
    _fields_ = [
        ("phase", ctypes.c_int32),
        ("pad", ctypes.c_int32),
        ("edges_at_start", ctypes.c_int64),
        ("edges_left", ctypes.c_int64),
        ("psi", ctypes.c_double),
        ("seconds", ctypes.c_double),
    ]


class _Room:
    """Memory for a result that comes with the call that starts the job."""

    bytes = 1 << 16

    def __init__(self) -> None:
        self.array = np.empty(self.bytes, np.uint8)
        self.view = self.array.data
        self.address = _address(self.array)
        self.sizes = (ctypes.c_int64 * 2)()


_rooms: list[_Room] = []
"""Those that no call uses now: at most as many as threads have called at the same time."""


class Progress(NamedTuple):
    """The progress of a job.

    The phases are 0 queued, 1 order, 2 I-maps, 3 deleting, 4 finishing, 5 done, 6 learning, 7 voting and
    8 climbing. `psi` is the psi of the last step, and 0 before the first step.
    """

    phase: int
    edges_at_start: int
    edges_left: int
    psi: float
    seconds: float


class Library:
    """One loaded copy of the engine, for one process.

    The constructor raises OSError if the file cannot be loaded, and AttributeError if the file lacks one
    of the functions.
    """

    def __init__(self, path: str) -> None:
        cdll = ctypes.CDLL(path)
        self.path = path
        job, text, pointer, pointed = ctypes.c_uint64, ctypes.c_char_p, ctypes.c_void_p, ctypes.POINTER
        self.free_string = _declare(cdll, "string_free", pointer, result=None)
        self.abi_version = _declare(cdll, "abi_version")
        self._build = _declare(cdll, "build_info", _OUT_STRING)
        self._runtime = _declare(cdll, "runtime_info", _OUT_STRING)
        inputs = pointed(_Array), ctypes.c_int32
        self.start = _declare(cdll, "job_start", text, *inputs, pointed(job), _OUT_STRING)
        buffer = ctypes.c_void_p, ctypes.c_int64, pointed(ctypes.c_int64)
        self.run = _declare(
            cdll, "job_run", text, *inputs, ctypes.c_int32, *buffer, pointed(job), _OUT_STRING
        )
        self.wait = _declare(cdll, "job_wait", job, ctypes.c_int32)
        self.progress = _declare(cdll, "job_progress", job, pointed(_Progress))
        self.cancel = _declare(cdll, "job_cancel", job)
        self.result = _declare(cdll, "job_result", job, _OUT_STRING, _OUT_STRING)
        self.read = _declare(cdll, "job_read", job, text, pointer, ctypes.c_int64)
        self.free = _declare(cdll, "job_free", job)

    def check(
        self,
        status: int,
        error: ctypes.c_void_p | None = None,
        nodes: Sequence[Hashable] | None = None,
    ) -> None:
        """Raise the exception of the status, unless `status` is OK.

        `error` is the engine's string about the error. `nodes` gives the names for the engine's indices.
        """
        if status != OK:
            text = self.take_string(error) if error is not None else ""
            raise failure(status, text, nodes)

    def take_string(self, string: ctypes.c_void_p) -> str:
        """Copy a string that the engine allocated, and free the engine's string."""
        if not string.value:
            return ""
        try:
            return ctypes.string_at(string.value).decode("utf-8", "replace")
        finally:
            self.free_string(string)

    def build_info(self) -> dict[str, Any]:
        """The version, ABI, toolchain, commit, platform and scores of this library."""
        return self._describe(self._build)

    def runtime_info(self) -> dict[str, Any]:
        """The current numbers of jobs and goroutines, and the bytes in use."""
        return self._describe(self._runtime)

    def _describe(self, function: Any) -> dict[str, Any]:
        string = ctypes.c_void_p()
        self.check(function(ctypes.byref(string)))
        info: dict[str, Any] = json.loads(self.take_string(string))
        return info


class Job:
    """One job of the engine. The job is a context manager, which starts the job and always frees it.

    Parameters
    ----------
    library : Library
        The engine of this process.
    request : mapping
        The options, which the job sends as JSON.
    arrays : mapping of str to array
        C-contiguous arrays. The request's ``op`` determines the dtypes. The engine copies the arrays
        while the job starts. If they are large and Ctrl-C comes meanwhile, they must not be changed until
        the copy is made.
    nodes : sequence, optional
        The names of the nodes, for errors. By default errors have the indices of the nodes.
    at_once : int
        Milliseconds for which the start waits. A job that ends meanwhile has no handle and no
        :meth:`progress`. 0: the start does not wait.
    """

    def __init__(
        self,
        library: Library,
        request: Mapping[str, Any],
        arrays: Mapping[str, NDArray[Any]],
        nodes: Sequence[Hashable] | None = None,
        at_once: int = 0,
    ) -> None:
        self._library = library
        self._at_once = at_once
        self._values: tuple[Info, str, int] | None = None
        self._buffer: NDArray[np.uint8] | None = None  # of arrays that came with the start
        self._request = _encode(request).encode()
        self._arrays = arrays
        self._nodes = nodes
        self._handle = ctypes.c_uint64(0)

    def __enter__(self) -> Job:
        sizes = [a.nbytes for a in self._arrays.values()]
        inputs = (_Array * len(sizes))(
            *[  # type: ignore[misc]  # ctypes makes a struct of a tuple
                (name.encode(), a.tobytes() if size < _SMALL else _address(a), size)
                for (name, a), size in zip(self._arrays.items(), sizes, strict=True)
            ]
        )
        try:
            if sum(sizes) < _LARGE:
                status, error = self._run(inputs) if self._at_once else self._start(inputs)
            else:
                status, error = call_aside(lambda: self._start(inputs), self._forget)
            self._library.check(status, error, self._nodes)
        except BaseException:
            self.free()
            raise
        self._arrays = {}  # the engine has its own copy
        return self

    def _start(self, inputs: ctypes.Array[_Array]) -> tuple[int, ctypes.c_void_p]:
        error = ctypes.c_void_p()
        # The handle is written in here, so that a Ctrl-C right after the call still finds it.
        status: int = self._library.start(
            self._request, inputs, len(inputs), ctypes.byref(self._handle), ctypes.byref(error)
        )
        return status, error

    def _run(self, inputs: ctypes.Array[_Array]) -> tuple[int, ctypes.c_void_p]:
        """Start the job, and take its result if it ends soon."""
        try:
            room = _rooms.pop()
        except IndexError:
            room = _Room()
        error = ctypes.c_void_p()
        status: int = self._library.run(
            self._request,
            inputs,
            len(inputs),
            self._at_once,
            room.address,
            room.bytes,
            room.sizes,
            ctypes.byref(self._handle),
            ctypes.byref(error),
        )
        arrays, text = room.sizes
        if text:
            self._values = read_values(str(room.view[arrays : arrays + text], "utf-8", "replace"))
            self._buffer = room.array[:arrays].copy()
        _rooms.append(room)
        return OK if status == RUNNING else status, error

    def _forget(self, begun: tuple[int, ctypes.c_void_p]) -> None:
        """Free what the start of a job gave, once the job has no caller any more."""
        _, error = begun
        self._library.take_string(error)
        error.value = None
        self.free()

    def __exit__(self, *_: object) -> None:
        self.free()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.free()

    def wait(self, milliseconds: int) -> bool:
        """Wait until the job ends, at most `milliseconds`. Return True if the job has ended."""
        if self._buffer is not None:
            return True
        status = self._library.wait(self._handle, milliseconds)
        if status == RUNNING:
            return False
        self._library.check(status)
        return True

    def progress(self) -> Progress:
        """The progress of the job at this moment."""
        out = _Progress()
        self._library.check(self._library.progress(self._handle, ctypes.byref(out)))
        return Progress(out.phase, out.edges_at_start, out.edges_left, out.psi, out.seconds)

    def cancel(self) -> None:
        """Ask the job to stop. The result so far stays valid."""
        self._library.check(self._library.cancel(self._handle))

    def result(self) -> Info:
        """The values of the result, without its arrays."""
        return self._told()[0]

    def arrays(self) -> Views:
        """All arrays of the result, copied in one call. A call for each array costs more than a small run."""
        _, layout, size = self._told()
        return Views(layout, self._read(size) if self._buffer is None else self._buffer)

    def _told(self) -> tuple[Info, str, int]:
        """The engine's values of the result, as :func:`read_values`."""
        if self._values is None:
            text, error = ctypes.c_void_p(), ctypes.c_void_p()
            status = self._library.result(self._handle, ctypes.byref(text), ctypes.byref(error))
            self._library.check(status, error, self._nodes)
            self._values = read_values(self._library.take_string(text))
        return self._values

    def _read(self, size: int) -> NDArray[np.uint8]:
        buffer = np.empty(size, np.uint8)

        def copy() -> int:
            status: int = self._library.read(self._handle, None, _address(buffer), size)
            return status

        self._library.check(copy() if size < _LARGE else call_aside(copy, lambda _: None))
        return buffer

    def free(self) -> None:
        """Free the job. If the job still runs, the engine cancels the job. A second call does nothing.

        In a child of the process that started the job, the library refuses the call and the job goes on.
        """
        if self._handle.value:
            self._library.free(self._handle)
            # Not where there is no handle: a start in a helper thread may be writing it now.
            self._handle.value = 0


def _address(array: NDArray[Any]) -> int:
    """Where the memory of an array begins. The array's own `ctypes` takes four times as long."""
    address: int = array.__array_interface__["data"][0]
    return address


_OUT_STRING = ctypes.POINTER(ctypes.c_void_p)


def _declare(cdll: ctypes.CDLL, name: str, *arguments: Any, result: Any = ctypes.c_int32) -> Any:
    function = getattr(cdll, f"mcbnc_{name}")
    function.argtypes = arguments
    function.restype = result
    return function
