"""Graphs from files and strings: the public functions that read them."""

from __future__ import annotations

import os
from pathlib import Path

from .._base.files import File, read_file
from .._base.paths import PathLike, path_text
from .._base.show import as_text, shown
from ..errors import CycleError, InvalidInputError
from .bnlearn import parse_model
from .cycles import check_acyclic
from .dagitty import is_dagitty, parse_dagitty
from .graph import Graph
from .labels import Naming, check_naming, named
from .recognising import SUFFIXES, Format, format_with, recognise
from .source import Source, Text, check_directed, undirected_edge
from .structures import parse_structures


def read(path: PathLike, *, names: Naming | None = None) -> Graph:
    """Read a DAG from a file. The content determines the format, whatever the suffix is.

    ========================= =========================================================
    ``.bif``                  :func:`read_bif`
    ``.net``                  a network of Hugin
    ``.dsc``                  a network of MSBN
    ``.dne``                  a network of Netica
    ``.xdsl``, ``.dsl``       a network of GeNIe; the latter is the older format
    ``.xmlbif``, ``.bifxml``  XMLBIF 0.3, of JavaBayes, WEKA and others; often with the suffix ``.xml``
    ``.pgmx``                 a network of OpenMarkov
    ``.uai``                  a network of the UAI competitions. Its nodes are numbers, from 0
    ``.dot``, ``.gv``         :func:`read_dot`
    ``.graphml``              GraphML, as networkx, igraph, Gephi and yEd write it
    ``.gml``                  GML, as the same tools write it
    ``.dagitty``              dagitty's ``dag { a -> b }``
    ``.bn``, ``.txt``         a bnlearn model string, see :func:`from_bnlearn`
    ``.json``                 a result that :meth:`mcbnc.ConsensusResult.save` wrote, or a structure that
                              the command line wrote
    ``.txt``                  a graph of Tetrad, causal-cmd or causal-learn, with its lines ``Graph Nodes:``
                              and ``Graph Edges:``
    ``.csv``, ``.tsv``        :func:`read_edges`
    ========================= =========================================================

    A file begins as its format does, behind blanks and comments. The suffix chooses where the content fits
    several formats, or none. Every file may be compressed by gzip, with or without ``.gz`` after its suffix.
    The functions with an argument `dags` accept such paths too, and bnlearn model strings.

    Only the structure is read. States, probabilities, tables, positions and other properties are skipped.
    A part of a network that mcbnc does not know is an error, and so are decisions and utilities.

    Parameters
    ----------
    path : str or os.PathLike
        A file of text in UTF-8. Files in XML may declare another encoding.
    names : {"labels", "ids"}, optional
        What the names of the nodes are, where a node has an identifier and a label: in ``.dot``, ``.net``,
        ``.dsc``, ``.dne``, ``.xdsl``, ``.dsl``, ``.graphml``, ``.gml`` and ``.dagitty``. Default: the labels
        if a program counted the nodes, as 0, 1, 2 or n0, n1, n2, and if every node has a label of its own;
        else the identifiers. There is a DataWarning if labels have more than identifiers.

    Returns
    -------
    Graph
        The DAG with the names of its nodes. The names are strings, except that ``.json`` keeps the names'
        own types.

    Raises
    ------
    InvalidInputError
        If neither the content nor the suffix tells a format of the table, or the file is not what it begins
        as, or the file has several structures, which :func:`mcbnc.load` reads. If `names` is "labels", and
        not every node has a label of its own. The message names the file, and the line if the line is known.
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
    without marks is undirected, so the graph is no DAG. An invisible edge is not read. Ports and all
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
            f"{place}: {u} - {v} is undirected, so this is no DAG; for dags, give the path",
            argument="path",
            nodes=both,
        )
    try:
        check_acyclic(source.arcs, source.names)
    except CycleError as error:
        raise CycleError(f"{place}: {error}", argument="path", nodes=error.nodes) from None
    return Graph.of(source)


def format_of(path: PathLike) -> str:
    """The suffix of a path, in lower case, without the ``.gz`` of a compressed file."""
    name = Path(path).name.lower().removesuffix(".gz")
    return Path(name).suffix


def parse_file(file: File, suffix: str, naming: Naming | None = None) -> list[Source]:
    """Read all graphs of a file in the format of this suffix. The graphs need not be DAGs.

    Only ``.json`` holds several. ``.txt`` and ``.xml`` are suffixes of many formats, so that the content
    tells which one it is.
    """
    form = format_with(suffix) or recognise(file, suffix)
    return _parse(file, form, naming)


def parse_any(file: File, suffix: str = "", naming: Naming | None = None) -> list[Source]:
    """Read all graphs of a file in the format that its content tells, and its suffix where that does not."""
    return _parse(file, recognise(file, suffix), naming)


def _parse(file: File, form: Format, naming: Naming | None) -> list[Source]:
    sources = [named(source, file.place, naming)._replace(hashed=file.hashed) for source in form.parse(file)]
    return sources if form.undirected else [check_directed(source, file.place) for source in sources]


def read_sources(graph: PathLike, naming: Naming | None = None) -> list[Source]:
    """Read all graphs of a file, or the one of a model string. `naming` says what the names of nodes are.

    A string that begins with ``[`` is a model string, one that begins with ``dag {`` a graph of dagitty. Any
    other input is a path.
    """
    if isinstance(graph, str) and is_dagitty(graph):
        return [named(parse_dagitty(Text(graph, "dagitty")), "dagitty", naming)]
    if is_model(graph):
        source = parse_model(Text(os.fspath(graph), "model string"))
        return [check_directed(named(source, "model string", naming), "model string")]
    suffix = format_of(path_text(graph))
    if suffix not in SUFFIXES and not os.path.lexists(graph):
        raise InvalidInputError(
            f"{shown(os.fspath(graph))} is neither a model string of bnlearn, like [A][B|A], nor dagitty's "
            "dag { }, nor a file: No such file or directory",
            argument="path",
        )
    return parse_any(read_file(graph), suffix, naming)


def read_source(graph: PathLike, naming: Naming | None = None) -> Source:
    """Read the one graph of a file or a model string. `naming` says what the names of nodes are."""
    sources = read_sources(graph, naming)
    if len(sources) > 1:
        place = os.fspath(graph)
        raise InvalidInputError(
            f"{place}: it has {len(sources)} graphs, not one; mcbnc.load reads all of them",
            argument="path",
        )
    return sources[0]


def read_structures(graph: PathLike) -> list[Source] | None:
    """Read the graphs of a file that is made for several graphs, even if it has one. Of others, None."""
    if is_model(graph) or (format_of(path_text(graph)) != ".json" and not os.path.isfile(graph)):
        return None
    file = read_file(graph)
    return parse_structures(file) if file.content.lstrip().startswith(b"{") else None


def open_text(path: PathLike) -> Text:
    """Read a file of text in UTF-8, with or without a byte-order mark, compressed by gzip or not."""
    file = read_file(path)
    return Text(file.text(), file.place)


def is_model(graph: PathLike) -> bool:
    """True if the input is a model string of bnlearn or a graph of dagitty, and no path."""
    return isinstance(graph, str) and (graph.lstrip().startswith("[") or is_dagitty(graph))
