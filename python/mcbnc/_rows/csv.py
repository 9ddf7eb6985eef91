"""Data in CSV files. The header holds the names, a row is a case, and a cell is a state."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Hashable, Iterator
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.files import opened, undecodable, unzippable
from .._base.names import check_names, label
from .._base.show import shorten
from ..errors import InvalidInputError
from .columns import Column, ColumnLocation, from_codes, smallest

__all__ = ["MISSING", "read_csv"]

MISSING = frozenset(("", "NA", "NaN", "nan", "<NA>"))
"""The cells that mean a missing value. "None" is left out, because real networks have it as a state."""

# A file is read in parts of this many rows, because cells as text need a hundred times the memory of codes.
_AT_ONCE = 50_000
_QUOTED = re.compile(r'"[^"]*"')


def read_csv(
    path: str | os.PathLike[str], argument: str, dag: int | None
) -> tuple[list[Hashable], list[Column]]:
    """The names and columns of a file. A state is the text of its cells, unchanged."""

    def refuse(problem: str) -> InvalidInputError:
        message = f"{label(argument, dag)} ({os.fspath(path)}): {shorten(problem, 400)}"
        return InvalidInputError(message, argument=argument, dag=dag)

    try:
        with opened(path) as raw, io.TextIOWrapper(raw, encoding="utf-8-sig", newline="") as file:
            header = file.readline()  # read once only, because the file may be a pipe
            reader = csv.reader(chain((header,), file), delimiter=_delimiter(header), strict=True)
            names: list[Hashable] = list(next(reader, []))
            if not names:
                raise refuse("it is empty")
            if "" in names:
                raise refuse(
                    "a column has no name; for none of rows' numbers, R's write.csv has row.names = FALSE"
                )
            check_names(names, label(argument, dag))
            rows = (row for row in reader if row)
            return names, _columns(rows, names, argument, dag)
    except InvalidInputError:
        raise
    except UnicodeDecodeError as error:
        raise refuse(undecodable(error)) from error
    except unzippable as error:
        raise refuse(f"the compressed file is damaged: {error}") from error
    except (csv.Error, ValueError) as error:  # for example a null character in the path
        raise refuse(str(error)) from error
    except OSError as error:
        raise refuse(f"the file cannot be read: {error.strerror}") from error


def _delimiter(header: str) -> str:
    """The separator that is most frequent in the header, outside quotes."""
    return max(",;\t", key=_QUOTED.sub("", header).count)


def _columns(
    rows: Iterator[list[str]], names: list[Hashable], argument: str, dag: int | None
) -> list[Column]:
    locations = [ColumnLocation(argument, dag, name) for name in names]
    codes: list[dict[str, int]] = [{} for _ in names]
    parts: list[list[NDArray[Any]]] = [[] for _ in names]
    first = 0
    while chunk := list(islice(rows, _AT_ONCE)):
        for i, row in enumerate(chunk, first):
            if len(row) != len(names):
                raise InvalidInputError(
                    f"{label(argument, dag)}: row {i} has {len(row)} cells for {len(names)} columns",
                    argument=argument,
                    dag=dag,
                )
        for cells, code, part, location in zip(
            zip(*chunk, strict=True), codes, parts, locations, strict=True
        ):
            for state in set(cells).difference(code):
                if state.strip() in MISSING:
                    raise location.missing(first + cells.index(state))
                code[state] = len(code)
            part.append(np.fromiter(map(code.__getitem__, cells), smallest(len(code)), len(cells)))
        first += len(chunk)
    return [
        from_codes(np.concatenate(part) if part else np.zeros(0, np.uint8), list(code), location)
        for code, part, location in zip(codes, parts, locations, strict=True)
    ]
