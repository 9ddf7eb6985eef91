"""The command line's ``learn``: write the learned structures in a format that ``consensus`` reads."""

from __future__ import annotations

from typing import Any

from .._graphs.structures import structures_record
from .._learning.learned import Learned
from ..errors import InvalidInputError
from ._files import suffix, write, write_text
from ._text import EDGE_COLUMNS, csv_text, edge_rows, json_text

__all__ = ["check_suffixes", "edges_text", "record", "write_learned"]

_SEVERAL = ".json"  # the only format that holds several structures


def check_suffixes(files: list[str], outs: list[str]) -> None:
    """Refuse an output format that cannot hold the structures of all files."""
    for out in outs:
        if len(files) > 1 and suffix(out) != _SEVERAL:
            raise InvalidInputError(f"{out}: of several data files, only {_SEVERAL} holds the structures")


def edges_text(files: list[str], learned: list[Learned]) -> str:
    """The edges as CSV. If there are several files, the first column is the file."""
    if len(files) == 1:
        return csv_text(EDGE_COLUMNS, edge_rows(learned[0]))
    rows = [(file, *row) for file, graph in zip(files, learned, strict=True) for row in edge_rows(graph)]
    return csv_text(("data", *EDGE_COLUMNS), rows)


def record(files: list[str], learned: list[Learned]) -> dict[str, Any]:
    """The structures in the format of the bundled sets, and the data file, rows and score of each."""
    return {
        **structures_record(learned),
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
    """Write the structures to a file. JSON holds all of them. Any other format of a graph holds one."""
    if suffix(path) == _SEVERAL:
        write_text(path, json_text(record(files, learned)))
    else:
        write(learned[0], path)
