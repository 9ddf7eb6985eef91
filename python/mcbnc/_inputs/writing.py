"""A graph into a file. The suffix determines the format."""

from __future__ import annotations

import gzip
from typing import Any

from .._base.adjacency import distinct
from .._base.names import default_names
from .._base.paths import PathLike, path_text
from .._base.place import placed
from .._base.show import shown
from .._base.warn import warn
from .._base.writing import write_whole
from .._graphs.formats import NETWORK_SUFFIXES, STRUCTURE_SUFFIXES, check_digits, write_structure
from .._graphs.graph import NamedGraph
from .._graphs.reading import format_of
from .._graphs.source import Source
from ..errors import DataWarning, InvalidInputError
from .graphs import read_graph

_WRITTEN = (*NETWORK_SUFFIXES, *STRUCTURE_SUFFIXES)


def write(graph: Any, path: PathLike, digits: int | None = None) -> None:
    """Write a graph into a file. The suffix of the path determines the format, as for :func:`mcbnc.read`.

    ========================= =========================================================
    ``.csv``, ``.tsv``        the adjacency matrix with names
    ``.dot``, ``.gv``         Graphviz
    ``.json``                 nodes and edges; names keep their types
    ``.txt``, ``.bn``         a model string of bnlearn: DAGs alone
    ``.dagitty``              ``dag { a -> b }``, or a ``pdag``
    ``.bif``, ``.net``,       networks with their probabilities: what :func:`mcbnc.learn_jointly` returns
    ``.dsc``, ``.xdsl``,      for a discrete score
    ``.xmlbif``, ``.bifxml``,
    ``.xml``
    ========================= =========================================================

    ``.gz`` after the suffix compresses the file. It is written whole or not at all.

    Parameters
    ----------
    graph : graph
        Any one graph that `dags` may hold. A node without a name is called by its number. A name that is no
        string is written as its ``str()``, except in ``.json``.
    path : str or os.PathLike
    digits : int, optional
        Of the probabilities of a network: the number after the point, 1 to 15. Each distribution still adds
        up to 1. Default: all digits, from which a network of :mod:`mcbnc.federated` gives exact counts back.

    Raises
    ------
    InvalidInputError
        If the suffix is not in the table; if the graph has no probabilities and the format is one of
        networks; if an edge is undirected and the format has no such edges; if the format cannot hold a
        name; if there are `digits` and no probabilities; or if no file can be at the path.
    CycleError
        If the graph has a directed cycle.

    Warns
    -----
    DataWarning
        A format of networks takes a name or a state only as an identifier. Then a comment in the file has
        the names, and :func:`mcbnc.read` reads those of the nodes back. Also where probabilities of a
        federation give counts of its sites' rows back: how many cells have 1 to 4 rows.

    Notes
    -----
    A consensus or another result is written as its DAG. To keep the whole run of a consensus, there is
    :meth:`mcbnc.ConsensusResult.save`.
    """
    place = path_text(path)
    suffix = format_of(place)
    if suffix not in _WRITTEN:
        raise InvalidInputError(
            f"{shown(place)}: its suffix is of no format; write one of {', '.join(_WRITTEN)}, each with or "
            "without .gz",
            argument="path",
        )
    places = check_digits(digits)
    source = _source_of(graph)
    network = graph._network if isinstance(graph, NamedGraph) and graph._has_network else None
    more = graph._more_in_json() if suffix == ".json" and isinstance(graph, NamedGraph) else {}
    with placed("graph"):
        text, told = write_structure(source, suffix, network, places, more)
    if told is not None:
        warn(f"{place}: {told}", DataWarning)
    content = _encoded(text)
    write_whole(place, gzip.compress(content, mtime=0) if place.lower().endswith(".gz") else content)


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInputError(
            f"graph: the name with {shown(error.object[error.start])} is no text that a file can hold",
            argument="graph",
        ) from None


def _source_of(graph: Any) -> Source:
    if isinstance(graph, NamedGraph):
        return graph._source()
    read = read_graph(graph, "graph")
    return Source(read.names or default_names(read.n), distinct(read.adjacency.arcs, read.n))
