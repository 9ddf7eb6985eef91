"""Ordered categorical columns keep their own order of states, and the structure does not depend on it."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc._r.read import read_table

ORDER = ["low", "mid", "high"]
SORTED = sorted(ORDER)


def codes(seed=0, rows=200):
    """Three columns of codes, each of which depends on the one before."""
    rng = np.random.default_rng(seed)
    columns = {"a": rng.integers(0, 3, rows)}
    for old, new in itertools.pairwise("abc"):
        columns[new] = np.where(rng.random(rows) < 0.6, columns[old], rng.integers(0, 3, rows))
    return columns


def frame(columns, order=ORDER, ordered=True):
    """The codes are indices into ORDER, and the categories are in `order`."""
    return pd.DataFrame(
        {
            name: pd.Categorical(np.array(ORDER, object)[own], order, ordered=ordered)
            for name, own in columns.items()
        }
    )


def test_states_of_learn():
    assert mcbnc.learn(frame(codes())).states == dict.fromkeys("abc", ORDER)
    assert mcbnc.learn(frame(codes(), ordered=False)).states == dict.fromkeys("abc", SORTED)
    assert mcbnc.learn(frame(codes()).astype(str)).states == dict.fromkeys("abc", SORTED)


def test_a_level_that_no_row_has_keeps_its_place():
    rows = frame({"a": [0, 2] * 20, "b": [0, 2, 2, 0] * 10})
    assert mcbnc.learn(rows).states == {"a": ORDER, "b": ORDER}


def test_missing_values_are_the_last_state():
    rows = frame(codes())
    rows.loc[::7, "a"] = None
    assert mcbnc.learn(rows, missing="state").states["a"] == [*ORDER, "value_missing"]
    with pytest.warns(mcbnc.DataWarning, match="left out"):
        assert mcbnc.learn(rows, missing="drop").states["a"] == ORDER


def test_given_states_are_sorted_as_before():
    assert mcbnc.learn(frame(codes()), states={"a": ORDER}).states["a"] == SORTED


def test_factors_of_r():
    column = np.array([0, 1, 2, 2] * 10, np.int32)
    table = read_table({"a": {"codes": column.tobytes(), "levels": ORDER}})
    assert mcbnc.learn(table).states == {"a": ORDER}


def test_bif_and_pgmpy():
    pytest.importorskip("pgmpy")
    rows = frame(codes())
    together = mcbnc.learn_jointly([rows, rows])
    assert together.to_bif().count("{ low, mid, high }") == 3
    network = together.to_pgmpy()
    plain = mcbnc.learn_jointly([rows.astype(str)] * 2).to_pgmpy()
    for name in "abc":
        own, other = network.get_cpds(name), plain.get_cpds(name)
        assert own.state_names[name] == ORDER
        parents = own.variables[1:]
        assert other.variables[1:] == parents
        for states in itertools.product(ORDER, repeat=len(own.variables)):
            cell = dict(zip(own.variables, states, strict=True))
            assert own.get_value(**cell) == pytest.approx(other.get_value(**cell), abs=1e-12)


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ([ORDER, ORDER], ORDER),
        ([ORDER, ["low", "high"]], ORDER),
        ([["low", "mid"], ORDER, ["high"]], ORDER),
        ([ORDER, ORDER[::-1]], SORTED),
        ([ORDER, ["mid", "low"]], SORTED),
        ([["low", "mid"], ["mid", "high"]], SORTED),
        ([ORDER, None], ORDER),
    ],
)
def test_several_sites(orders, expected):
    """One order for all, whatever the order of the sites is, or else the alphabet's."""
    tables = []
    for order in orders:
        some = np.array(order or ORDER, object)[np.arange(40) % len(order or ORDER)]
        tables.append(
            pd.DataFrame({"a": some if order is None else pd.Categorical(some, order, ordered=True)})
        )
    agree = expected != SORTED
    for permuted in itertools.permutations(tables):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", mcbnc.DataWarning)
            assert mcbnc.learn_jointly(list(permuted)).states == {"a": expected}
            assert [one.states for one in mcbnc.learn_many(list(permuted))] == [{"a": expected}] * len(tables)
        told = [str(each.message) for each in caught if "do not agree" in str(each.message)]
        assert bool(told) != agree
        assert all("column 'a': ordered columns that do not agree" in each for each in told)


def test_a_state_without_a_place_is_told():
    rows = pd.DataFrame({"a": ["low", "mid", "extreme"] * 20})
    with pytest.warns(mcbnc.DataWarning, match="in which 'extreme' has no place"):
        learned = mcbnc.learn_many([frame({"a": [0, 1, 2] * 20}), rows])
    assert learned[0].states["a"] == sorted([*ORDER, "extreme"])


def test_bins_are_in_the_order_of_the_numbers():
    ages = np.random.default_rng(0).integers(1, 200, 300)
    cut = mcbnc.discretize(pd.DataFrame({"age": ages, "old": ages > 90}), 4)
    assert mcbnc.learn(cut).states["age"] == list(cut["age"].cat.categories)


@pytest.mark.parametrize("score", ["bdeu", "bic", "aic"])
@pytest.mark.parametrize("seed", range(15))
def test_structures_do_not_depend_on_the_order(score, seed):
    columns = codes(seed, 30 + 20 * seed)
    found = set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        for order in itertools.permutations(ORDER):
            rows = frame(columns, list(order))
            half = len(rows) // 2
            one = mcbnc.learn(rows, score=score)
            assert one.states["a"] == list(order)
            together = mcbnc.learn_jointly([rows[:half], rows[half:]], score=score)
            found.add((tuple(one.edges), round(one.score, 8), tuple(together.edges)))
    assert len(found) == 1
