"""The command line's files: read graphs and write results, whose format the suffix determines.

What goes to no file goes to stdout.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .._base.extras import import_extra
from .._base.writing import write_whole
from .._graphs.formats import NETWORK_SUFFIXES, STRUCTURE_SUFFIXES, write_structure
from .._graphs.graph import Graph
from .._graphs.table_writer import matrix_rows
from ..errors import InvalidInputError
from ._streams import UNWRITABLE, print_text, say
from ._text import csv_text, json_text

SEVERAL = ".json"
"""The only format that holds several structures."""
_PICTURES = (".pdf", ".png", ".svg")
PAGE = ".html"
"""What `explore` of a result writes."""
Record = Callable[[], Mapping[str, Any]]
"""Makes what is written in JSON."""


def suffix(path: str) -> str:
    """The suffix of a path, in lower case."""
    return Path(path).suffix.lower()


def is_picture(path: str) -> bool:
    return suffix(path) in _PICTURES


def check_outs(paths: list[str], digits: int | None = None) -> None:
    """Check before a run that the files can be there, and, for a picture, that matplotlib is installed.

    `digits` are for a file with probabilities alone.
    """
    if digits is not None and not {*map(suffix, paths)} & {*NETWORK_SUFFIXES}:
        listed = " ".join(NETWORK_SUFFIXES)
        raise InvalidInputError(f"--digits is for a file of probabilities, and no --out has one of {listed}")
    for path in paths:
        folder = Path(path).parent
        if not folder.is_dir():
            raise InvalidInputError(f"{path}: there is no folder {folder}")
        if Path(path).is_dir():
            raise InvalidInputError(f"{path}: it is a folder")
        if is_picture(path):
            import_extra("matplotlib")


def write(result: Any, path: str, record: Record | None = None, digits: int | None = None) -> None:
    """Write a result in the format of the path's suffix. JSON holds the `record`, or else what it saves.

    `digits` are those of probabilities, where the format holds any.
    """
    if suffix(path) in NETWORK_SUFFIXES:
        _write_graph(result, path, digits)
        return
    if record is not None and suffix(path) == ".json":
        write_text(path, json_text(record()))
        return
    if suffix(path) == PAGE:
        result.explore(path)
        return
    if is_picture(path):
        axes = result.plot()
        figure = (axes[0] if isinstance(axes, tuple) else axes).figure
        figure.savefig(path, bbox_inches="tight")
        import_extra("matplotlib.pyplot").close(figure)
        return
    from .._comparing.compare import Comparison  # these load all that makes such results
    from .._consensus.results import Trajectory

    formats = {Trajectory: _TRAJECTORY_FORMATS, Comparison: _COMPARISON_FORMATS}.get(
        type(result), _RESULT_FORMATS
    )
    formats[suffix(path)](result, path)


def publish(
    given: argparse.Namespace,
    result: Any,
    record: Record,
    text: Callable[[], str],
    saved: Record | None = None,
) -> None:
    """Write the files, and print. `saved` is what a file in JSON has, if not what the result saves."""
    for path in given.out:
        write(result, path, saved, getattr(given, "digits", None))
    show(given, record, text)


def show(given: argparse.Namespace, record: Record, text: Callable[[], str]) -> None:
    """Print the record with ``--json``, and else the text, unless there are files."""
    if given.json:
        print_text(json_text(record()))
    elif not given.out:
        print_text(text())


def write_text(path: str, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all. On every system a line ends with a line feed."""
    write_whole(path, text.encode(errors=UNWRITABLE))


def write_new(folder: Path, texts: Mapping[str, str]) -> None:
    """Write the demo's files into a folder. One that is there already is an error, unless it is the same."""
    for name, text in texts.items():
        if (folder / name).exists() and (folder / name).read_bytes() != text.encode():
            raise InvalidInputError(f"{folder / name} is there already, and not from this demo")
    for name, text in texts.items():
        write_text(str(folder / name), text)


def _write_matrix(graph: Graph, path: str) -> None:
    """Write the matrix with named rows and columns. So the file has the nodes without edges too."""
    header, *rows = matrix_rows(graph.adjacency, graph.nodes)
    write_text(path, csv_text(header, rows, "\t" if suffix(path) == ".tsv" else ","))


def _write_graph(graph: Graph, path: str, digits: int | None = None) -> None:
    """Write what :func:`mcbnc.write` writes, with names that are no text in any encoding too."""
    network = graph._network if graph._has_network else None
    text, told = write_structure(graph._source(), suffix(path), network, digits)
    if told is not None:
        say(f"{path}: {told}", "warning")
    write_text(path, text)


_RESULT_FORMATS: dict[str, Callable[[Any, str], None]] = {
    **dict.fromkeys(STRUCTURE_SUFFIXES, _write_graph),
    **dict.fromkeys((".csv", ".tsv"), _write_matrix),
    ".json": lambda result, path: result.save(path),
}
_TRAJECTORY_FORMATS: dict[str, Callable[[Any, str], None]] = {
    ".csv": lambda run, path: write_text(path, csv_text(run.breakpoints[0]._fields, run.breakpoints)),
    ".json": lambda run, path: run.save(path),
}
_COMPARISON_FORMATS: dict[str, Callable[[Any, str], None]] = {
    ".csv": lambda result, path: write_text(
        path, csv_text(list(result.table[0]), [list(row.values()) for row in result.table])
    ),
}
RESULT_SUFFIXES = (*STRUCTURE_SUFFIXES, *_PICTURES)
TRAJECTORY_SUFFIXES = (*_TRAJECTORY_FORMATS, *_PICTURES)
COMPARISON_SUFFIXES = (*_COMPARISON_FORMATS, *_PICTURES)
