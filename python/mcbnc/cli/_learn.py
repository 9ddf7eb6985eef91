"""The command line's ``learn``: write the learned structures in a format that ``consensus`` reads."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from .._base.show import counted, listed
from .._graphs.structures import structures_record
from .._learning.learned import Learned
from ..errors import DataWarning, InvalidInputError
from ._files import SEVERAL, suffix, write, write_text
from ._text import EDGE_COLUMNS, csv_text, edge_rows, json_text, rows_text

__all__ = ["check_suffixes", "edges_text", "record", "summary", "warnings_are_lines", "write_learned"]


def check_suffixes(files: list[str], outs: list[str]) -> None:
    """Refuse an output format that cannot hold the structures of all files."""
    for out in outs:
        if len(files) > 1 and suffix(out) != SEVERAL:
            raise InvalidInputError(f"{out}: of several data files, only {SEVERAL} holds the structures")


def edges_text(files: list[str], learned: list[Learned]) -> str:
    """The edges as CSV. If there are several files, the first column is the file."""
    if len(files) == 1:
        return csv_text(EDGE_COLUMNS, edge_rows(learned[0]))
    rows = [(file, *row) for file, graph in zip(files, learned, strict=True) for row in edge_rows(graph)]
    return csv_text(("data", *EDGE_COLUMNS), rows)


def summary(file: str, graph: Learned) -> str:
    """One line on a structure, with the rows and columns that were left out."""
    rows = rows_text(graph.rows, graph.rows_left_out)
    text = (
        f"{file}: {counted(len(graph), 'edge')}, {len(graph.reversible)} of them reversible, over "
        f"{counted(len(graph.nodes), 'node')} from {rows} rows, "
        f"score {graph.score:.8g}, in {graph.seconds:.3g} s"
    )
    if graph.columns_left_out:
        text += f"; columns left out: {listed(graph.columns_left_out)}"
    return text


@contextmanager
def warnings_are_lines(say: Callable[[str], None]) -> Iterator[None]:
    """Print warnings about rows as lines, instead of Python's warnings."""
    python_shows = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, DataWarning):
            say(f"warning: {message}")
        else:
            python_shows(message, category, filename, lineno, file, line)

    with warnings.catch_warnings():
        warnings.simplefilter("always", DataWarning)
        warnings.showwarning = show
        yield


def record(files: list[str], learned: list[Learned]) -> dict[str, Any]:
    """The structures in the format of the bundled sets, and the data file, rows and score of each."""
    return {
        **structures_record(learned),
        "learned": [
            {
                "data": file,
                "rows": graph.rows,
                "rows_left_out": graph.rows_left_out,
                "columns_left_out": graph.columns_left_out,
                graph.criterion: graph.score,
                "status": graph.status,
                "seconds": graph.seconds,
            }
            for file, graph in zip(files, learned, strict=True)
        ],
    }


def write_learned(files: list[str], learned: list[Learned], path: str) -> None:
    """Write the structures to a file. JSON holds all of them. Any other format of a graph holds one."""
    if suffix(path) == SEVERAL:
        write_text(path, json_text(record(files, learned)))
    else:
        write(learned[0], path)
