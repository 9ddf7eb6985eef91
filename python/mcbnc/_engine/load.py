"""The engine's library: where it is, whether it can be loaded here, and one for each process.

It is loaded at first use, never at import: a process that imports mcbnc and then forks has no
Go runtime to lose.
"""

from __future__ import annotations

import os
import sys
import threading

from .._version import __version__
from ..errors import LibraryError
from .ffi import ABI_VERSION, Library

__all__ = ["library"]

ENVIRONMENT = "MCBNC_LIBRARY"

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class _Process:
    """The library of one process."""

    def __init__(self) -> None:
        self.lock = threading.RLock()  # reentrant: a signal handler may call mcbnc during the load
        self.began = False  # set before loading, because half a runtime is a runtime too
        self.library: Library | None = None


# The key is (forks, process id). Neither alone tells processes apart: process ids come again, and
# R's mclapply forks without Python's at-fork hooks, so _forks stays the same. Each process has a lock
# of its own, because a fork may happen while a thread holds the lock.
_processes: dict[tuple[int, int], _Process] = {}
_forks = 0


def _after_fork() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_after_fork)


def library() -> Library:
    """The engine of this process, loaded at the first call."""
    here = _forks, os.getpid()
    process = _processes.get(here)
    if process is None:
        process = _processes.setdefault(here, _Process())
    if process.library is None:
        with process.lock:
            if process.library is None:
                loaded = _load(process)
                # Within that load a signal's handler may have loaded the library in this thread. Its
                # library stays: the same file is the same library. A child's second copy is let be.
                process.library = process.library or loaded
    return process.library


def _load(process: _Process) -> Library:
    path = _find()
    _check_platform(path)
    forked = any(other.began for other in _processes.values() if other is not process)
    process.began = True
    try:
        loaded = _load_copy(path) if forked else Library(path)
    except (OSError, AttributeError) as error:
        hint = _FORK_HINT if forked else ""
        raise LibraryError(
            f"the engine's library cannot be loaded: {error}.{hint} Paths tried: {path}"
        ) from error
    loaded.path = path  # of the original, where this is a copy
    _check_versions(loaded, path)
    return loaded


def _file_name() -> str:
    if sys.platform == "win32":
        return "mcbnc.dll"
    return "libmcbnc.dylib" if sys.platform == "darwin" else "libmcbnc.so"


def _find() -> str:
    """``$MCBNC_LIBRARY`` where set, else the library in the package.

    A set ``$MCBNC_LIBRARY`` is never passed over for the packaged one: whoever sets it wants
    that library or an error.
    """
    named = os.environ.get(ENVIRONMENT)
    if named:
        if os.path.isfile(named):
            return os.path.abspath(named)
        raise LibraryError(f"{ENVIRONMENT} names no file. Paths tried: {named}")
    packaged = os.path.join(_PACKAGE, "_lib", _file_name())
    if os.path.isfile(packaged):
        return packaged
    raise LibraryError(
        "the engine's library is not there. Reinstall mcbnc, or set "
        f"{ENVIRONMENT} to a library built from its source. Paths tried: "
        f"${ENVIRONMENT} (not set), {packaged}"
    )


def _check_platform(path: str) -> None:
    """Refuse Linux without glibc: musl crashes on a Go library (golang/go#54805)."""
    if not sys.platform.startswith("linux"):
        return
    try:
        libc = os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (ValueError, OSError):
        libc = ""
    if not libc.startswith("glibc"):
        raise LibraryError(
            "this Python runs on musl or another C library than glibc (Alpine Linux?), which "
            f"cannot load a Go library. Use a system with glibc. Paths tried: {path}"
        )


def _check_versions(loaded: Library, path: str) -> None:
    abi = loaded.abi_version()
    if abi != ABI_VERSION:
        raise LibraryError(
            f"the engine's library has ABI version {abi}, this package needs {ABI_VERSION}. "
            f"Paths tried: {path}"
        )
    version = loaded.build_info().get("version")
    if version != __version__:
        raise LibraryError(
            f"the engine's library is version {version}, this package is {__version__}. Paths tried: {path}"
        )


_FORK_HINT = (
    " A forked process needs a second copy of it, from memory or from the temporary folder; "
    "where neither can be, start processes by multiprocessing's 'spawn' or 'forkserver'."
)


def _load_copy(path: str) -> Library:
    """Load a fresh copy of the library, from memory where the system can.

    After a fork, Go in the child hangs for ever: its threads stayed behind. A second copy,
    with an inode of its own, brings a runtime of its own.
    """
    with open(path, "rb") as file:
        content = file.read()
    try:
        return Library(_in_memory(content))
    except (AttributeError, OSError):
        pass  # no memfd_create, no /proc, or memory that may not hold code
    import tempfile  # here, since it takes a tenth of the import of mcbnc, and is rarely needed

    with tempfile.TemporaryDirectory(prefix="mcbnc-") as folder:
        copy = os.path.join(folder, os.path.basename(path))
        with open(copy, "wb") as file:
            file.write(content)
        return Library(copy)


def _in_memory(content: bytes) -> str:
    # The descriptor stays open for the life of the process. If its number came again in a child of
    # this child, the loader would take the old library for the new one, since it goes by the name.
    descriptor = os.memfd_create("libmcbnc", os.MFD_CLOEXEC)
    with open(descriptor, "wb", closefd=False) as file:
        file.write(content)
    return f"/proc/self/fd/{descriptor}"
