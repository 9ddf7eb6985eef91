"""Graphs in files and strings of other tools: the functions that users call."""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from ..errors import CycleError, InvalidInputError
from .bif import parse_bif
from .bnlearn import parse_model
from .dot import parse_dot
from .graph import Graph
from .saved import PathLike
from .source import Source, Text
from .sources import open_text, read_source
from .table import parse_table

__all__ = ["from_bnlearn", "read", "read_bif", "read_dot", "read_edges"]


def read(path: PathLike) -> Graph:
    """Read a DAG from a file; the suffix tells the format.

    ======================= ===========================================================
    ``.bif``                :func:`read_bif`
    ``.dot``, ``.gv``       :func:`read_dot`
    ``.csv``, ``.tsv``      :func:`read_edges`
    ``.txt``, ``.bn``       a bnlearn model string, see :func:`from_bnlearn`
    ``.json``               a result that :meth:`mcbnc.ConsensusResult.save` wrote
    ======================= ===========================================================

    The functions that take `dags` take such paths as well, and model strings.

    Parameters
    ----------
    path : str or os.PathLike
        A file of text in UTF-8.

    Returns
    -------
    Graph
        With names, which are strings except in ``.json``.

    Raises
    ------
    InvalidInputError
        If the suffix is another, or the file is not of its format; says the file, and the line
        where it is known.
    CycleError
        If the graph has a cycle; says which. Also an InvalidInputError.
    MissingExtraError
        If the format needs an optional library; says which.
    OSError
        If the file cannot be read.
    """
    return _as_graph(read_source(path), os.fspath(path))


def read_bif(path: PathLike) -> Graph:
    """Read the structure of a network in BIF, the Bayesian Interchange Format. Needs pgmpy.

    Parameters, return and errors as in :func:`read`.
    """
    return _as_graph(parse_bif(open_text(path)), os.fspath(path))


def read_dot(path: PathLike) -> Graph:
    """Read a digraph in Graphviz's DOT. Needs pydot.

    Attributes and ports are passed over; ``dir`` of ``none``, ``both`` or ``back`` is an error.
    Parameters, return and errors as in :func:`read`.
    """
    return _as_graph(parse_dot(open_text(path)), os.fspath(path))


def read_edges(path: PathLike) -> Graph:
    """Read a table with a header, split by commas, semicolons or tabs.

    With the header ``from,to`` or ``source,target`` it is a list of arcs, to which R may have added
    a first column of numbers; a row with nothing in ``to`` is a node without arcs. With any other
    it is an adjacency matrix of 0 and 1, its header the names, with or without the names as first
    column too: what ``write.csv`` of an ``amat`` and ``DataFrame.to_csv`` write. Parameters,
    return and errors as in :func:`read`.
    """
    return _as_graph(parse_table(open_text(path)), os.fspath(path))


def from_bnlearn(modelstring: str) -> Graph:
    """Read a model string of R's bnlearn.

    Parameters
    ----------
    modelstring : str
        Like ``[A][C][B|A:C]``: all nodes, each with its parents after a ``|``. The nodes of the
        graph are in sorted order, as those of bnlearn's ``model2network`` are.

    Returns
    -------
    Graph

    Raises
    ------
    InvalidInputError, CycleError
        If it is none, or no DAG's.

    Examples
    --------
    >>> import mcbnc
    >>> mcbnc.from_bnlearn("[A][C][B|A:C]").edges
    [('A', 'B'), ('C', 'B')]
    """
    if not isinstance(modelstring, str):
        raise InvalidInputError(
            f"modelstring must be a str, not {type(modelstring).__name__}", argument="modelstring"
        )
    return _as_graph(parse_model(Text(modelstring, "modelstring")), "modelstring")


def _as_graph(source: Source, place: str) -> Graph:
    cycle = _find_cycle(source.array)
    if cycle:
        nodes = [source.names[i] for i in cycle]
        path = " -> ".join(map(str, nodes))
        raise CycleError(f"{place}: it has a cycle: {path}", argument="path", nodes=nodes)
    return Graph(source.array, source.names, named=True)


def _find_cycle(adjacency: NDArray[np.uint8]) -> list[int]:
    """The nodes of a cycle, its first again at the end; none where there is no cycle."""
    left = np.ones(len(adjacency), bool)
    while True:  # take away what has no parent left
        free = left & ~adjacency[left].any(axis=0)
        if not free.any():
            break
        left &= ~free
    if not left.any():
        return []
    # Each node that is left has a parent among those left. So a walk upwards meets a node again.
    path = [int(np.argmax(left))]
    while path[-1] not in path[:-1]:
        path.append(int(np.argmax((adjacency[:, path[-1]] > 0) & left)))
    return path[path.index(path[-1]) :][::-1]
