"""The words by which messages call what the caller gave, and the options that they advise.

A caller in Python gave ``dags[2]`` and writes ``missing='drop'``. A caller in the shell gave a file and
writes ``--missing drop``. So a message is made in the caller's words. To replace words in a finished
message is not safe, because the message may hold the same text as the name of a node.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from .show import shown

__all__ = ["Sites", "Wording", "sited", "sites_now", "worded", "wording"]


class Sites(NamedTuple):
    """The names of the sites whose graphs or tables an argument holds."""

    argument: str
    names: list[Hashable]
    told: bool
    """Whether messages name a graph by its site. The messages about files name the file already."""


class Wording:
    """The words of Python."""

    def place(self, argument: str, dag: int | None = None, file: str | None = None) -> str:
        """A graph or a table in messages, such as ``dags[2]``, ``data`` or ``datasets[2] (h2.csv)``."""
        index = "" if dag is None else f"[{_site(argument, dag)}]"
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


_sites: ContextVar[Sites | None] = ContextVar("sites", default=None)

sites_now = _sites.get
"""The sites of the call that is running, if they have names."""


@contextmanager
def sited(sites: Sites | None) -> Iterator[None]:
    """Let the graphs or tables of an argument be of these sites in the context. None: sites without names."""
    before = _sites.set(sites)
    try:
        yield
    finally:
        _sites.reset(before)


def _site(argument: str, dag: int) -> str:
    """What stands in brackets: the name of the site if it has one, else the index."""
    sites = _sites.get()
    if sites is None or not sites.told or sites.argument != argument or dag >= len(sites.names):
        return str(dag)
    return shown(sites.names[dag])


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
