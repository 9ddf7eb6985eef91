"""Find, check and load the engine's library, once for each process.

The library is loaded at the first use, never at the import. So a process can import mcbnc and fork
without a Go runtime, which a fork would break.
"""

from __future__ import annotations

import mmap
import os
import sys
import threading

from .._base.memory import gibibytes
from .._version import __version__
from ..errors import LibraryError
from .ffi import ABI_VERSION, Library
from .threads import check_threads

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

ENVIRONMENT = "MCBNC_LIBRARY"
_FILES = {"win32": "mcbnc.dll", "darwin": "libmcbnc.dylib"}
"""The library's file where it is not libmcbnc.so."""

_SPACE = 1 << 30  # bytes, that the runtime reserves
_SPACE_OF_THREAD = 128 << 20
_THREADS = 8  # beside one for each core
_NO_ACCESS = 0

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class _Process:
    """The library of one process."""

    def __init__(self) -> None:
        self.lock = threading.RLock()  # reentrant: a signal handler may call mcbnc during the load
        self.began = False  # set before the load, because a half-loaded Go runtime does not survive a fork
        self.library: Library | None = None


# The key is (forks, process id). The process id alone is not enough, because systems reuse process ids.
# The number of forks alone is not enough, because R's mclapply forks without Python's at-fork hooks.
# There is one lock for each process, because a fork may happen while a thread holds the lock.
_processes: dict[tuple[int, int], _Process] = {}
_forks = 0

# The key and the process of the last call. Without a GIL, a thread that looks into the dictionary locks it.
# In a child that is forked at that moment, it would stay locked. Reading a module's variable locks nothing.
_latest: tuple[tuple[int, int], _Process] | None = None


def _after_fork() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_after_fork)


def library() -> Library:
    """The engine of this process. The first call loads the library."""
    global _latest
    key = _forks, os.getpid()
    latest = _latest
    if latest is not None and latest[0] == key:
        process = latest[1]
    else:
        process = _processes.setdefault(key, _Process())
        _latest = key, process
    if process.library is None:
        with process.lock:
            if process.library is None:
                loaded = _load(process)
                # During that load a signal handler in this thread may have loaded the library too. The
                # handler's library is kept. Outside forked children both loads give the same library. In
                # a forked child they give two copies, and the second copy stays unused.
                process.library = process.library or loaded
    return process.library


def build() -> str:
    """The build of mcbnc in this process. Two processes with one build give the same answers.

    It is the version and the commit. The package and its library have the same version.
    """
    info = library().build_info()
    return f"mcbnc {info['version']}, commit {info['commit']}"


def _load(process: _Process) -> Library:
    path = _find()
    _check_platform(path)
    _check_address_space()
    check_threads()
    forked = any(other.began for other in _processes.values() if other is not process)
    process.began = True
    try:
        loaded = _load_copy(path) if forked else Library(path)
    except (OSError, AttributeError) as error:
        hint = _FORK_HINT if forked else ""
        raise LibraryError(
            f"the engine's library cannot be loaded: {error}.{hint} Paths tried: {path}"
        ) from error
    loaded.path = path  # the original's path, also if a copy was loaded
    _check_versions(loaded, path)
    return loaded


def _find() -> str:
    """The path in ``$MCBNC_LIBRARY`` if that is set, else the path of the library in the package.

    If ``$MCBNC_LIBRARY`` names no file, this is an error. The packaged library never replaces the library
    that a user asked for.
    """
    named = os.environ.get(ENVIRONMENT)
    if named:
        if os.path.isfile(named):
            return os.path.abspath(named)
        raise LibraryError(f"{ENVIRONMENT} names no file. Paths tried: {named}")
    packaged = os.path.join(_PACKAGE, "_lib", _FILES.get(sys.platform, "libmcbnc.so"))
    if os.path.isfile(packaged):
        return packaged
    raise LibraryError(
        "the engine's library is not there. Reinstall mcbnc, or set "
        f"{ENVIRONMENT} to a library built from its source. Paths tried: "
        f"${ENVIRONMENT} (not set), {packaged}"
    )


def _check_platform(path: str) -> None:
    """Refuse Linux without glibc, because musl crashes when it loads a Go library (golang/go#54805)."""
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


def _check_address_space() -> None:
    """Refuse to load where too little address space is left: Go's runtime would end the process.

    Go reserves address space for its heap, and each thread for its stack and for libc's arena.
    """
    if resource is None:
        return
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit == resource.RLIM_INFINITY:
        return
    needed = _SPACE + _SPACE_OF_THREAD * ((os.cpu_count() or 1) + _THREADS)
    try:
        mmap.mmap(-1, needed, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=_NO_ACCESS).close()
    except (OSError, MemoryError):
        raise LibraryError(
            f"the engine needs {gibibytes(needed)} of address space, but of the limit of {gibibytes(limit)} "
            "(ulimit -v, RLIMIT_AS) less is left; raise the limit, or limit the memory by a control group"
        ) from None


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
    """Load a second copy of the library, from memory if the system allows this, else from a file.

    A fork does not copy the threads of the Go runtime. So a call of the library in the child would hang
    for ever. The loader takes a copy with another inode for another library, which has its own runtime.
    """
    with open(path, "rb") as file:
        content = file.read()
    try:
        return Library(_in_memory(content))
    except (AttributeError, OSError):
        pass  # memfd_create or /proc is missing, or the system forbids code in such memory
    import tempfile  # imported here, because it is rarely needed and slow to import

    with tempfile.TemporaryDirectory(prefix="mcbnc-") as folder:
        copy = os.path.join(folder, os.path.basename(path))
        with open(copy, "wb") as file:
            file.write(content)
        return Library(copy)


def _in_memory(content: bytes) -> str:
    # The descriptor stays open for the life of the process, so that its number is never reused. If a
    # child of this child reused the number, the path would be the same. The loader compares paths, so
    # it would return the old library.
    descriptor = os.memfd_create("libmcbnc", os.MFD_CLOEXEC)
    with open(descriptor, "wb", closefd=False) as file:
        file.write(content)
    return f"/proc/self/fd/{descriptor}"
