"""The data of a site, and whether they fit what all sites have agreed on: known before the run."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from .._base.show import counted
from .._https import names
from .._rows.rows import read_datasets
from ..errors import InvalidInputError
from ..federated._tasks.consensus import DAGSite
from ..federated._tasks.rows import RowSite
from ._files import read_files, read_one, suffix
from ._learn import warnings_are_lines
from ._objects import rows_given
from ._streams import say
from ._wording import files_named

__all__ = ["names_of", "read_data"]


def read_data(given: argparse.Namespace, progress: Callable[[str], None]) -> DAGSite | RowSite:
    """The data of ``federate site``, which are checked against its ``--names``."""
    book = None if given.names is None else names.read_names_file(given.names)
    with files_named(data=given.data), warnings_are_lines(say):
        if given.task == "consensus":
            site: DAGSite | RowSite = DAGSite(read_one(given.data, None))
            what = counted(len(site.nodes), "node")
        else:
            site = _rows(given, book)
            what = f"{counted(len(site.nodes), 'node')}, {counted(site.rows, 'row')}"
    if book is None:
        progress(f"{given.data}: {what}. With --names it would be checked before the run")
    else:
        names.check(given.data, names.Names(site.nodes, None), book, given.names)
        progress(f"{given.data} fits {given.names}: {what}")
    return site


def _rows(given: argparse.Namespace, book: names.Names | None) -> RowSite:
    states = None if book is None else book.states
    try:
        return RowSite(rows_given(given, given.data, states=states), min_cell=given.min_cell)
    except InvalidInputError as error:
        if book is not None and error.argument == "states":  # other columns are the better reason
            names.check(given.data, names_of(given, given.data)._replace(states=None), book, given.names)
        raise


def names_of(given: argparse.Namespace, file: str, book: names.Names | None = None) -> names.Names:
    """The nodes of a file, and for learning their states. With a code book, each column has its states."""
    if suffix(file) == ".json" and (given.task == "learning" or _is_names(file)):
        return names.read_names_file(file)
    if given.task == "consensus":
        return names.Names(read_one(file, None).nodes, None)
    states = None if book is None else book.states
    rows = rows_given(given, [file], states=states)
    try:
        with files_named(datasets=[file]), warnings_are_lines(say):
            data = read_datasets(rows, "bdeu")
    except InvalidInputError as error:
        if book is not None and error.argument == "states":
            names.check(file, names_of(given, file)._replace(states=None), book, given.states)
        raise
    return names.Names(data.nodes, dict(zip(data.nodes, data.states, strict=True)))


def _is_names(file: str) -> bool:
    """Whether a JSON file has nodes alone, and no graphs."""
    try:
        read_files([file], None)
    except InvalidInputError:
        return True
    return False
