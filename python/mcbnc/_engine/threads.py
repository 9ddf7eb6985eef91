"""Whether threads can be made: Go's runtime ends the process where it gets none."""

from __future__ import annotations

import ctypes
import os

from ..errors import LibraryError

_THREADS = 8
"""The threads that the runtime makes for itself, and the spare ones of cgo/threads.go."""
_GATE = 256  # bytes, more than a lock of any system has

# A Ctrl-C may come before the last thread is through its gate, which must be there until then.
_gates: list[ctypes.Array[ctypes.c_char]] = []


def check_threads() -> None:
    """Raise LibraryError if the process cannot have the engine's threads beside those that it has."""
    try:
        libc = ctypes.CDLL(None)
        status = _try(libc)
    except (AttributeError, OSError, TypeError):  # Windows, and systems whose C library is not known here
        return
    if status:
        raise LibraryError(
            f"the engine needs {_THREADS} threads, and the system does not let this process make that many "
            f"({os.strerror(status)}); raise the limit of processes and threads (ulimit -u, RLIMIT_NPROC, "
            "the pids of a control group or container), or let the seccomp filter pass clone and clone3"
        )


def _try(libc: ctypes.CDLL) -> int:
    """Make all threads at a time, and end them. The result is the number of the error, 0 if there is none.

    They are threads of C. Python does not see them, nor do libraries that replace Python's threads. Each
    waits at a lock for reading, until the lock for writing is given back.
    """
    create, join, wait = libc.pthread_create, libc.pthread_join, libc.pthread_rwlock_rdlock
    join.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    gate = ctypes.create_string_buffer(_GATE)
    _gates.append(gate)
    libc.pthread_rwlock_init(gate, None)
    libc.pthread_rwlock_wrlock(gate)
    threads: list[ctypes.c_void_p] = []
    try:
        for _ in range(_THREADS):
            thread = ctypes.c_void_p()
            status: int = create(ctypes.byref(thread), None, wait, gate)
            if status:
                return status
            threads.append(thread)
        return 0
    finally:
        libc.pthread_rwlock_unlock(gate)
        for thread in threads:
            join(thread, None)
