"""The command line's output: results on stdout, and messages on stderr."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any

from .._base.show import printable
from ..errors import DataWarning

UNWRITABLE = "backslashreplace"
"""How bytes of a file's name that are no text are written, where records name files. JSON reads it back."""


def prepare_stdout() -> None:
    """Make stdout write UTF-8 in every locale, as in files."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors=UNWRITABLE)


def discard_stdout() -> None:
    """Discard what is not written yet. The interpreter would flush it at its end, and print an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class StdoutClosed(Exception):
    """The reader of stdout closed it."""


def print_text(text: str) -> None:
    """Print results on stdout."""
    if sys.stdout is None:  # the process was started with a closed stdout
        raise OSError(errno.EBADF, "stdout is closed")
    with _closed_stdout_told():
        sys.stdout.write(text)


def flush() -> None:
    """Write what was printed, while a closed pipe can still be caught."""
    if sys.stdout is not None:
        with _closed_stdout_told():
            sys.stdout.flush()


@contextmanager
def _closed_stdout_told() -> Iterator[None]:
    """Distinguish a closed stdout from a pipe that --out names, whose reader may be gone too."""
    try:
        yield
    except BrokenPipeError as error:
        raise StdoutClosed from error


JSON = "json"
LOG_FORMATS = ("text", JSON)
_stamped: str | None = None


@contextmanager
def stamped(form: str) -> Iterator[None]:
    """Print each message with the time while the context lasts: for commands that run for days.

    `form` is one of LOG_FORMATS.
    """
    global _stamped  # threads of connections have messages too, so no variable of a context will do
    _stamped = form
    try:
        yield
    finally:
        _stamped = None


def say(message: str, level: str = "info") -> None:
    """Print a message on stderr in one line. A failure is ignored, because stderr carries no results."""
    if sys.stderr is None:  # with file=None, print would write to stdout
        return
    time = datetime.now().astimezone().isoformat(timespec="seconds")
    named = message if level == "info" else f"{level}: {message}"
    line = f"mcbnc: {f'{time} ' if _stamped else ''}{printable(named)}"
    if _stamped == JSON:
        line = json.dumps({"time": time, "level": level, "message": message})
    with suppress(OSError):
        print(line, file=sys.stderr, flush=True)


@contextmanager
def warnings_are_lines() -> Iterator[None]:
    """Print warnings about data as lines, instead of Python's warnings."""
    python_shows = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, DataWarning):
            say(str(message), "warning")
        else:
            python_shows(message, category, *place, **more)

    with warnings.catch_warnings():
        warnings.simplefilter("always", DataWarning)
        warnings.showwarning = show
        yield
