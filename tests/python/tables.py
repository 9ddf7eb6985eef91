"""What the tests of rows share: one table in every kind, and learning with the warnings caught."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import row_calls
from row_calls import with_rows

import mcbnc

ROWS = 60
SEX = ["f", "m"] * (ROWS // 2)


def cells(*values) -> list:
    """A column of ROWS cells that has each value, in this order and over again."""
    return [values[i % len(values)] for i in range(ROWS)]


def as_frame(columns, folder):
    return pd.DataFrame(columns)


def as_text(columns, folder):
    return pd.DataFrame(columns).map(lambda cell: None if pd.isna(cell) else str(cell))


def as_categories(columns, folder):
    return pd.DataFrame(columns).astype("category")


def as_dict(columns, folder):
    return columns


def as_arrays(columns, folder):
    return {name: np.array(column, object) for name, column in columns.items()}


def as_csv(columns, folder):
    pd.DataFrame(columns).to_csv(folder / "rows.csv", index=False)
    return str(folder / "rows.csv")


def as_array(columns, folder):
    return np.array(list(columns.values()), object).T


def as_rows(columns, folder):
    return [list(row) for row in zip(*columns.values(), strict=True)]


WITH_NAMES = [as_frame, as_text, as_categories, as_dict, as_arrays, as_csv]
KINDS = [*WITH_NAMES, as_array, as_rows]
UNNAMED = (as_array, as_rows)


def learn(kind, columns, folder, **options):
    """Learn from the columns as a table of this kind, and return the result and the warnings of its cells."""
    if kind in UNNAMED:
        options["names"] = list(columns)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        learned = with_rows(mcbnc.learn, kind(columns, folder), **options)
    assert all(warning.category is mcbnc.DataWarning for warning in caught)
    assert {warning.filename for warning in caught} <= {row_calls.__file__}  # the caller's, not mcbnc's
    told = [str(warning.message) for warning in caught]
    return learned, [text for text in told if " rows are few for " not in text and "be chance" not in text]


def texts(states) -> set[str]:
    return set(map(str, states))


def write(folder, name, columns) -> str:
    pd.DataFrame(columns).to_csv(folder / name, index=False)
    return str(folder / name)


def many(tables, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        learned = with_rows(mcbnc.learn_many, tables, **options)
    told = [str(warning.message) for warning in caught]
    return learned, [text for text in told if " rows are few for " not in text and "be chance" not in text]


X = ["a", None, "b", "a", "b", "a"] * 10
Y = [0, 1, 1, None, 0, 1] * 10
WITH_GAPS = {"x": X, "y": Y, "z": cells(0, 1)}
DROPPED = pd.DataFrame(WITH_GAPS).dropna()
