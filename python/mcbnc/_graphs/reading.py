"""The public functions that read graphs from files and strings of other tools."""

from __future__ import annotations

from .._base.files import read_file
from .._base.paths import PathLike, path_text
from .._base.show import as_text
from ..errors import CycleError, InvalidInputError
from .bnlearn import parse_model
from .cycles import check_acyclic
from .graph import Graph
from .labels import Naming, check_naming
from .source import Source, Text, check_directed, undirected_edge
from .sources import parse_file, read_source


def read(path: PathLike, *, names: Naming | None = None) -> Graph:
    """Read a DAG from a file. The suffix determines the format.

    ========================= =========================================================
    ``.bif``                  :func:`read_bif`
    ``.net``                  a network of Hugin
    ``.dsc``                  a network of MSBN
    ``.dne``                  a network of Netica
    ``.xdsl``                 a network of GeNIe
    ``.xmlbif``, ``.bifxml``  XMLBIF 0.3; also with the suffix ``.xml``
    ``.dot``, ``.gv``         :func:`read_dot`
    ``.csv``, ``.tsv``        :func:`read_edges`
    ``.txt``, ``.bn``         a bnlearn model string, see :func:`from_bnlearn`; ``.txt`` also a graph of
                              Tetrad, with its lines ``Graph Nodes:`` and ``Graph Edges:``
    ``.dagitty``              dagitty's ``dag { a -> b }``
    ``.json``                 a result that :meth:`mcbnc.ConsensusResult.save` wrote, or a structure that
                              the command line wrote
    ========================= =========================================================

    Every file may be compressed by gzip, with or without ``.gz`` after its suffix. The functions with an
    argument `dags` accept such paths too, and bnlearn model strings.

    Only the structure is read. States, probabilities, tables, positions and other properties are skipped.
    A part of a network that mcbnc does not know is an error, and so are decisions and utilities.

    Parameters
    ----------
    path : str or os.PathLike
        A file of text in UTF-8. Files in XML may declare another encoding.
    names : {"labels", "ids"}, optional
        What the names of the nodes are, where a node has an identifier and a label: in ``.dot``, ``.net``,
        ``.dsc``, ``.dne``, ``.xdsl`` and ``.dagitty``. Default: the labels if a program counted the nodes, as
        0, 1, 2 or n0, n1, n2, and if every node has a label of its own; else the identifiers. A DataWarning
        says so if labels tell more than identifiers.

    Returns
    -------
    Graph
        The DAG with the names of its nodes. The names are strings, except that ``.json`` keeps the names'
        own types.

    Raises
    ------
    InvalidInputError
        If the suffix is not in the table, or the file is not in the format of its suffix, or the file has
        several structures, which :func:`mcbnc.load` reads. If `names` is "labels", and not every node has a
        label of its own. The message names the file, and the line if
        the line is known.
    CycleError
        If the graph has a cycle. The message names the cycle. A CycleError is an InvalidInputError.
    OSError
        If the file cannot be read.
    """
    naming = check_naming(names)
    return as_dag(read_source(path, naming), path_text(path))


def read_bif(path: PathLike) -> Graph:
    """Read the structure of a network in BIF, the Bayesian Interchange Format.

    The parameters, the result and the errors are those of :func:`read`.
    """
    return _read_as(path, ".bif")


def read_dot(path: PathLike) -> Graph:
    """Read a digraph in Graphviz's DOT.

    The marks of an edge are those that Graphviz draws, by ``dir``, ``arrowhead`` and ``arrowtail``. An edge
    without marks is undirected, so the graph is no DAG. An edge that is invisible is none. Ports and all
    other attributes but labels are ignored. The parameters, the result and the errors are those of
    :func:`read`.
    """
    return _read_as(path, ".dot")


def read_edges(path: PathLike) -> Graph:
    """Read a list of arcs or an adjacency matrix from a table with a header.

    The cells are separated by commas, semicolons or tabs. If the header is ``from,to`` or
    ``source,target``, ``parent,child`` or ``cause,effect``, the table is a list of arcs. The list may begin
    with a column of row numbers, without a title, as R writes it, or with the title ``Unnamed: 0``, as pandas
    does. A row with an empty cell in ``to`` adds a node without an arc. The edges of Bayesys and of Gephi,
    and of any table of three columns whose second one has arrows alone, such as ``-->`` and ``---``, are
    read with their marks.

    With any other header, the table is an adjacency matrix of 0 and 1. The header has the names. The
    first column may have the names too. ``write.csv`` of an ``amat`` in R and ``DataFrame.to_csv`` in
    pandas write such tables. The parameters, the result and the errors are those of :func:`read`.
    """
    return _read_as(path, ".csv")


def _read_as(path: PathLike, suffix: str) -> Graph:
    """Read a file of the format of a suffix, whatever the file's own suffix is."""
    file = read_file(path)
    return as_dag(parse_file(file, suffix)[0], file.place)


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
