"""The names of bins, and bins that are used again."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from tables import KINDS, UNNAMED

import mcbnc
from mcbnc import InvalidInputError, discretize

RNG = np.random.default_rng(11)
FRAME = pd.DataFrame(
    {
        "dose": RNG.normal(0, 30, 300).round(1),
        "age": RNG.integers(18, 95, 300),
        "sex": RNG.choice(["f", "m"], 300),
    }
)
TRAIN, TEST = FRAME[:200], FRAME[200:]
NAME = re.compile(r"(?:bin_\d+_)?(?:at_most_(\S+)|over_(\S+?)(?:_to_(\S+))?)|any")
IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


def column_of(table, name):
    if isinstance(table, (pd.DataFrame, dict)):
        return list(table[name])
    return [row[list(FRAME).index(name)] for row in table]


# --- names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_names_are_identifiers_that_sort_and_can_be_read_back(seed):
    rng = np.random.default_rng(seed)
    points = np.unique(rng.normal(0, 1, rng.integers(1, 14)) * 10.0 ** rng.integers(-300, 300)).tolist()
    frame = discretize(pd.DataFrame({"x": [0.0]}), {"x": points})
    names = list(frame["x"].cat.categories)
    assert len(names) == len(set(names)) == len(points) + 1
    assert names == sorted(names)
    bounds = [NAME.fullmatch(name).groups() for name in names]
    first, *others = bounds
    assert float(first[0]) == points[0]
    assert [float(low) for _, low, _ in others] == points
    assert [high and float(high) for _, _, high in others] == [*points[1:], None]
    assert all(IDENTIFIER.fullmatch(name) for name in names)


@pytest.mark.parametrize(
    ("points", "names"),
    [
        ([18, 40, 65], ["at_most_18", "over_18_to_40", "over_40_to_65", "over_65"]),
        ([5, 100], ["bin_1_at_most_5", "bin_2_over_5_to_100", "bin_3_over_100"]),
        ([-1.5, 0], ["at_most_-1.5", "over_-1.5_to_0", "over_0"]),
        ([1e-7, 1e20], ["at_most_1e-07", "over_1e-07_to_1e20", "over_1e20"]),
        ([-0.0], ["at_most_0", "over_0"]),
        ([], ["any"]),
    ],
)
def test_names_of_cut_points(points, names):
    assert list(discretize(pd.DataFrame({"x": [1]}), {"x": points})["x"].cat.categories) == names


def test_a_bin_has_its_upper_bound():
    assert discretize({"x": [18, 18.5, 40, 41]}, {"x": [18, 40]})["x"] == [
        "at_most_18",
        "over_18_to_40",
        "over_18_to_40",
        "over_40",
    ]


def test_what_was_missing_is_no_answer_of_the_survey():
    table = {"tooth": ["present", "missing", None], "x": [0.5, None, 1.5]}
    cut = discretize(mcbnc.Rows(table, missing="state"), 2)
    assert cut["tooth"] == ["present", "missing", "value_missing"]
    assert cut["x"] == ["at_most_1", "value_missing", "over_1"]
    states = mcbnc.learn(cut).states
    assert states["x"] == ["at_most_1", "over_1", "value_missing"]


# --- bins that are used again -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_new_rows_get_the_same_states(kind, tmp_path):
    (tmp_path / "new").mkdir()
    known = discretize(kind({name: TRAIN[name].tolist() for name in TRAIN}, tmp_path), 4)
    new = discretize(kind({name: TEST[name].tolist() for name in TEST}, tmp_path / "new"), bins=known.bins)
    assert new.bins == known.bins
    assert list(known.bins) == ([0, 1] if kind in UNNAMED else ["dose", "age"])
    for k, name in enumerate(["dose", "age"]):
        points = known.bins[k if kind in UNNAMED else name]
        assert type(points) is tuple
        assert {type(point) for point in points} == {float}
        names = list(discretize(pd.DataFrame({"x": [0]}), {"x": points})["x"].cat.categories)
        for table, frame in ((known, TRAIN), (new, TEST)):
            assert column_of(table, name) == [names[i] for i in np.searchsorted(points, frame[name])]
    assert column_of(new, "sex") == TEST["sex"].tolist()


def test_train_and_test_have_the_same_categories():
    known = discretize(TRAIN, 5)
    new = discretize(TEST[:3].assign(dose=[-1e9, 1e9, 1e9]), bins=known.bins)
    for name in ("dose", "age"):
        pd.testing.assert_index_equal(new[name].cat.categories, known[name].cat.categories)
    ends = known["dose"].cat.categories
    assert new["dose"].tolist() == [ends[0], ends[-1], ends[-1]]
    learned = mcbnc.learn(mcbnc.Rows(new, accept=True))
    assert learned.states["dose"] == mcbnc.learn(known).states["dose"]


def test_a_constant_column_keeps_its_one_bin():
    known = discretize({"x": [0.5] * 9, "y": [0.5, 1.5, 2.5] * 3}, 3)
    assert known.bins == {"x": (), "y": (1.0, 2.0)}
    assert discretize({"x": [7.25], "y": [1.5]}, bins=known.bins) == {"x": ["any"], "y": ["over_1_to_2"]}


def test_bins_survive_json():
    known = discretize(TRAIN, 3)
    read = json.loads(json.dumps(known.bins))
    pd.testing.assert_frame_equal(discretize(TEST, bins=read), discretize(TEST, bins=known.bins))


def test_columns_that_come_and_go():
    known = discretize(TRAIN, 3)
    with pytest.raises(
        InvalidInputError, match="bins: no column is named 'age'; the columns are 'dose', 'sex'"
    ):
        discretize(TEST.drop(columns="age"), bins=known.bins)
    more = discretize(TEST.assign(weight=0.5 + np.arange(100)), bins=known.bins)
    assert more["weight"].tolist() == (0.5 + np.arange(100)).tolist()
    assert list(more.bins) == ["dose", "age"]


def test_a_column_without_numbers_has_no_bins():
    known = discretize(TRAIN, 3)
    with pytest.raises(InvalidInputError, match=r"column 'dose', row 1: '<30' is no finite number"):
        discretize({"dose": [1.5, "<30"], "age": [40, 50]}, bins=known.bins)


# --- several tables -----------------------------------------------------------------------------------------


def test_one_dict_of_bins_for_all_sites():
    known = discretize([TRAIN[:80], TRAIN[80:]], 3)
    assert known.bins == known[0].bins == known[1].bins == discretize(TRAIN, 3).bins
    assert type(known.bins) is dict
    one = discretize(TEST, bins=known.bins)
    several = discretize([TEST[:10], TEST[10:]], bins=known.bins)
    pd.testing.assert_frame_equal(pd.concat([pd.DataFrame(part) for part in several]), pd.DataFrame(one))
    assert [graph.states["dose"] for graph in mcbnc.learn_many(known)] == [
        list(known[0]["dose"].cat.categories)
    ] * 2
    assert mcbnc.learn_jointly(known).nodes == ["dose", "age", "sex"]


def test_bins_of_each_site():
    parts = [TRAIN[:80], TRAIN[80:].assign(dose=TRAIN["dose"] * 7)]
    known = discretize(parts, 3, shared=False)
    assert known.bins == [known[0].bins, known[1].bins] == [discretize(part, 3).bins for part in parts]
    assert set(known[0]["dose"]) == {"bin_1", "bin_2", "bin_3"}
    again = discretize(parts, bins=known.bins)
    assert again.bins == known.bins
    for old, new in zip(known, again, strict=True):
        pd.testing.assert_frame_equal(old, new)
    for bins, problem in (
        (known.bins[:1], "bins has 1 dict for 2 data sets"),
        ([known.bins[0], {"weight": (1,)}], r"bins\[1\]: no column is named 'weight'"),
        ([known.bins[0], {"dose": (2, 1)}], r"bins\[1\]\['dose'\]: cut points must rise"),
    ):
        with pytest.raises(InvalidInputError, match=problem):
            discretize(parts, bins=bins)
    with pytest.raises(InvalidInputError, match="bins must be a whole number from 2"):
        discretize(TRAIN, bins=known.bins)


def test_a_site_without_bins_for_a_column_keeps_it():
    cut = discretize([TRAIN, TEST], bins=[{"dose": [0]}, {"age": [40]}])
    assert cut[0]["age"].tolist() == TRAIN["age"].tolist()
    assert cut[1]["dose"].tolist() == TEST["dose"].tolist()
    assert cut.bins == [{"dose": (0.0,)}, {"age": (40.0,)}]
    assert set(cut[0]["dose"]) == {"at_most_0", "over_0"}


def test_a_dict_of_sites():
    sites = {"north": TRAIN[:80], "south": TRAIN[80:]}
    listed = discretize(list(sites.values()), 3)
    cut = discretize(sites, 3)
    assert list(cut) == ["north", "south"]
    assert cut.bins == listed.bins
    for name, table in zip(cut, listed, strict=True):
        pd.testing.assert_frame_equal(cut[name], table)
    own = discretize(sites, 3, shared=False)
    assert own.bins == {name: discretize(table, 3).bins for name, table in sites.items()}
    again = discretize(dict(reversed(sites.items())), bins=own.bins)
    for name in sites:
        pd.testing.assert_frame_equal(again[name], own[name])
    with pytest.raises(
        InvalidInputError, match="bins must have the names of the data sets, 'north', 'south'"
    ):
        discretize(sites, bins={"north": {}, "east": {}})


@pytest.mark.parametrize("table", [TRAIN, TRAIN.to_dict("list"), TRAIN.to_numpy()])
def test_every_kind_may_be_in_a_dict_of_sites(table):
    cut = discretize({"north": table, "south": table}, 3)
    assert list(cut) == ["north", "south"]
    assert cut.bins == discretize([table, table], 3).bins


# --- the result is a table like any other -------------------------------------------------------------------


def test_results_are_of_the_kind_that_came_in():
    frame = discretize(TRAIN, 3)
    assert isinstance(frame, pd.DataFrame)
    assert isinstance(discretize(TRAIN.to_dict("list"), 3), dict)
    array = discretize(TRAIN.to_numpy(), 3)
    assert isinstance(array, np.ndarray)
    assert not hasattr(array[:, 1:], "bins")  # whose columns have other numbers
    assert isinstance(discretize([TRAIN, TEST], 3), list)
    for same in (
        frame.drop(columns="sex"),
        frame.copy(),
        frame[frame["sex"] == "f"],
        pickle.loads(pickle.dumps(frame)),
        copy.deepcopy(frame),
    ):
        assert same.bins == frame.bins
    several = pickle.loads(pickle.dumps(discretize([TRAIN, TEST], 3)))
    assert several.bins == several[1].bins


def test_a_column_that_is_called_bins():
    cut = discretize(FRAME.rename(columns={"dose": "bins"}), 3)
    assert list(cut.bins) == ["bins", "age"]
    assert len(cut["bins"].cat.categories) == 3


# --- rows that are left out ---------------------------------------------------------------------------------


def test_rows_left_out_are_told_and_counted():
    table = pd.DataFrame({"a": [0.5, 1.5, None] * 20, "b": ["x", "y", None, "x", "y", "x"] * 10})
    with pytest.warns(mcbnc.DataWarning, match=r"data: 20 of 60 rows .* no value in 'a' \(20\)"):
        assert len(discretize(mcbnc.Rows(table, missing="drop"), 2)) == 40
    with pytest.warns(mcbnc.DataWarning) as told:
        discretize(mcbnc.Rows([table.dropna(), table], missing="drop"), 2)
    assert [str(one.message).partition(":")[0] for one in told] == ["data[1]"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(discretize(mcbnc.Rows(table.dropna(subset="a"), missing="drop"), 2)) == 40
        discretize(mcbnc.Rows(table, missing="state"), 2)


def test_pairs_of_bounds_touch():
    names = list(discretize(FRAME, 7)["dose"].cat.categories)
    bounds = [NAME.fullmatch(name).groups() for name in names]
    for (top, _, high), (_, low, _) in itertools.pairwise(bounds):
        assert (high or top) == low


# --- results in place of their bins -------------------------------------------------------------------------


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_a_result_stands_for_its_bins(make, tmp_path):
    known = discretize(make(TRAIN.to_dict("list"), tmp_path), 3)
    new = make(TEST.to_dict("list"), tmp_path)
    again, expected = discretize(new, known), discretize(new, known.bins)
    assert again.bins == expected.bins == known.bins
    assert str(again) == str(expected)


def test_results_of_sites_stand_for_their_bins():
    sites = {"north": TRAIN, "south": TEST}
    for given in (sites, list(sites.values())):
        for shared in (True, False):
            known = discretize(given, 3, shared=shared)
            assert str(discretize(given, known)) == str(discretize(given, known.bins))
    known = discretize(sites, 3)
    pd.testing.assert_frame_equal(discretize(TEST, known), discretize(TEST, known["south"]))


def test_a_table_without_bins_is_no_answer():
    with pytest.raises(InvalidInputError, match="bins must be a whole number"):
        discretize(TEST, TRAIN)
