"""Errors and warnings that are collected as problems, where other functions raise the first one."""

from __future__ import annotations

import re
import warnings
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Literal

from .._base.show import printed, shown
from .._base.wording import Wording, wording
from ..errors import DataWarning, InvalidInputError
from .report import Problem

_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


def site_words(words: Wording, sites: Sequence[Hashable], single: bool) -> Wording:
    """The caller's words, with the names of the sites for their tables."""

    def place(argument: str, dag: int | None = None, file: str | None = None) -> str:
        k = 0 if single else dag
        if argument != "datasets" or k is None or isinstance(sites[k], int):
            return words.place(argument, dag, file)
        return printed(sites[k])

    named = copy(words)
    named.place = place  # type: ignore[method-assign]
    return named


class Collected:
    """The problems found so far, each once."""

    def __init__(self, sites: Sequence[Hashable], single: bool) -> None:
        """`sites` are the names of the tables. `single`: there is one table, and it needs no name."""
        self._sites = sites
        self._single = single
        self._found: dict[Problem, None] = {}

    @property
    def problems(self) -> list[Problem]:
        return list(self._found)

    @property
    def ok(self) -> bool:
        """True if there is no error."""
        return all(problem.severity != "error" for problem in self._found)

    @contextmanager
    def watch(
        self, column: Hashable = None, site: int | None = None, warn: bool = True
    ) -> Iterator[list[InvalidInputError]]:
        """Make problems of the error and the warnings of rows in the context, which an error ends.

        `column` and `site` are those that the context is about. `warn`: take the warnings too. The list has
        the error, if there is one.
        """
        raised: list[InvalidInputError] = []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", DataWarning)
            try:
                yield raised
            except InvalidInputError as error:
                raised.append(error)
                about = error.nodes[0] if column is None and len(error.nodes) == 1 else column
                self._add_message(str(error), "error", about, error.dag if site is None else site)
        for warning in caught:
            if warn and issubclass(warning.category, DataWarning):
                self._add_message(str(warning.message), "warning", column, site)

    def add(
        self,
        severity: Literal["error", "warning"],
        problem: str,
        advice: str = "",
        column: Hashable = None,
        site: int | None = None,
        at: str = "",
    ) -> None:
        named = None if site is None or self._single else self._sites[site]
        self._found[Problem(named, column, at, severity, problem, advice)] = None

    def _add_message(
        self, message: str, severity: Literal["error", "warning"], column: Hashable, site: int | None
    ) -> None:
        """A problem from a message that begins with the place of a table, and of a column and row in it."""
        known = [*range(len(self._sites))] if site is None else [site]
        for k in [None, *known]:
            place = f"{wording().place('datasets', k)}: "
            if message.startswith(place):
                site, message = (k if site is None else site), message.removeprefix(place)
                break
        at = ""
        if inside := re.match(rf"column {re.escape(shown(column))}(?:, ((?:row|line) \d+))?: ", message):
            at = inside[1] or ""
            message = message[inside.end() :]
        self.add(severity, *_parted(message), column, site, at)


def _parted(message: str) -> tuple[str, str]:
    """What is wrong, and what to do: the parts before and after the first colon that is in no quotes."""
    bare = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), message)
    end = bare.find(": ")
    return (message, "") if end < 0 else (message[:end], message[end + 2 :])
