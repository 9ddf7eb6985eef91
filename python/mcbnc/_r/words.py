"""Errors and messages in R's terms: indices from 1, NULL, TRUE and FALSE."""

from __future__ import annotations

import re
from typing import Any

from .._base.wording import Wording
from ..errors import InvalidInputError

__all__ = ["R_WORDS", "describe", "in_r"]


class _Words(Wording):
    """What R has by other names. The rest of a message is Python's, and `in_r` translates it."""

    def memory(self) -> str:
        return "with_limits()"


R_WORDS = _Words()

# A name that a message quotes has a quote before it, and stays as it is.
_INDEX = re.compile(r"(?<![\w'\"])(dags|datasets|data)\[(\d+)\]")
_SITE = re.compile(r"(?<![\w'\"])(dags|datasets|data|weights)\[('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\]")
_NAMES = {
    "dags": "dags",
    "datasets": "data",
    "data": "data",
    "weights": "weights",
}  # learn() of R has one argument for one table and for many
_WEIGHT = re.compile(r"(?<![\w'\"])weights\[(\d+)\]")
_ROW = re.compile(r"(?<![\w'\"])row (\d+)\b")
_WORD = re.compile(r"(?<![\w'\"])(None|True|False)(?![\w'\"])")
_WORDS = {"None": "NULL", "True": "TRUE", "False": "FALSE"}
_LIST = re.compile(r"\b(accept|missing_values)=\[([^\[\]]*)\]")
_ROWS = re.compile(r"(?<![\w'\"])Rows\((?=\.\.\., )")
_FUNCTION = re.compile(r"(?<![\w'\"])mcbnc\.(discretize|learn|consensus)\b(?!\()")
"""Functions of Python that the R package has by the same names."""


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
    message = _FUNCTION.sub(r"\1()", message)
    message = _ROWS.sub("rows(", message)
    message = _LIST.sub(lambda found: f"{found[1]} = c({found[2]})", message)
    message = _INDEX.sub(lambda found: f"{_NAMES[found[1]]}[[{int(found[2]) + 1}]]", message)
    message = _SITE.sub(lambda found: f"{_NAMES[found[1]]}[[{_in_quotes(found[2])}]]", message)
    message = _WEIGHT.sub(lambda found: f"weights[{int(found[1]) + 1}]", message)
    message = _ROW.sub(lambda found: f"row {int(found[1]) + 1}", message)
    return _WORD.sub(lambda found: _WORDS[found[1]], message)


def _in_quotes(name: str) -> str:
    """The name of a site, as Python quotes it, in R's quotes."""
    inside = name[1:-1]
    return name if name[0] == '"' or '"' in inside else f'"{inside}"'
