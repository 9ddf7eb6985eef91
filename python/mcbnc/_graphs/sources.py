"""The choice of the parser for a file or a string with a graph."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .._base.show import shown
from ..errors import InvalidInputError
from .bif import parse_bif
from .bnlearn import parse_model
from .dot import parse_dot
from .saved import PathLike, saved_graph
from .source import Source, Text, check_directed
from .table import parse_table

__all__ = ["is_text", "open_text", "read_source"]

_PARSERS: dict[str, Callable[[Text], Source]] = {
    ".bif": parse_bif,
    ".dot": parse_dot,
    ".gv": parse_dot,
    ".csv": parse_table,
    ".tsv": parse_table,
    ".txt": parse_model,
    ".bn": parse_model,
}
_SAVED = ".json"
_UNDIRECTED_TOO = (".dot", ".gv", ".csv", ".tsv")
"""In these formats, arcs both ways are an undirected edge. The others are of DAGs alone."""


def is_text(graph: Any) -> bool:
    """True if the input may be a path or a model string."""
    return isinstance(graph, (str, os.PathLike))


def read_source(graph: PathLike) -> Source:
    """Read a graph, which need not be a DAG, from a file or a model string.

    A string that begins with ``[`` is a model string. Any other input is a path.
    """
    if isinstance(graph, str) and graph.lstrip().startswith("["):
        return check_directed(parse_model(Text(graph, "model string")), "model string")
    suffix = Path(graph).suffix.lower()
    if suffix == _SAVED:
        return saved_graph(graph)
    parser = _PARSERS.get(suffix)
    if parser is None:
        raise InvalidInputError(
            f"{shown(os.fspath(graph))} is neither a bnlearn model string, like [A][B|A], nor a file whose "
            f"suffix is one of {', '.join([*_PARSERS, _SAVED])}",
            argument="path",
        )
    source = parser(open_text(graph))
    return source if suffix in _UNDIRECTED_TOO else check_directed(source, os.fspath(graph))


def open_text(path: PathLike) -> Text:
    """Read a file of text in UTF-8, with or without a byte-order mark."""
    try:
        return Text(Path(path).read_text(encoding="utf-8-sig"), os.fspath(path))
    except UnicodeDecodeError as error:
        raise InvalidInputError(f"{os.fspath(path)}: not text in UTF-8: {error}", argument="path") from error
