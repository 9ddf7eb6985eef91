"""Options that go together become the objects that the functions take."""

from __future__ import annotations

import argparse
from collections.abc import Hashable, Sequence
from typing import Any

from .._inputs.knowledge import Knowledge
from .._rows.rows import Rows
from ._files import edges_with_names

__all__ = ["knowledge_given", "rows_given"]

_KNOWLEDGE = ("required", "forbidden")
_ROWS = ("missing", "missing_values", "accept", "decimal", "columns")


def knowledge_given(given: argparse.Namespace, nodes: Sequence[Hashable] = ()) -> Knowledge:
    """What the options say of the edges. `nodes` may have names that are no texts."""
    edges = {name: getattr(given, name, None) or [] for name in _KNOWLEDGE}
    return Knowledge(**{name: edges_with_names(own, nodes) for name, own in edges.items()})


def rows_given(given: argparse.Namespace, data: Any, **options: Any) -> Rows:
    """A table or tables with the options about rows that the command has. `options` are more of them."""
    told = {name: getattr(given, name) for name in _ROWS if name in given}
    return Rows(data, **{**told, **options})
