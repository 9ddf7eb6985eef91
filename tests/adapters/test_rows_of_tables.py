"""Rows in tables of polars and pyarrow: names, states, missing values and declared categories stay."""

from __future__ import annotations

import pytest

import mcbnc

pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")
pytest.importorskip("pandas")

FRAME = pl.DataFrame(
    {
        "word": ["x", "y", "x"] * 20,
        "count": [1, 2, 3] * 20,
        "class": pl.Series(["lo", "hi", "lo"] * 20, dtype=pl.Categorical),
        "grade": pl.Series(["lo", "hi", "lo"] * 20, dtype=pl.Enum(["lo", "mid", "hi"])),
        "truth": [True, False, None] * 20,
        "gap": [0, None, 1] * 20,
    }
)
STATES = {
    "word": {"x", "y"},
    "count": {1, 2, 3},
    "class": {"lo", "hi"},
    "grade": {"lo", "mid", "hi"},
    "truth": {True, False, "(missing)"},
    "gap": {0, 1, "(missing)"},
}


@pytest.mark.parametrize("make", [lambda frame: frame, pl.DataFrame.to_arrow], ids=["polars", "pyarrow"])
def test_states_names_and_types(make):
    learned = mcbnc.learn(mcbnc.Rows(make(FRAME), missing="state"))
    assert learned.nodes == list(STATES)
    missing = next(state for state in learned.states["gap"] if isinstance(state, str))
    wanted = {
        name: {missing if state == "(missing)" else state for state in states}
        for name, states in STATES.items()
    }
    assert {name: set(states) for name, states in learned.states.items()} == wanted
    assert {type(state) for state in learned.states["count"]} == {int}


def test_dictionaries_of_pyarrow():
    column = pa.DictionaryArray.from_arrays([0, 1, 0, None] * 10, ["a", "b", "c"])
    table = pa.table({"d": column, "i": pa.array([1, 2, 3, 4] * 10)})
    assert mcbnc.learn(mcbnc.Rows(table, missing="drop", accept=True)).states["d"] == ["a", "b", "c"]


def test_bins_and_odd_cells():
    frame = pl.DataFrame({"v": [k * 0.37 for k in range(60)], "a": ["x", "y"] * 30})
    binned = mcbnc.discretize(frame, bins=3)
    assert list(binned.columns) == ["v", "a"]
    assert len(binned["v"].cat.categories) == 3
    with pytest.raises(mcbnc.InvalidInputError, match=r"'1,051' is 1\.051 if the comma"):
        mcbnc.discretize(pl.DataFrame({"v": ["1,051", "734"] * 20}), {"v": 2})


def test_a_lazy_frame_is_to_be_collected():
    with pytest.raises(mcbnc.InvalidInputError, match=r"not LazyFrame; collect\(\) it$"):
        mcbnc.learn(FRAME.lazy())
    with pytest.raises(mcbnc.InvalidInputError, match=r"data\[1\].*; collect\(\) it$"):
        mcbnc.discretize([FRAME, FRAME.lazy()])
