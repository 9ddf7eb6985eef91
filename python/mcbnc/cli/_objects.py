"""Options that go together become the objects that the functions take."""

from __future__ import annotations

import argparse
from collections.abc import Hashable, Sequence

from .._inputs.knowledge import Knowledge
from ._files import edges_with_names

__all__ = ["KNOWLEDGE", "knowledge_given"]

KNOWLEDGE = ("required", "forbidden")
"""The options of a :class:`mcbnc.Knowledge`."""


def knowledge_given(given: argparse.Namespace, nodes: Sequence[Hashable] = ()) -> Knowledge:
    """What the options say of the edges. `nodes` may have names that are no texts."""
    edges = {name: getattr(given, name, None) or [] for name in KNOWLEDGE}
    return Knowledge(**{name: edges_with_names(own, nodes) for name, own in edges.items()})
