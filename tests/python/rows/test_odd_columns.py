"""Columns of every odd kind: right, or refused by an error that names the data set and the column."""

from __future__ import annotations

import datetime
import decimal
import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc._rows.texts import is_date

NOT_WHOLE = "is no whole number"
NO_NUMBER = "is no finite number"
GAP = "row 1: there is no value"
NO_STATES = "states are strings, whole numbers or truth values, not "
TELL = "cannot be distinguished"
NOON = datetime.datetime(2020, 1, 1, 12)

# name: (cells, their states or the pattern of the error, the same for a Gaussian score)
ODD = {
    "categories with a gap": (pd.Categorical(["a", None, "b"]), GAP, "row 0: 'a' is no"),
    "categories without values": (pd.Categorical([None, None]), "nor in 1 more", "nor in 1 more"),
    "categories of decimals": (pd.Categorical([1.5, 2.5, 1.5]), NOT_WHOLE, None),
    "categories of intervals": (pd.cut([1.0, 2.0, 3.0, 4.0], 2), 2, "row 0: Interval"),
    "categories that look alike": (pd.Categorical([1, "1", 2]), "look the same", None),
    "nullable integers": (pd.array([1, 0, 1], dtype="Int64"), [0, 1], None),
    "nullable integers with a gap": (pd.array([1, None, 0], dtype="Int64"), GAP, GAP),
    "nullable decimals": (pd.array([1.5, 0.5], dtype="Float64"), NOT_WHOLE, None),
    "nullable truth values": (pd.array([True, False], dtype="boolean"), [False, True], "row 0: True is no"),
    "nullable strings": (pd.array(["x", None], dtype="string"), GAP, "row 0: 'x' is no"),
    "sparse": (pd.arrays.SparseArray([0, 0, 1, 2]), [0, 1, 2], None),
    "dates": (pd.to_datetime(["2020", "2021"]), NO_STATES + "datetime64", "not datetime64"),
    "dates of a zone": (pd.to_datetime(["2020", "2021"]).tz_localize("UTC"), NO_STATES, NO_NUMBER),
    "durations": (pd.to_timedelta([1, 2]), NO_STATES + "timedelta64", "not timedelta64"),
    "dates of Python": ([NOON, NOON.date()], 2, NO_NUMBER),
    "NUL": (["a\0b", "a", "b"], ["a", "a\0b", "b"], "row 0: 'a.x00b' is no"),
    "large integers": ([10**30, 10**30 + 1, 3], [3, 10**30, 10**30 + 1], None),
    "the largest of NumPy": (np.array([2**64 - 1, 0], np.uint64), [0, 2**64 - 1], None),
    "complex": (np.array([1 + 1j, 2]), NO_STATES + "complex128", NO_NUMBER),
    "mixed": ([1, "a", None, 2.5], "row 2: there is no value", "row 1: 'a' is no"),
    "fractions": ([Fraction(1, 3), 0.5], NOT_WHOLE, None),
    "fractions among decimals": ([Fraction(1), decimal.Decimal(2)], "row 0: a Fraction among Decimals", None),
    "complex of NumPy": ([1, np.complex128(2 + 1j)], 2, "row 1: np.complex128"),
    "arrays of one": ([np.ones(1), np.ones(1)], TELL, "row 0: array"),
    "dates of NumPy": ([1, np.datetime64("2020", "ns")], f"row 1: {NO_STATES}datetime64", NO_NUMBER),
    "lists": ([[1], [2]], f"row 0: its states {TELL}", r"row 0: \[1\] is no finite"),
    "arrays": ([np.zeros(2), np.zeros(2)], TELL, "row 0: array"),
    "long doubles": (np.array(["1e4000", "2.5"], np.longdouble), NOT_WHOLE, "row 0: inf is no"),
    "infinity": ([1.0, -np.inf], f"row 1: -inf {NOT_WHOLE}", "row 1: -inf is no"),
    "other byte order": (np.array([1, 2, 300], ">i4"), [1, 2, 300], None),
    "structures": (np.zeros(3, "V4"), NO_STATES, NO_NUMBER),
    "a generator": ((k for k in range(3)), "sequence of states, not generator", "of numbers, not"),
}  # fmt: skip


def check(ask, outcome) -> None:
    """`outcome` is the pattern of the error, or the states, or their number."""
    if isinstance(outcome, str):
        with pytest.raises(mcbnc.InvalidInputError, match=outcome) as caught:
            ask()
        assert re.match(r"datasets(\[\d\])?: column 'x'", str(caught.value))
        assert caught.value.nodes == ["x"]
        return
    states = ask()[-1].states["x"]
    assert states == outcome if isinstance(outcome, list) else len(states) == outcome


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ODD)
def test_odd_columns(name):
    cells, discrete, _ = ODD[name]
    check(lambda: mcbnc.learn_many([{"x": cells}], score="bdeu"), discrete)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [name for name in ODD if ODD[name][2] is not None])
def test_odd_columns_of_a_gaussian_score(name):
    cells, _, gaussian = ODD[name]
    check(lambda: mcbnc.learn_many([{"x": [0.5, 1.5]}, {"x": cells}], score="bge"), gaussian)


@pytest.mark.parametrize("name", [name for name in ODD if ODD[name][2] is None])
def test_odd_columns_of_numbers(name):
    assert mcbnc.learn({"x": ODD[name][0]}, score="bge").rows == len(ODD[name][0])


def test_a_category_that_no_row_has_has_no_row_in_messages():
    levels = pd.Categorical(["a", "b"], categories=["a", "1.5", "b"])
    for cells in (levels, levels[:0]):
        with pytest.raises(mcbnc.InvalidInputError, match=r"data: column 'x': '1.5' is no whole number"):
            mcbnc.learn({"x": cells})


NAMES = {
    "twice": (["a", "a"], "names must differ, but 'a' comes more than once"),
    "none": (["a", None], "column 1 has no name"),
    "NaN": (["a", np.nan], "column 1 has no name"),
    "no time": (["a", pd.NaT], "column 1 has no name"),
    "equal in Python": ([True, 1], "names must differ"),
}


@pytest.mark.parametrize("name", NAMES)
def test_odd_names(name):
    names, pattern = NAMES[name]
    frame = pd.DataFrame([[1, 2], [2, 1]], columns=pd.Index(names, dtype=object))
    with pytest.raises(mcbnc.InvalidInputError, match=rf"datasets\[1\]: {pattern}") as caught:
        mcbnc.learn_many([{"a": [1], "b": [2]}, frame])
    assert (caught.value.argument, caught.value.dag) == ("datasets", 1)


def test_names_of_several_levels():
    names = [("x", "a"), ("x", "b")]
    frame = pd.DataFrame([[0.5, 2], [1.5, 1], [2.5, 1]], columns=pd.MultiIndex.from_tuples(names))
    cut = mcbnc.discretize(frame, 2)
    assert list(cut.columns) == names
    assert mcbnc.learn(cut).nodes == names


def test_one_row():
    for frame in (pd.DataFrame({"a": [1], "b": ["x"]}), np.ones((1, 3), int)):
        assert mcbnc.learn(frame).edges == []
        assert len(mcbnc.discretize(frame)) == 1


@pytest.mark.parametrize(
    "data", [pd.DataFrame(), pd.DataFrame(index=[1, 2]), np.zeros((3, 0)), {}, [], [[], []]]
)
def test_no_columns(data):
    with pytest.raises(mcbnc.InvalidInputError, match=r"datasets\[0\] has no columns"):
        mcbnc.learn_many([data])


@pytest.mark.parametrize(
    "cell", ["2024-05-31", " 2024/5/1 12:00", "31.5.2024", "5/31/2024", datetime.date(2024, 5, 31), NOON]
)
def test_a_date_among_numbers_is_called_a_date(cell):
    advice = "a Gaussian score takes numbers alone: leave the column out, or make numbers of the dates"
    with pytest.raises(mcbnc.InvalidInputError, match=advice):
        mcbnc.learn({"x": [cell, cell, 1.0], "y": [1.0, 2.5, 3.0]}, score="bge")


@pytest.mark.parametrize("cell", ["x", "12", "1-2", "2024-05", "1.2.3.4", "2024-05-312", "5/31-2024"])
def test_other_texts_are_called_no_dates(cell):
    assert not is_date(cell)
