"""The words by which messages call what the caller gave, and the options that they advise.

A caller in Python gave ``dags[2]`` and writes ``Rows(..., missing='drop')``. A caller in the shell gave a
file and writes ``--missing drop``. So a message is made in the caller's words. To replace words in a finished
message is not safe, because the message may hold the same text as the name of a node.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from ..errors import InvalidInputError
from .paths import path_shown
from .show import LISTED, shown, unlisted

BY_SITE = ("weights", "counts")
"""The arguments whose parts belong to the sites. Their errors have the index of a site too."""


class Sites(NamedTuple):
    """The names of the sites whose graphs or tables an argument holds."""

    argument: str
    names: list[Hashable]
    files: bool = False
    """Whether the names are those of files. The caller's list has no names then, so messages count too."""


_OF_ROWS = ("names", "states", "missing", "missing_values", "accept", "decimal", "columns", "repeats")
"""The options of :class:`mcbnc.Rows`."""


class Wording:
    """The words of Python."""

    def place(self, argument: str, dag: int | None = None, file: str | None = None) -> str:
        """A graph or a table in messages, such as ``dags[2]``, ``data`` or ``datasets[2] (h2.csv)``."""
        if dag is None:
            return argument if file is None else f"{argument} ({path_shown(file)})"
        sites, index = _sites.get(), str(dag)
        if sites is not None and argument in (sites.argument, *BY_SITE) and dag < len(sites.names):
            name = shown(sites.names[dag])
            if not sites.files:
                index = name
            elif file is None:
                file = str(sites.names[dag])
        return f"{argument}[{index}]" + ("" if file is None else f" ({path_shown(file)})")

    def function(self, name: str) -> str:
        """A function of mcbnc that has a command of its name."""
        return f"mcbnc.{name}"

    def option(self, name: str, *values: str) -> str:
        """An option with one of these words as its value."""
        return _of_rows(name, f"{name}={' or '.join(map(shown, values))}")

    def flag(self, name: str, value: bool) -> str:
        """An option that is on or off."""
        return f"{name}={value}"

    def over_nodes(self) -> str:
        """The functions that take DAGs over different nodes, as callers write them."""
        return "mcbnc.consensus(dags, nodes='union') or mcbnc.baselines.vote(dags, nodes='union')"

    def naming(self, value: str) -> str:
        """The option by which the names of the nodes in a file are their labels or their identifiers."""
        return f"mcbnc.read(path, names={value!r})"

    def memory(self) -> str:
        """What sets the limit of memory."""
        return "mcbnc.limits(memory=...)"

    def no_row_numbers(self) -> str:
        """What is wrong with a file that has a column without a name, and what to do."""
        return (
            "a column has no name: give it one. Numbers of rows are left out by index=False of pandas' "
            "to_csv, and by row.names = FALSE of R's write.csv"
        )

    def option_list(self, name: str, values: Sequence[Hashable], more: str = "") -> str:
        """An option with these values. `more` is how many more there are."""
        return _of_rows(name, f"{name}=[{', '.join(map(shown, values))}{more}]")


def _of_rows(name: str, told: str) -> str:
    """An option as Python's users write it: that of rows inside of Rows."""
    return f"Rows(..., {told})" if name in _OF_ROWS else told


_sites: ContextVar[Sites | None] = ContextVar("sites", default=None)

sites_now = _sites.get
"""The sites of the call that is running, if they have names."""


@contextmanager
def sited(sites: Sites | None) -> Iterator[None]:
    """Let the graphs or tables of an argument be of these sites in the context. None: sites without names.

    An error about one of them gets the name of its site.
    """
    before = _sites.set(sites)
    try:
        yield
    except InvalidInputError as error:
        _name_site(error, _sites.get())
        raise
    finally:
        _sites.reset(before)


def files_told() -> AbstractContextManager[None]:
    """Messages in the context name the file themselves, so only the index stands before them."""
    sites = _sites.get()
    return sited(None if sites is not None and sites.files else sites)


def spread_site(argument: str, dag: int, count: int) -> None:
    """Let a file be as many sites for the rest of the call as it has graphs."""
    sites = _sites.get()
    if sites is None or sites.argument != argument:
        return
    name = sites.names[dag]
    if not sites.files:
        raise InvalidInputError(
            f"it has {count} graphs, but a site has one: give each of them a name", argument=argument, dag=dag
        )
    own: list[Hashable] = [f"{name}[{k}]" for k in range(count)]
    _sites.set(sites._replace(names=[*sites.names[:dag], *own, *sites.names[dag + 1 :]]))


def _name_site(error: InvalidInputError, sites: Sites | None) -> None:
    if sites is None or error.dag is None or error.argument not in (sites.argument, *BY_SITE):
        return
    if error.dag < len(sites.names):
        error.site = sites.names[error.dag]


def few_values(name: str, values: Sequence[Hashable]) -> str:
    """An option with the first few values, and the number of the others."""
    return wording().option_list(name, values[:LISTED], unlisted(values))


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
