"""The command line's ``learn``: data in, structures out, in a form that ``consensus`` reads."""

from __future__ import annotations

from typing import Any

from .._learning.learned import Learned
from ..errors import InvalidInputError
from ._files import suffix, write, write_text
from ._text import csv_text, json_text

__all__ = ["check_suffixes", "edges_text", "record", "write_learned"]

_ALL = ".json"


def check_suffixes(files: list[str], outs: list[str]) -> None:
    """Only one format holds many structures."""
    for out in outs:
        if len(files) > 1 and suffix(out) != _ALL:
            raise InvalidInputError(f"{out}: of several data files, only {_ALL} holds the structures")


def edges_text(files: list[str], learned: list[Learned]) -> str:
    """The edges as CSV, with the file where there are several."""
    if len(files) == 1:
        return csv_text(("from", "to"), learned[0].edges)
    rows = [(file, *edge) for file, graph in zip(files, learned, strict=True) for edge in graph.edges]
    return csv_text(("data", "from", "to"), rows)


def record(files: list[str], learned: list[Learned]) -> dict[str, Any]:
    """The structures in the form of the bundled sets, and what was learned from where."""
    return {
        "nodes": learned[0].nodes,
        "clients": [graph.edges for graph in learned],
        "learned": [
            {
                "data": file,
                "rows": graph.rows,
                graph.criterion: graph.score,
                "status": graph.status,
                "seconds": graph.seconds,
            }
            for file, graph in zip(files, learned, strict=True)
        ],
    }


def write_learned(files: list[str], learned: list[Learned], path: str) -> None:
    """Write the structures to a file: all to JSON, a single one in any format of a graph."""
    if suffix(path) == _ALL:
        write_text(path, json_text(record(files, learned)))
    else:
        write(learned[0], path)
