"""Bins of continuous columns, against pandas.qcut and pandas.cut, for every kind of table."""

from __future__ import annotations

import itertools
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from row_calls import with_rows
from tables import KINDS, UNNAMED, as_array, as_csv, as_dict, as_frame, as_rows

import mcbnc
from mcbnc import discretize

RNG = np.random.default_rng(5)
FRAME = pd.DataFrame(
    {
        "age": RNG.integers(18, 95, 400),
        "pressure": RNG.normal(130, 15, 400).round(1),
        "score": RNG.normal(0, 1, 400),
        "sex": RNG.choice(["f", "m"], 400),
        "grade": RNG.integers(0, 5, 400),
    }
)
CONTINUOUS = ["age", "pressure", "score"]


def column_of(table, name, names=tuple(FRAME)) -> list:
    """One column of a table of any kind."""
    if isinstance(table, (pd.DataFrame, dict)):
        return list(table[name])
    return [row[names.index(name)] for row in table]


def codes_of(cells) -> list[int]:
    """The place of each cell's state in the order in which mcbnc sorts states."""
    states = mcbnc.learn({"x": list(cells)}, max_parents=0).states["x"]
    return [states.index(cell) for cell in cells]


# --- against pandas -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bins", [2, 3, 4, 7, 12])
@pytest.mark.parametrize(("method", "pandas_cut"), [("quantile", pd.qcut), ("width", pd.cut)])
@pytest.mark.parametrize("name", CONTINUOUS)
def test_bins_are_those_of_pandas(bins, method, pandas_cut, name):
    expected = pandas_cut(FRAME[name], bins)
    expected = expected.cat.remove_unused_categories()  # bins without rows are left out
    cut = discretize(FRAME, bins, method)[name]
    assert cut.cat.codes.tolist() == expected.cat.codes.tolist()
    assert codes_of(cut) == cut.cat.codes.tolist()


@pytest.mark.parametrize("seed", range(60))
def test_random_columns_are_cut_as_pandas_cuts_them(seed):
    rng = np.random.default_rng(seed)
    scale = 10.0 ** rng.integers(-9, 10)
    values = rng.normal(rng.normal(0, 3), 1, rng.integers(10, 80)) * scale
    if seed % 3 == 0:  # ties
        values = rng.choice(values, 3 * len(values))
    values = np.append(values, values.min() - scale)  # one least value, with which pandas.qcut has no ties
    bins = int(rng.integers(2, 9))
    for method in ("quantile", "width"):
        if method == "quantile":
            expected = pd.qcut(values, bins, labels=False, duplicates="drop")
        else:
            expected = pd.cut(values, bins, labels=False)
        cut = discretize({"x": values}, bins, method)["x"]
        parted = {(a, b) for a, b in zip(expected, codes_of(cut), strict=True)}
        assert len(parted) == len(set(expected)) == len(set(cut))
        assert [b for _, b in sorted(parted)] == list(range(len(parted)))


def bounds_of(name: str) -> tuple[str, str]:
    """The bounds in the name of a bin."""
    if first := re.fullmatch(r"(?:bin_\d+_)?at_most_(.+)", name):
        return "-inf", first[1]
    low, high = re.fullmatch(r"(?:bin_\d+_)?over_(.+?)(?:_to_(.+))?", name).groups()
    return low, high or "inf"


def test_the_names_tell_the_bounds_and_sort_as_the_bins():
    for name in CONTINUOUS:
        cut = discretize(FRAME, 5)[name]
        bounds = []
        for state in cut.cat.categories:
            inside = FRAME[name][cut == state]
            low, high = bounds_of(state)
            assert float(low) < inside.min()
            assert inside.max() <= float(high)
            bounds.append((float(low), float(high)))
        assert bounds == sorted(bounds)
        assert list(cut.cat.categories) == sorted(cut.cat.categories)
        assert all(high == low for (_, high), (low, _) in itertools.pairwise(bounds))


def test_names_are_short():
    assert list(discretize(FRAME, 4)["age"].cat.categories) == [
        "at_most_36",
        "over_36_to_54",
        "over_54_to_74",
        "over_74",
    ]
    x = [*range(40), 0.5]
    assert sorted(set(discretize({"x": x}, 2)["x"])) == ["at_most_19", "over_19"]
    names = sorted(set(discretize({"x": np.arange(2000) / 8}, 12, "width")["x"]))
    assert (names[0], names[1], names[-1]) == (
        "bin_01_at_most_20.8",
        "bin_02_over_20.8_to_41.7",
        "bin_12_over_229",
    )


def test_ties_stay_together():
    x = [0.0] * 60 + [0.5, 1.5, 2.5, 3.5] * 10  # pandas.qcut merges the zeros with the next bin
    cut = discretize({"x": x}, 4)["x"]
    assert set(cut[:60]) == {"at_most_0"}
    assert set(cut[60:]) == {"over_0_to_2", "over_2"}  # two of the three quantiles are 0


def test_constant_columns_and_tables_without_rows():
    assert set(discretize({"x": [0.5] * 9})["x"]) == {"any"}
    assert discretize({"x": [7] * 9}, bins={"x": 3})["x"] == ["any"] * 9
    assert discretize({"x": []}, bins={"x": 3}) == {"x": []}
    assert discretize(FRAME[:0]).shape == (0, 5)


# --- which columns ------------------------------------------------------------------------------------------


def test_discrete_columns_are_untouched():
    cut = discretize(FRAME.assign(id=range(400), words=[f"w{i}" for i in range(400)]))
    assert [name for name in cut if isinstance(cut[name].dtype, pd.CategoricalDtype)] == CONTINUOUS
    for name in ("sex", "grade", "id"):
        pd.testing.assert_series_equal(cut[name], cut[name] if name == "id" else FRAME[name])
    assert cut["id"].tolist() == list(range(400))
    whole = discretize(FRAME, bins={"score": 3})
    pd.testing.assert_frame_equal(whole.drop(columns="score"), FRAME.drop(columns="score"))
    assert discretize(mcbnc.Rows(FRAME, accept=["age"]))["age"].tolist() == FRAME["age"].tolist()


def test_what_was_cut_can_be_learned_from():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for method in ("quantile", "width"):
            learned = mcbnc.learn(discretize(FRAME, 4, method))
            assert all(len(states) <= 5 for states in learned.states.values())


def test_cut_points_of_the_caller():
    cut = discretize(FRAME, bins={"age": [18, 40, 65], "score": (0.5,)})
    assert list(cut["age"].cat.categories) == ["at_most_18", "over_18_to_40", "over_40_to_65", "over_65"]
    assert cut["age"].cat.codes.tolist() == np.searchsorted([18, 40, 65], FRAME["age"]).tolist()
    assert list(cut["score"].cat.categories) == ["at_most_0.5", "over_0.5"]
    assert discretize({"x": [18, 40, 41]}, bins={"x": [18, 40]})["x"] == [
        "at_most_18",
        "over_18_to_40",
        "over_40",
    ]
    assert discretize({"x": ["5", "50", "500"]}, bins={"x": [5, 100]})["x"] == [
        "bin_1_at_most_5",
        "bin_2_over_5_to_100",
        "bin_3_over_100",
    ]


def test_categories_that_no_row_has_need_no_number():
    column = pd.Categorical(["1", "2", "3"], categories=["1", "2", "3", "unknown"])
    assert discretize({"x": column}, bins={"x": [2]})["x"].tolist() == ["at_most_2", "at_most_2", "over_2"]
    with pytest.raises(mcbnc.InvalidInputError, match="column 'x', row 1: 'unknown' is no finite number"):
        discretize({"x": pd.Categorical(["1", "unknown"])}, bins={"x": [2]})


# --- kinds of tables ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind, tmp_path):
    expected = discretize(FRAME, 3)
    cut = discretize(kind({name: FRAME[name].tolist() for name in FRAME}, tmp_path), 3)
    for name in FRAME:
        assert [str(cell) for cell in column_of(cut, name)] == [str(cell) for cell in expected[name]]


def test_kinds_come_back():
    columns = {"x": [0.5, 1.5, 2.5], "y": ["a", "b", "c"]}
    assert isinstance(discretize(pd.DataFrame(columns)), pd.DataFrame)
    array = discretize(np.array([[0.5, 1], [1.5, 2]]))
    assert (array.dtype, array.shape) == (object, (2, 2))
    assert [type(cell) for cell in array[0]] == [str, float]
    whole = np.arange(6).reshape(3, 2)
    np.testing.assert_array_equal(discretize(whole), whole)
    assert not np.shares_memory(discretize(whole), whole)
    assert isinstance(discretize([[0.5, 1], [1.5, 2]])[0], list)
    for column, kind in (
        (columns["x"], list),
        (np.array(columns["x"]), np.ndarray),
        (pd.Series(columns["x"]), pd.Series),
    ):
        assert type(discretize({"x": column})["x"]) is kind
    assert isinstance(discretize({"x": pd.array(columns["x"], "Float64")})["x"], pd.Categorical)


def test_frames_keep_their_index_and_the_callers_frame_stays():
    frame = FRAME[["age", "score"]].set_index(FRAME.index + 1000)
    before = frame.copy()
    cut = discretize(frame)
    pd.testing.assert_frame_equal(frame, before)
    assert cut.index.equals(frame.index)


def test_polars_and_the_like_become_frames():
    class Polars:
        def to_pandas(self):
            return FRAME

    pd.testing.assert_frame_equal(discretize(Polars()), discretize(FRAME))


# --- several data sets --------------------------------------------------------------------------------------

PARTS = [FRAME[:50], FRAME[50:300], FRAME[300:]]


def test_shared_bins_are_those_of_all_rows():
    whole = discretize(FRAME, 4)
    for order in ([0, 1, 2], [2, 0, 1]):
        cut = discretize([PARTS[k] for k in order], 4)
        for k, part in zip(order, cut, strict=True):
            pd.testing.assert_frame_equal(part, whole.loc[PARTS[k].index])


def test_the_order_of_rows_does_not_count():
    shuffled = FRAME.sample(frac=1, random_state=3)
    pd.testing.assert_frame_equal(discretize(shuffled, 5).sort_index(), discretize(FRAME, 5))


@pytest.mark.parametrize("kind", KINDS)
def test_several_tables_of_any_kind(kind, tmp_path):
    tables = []
    for k, part in enumerate(PARTS):
        (tmp_path / str(k)).mkdir()
        tables.append(kind({name: part[name].tolist() for name in part}, tmp_path / str(k)))
    options = {"names": list(FRAME)} if kind in UNNAMED else {}
    learned = with_rows(mcbnc.learn_many, discretize(tables, 3), **options)
    expected = mcbnc.learn_many(discretize(PARTS, 3))
    assert [graph.score for graph in learned] == pytest.approx([graph.score for graph in expected], rel=1e-12)
    assert [set(graph.edges) for graph in learned] == [set(graph.edges) for graph in expected]


def test_own_bins():
    parts = [PARTS[0], PARTS[1].assign(pressure=PARTS[1]["pressure"] * 7.5)]  # another unit
    cut = discretize(parts, 3, shared=False)
    for mine, part in zip(cut, parts, strict=True):
        assert list(mine["pressure"].cat.categories) == ["bin_1", "bin_2", "bin_3"]
        assert mine["pressure"].cat.codes.tolist() == pd.qcut(part["pressure"], 3).cat.codes.tolist()
    alone = discretize(parts[0], 3, shared=False)
    pd.testing.assert_frame_equal(alone, discretize(parts[0], 3))
    assert discretize(PARTS, 12, shared=False)[1]["age"].cat.categories[0] == "bin_01"


def test_tables_with_different_columns():
    cut = discretize([FRAME[["age", "sex"]], FRAME[["score", "age"]]])
    assert [list(part) for part in cut] == [["age", "sex"], ["score", "age"]]
    pd.testing.assert_series_equal(cut[0]["age"], cut[1]["age"])


def test_a_stack_of_arrays():
    stack = RNG.normal(size=(2, 30, 3))
    first, second = discretize(stack, 2)
    np.testing.assert_array_equal(np.vstack([first, second]), discretize(stack.reshape(60, 3), 2))


# --- missing values -----------------------------------------------------------------------------------------


def with_gaps(kind, tmp_path):
    columns = {"x": [0.5, None, 2.5, 3.5, 4.5], "y": ["a", "b", "a", None, "b"], "z": [0, 1, 0, 1, 0]}
    return kind(columns, tmp_path)


@pytest.mark.parametrize("kind", [as_frame, as_dict, as_csv, as_array, as_rows])
def test_missing_values(kind, tmp_path):
    names = ("x", "y", "z")
    with pytest.raises(mcbnc.InvalidInputError, match=r"column (0|'x'), (row 1|line 3): there is no value"):
        discretize(with_gaps(kind, tmp_path))
    dropped = discretize(mcbnc.Rows(with_gaps(kind, tmp_path), missing="drop"), 3)
    assert column_of(dropped, "x", names) == ["at_most_3", "at_most_3", "over_3_to_4", "over_4"]
    y = column_of(dropped, "y", names)  # whose gap is no reason to leave the row out, because y is not cut
    assert (y[:2], y[3:], pd.isna(y[2]) or y[2] == "") == (["a", "a"], ["b"], True)
    assert list(map(int, column_of(dropped, "z", names))) == [0, 0, 1, 0]
    kept = discretize(mcbnc.Rows(with_gaps(kind, tmp_path), missing="state"), 2)
    assert column_of(kept, "x", names) == ["at_most_3", "value_missing", "at_most_3", "over_3", "over_3"]
    assert column_of(kept, "y", names) == ["a", "b", "a", "value_missing", "b"]
    assert list(map(int, column_of(kept, "z", names))) == [0, 1, 0, 1, 0]


def test_missing_values_that_the_caller_names():
    table = {"x": ["0.5", "?", "1.5", "-9"], "y": [1, 1, 0, 0]}
    with pytest.raises(mcbnc.InvalidInputError, match=r"column 'x', row 1: '\?' is no finite number"):
        discretize(table, bins={"x": 2})
    cut = discretize(mcbnc.Rows(table, missing="drop", missing_values=["?", -9]), 2)
    assert cut == {"x": ["at_most_1", "over_1"], "y": [1, 0]}


def test_a_column_without_any_value():
    table = {"x": [None, np.nan], "y": [1, 2]}
    for bins in ({"x": 3}, {"x": [5]}):
        assert discretize(mcbnc.Rows(table, missing="state"), bins)["x"] == ["value_missing", "value_missing"]
    assert discretize(mcbnc.Rows(table, missing="state"))["x"] == ["value_missing", "value_missing"]
    assert discretize(mcbnc.Rows(table, missing="drop")) == table
    with pytest.raises(mcbnc.InvalidInputError, match="leaves no row"):
        discretize(mcbnc.Rows(table, missing="drop"), {"x": 3})


def test_one_site_has_gaps():
    cut = discretize(mcbnc.Rows([{"x": [0.5, 1.5]}, pd.DataFrame({"x": [2.5, None]})], missing="state"), 2)
    assert list(cut[1]["x"].cat.categories) == ["at_most_2", "over_2", "value_missing"]
    assert mcbnc.learn_many(cut)[0].states["x"] == ["at_most_2", "over_2", "value_missing"]


@pytest.mark.parametrize("method", ["quantile", "width"])
def test_values_near_the_limit_of_floats_are_cut_as_smaller_ones_are(method):
    values = np.array([-1.7, -1.6, 0.5, 1.6, 1.7])
    for bins in (2, 3, 4):
        large = codes_of(discretize({"x": (values * 1e308).tolist()}, bins, method)["x"])
        assert large == codes_of(discretize({"x": values.tolist()}, bins, method)["x"])


def test_numbers_beyond_all_floats_have_no_bins():
    with pytest.raises(mcbnc.InvalidInputError, match=r"column 'x', row 1: .* is no finite number"):
        discretize({"x": [1, 10**400]}, {"x": 2})


# --- bad arguments ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "argument", "pattern"),
    [
        ({"bins": 1}, "bins", "bins must be a whole number from 2"),
        ({"bins": None}, "bins", "or a dict of the columns to be cut"),
        ({"bins": 10**12}, "bins", "bins must be a whole number from 2 to 65536"),
        ({"bins": {"age": 65537}}, "bins['age']", r"bins\['age'\] must be a whole number from 2 to 65536"),
        ({"bins": {"age": range(65536)}}, "bins", "65536 cut points make more than 65536 bins"),
        ({"bins": {"age": np.array("a")}}, "bins['age']", r"bins\['age'\] must be a whole number from 2"),
        ({"bins": {"z": 3}}, "bins", "bins: no column is named 'z'"),
        (
            {"bins": {"age": [40, 18]}},
            "bins",
            r"bins\['age'\]: cut points must rise, but they are \[40, 18\]",
        ),
        ({"bins": {"age": [1, np.nan]}}, r"bins['age']", r"bins\['age'\] must be cut points that are finite"),
        ({"bins": {"age": "abc"}}, r"bins['age']", r"bins\['age'\] must be a whole number from 2"),
        (
            {"bins": {"sex": 2}},
            "data",
            "column 'sex', row 0: .* is no finite number, so the column has no bins",
        ),
        ({"method": "kmeans"}, "method", "method must be 'quantile' or 'width'"),
        ({"shared": "yes"}, "shared", "shared must be True or False"),
        ({"missing": "keep"}, "missing", "missing must be"),
        ({"accept": ["z"]}, "accept", "no column is named 'z'"),
    ],
)
def test_bad_arguments(arguments, argument, pattern):
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        with_rows(discretize, FRAME, **arguments)
    assert caught.value.argument == argument


def test_bad_tables():
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"data\[1\]: column 'x', row 1: inf is no finite number"
    ):
        discretize([{"x": [0.5, 1]}, {"x": [0.5, np.inf]}])
    with pytest.raises(mcbnc.InvalidInputError, match=r"data\[0\] must be a pandas DataFrame, .* not Graph"):
        discretize([mcbnc.from_bnlearn("[a]")])
    with pytest.raises(mcbnc.InvalidInputError, match="data has no columns"):
        discretize([])
