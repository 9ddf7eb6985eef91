"""The one table of the kinds of graphs. It is asked once for each graph.

The first kind that recognises a thing reads it. The order matters in these places:

- Most graphs are arrays of numbers, so that they come first and no other question is asked of them.
- An array with names is an array too. So it comes before the nested rows.
- The graphs of pgmpy are those of networkx. So what is left of pgmpy are its searches, which hold a graph.
- A dok_matrix of scipy.sparse has a method get that takes places. So it comes before those that ask a dict.
- What fci of causal-learn returns is a tuple of two, as an arc is.
- A list of arcs is a nested list too. So it comes before the rows of a matrix.
- Nested lists come before the objects of further libraries, since they are many and no such object.
- Anything else is taken for a matrix, and its error names what it is.

The files that read objects of other libraries are imported when the first such object comes. All of them
together would take an eighth of the time of importing mcbnc.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from ..._base import libraries
from ..._base.adjacency import ArcLists
from ..named import NamedMatrix, Place
from . import arc_list, array, named_array, ours, sparse, text


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


def _read(module: str, thing: Any, place: Place) -> NamedMatrix:
    """Read a thing by the function `read` of a file of this folder."""
    found: NamedMatrix = import_module(f".{module}", __package__).read(thing, place)
    return found


KINDS = (
    Kind(array.is_numbers, array.read),
    Kind(named_array.recognise, named_array.read),
    Kind(ours.recognise, ours.read, one=True),
    Kind(libraries.is_frame, partial(_read, "frame"), one=True),
    Kind(libraries.is_column_table, partial(_read, "columns"), one=True),
    Kind(libraries.is_networkx, partial(_read, "digraph"), one=True),
    Kind(sparse.recognise, sparse.read, one=True, read_stack=sparse.read_stack),
    Kind(text.recognise, text.read, one=True, read_all=text.read_all, read_sequence=text.read_sequence),
    Kind(libraries.is_causallearn, partial(_read, "causallearn"), one=True),
    Kind(arc_list.recognise, arc_list.read),
    Kind(array.is_nested, array.read),
    Kind(libraries.is_pyagrum, partial(_read, "pyagrum"), one=True),
    Kind(libraries.is_pgmpy_search, partial(_read, "pgmpy_search")),
    Kind(libraries.is_lingam, partial(_read, "lingam")),
)
_ANYTHING = Kind(lambda _: True, array.read)


def kind_of(thing: Any) -> Kind:
    """The kind of a graph."""
    for kind in KINDS:
        if kind.recognise(thing):
            return kind
    return _ANYTHING
