"""Errors and messages in R's terms: indices from 1, NULL, TRUE and FALSE."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .._base.wording import Wording
from ..errors import InvalidInputError


class _Words(Wording):
    """What R has by other names. The rest of a message is Python's, and `in_r` translates it."""

    def memory(self) -> str:
        return "with_limits()"

    def naming(self, value: str) -> str:
        return f'read(path, names = "{value}")'

    def no_row_numbers(self) -> str:
        return (
            "a column has no name: give it one. Numbers of rows are left out by write.csv(row.names = FALSE)"
        )


R_WORDS = _Words()

_BARE = r"(?<![\w'\"])"
"""Before what is no name's part: a name that a message quotes has a quote before it, and stays as it is."""
_QUOTED = r"('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
_NAMES = {"datasets": "data"}  # learn() of R has one argument for one table and for many
_FUNCTIONS = (
    "bootstrap|check|compare|consensus|discretize|learn|learn_jointly|pool|read|stability|trajectory|vote|"
    "write"
)
"""What R has by the same names."""
_WORDS = {"None": "NULL", "True": "TRUE", "False": "FALSE"}


def _from_one(found: re.Match[str]) -> str:
    return f"{_NAMES.get(found[1], found[1])}[[{int(found[2]) + 1}]]"


def _by_name(found: re.Match[str]) -> str:
    return f"{_NAMES.get(found[1], found[1])}[[{_in_quotes(found[2])}]]"


_TERMS: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [
    (_BARE + rf"mcbnc\.(?:baselines\.)?({_FUNCTIONS})\b(?!\()", r"\1()"),
    (_BARE + rf"mcbnc\.(?:baselines\.)?({_FUNCTIONS})(?=\()", r"\1"),
    (_BARE + r"Rows\((?=\.\.\., )", "rows("),
    (r"\b(accept|missing_values)=\[([^\[\]]*)\]", r"\1 = c(\2)"),
    (_BARE + r"(dags|datasets|data|opinions)\[(\d+)\]", _from_one),
    (_BARE + rf"(dags|datasets|data|opinions|weights)\[{_QUOTED}\]", _by_name),
    (_BARE + r"weights\[(\d+)\]", lambda found: f"weights[{int(found[1]) + 1}]"),
    (_BARE + r"row (\d+)\b", lambda found: f"row {int(found[1]) + 1}"),
    (_BARE + r"(None|True|False)(?![\w'\"])", lambda found: _WORDS[found[1]]),
]
"""What Python's messages say, and what R's users read."""


def describe(error: Exception) -> dict[str, Any]:
    """The class of an error, its message, and what is at fault; a graph by its index from 1."""
    dag = getattr(error, "dag", None)
    return {
        "kind": type(error).__name__,
        "message": in_r(str(error) or type(error).__name__),
        "argument": getattr(error, "argument", None),
        "dag": None if dag is None else dag + 1,
        "site": None if (site := getattr(error, "site", None)) is None else str(site),
        "nodes": [str(node) for node in error.nodes] if isinstance(error, InvalidInputError) else [],
    }


def in_r(message: str) -> str:
    """A message for R: indices of graphs, weights and rows count from 1, and what to do is R."""
    for python, r in _TERMS:
        message = re.sub(python, r, message)
    return message


def _in_quotes(name: str) -> str:
    """The name of a site, as Python quotes it, in R's quotes."""
    inside = name[1:-1]
    return name if name[0] == '"' or '"' in inside else f'"{inside}"'
