"""Graphs whose edges have a mark at each end: ``-``, ``>``, ``o`` and others.

Two tails are an undirected edge. A tail and an arrowhead are a directed one. An edge with any other
marks is in no DAG and in no class of DAGs: a circle stands for "not known", and two arrowheads for a
latent common cause.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import zeros
from .._base.show import as_text
from ..errors import InvalidInputError

TAIL, HEAD, CIRCLE = "-", ">", "o"
_WAYS = {"--": (True, True), "->": (True, False), ">-": (False, True)}


def ways_of(at_u: str, at_v: str) -> tuple[bool, bool] | None:
    """Whether an edge with these marks at u and at v goes from u to v, and from v to u: both if undirected.

    None: no DAG and no class of DAGs has such an edge.
    """
    return _WAYS.get(at_u + at_v)


class Marked(NamedTuple):
    """An edge between the nodes i and j, with its mark at either end."""

    i: int
    j: int
    at_i: str
    at_j: str

    @property
    def text(self) -> str:
        """The edge as it is written from i to j, such as ``o->``."""
        return link(self.at_i, self.at_j)


def link(at_u: str, at_v: str) -> str:
    """An edge with these marks as it is written from u to v, such as ``o->``."""
    return f"{'<' if at_u == HEAD else at_u}-{at_v}"


def adjacency_of(edges: Iterable[Marked], names: list[Hashable]) -> NDArray[np.uint8]:
    """The adjacency matrix (n, n) of a partially directed graph. An undirected edge has both bits set.

    Raises an InvalidInputError that names the first edge with other marks.
    """
    array = zeros(len(names))
    for edge in edges:
        ways = ways_of(edge.at_i, edge.at_j)
        if ways is None:
            raise refuse(edge.text, names[edge.i], names[edge.j])
        array[edge.i, edge.j], array[edge.j, edge.i] = ways
    return array


_MEANINGS = {
    "o": "a circle stands for either mark, so this is no graph of a class of DAGs but a PAG",
    "x": "x stands for orientations in conflict",
    "<->": "two arrowheads stand for a latent common cause, which no DAG over these nodes has",
}


def refuse(mark: str, u: Hashable, v: Hashable, hint: str = "") -> InvalidInputError:
    """The error for an edge whose marks no DAG has. It names the edge and the meaning of the marks."""
    return InvalidInputError(problem(mark, u, v) + hint, nodes=[u, v])


def problem(mark: str, u: Hashable, v: Hashable) -> str:
    """The text of an error about an edge whose marks no DAG has."""
    meaning = next((f": {text}" for sign, text in _MEANINGS.items() if sign in mark), "")
    edge = f"{as_text(u)} {mark} {as_text(v)}"
    return f"the edge {edge} is neither -->, <-- nor undirected (---){meaning}"
