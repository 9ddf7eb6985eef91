"""Tables as a recipe makes them, of the kind that came in."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .._base.extras import import_extra
from .._base.libraries import is_frame
from ..errors import InvalidInputError
from .binned import Changed, categorical, with_recipe
from .columns import Column
from .opened import Opened
from .recipe import Recipe
from .rows import Rows


def tidy(data: Any, recipe: Recipe | str | os.PathLike[str]) -> Any:
    """Apply a recipe to one table or several, and return the tables.

    :class:`mcbnc.Rows` with the same recipe reads the tables as if they were tidy.

    Parameters
    ----------
    data : table, or sequence or dict of tables
        As in :class:`mcbnc.Rows`.
    recipe : Recipe, path or text
        As in :class:`mcbnc.Recipe`.

    Returns
    -------
    table, or list or dict of tables
        Tables of the kind that came in. In a DataFrame, the columns that were changed are categoricals if the
        recipe lists their states or bins, and else have the values as objects or numbers. A CSV file becomes
        a dict of the names to lists of texts, in which None stands for no value. Polars and pyarrow tables
        become DataFrames. The tables know their recipe: it is not applied to them again.

    Raises
    ------
    InvalidInputError
        If the recipe is none, or is about sites or columns that are not there. If a value is none of the
        states that the recipe lists for its column.

    Warns
    -----
    DataWarning
        If a line changes nothing, or cannot read a value.

    Examples
    --------
    >>> import mcbnc
    >>> tables = {"north": {"smoker": ["no", "yes"]}, "west": {"Smoker ": ["0", "1"]}}
    >>> mcbnc.tidy(tables, '''
    ... [sites.west.rename]
    ... "Smoker " = "smoker"
    ... [sites.west.recode.smoker]
    ... "0" = "no"
    ... "1" = "yes"
    ... ''')
    {'north': {'smoker': ['no', 'yes']}, 'west': {'smoker': ['no', 'yes']}}
    """
    if isinstance(data, Rows):
        raise InvalidInputError("data are Rows: give their tables", argument="data")
    return tidy_rows(Rows(data, recipe=recipe))


def tidy_rows(rows: Rows) -> Any:
    """The tables of rows as their recipe makes them."""
    recipe = rows._options.recipe
    assert recipe is not None
    tables = rows._tables("bdeu", "data")
    results = [
        with_recipe(_rebuilt(one, table), recipe.sha256, table.lines, table.file)
        for one, table in zip(rows._given, tables, strict=True)
    ]
    if not rows._several:
        return results[0]
    if isinstance(rows._data, Mapping):
        return dict(zip(rows._data, results, strict=True))
    return results


def _rebuilt(data: Any, table: Opened) -> Any:
    """A table of the kind of `data` with the columns of `table`."""
    frame = is_frame(data) or hasattr(data, "to_pandas")
    columns = [_cells(column, frame) if isinstance(column, Column) else column for column in table.columns]
    if frame:
        return _frame(data, columns, table)
    if table.names is not None:
        return dict(zip(table.names, map(_plain, columns), strict=True))
    if isinstance(data, np.ndarray):
        return np.array(columns, object if any(own.dtype == object for own in columns) else None).T
    return [list(row) for row in zip(*columns, strict=True)]


def _cells(column: Column, frame: bool) -> Any:
    if not frame:
        return column.cells()
    if column.declared:
        return categorical(Changed(column, column.order is not None))
    return column.cells().tolist()


def _plain(column: Any) -> Any:
    return column.tolist() if isinstance(column, np.ndarray) and column.dtype == object else column


def _frame(data: Any, columns: Sequence[Any], table: Opened) -> Any:
    pandas = import_extra("pandas")
    index = (data if is_frame(data) else data.to_pandas()).index
    own = index if table.kept is None else index[table.kept]
    made = [
        pandas.Series(getattr(column, "array", column), index=own, name=name)
        for name, column in zip(table.labels, columns, strict=True)
    ]
    return pandas.concat(made, axis=1)
