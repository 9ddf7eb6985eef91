"""Where no thread can be made, a first call ends with a LibraryError, and the process lives on."""

from __future__ import annotations

import errno
import os
import platform
import subprocess
import sys
import textwrap

import pytest

CLONE = {"x86_64": 56, "aarch64": 220}
linux = pytest.mark.skipif(
    not sys.platform.startswith("linux") or platform.machine() not in CLONE,
    reason="the limits, and the numbers of the system calls, are those of Linux",
)

# An unknown user has no other process, so the limit is the process's own. Root has no limit.
NPROC = """
import os, resource
def forbid(count=1):
    resource.setrlimit(resource.RLIMIT_NPROC, (count, count))
    if os.getuid() == 0:
        os.setresuid(54321, 54321, 54321)
"""

# A filter of Berkeley packets: load the number of the call; if it is clone or clone3, answer an error.
SECCOMP = """
import ctypes, struct
def forbid():
    load, equal, answer = 0x20, 0x15, 0x06
    error = 0x00050000
    rules = [(load, 0, 0, 0), (equal, 0, 1, {clone}), (answer, 0, 0, error | {code}),
             (equal, 0, 1, 435), (answer, 0, 0, error | {new}), (answer, 0, 0, 0x7FFF0000)]
    packed = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
    class Program(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ushort), ("rules", ctypes.c_void_p)]
    libc, program = ctypes.CDLL(None), Program(len(rules), ctypes.addressof(packed))
    assert libc.prctl(38, 1, 0, 0, 0) == 0, "no new privileges"
    assert libc.prctl(22, 2, ctypes.byref(program), 0, 0) == 0, "the filter"
"""

CALL = """
import mcbnc
def call():
    try:
        print(len(mcbnc.consensus([[[0, 1], [0, 0]]]).edges), flush=True)
    except mcbnc.LibraryError as error:
        print(type(error).__name__, error, flush=True)
mcbnc.consensus, mcbnc.InvalidInputError  # what is imported at the first use, while all may be read
import mcbnc._engine.load
"""


def seccomp(code: int, new: int) -> str:
    return SECCOMP.format(clone=CLONE[platform.machine()], code=code, new=new)


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    return done.stdout


@linux
@pytest.mark.parametrize("way", ["nproc", "again", "forbidden"])
def test_a_first_call_says_that_no_thread_can_be_made(way: str) -> None:
    forbid = {
        "nproc": lambda: NPROC,
        "again": lambda: seccomp(errno.EAGAIN, errno.ENOSYS),
        "forbidden": lambda: seccomp(errno.EPERM, errno.EPERM),
    }[way]()
    out = run(forbid + CALL + "forbid()\ncall()\ncall()\n")
    assert out.count("LibraryError the engine needs 8 threads, and the system does not let") == 2, out
    said = "Operation not permitted" if way == "forbidden" else "Resource temporarily unavailable"
    assert said in out


@linux
@pytest.mark.parametrize("count", [2, 4, 6])
def test_a_few_threads_are_too_few(count: int) -> None:
    """The runtime would end the process later, when it gets no more."""
    if os.getuid() != 0:
        pytest.skip("the limit counts all processes of a user, and only root can be one that has none")
    out = run(
        "import os\nos.environ['OPENBLAS_NUM_THREADS'] = '1'\n" + NPROC + CALL + f"forbid({count})\ncall()\n"
    )
    assert out.startswith("LibraryError")


@linux
def test_a_process_that_has_its_threads_needs_no_more() -> None:
    """The load makes spare threads. Without them, most processes here get one more in a later call."""
    calls = "call()\nforbid()\nfor _ in range(200): call()\n"
    assert run(seccomp(errno.EAGAIN, errno.ENOSYS) + CALL + calls) == "1\n" * 201
