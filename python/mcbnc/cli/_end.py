"""The exit codes of the command line."""

from __future__ import annotations

from enum import IntEnum

from ._streams import say

__all__ = ["Exit", "exit_code"]


class Exit(IntEnum):
    """The exit codes."""

    FINE = 0
    BAD_INPUT = 1
    """A file or a value is bad, or the system failed. One line on stderr says what is wrong."""
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


def exit_code(status: str) -> Exit:
    """The exit code of a run that ended with this status."""
    if status != "time_limit":
        return Exit.FINE
    say("the time limit came first: this is the result so far")
    return Exit.TIME_LIMIT
