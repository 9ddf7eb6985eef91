"""The callers' tables, recognised and split into columns. What is in the columns is read elsewhere.

No optional library is imported to recognise a table, as in _inputs/kinds/. Tables that are too large are
refused before their columns are read.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import LARGE
from .._base.extras import lazy_hint
from .._base.file_hash import FileHash, files_hashed
from .._base.libraries import is_frame
from .._base.memory import require_memory
from .._base.named_array import NamedArray
from .._base.names import check_names, default_names
from .._base.options import MOST_GRAPHS, list_of
from .._base.paths import pattern_hint
from .._base.scoring import cells_of
from .._base.show import counted, shorten, shown
from .._base.warn import warn
from .._engine.request import needed_for
from .._graphs.graph import Graph
from .._inputs.named import Place
from ..errors import DataWarning, InvalidInputError
from .cells import Wanted
from .columns import Column, ColumnLocation, Lines, place_of, read_column, read_together
from .csv import read_csv
from .numbers import Numbers, read_numbers
from .options import RowOptions
from .recipe import FileLines

NO_ROWS = "there are no rows"
_KINDS = "a pandas DataFrame, a dict of columns, an array or lists of rows, or the path of a CSV file"


class Opened(NamedTuple):
    """The table of one client, split into columns."""

    columns: list[Any]
    """As the caller holds them: Series, arrays and sequences. Those of a CSV file are read already."""
    labels: list[Hashable]
    """The name of each column for messages. Columns without names are 0..n-1."""
    rows: int | None
    """The number of rows. None: as many as the first column has."""
    names: list[Hashable] | None
    read: dict[Hashable, Any]
    """The columns that were read so far, by name."""
    argument: str
    dag: int | None = None
    file: str | None = None
    lines: Lines | None = None
    """The lines of the file's rows."""
    doubt: str | None = None
    """What seems wrong with the header of the file."""
    kept: NDArray[Any] | None = None
    """The caller's numbers of the rows, where a recipe left rows out of a table that is no file."""
    skipped: int = 0
    """The lines of the file that a recipe left out."""
    rows_named: bool = False
    """Whether the rows have the names of the columns, as those of a matrix over the nodes have."""
    hashed: FileHash | None = None
    """The file that was read."""
    cut: int = 0
    """The number of columns that discretize has cut into bins."""

    @property
    def n(self) -> int:
        return len(self.columns)

    @property
    def place(self) -> str:
        return place_of(self.argument, self.dag, self.file)

    @property
    def unit(self) -> str:
        return "columns"

    def location(self, name: Hashable) -> ColumnLocation:
        return ColumnLocation(self.argument, self.dag, name, self.file, self.kept, self.lines)

    def column(self, at: int) -> Column:
        """The codes and states of a column, which is read once."""
        values, name = self.columns[at], self.labels[at]
        if isinstance(values, Column):
            return values
        if name not in self.read:
            self.read[name] = read_column(values, self.location(name))
        column: Column = self.read[name]
        return column

    def numbers(self, at: int, options: RowOptions) -> Numbers:
        """The numbers of a column, and its texts. It is read once, by one kind of options."""
        values, name = self.columns[at], self.labels[at]
        if isinstance(values, Numbers):
            return values
        if name not in self.read:
            self.read[name] = read_numbers(values, self.location(name), options)
        numbers: Numbers = self.read[name]
        return numbers


def open_table(
    data: Any,
    argument: str,
    dag: int | None,
    given: list[Hashable] | None,
    cells: Wanted,
) -> Opened:
    """Recognise one client's data, of any kind.

    `given` are the names for columns without names. `cells` is what the cells of a CSV file are.
    """
    if not isinstance(data, Graph) and hasattr(data, "to_pandas"):  # polars and pyarrow
        data = _to_pandas(data, argument, dag)
    if is_frame(data):
        names = check_names(data.columns.tolist(), argument, dag, "column")
        table = Opened([column for _, column in data.items()], names, len(data), names, {}, argument, dag)
        table = table._replace(rows_named=_has_named_rows(data, names))
    elif isinstance(data, Mapping):
        names = check_names(list(data), argument, dag, "column")
        # What discretize made of a file has its lines.
        file, lines = getattr(data, "file", None), getattr(data, "lines", None)
        file, lines = (file, lines) if isinstance(lines, Lines) else (None, None)
        table = Opened(list(data.values()), names, None, names, {}, argument, dag, file, lines)
        hashed = getattr(data, "hashed", None)
        table = table._replace(hashed=hashed if isinstance(hashed, FileHash) else None)
    elif isinstance(data, (str, os.PathLike)):
        with files_hashed() as read:
            file = read_csv(data, argument, dag, cells)
        names, path = file.names, os.fspath(data)
        table = Opened(file.columns, names, None, names, {}, argument, dag, path, file.lines, file.doubt)
        table = table._replace(skipped=file.skipped, hashed=read[0])
    else:
        split, rows = _split(data, argument, dag)
        named = given is not None and len(given) == len(split)
        labels = given if named and given is not None else default_names(len(split))
        table = Opened(split, labels, rows, None, {}, argument, dag)
        table = table._replace(rows_named=isinstance(data, NamedArray) and rows == table.n)
    bins = getattr(data, "bins", None)  # a column of a frame may have this name
    if isinstance(bins, dict):
        table = table._replace(cut=len(bins.keys() & {*table.labels}))
    if not table.columns:
        raise InvalidInputError(f"{table.place} has no columns", argument=argument, dag=dag)
    return table


def _has_named_rows(frame: Any, names: list[Hashable]) -> bool:
    """Whether the index of a DataFrame has the names of the columns. Numbers from 0 are no names."""
    if len(frame) != len(names) or names == [*range(len(names))]:
        return False
    rows = frame.index.tolist()
    return all(isinstance(row, (str, int)) for row in rows) and {*rows} == {*names}


def tell_doubts(tables: Iterable[Opened]) -> None:
    """Warn of the headers of files that may be rows of data."""
    for table in tables:
        if table.doubt is not None:
            warn(f"{table.place}: {table.doubt}", DataWarning)


def list_datasets(datasets: Any) -> list[Any]:
    """The tables of the argument `datasets` of the public functions."""
    if is_frame(datasets) or isinstance(datasets, (str, bytes, os.PathLike, Mapping, Set)):
        raise InvalidInputError(
            f"datasets must be a sequence of data sets, not a single {type(datasets).__name__}; "
            f"mcbnc.learn takes one{pattern_hint(datasets)}",
            argument="datasets",
        )
    try:
        tables = list_of(datasets, MOST_GRAPHS, "datasets")
    except TypeError:
        raise InvalidInputError(
            f"datasets must be a sequence of data sets, not {type(datasets).__name__}{lazy_hint(datasets)}",
            argument="datasets",
        ) from None
    if not tables:
        raise InvalidInputError("datasets is empty: give at least one", argument="datasets")
    return tables


def read_columns(table: Opened) -> list[Column]:
    """The codes and states of each column. All columns must have the same length."""
    read = None if table.read else read_together(table.columns)
    if read is None:
        read = [table.column(at) for at in range(table.n)]
    else:
        table.read.update(zip(table.labels, read, strict=True))
    check_lengths(table, [len(column.codes) for column in read])
    return read


def check_lengths(table: Opened, lengths: Sequence[int]) -> None:
    """Refuse columns of different lengths. `lengths` has the number of rows of each column."""
    rows = lengths[0] if table.rows is None else table.rows
    for length, name in zip(lengths, table.labels, strict=True):
        if length != rows:
            raise table.location(name).refuse(
                f"it has {counted(length, 'row')}, but {shown(table.labels[0])} has {rows}"
            )


def all_labels(tables: Sequence[Opened]) -> list[Hashable]:
    """The columns of all tables, each once, in the order of the tables."""
    return list(dict.fromkeys(name for table in tables for name in table.labels))


def select(table: Opened, names: Set[Hashable]) -> Opened:
    """The table with these columns alone, in its own order. The table has names, and all of these."""
    at = [i for i, name in enumerate(table.labels) if name in names]
    labels = [table.labels[i] for i in at]
    own = None if table.names is None else labels
    return table._replace(columns=[table.columns[i] for i in at], labels=labels, names=own)


def _to_pandas(data: Any, argument: str, dag: int | None) -> Any:
    try:
        return data.to_pandas()
    except Exception as error:  # such as a library that the method needs
        problem = f": to_pandas() of {type(data).__name__} fails: {shorten(str(error), 400)}"
        raise Place(argument, dag).refuse(problem) from error


def _split(data: Any, argument: str, dag: int | None) -> tuple[list[Any], int]:
    """The columns of an array or of a list of rows, and the number of rows."""
    place = Place(argument, dag)
    if isinstance(data, np.matrix):  # whose columns have two dimensions
        data = np.asarray(data)
    if isinstance(data, (list, tuple)) and all(isinstance(row, (list, tuple)) for row in data):
        for i, row in enumerate(data):
            if len(row) != len(data[0]):
                raise place.refuse(f": row {i} has {counted(len(row), 'cell')}, but row 0 has {len(data[0])}")
        return [list(column) for column in zip(*data, strict=True)], len(data)
    if not isinstance(data, np.ndarray) or data.ndim != 2:
        what = f"an array of shape {data.shape}" if isinstance(data, np.ndarray) else type(data).__name__
        hint = "; mcbnc.learn_many takes several" if dag is None and isinstance(data, (list, tuple)) else ""
        hint = hint or lazy_hint(data)
        raise place.refuse(f" must be {_KINDS}, not {what}{hint}")
    return list(data.T), len(data)


def several_tables(data: Any) -> dict[Hashable, Any] | None:
    """Several tables, by the names of a dict or by number. None: the data are one table."""
    if isinstance(data, Mapping):
        return dict(data) if data and all(map(_is_table, data.values())) else None
    return dict(enumerate(data)) if _are_several(data) else None


def _is_table(value: Any) -> bool:
    """True if a value of a dict is a table, and no column."""
    if is_frame(value) or isinstance(value, (str, os.PathLike, Mapping)):
        return True
    if isinstance(value, np.ndarray):
        return value.ndim == 2
    return hasattr(value, "to_pandas") and hasattr(value, "columns")  # of polars or pyarrow


def _are_several(data: Any) -> bool:
    """True if the data are a sequence of tables. A list of lists of cells is one table."""
    if isinstance(data, np.ndarray):
        return data.ndim == 3
    if not isinstance(data, (list, tuple)):
        return False
    return any(
        not isinstance(item, (list, tuple)) or (item and isinstance(item[0], (list, tuple))) for item in data
    )


# Bytes of a cell. The cells are here as one array, and the engine takes them twice. Of mixed columns, the
# different numbers are objects of Python while they are read.
_BYTES = {"states": 3, "any": 3, "numbers": 3 * 8, "mixed": 3 * 8 + 40}

_PIECES = {"bootstrap": 1 << 10, "learn_union": 3}
"""Those that the engine's operations share among workers, where they are not the tables."""


def require_room(tables: list[Opened], columns: str, score: str | None, then: str) -> None:
    """Refuse tables of more cells than may be taken, as numbers or as states.

    `then` is the engine's operation on them. The error names what suffices for that too.
    """
    n = len(all_labels(tables)) if columns == "union" else tables[0].n
    rows = [count_rows(table) for table in tables]
    cells = n * sum(rows)
    kind = cells_of(score)
    least = _BYTES[kind] * cells
    if least >= LARGE:
        what = f"{counted(sum(rows), 'row')} of {counted(n, 'column')}"
        require_memory(least, what, enough=lambda: _enough(n, rows, kind, then))


def count_rows(table: Opened) -> int:
    """The number of rows. 0 if it is unknown before the columns are read."""
    if table.rows is not None:
        return table.rows
    first = table.columns[0]
    if isinstance(first, Numbers):
        return len(first.values)
    if isinstance(first, Column):
        return len(first.codes)
    try:
        return len(first)
    except Exception:  # it has no length, or its __len__ raises. Its reader reports what is wrong
        return 0


def _enough(n: int, rows: list[int], kind: str, then: str) -> int:
    """What the engine's operations take for cells of so many rows."""
    states = kind in ("states", "any")
    beside = n * (4 + len(rows))  # the numbers of states, and which columns each table has
    held = n * sum(rows) * (1 if states else 8) + beside
    if then == "learn_union" and not states:
        then = "learn_union numbers"
    pieces = {"learn": len(rows), then: _PIECES.get(then, len(rows))}
    return max(needed_for(op, n, bytes=held, pieces=count) for op, count in pieces.items())


def cells_for(score: str | None, options: RowOptions, lines: FileLines | None = None) -> Wanted:
    """What the cells of a CSV file are to be. A recipe takes texts, and may leave out `lines`."""
    return Wanted(cells_of(score) == "numbers" and options.recipe is None, options, lines)
