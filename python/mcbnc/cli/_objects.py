"""Options that go together become the objects that the functions take."""

from __future__ import annotations

import argparse
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

from .._base.show import listed
from .._inputs.knowledge import Knowledge
from .._rows.rows import Rows
from ..errors import InvalidInputError
from ._files import edges_with_names

__all__ = ["knowledge_given", "rows_given"]

_EDGES = ("required", "forbidden")
_NAMES = ("roots", "leaves")
_ROWS = ("missing", "missing_values", "accept", "decimal", "columns")


def knowledge_given(given: argparse.Namespace, nodes: Sequence[Hashable] = ()) -> Knowledge | str:
    """What the options say of the edges, or the path of a file that does.

    `nodes` may have names that are no texts.
    """
    told = {name: getattr(given, name, None) or [] for name in (*_EDGES, *_NAMES, "tiers")}
    path: str | None = getattr(given, "knowledge", None)
    if path is not None:
        if also := [f"--{name}" for name, value in told.items() if value]:
            problem = f"--knowledge {path} goes without {listed(also)}: write them into the file"
            raise InvalidInputError(problem, argument="knowledge")
        if not Path(path).is_file():
            raise InvalidInputError(f"--knowledge: there is no file {path}", argument="knowledge")
        return path
    parts: dict[str, Any] = {name: edges_with_names(told[name], nodes) for name in _EDGES}
    for name in _NAMES:
        parts[name] = edges_with_names([told[name]], nodes)[0]
    return Knowledge(**parts, tiers=edges_with_names(told["tiers"], nodes))


def rows_given(given: argparse.Namespace, data: Any, **options: Any) -> Rows:
    """A table or tables with the options about rows that the command has. `options` are more of them."""
    told = {name: getattr(given, name) for name in _ROWS if name in given}
    return Rows(data, **{**told, **options})
