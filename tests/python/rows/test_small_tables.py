"""The columns of a small table are read together, and come out as each one does by itself."""

from __future__ import annotations

import numpy as np
import pytest

from mcbnc._rows.columns import ColumnLocation, read_column, read_together

DTYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8"]


def _numbers(rng, dtype, span, rows):
    """Numbers of a type from a range of this length, which may lie at either end of the type's range."""
    info = np.iinfo(dtype)
    top = int(info.max) - span + 1
    low = [int(info.min), top, 0][rng.integers(3)]
    return np.array([low + int(k) for k in rng.integers(span, size=rows)], dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("rows", [1, 2, 7, 300])
def test_together_is_one_by_one(dtype, rows):
    rng = np.random.default_rng(rows)
    for _ in range(20):
        spans = rng.integers(1, rng.choice([4, 20, 65]), size=int(rng.integers(1, 6)))
        columns = [_numbers(rng, np.dtype(dtype), int(span), rows) for span in spans]
        together = read_together(columns)
        assert together is not None
        for column, values in zip(together, columns, strict=True):
            alone = read_column(values, ColumnLocation("data", None, 0))
            assert column.codes.dtype == alone.codes.dtype
            assert column.codes.tolist() == alone.codes.tolist()
            assert column.states == alone.states
            assert set(map(type, column.states)) == {int}
            assert column.missing is alone.missing is None
            assert column.declared is alone.declared is False


def test_the_widest_range_is_read_together():
    for low in (-128, -64, -1, 0, 63):
        numbers = np.arange(low, low + 64).astype("i1")
        [column] = read_together([numbers])
        assert column.states == numbers.tolist()
        assert column.codes.tolist() == list(range(64))


@pytest.mark.parametrize(
    "columns",
    [
        [np.array([0, 1]), np.array([0, 1], "i2")],
        [np.array([0, 1]), np.array([0, 1, 1])],
        [np.array([0, 1]), [0, 1]],
        [np.array([0, 1]), np.ma.MaskedArray([0, 1], [True, False])],
        [np.array([0.0, 1.0])],
        [np.array([False, True])],
        [np.zeros(0, int)],
        [np.array([0, 64])],
        [np.zeros((2, 2), int)],
        [np.zeros(1 << 19, "u1")],
    ],
)
def test_what_is_not_alike_or_not_small_is_left_to_the_reader_of_one_column(columns):
    assert read_together(columns) is None
