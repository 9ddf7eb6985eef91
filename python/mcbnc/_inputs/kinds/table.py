"""The one table of the kinds of graphs. It is asked once for each graph.

The first kind that recognises a thing reads it. The order matters in these places:

- Most graphs are arrays of numbers, so that they come first and no other question is asked of them.
- An array with names is an array too. So it comes before the nested rows.
- The graphs of pgmpy are those of networkx. So what is left of pgmpy are its searches, which hold a graph.
- A dok_matrix of scipy.sparse has a method get that takes places. So it comes before those that ask a dict.
- What fci of causal-learn returns is a tuple of two, as an arc is.
- A list of arcs is a nested list too. So it comes before the rows of a matrix.
- Nested lists come before the objects of further libraries, since they are many and no such object.
- Anything else is taken for a matrix, and its error says what it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..._base.adjacency import ArcLists
from ..named import NamedMatrix, Place
from . import (
    arc_list,
    array,
    causallearn,
    columns,
    digraph,
    frame,
    lingam,
    named_array,
    ours,
    pgmpy_search,
    pyagrum,
    sparse,
    text,
)


class Kind(NamedTuple):
    """One kind of graph."""

    recognise: Callable[[Any], bool]
    read: Callable[[Any, Place], NamedMatrix]
    one: bool = False
    """A thing of this kind is one graph, and cannot be a sequence of graphs."""
    read_all: Callable[[Any, Place], list[NamedMatrix]] | None = None
    """Reads a thing in a sequence that may be several graphs."""
    read_sequence: Callable[[Any, Place], list[NamedMatrix] | None] | None = None
    """Reads a thing in the place of a sequence. None: it is one graph."""
    read_stack: Callable[[Any, Place], ArcLists | None] | None = None
    """Reads a thing in the place of a sequence, and makes no object of each graph. None: it is one graph."""


KINDS = (
    Kind(array.is_numbers, array.read),
    Kind(named_array.recognise, named_array.read),
    Kind(ours.recognise, ours.read, one=True),
    Kind(frame.recognise, frame.read, one=True),
    Kind(columns.recognise, columns.read, one=True),
    Kind(digraph.recognise, digraph.read, one=True),
    Kind(sparse.recognise, sparse.read, one=True, read_stack=sparse.read_stack),
    Kind(text.recognise, text.read, one=True, read_all=text.read_all, read_sequence=text.read_sequence),
    Kind(causallearn.recognise, causallearn.read, one=True),
    Kind(arc_list.recognise, arc_list.read),
    Kind(array.is_nested, array.read),
    Kind(pyagrum.recognise, pyagrum.read, one=True),
    Kind(pgmpy_search.recognise, pgmpy_search.read),
    Kind(lingam.recognise, lingam.read),
)
_ANYTHING = Kind(lambda _: True, array.read)


def kind_of(thing: Any) -> Kind:
    """The kind of a graph."""
    for kind in KINDS:
        if kind.recognise(thing):
            return kind
    return _ANYTHING
