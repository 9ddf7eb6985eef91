"""The public functions that read graphs from files and strings of other tools."""

from __future__ import annotations

from .._base.paths import PathLike, path_text
from .._base.show import as_text
from ..errors import CycleError, InvalidInputError
from .block_formats import parse_bif
from .bnlearn import parse_model
from .cycles import check_acyclic
from .dot import parse_dot
from .graph import Graph
from .source import Source, Text, check_directed, undirected_edge
from .sources import open_text, read_source
from .table import parse_table


def read(path: PathLike) -> Graph:
    """Read a DAG from a file. The suffix determines the format.

    ========================= =========================================================
    ``.bif``                  :func:`read_bif`
    ``.net``                  a network of Hugin
    ``.dsc``                  a network of MSBN
    ``.xdsl``                 a network of GeNIe; a node's name is its identifier
    ``.xmlbif``, ``.bifxml``  XMLBIF 0.3
    ``.dot``, ``.gv``         :func:`read_dot`
    ``.csv``, ``.tsv``        :func:`read_edges`
    ``.txt``, ``.bn``         a bnlearn model string, see :func:`from_bnlearn`
    ``.dagitty``              dagitty's ``dag { a -> b }``
    ``.json``                 a result that :meth:`mcbnc.ConsensusResult.save` wrote, or a structure that
                              the command line wrote
    ========================= =========================================================

    Every file may be compressed by gzip, with or without ``.gz`` after its suffix. The functions with an
    argument `dags` accept such paths too, and bnlearn model strings.

    Only the structure is read. States, probabilities, tables, labels, positions and other properties are
    skipped. A part of a network that mcbnc does not know is an error, and so are decisions and utilities.

    Parameters
    ----------
    path : str or os.PathLike
        A file of text in UTF-8. Files in XML may declare another encoding.

    Returns
    -------
    Graph
        The DAG with the names of its nodes. The names are strings, except that ``.json`` keeps the names'
        own types.

    Raises
    ------
    InvalidInputError
        If the suffix is not in the table, or the file is not in the format of its suffix, or the file has
        several structures, which :func:`mcbnc.load` reads. The message names the file, and the line if
        the line is known.
    CycleError
        If the graph has a cycle. The message names the cycle. A CycleError is an InvalidInputError.
    OSError
        If the file cannot be read.
    """
    return as_dag(read_source(path), path_text(path))


def read_bif(path: PathLike) -> Graph:
    """Read the structure of a network in BIF, the Bayesian Interchange Format.

    The parameters, the result and the errors are those of :func:`read`.
    """
    text = open_text(path)
    return as_dag(check_directed(parse_bif(text), text.place), text.place)


def read_dot(path: PathLike) -> Graph:
    """Read a digraph in Graphviz's DOT.

    Attributes and ports are ignored, except that ``dir`` of ``none``, ``both`` or ``back`` is an error.
    The parameters, the result and the errors are those of :func:`read`.
    """
    text = open_text(path)
    return as_dag(parse_dot(text), text.place)


def read_edges(path: PathLike) -> Graph:
    """Read a list of arcs or an adjacency matrix from a table with a header.

    The cells are separated by commas, semicolons or tabs. If the header is ``from,to`` or
    ``source,target``, the table is a list of arcs. The list may begin with a column of row numbers, without
    a title, as R writes it, or with the title ``Unnamed: 0``, as pandas does. A row with an empty cell in
    ``to`` adds a node without an arc.

    With any other header, the table is an adjacency matrix of 0 and 1. The header has the names. The
    first column may have the names too. ``write.csv`` of an ``amat`` in R and ``DataFrame.to_csv`` in
    pandas write such tables. The parameters, the result and the errors are those of :func:`read`.
    """
    text = open_text(path)
    return as_dag(parse_table(text), text.place)


def from_bnlearn(modelstring: str) -> Graph:
    """Read a model string of R's bnlearn.

    Parameters
    ----------
    modelstring : str
        A string such as ``[A][C][B|A:C]``. The string has all nodes, each with its parents after a ``|``.

    Returns
    -------
    Graph
        The DAG. The nodes are in sorted order, as in the result of bnlearn's ``model2network``.

    Raises
    ------
    InvalidInputError
        If `modelstring` is no model string.
    CycleError
        If the graph has a cycle. A CycleError is an InvalidInputError.

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
    source = check_directed(parse_model(Text(modelstring, "modelstring")), "modelstring")
    return as_dag(source, "modelstring")


def as_dag(source: Source, place: str) -> Graph:
    """The graph of a source, which must be a DAG. `place` is where it comes from."""
    both = undirected_edge(source)
    if both:
        u, v = (as_text(name) for name in both)
        raise InvalidInputError(
            f"{place}: {u} - {v} is undirected, so this is no DAG; where dags are wanted, give the path",
            argument="path",
            nodes=both,
        )
    try:
        check_acyclic(source.arcs, source.names)
    except CycleError as error:
        raise CycleError(f"{place}: {error}", argument="path", nodes=error.nodes) from None
    return Graph.of(source)
