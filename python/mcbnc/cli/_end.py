"""The end of the command line: its exit codes, and SIGTERM, which is handled like Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import NoReturn

from ._streams import say


class Exit(IntEnum):
    """The exit codes."""

    FINE = 0
    BAD_INPUT = 1
    """A file or a value is bad, or the system failed. One line on stderr names what is wrong."""
    USAGE = 2
    """The arguments are wrong. argparse exits with this code."""
    TIME_LIMIT = 3
    """The time limit came first. The result so far is written."""
    INTERRUPTED = 130
    """Ctrl-C was pressed. The code is 128 + SIGINT, as in shells."""
    BROKEN_PIPE = 141
    """The reader of stdout closed it. The code is 128 + SIGPIPE."""
    TERMINATED = 143
    """A coordinator or a site of a federation got SIGTERM. The code is 128 + SIGTERM."""


def exit_code(*statuses: str) -> Exit:
    """The exit code of runs that ended with these statuses."""
    if "time_limit" not in statuses:
        return Exit.FINE
    say("the time limit came first: this is the result so far")
    return Exit.TIME_LIMIT


class Terminated(KeyboardInterrupt):
    """The process got SIGTERM. Whoever cleans up after Ctrl-C cleans up after this too."""


@contextmanager
def terminable() -> Iterator[None]:
    """Raise Terminated in the main thread at SIGTERM, while the context lasts."""
    if threading.current_thread() is not threading.main_thread():  # it alone gets signals
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not break off the end
    raise Terminated
