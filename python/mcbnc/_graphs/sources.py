"""The choice of the parser for a file or a string with a graph."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from .._base.files import File, read_file
from .._base.paths import PathLike, path_text
from .._base.show import shown
from ..errors import InvalidInputError
from .block_formats import parse_bif, parse_dsc, parse_net
from .bnlearn import parse_model
from .dagitty import is_dagitty, parse_dagitty
from .dot import parse_dot
from .labels import Naming, named
from .netica import parse_dne
from .saved import saved_graph
from .source import Source, Text, check_directed
from .structures import parse_structures
from .table import parse_table
from .tetrad import is_tetrad, parse_tetrad
from .xml_networks import parse_xdsl, parse_xmlbif


class _Format(NamedTuple):
    """A format that a suffix tells."""

    parse: Callable[[File], list[Source]]
    """Reads the graphs of a file, whose nodes have their identifiers as names, and labels if the file has."""
    undirected: bool = True
    """Whether arcs both ways are an undirected edge."""


def _of_text(parse: Callable[[Text], Source], undirected: bool = False) -> _Format:
    """A format of text in UTF-8."""
    return _Format(lambda file: [parse(Text(file.text(), file.place))], undirected)


def _of_file(parse: Callable[[File], Source]) -> _Format:
    """A format of DAGs that is not plain text in UTF-8."""
    return _Format(lambda file: [parse(file)], False)


def _parse_txt(file: File) -> list[Source]:
    """A graph of Tetrad, or a model string. The latter has no undirected edges."""
    text = Text(file.text(), file.place)
    if is_tetrad(text.content):
        return [parse_tetrad(text)]
    return [check_directed(parse_model(text), file.place)]


def _parse_json(file: File) -> list[Source]:
    structures = parse_structures(file)
    return [saved_graph(file)] if structures is None else structures


_FORMATS: dict[str, _Format] = {
    ".bif": _of_text(parse_bif),
    ".net": _of_text(parse_net),
    ".dsc": _of_text(parse_dsc),
    ".dne": _of_text(parse_dne),
    ".xdsl": _of_file(parse_xdsl),
    ".xmlbif": _of_file(parse_xmlbif),
    ".bifxml": _of_file(parse_xmlbif),
    ".xml": _of_file(parse_xmlbif),
    ".dot": _of_text(parse_dot, undirected=True),
    ".gv": _of_text(parse_dot, undirected=True),
    ".csv": _of_text(parse_table, undirected=True),
    ".tsv": _of_text(parse_table, undirected=True),
    ".txt": _Format(_parse_txt),
    ".bn": _of_text(parse_model),
    ".dagitty": _of_text(parse_dagitty, undirected=True),
    ".json": _Format(_parse_json),
}
SUFFIXES = tuple(_FORMATS)
"""The suffixes of all formats, in the order of messages."""


def format_of(path: PathLike) -> str:
    """The suffix of a path, in lower case, without the ``.gz`` of a compressed file."""
    name = Path(path).name.lower().removesuffix(".gz")
    return Path(name).suffix


def parse_file(file: File, suffix: str, naming: Naming | None = None) -> list[Source]:
    """Read all graphs of a file. The graphs need not be DAGs. Only ``.json`` holds several."""
    form = _FORMATS[suffix]
    sources = [named(source, file.place, naming) for source in form.parse(file)]
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
    if suffix not in _FORMATS:
        raise InvalidInputError(
            f"{shown(os.fspath(graph))} is neither a model string of bnlearn, like [A][B|A], nor dagitty's "
            f"dag {{ }}, nor a file whose suffix is one of {', '.join(SUFFIXES)}, each with or without .gz",
            argument="path",
        )
    return parse_file(read_file(graph), suffix, naming)


def read_source(graph: PathLike, naming: Naming | None = None) -> Source:
    """Read the one graph of a file or a model string. `naming` says what the names of nodes are."""
    sources = read_sources(graph, naming)
    if len(sources) > 1:
        place = os.fspath(graph)
        raise InvalidInputError(
            f"{place}: it has {len(sources)} graphs, where one is wanted; mcbnc.load reads all of them",
            argument="path",
        )
    return sources[0]


def read_structures(graph: PathLike) -> list[Source] | None:
    """Read the graphs of a file that is made for several graphs, even if it has one. Of others, None."""
    if is_model(graph) or format_of(path_text(graph)) != ".json":
        return None
    return parse_structures(read_file(graph))


def open_text(path: PathLike) -> Text:
    """Read a file of text in UTF-8, with or without a byte-order mark, compressed by gzip or not."""
    file = read_file(path)
    return Text(file.text(), file.place)


def is_model(graph: PathLike) -> bool:
    """True if the input is a model string of bnlearn or a graph of dagitty, and no path."""
    return isinstance(graph, str) and (graph.lstrip().startswith("[") or is_dagitty(graph))
