"""The words by which messages call what the caller gave, and the options that they advise.

A caller in Python gave ``dags[2]`` and writes ``missing='drop'``. A caller in the shell gave a file and
writes ``--missing drop``. So a message is made in the caller's words. To replace words in a finished
message is not safe, because the message may hold the same text as the name of a node.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from .show import shown

__all__ = ["Wording", "worded", "wording"]


class Wording:
    """The words of Python."""

    def place(self, argument: str, dag: int | None = None, file: str | None = None) -> str:
        """A graph or a table in messages, such as ``dags[2]``, ``data`` or ``datasets[2] (h2.csv)``."""
        index = "" if dag is None else f"[{dag}]"
        return f"{argument}{index}" + ("" if file is None else f" ({file})")

    def function(self, name: str) -> str:
        """A function of mcbnc that has a command of its name."""
        return f"mcbnc.{name}"

    def option(self, name: str, *values: str) -> str:
        """An option with one of these words as its value."""
        return f"{name}={' or '.join(map(shown, values))}"

    def flag(self, name: str, value: bool) -> str:
        """An option that is on or off."""
        return f"{name}={value}"

    def option_list(self, name: str, values: Sequence[Hashable], more: str = "") -> str:
        """An option with these values. `more` says how many more there are."""
        return f"{name}=[{', '.join(map(shown, values))}{more}]"


_PYTHON = Wording()
_current: ContextVar[Wording] = ContextVar("wording", default=_PYTHON)

wording = _current.get
"""The words of the messages that are made now."""


@contextmanager
def worded(words: Wording) -> Iterator[None]:
    """Make messages in these words in the context."""
    before = _current.set(words)
    try:
        yield
    finally:
        _current.reset(before)
