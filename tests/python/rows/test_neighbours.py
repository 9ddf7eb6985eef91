"""Neighbouring rows that are alike: there is a warning, and none for independent rows, sorted or not."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc._rows import neighbours

ALARM = mcbnc.datasets.load_rows("alarm").frames()[0].astype(str)
NAMES = list("abcdefgh")


def drawn(rng, rows, columns=8, states=3):
    """Rows of a random network."""
    cells = rng.integers(0, states, (rows, columns))
    for j in range(1, columns):
        copied = rng.random(rows) < rng.random() * 0.6
        cells[:, j] = np.where(copied, cells[:, rng.integers(0, j)], cells[:, j])
    return pd.DataFrame(cells, columns=NAMES[:columns])


def sticky(rng, table, keep):
    """Each cell is that of the row before with this probability."""
    cells = table.to_numpy().copy()
    for row in range(1, len(cells)):
        same = rng.random(cells.shape[1]) < keep
        cells[row, same] = cells[row - 1, same]
    return pd.DataFrame(cells, columns=table.columns)


def has_the_sign(table):
    codes = np.array([np.unique(table[name], return_inverse=True)[1] for name in table]).astype(np.uint16)
    return neighbours.alike(codes)[0] > 0


def test_the_moments_by_going_through_all_orders():
    rng = np.random.default_rng(0)
    for _ in range(60):
        cells = rng.integers(0, 3, rng.integers(1, 8)).tolist()
        counts = np.array([cells.count(state) for state in sorted(set(cells))])
        (mean,), (variance,) = neighbours._moments(counts, np.zeros(len(counts), int), np.array([len(cells)]))
        equal = [sum(a == b for a, b in itertools.pairwise(order)) for order in itertools.permutations(cells)]
        assert mean == pytest.approx(np.mean(equal), abs=1e-9)
        assert variance == pytest.approx(np.var(equal), abs=1e-9)


def test_a_look_within_one_block_is_a_look_at_the_whole():
    rng = np.random.default_rng(1)
    for rows in (1, 2, 3, 10, 200):
        columns = [rng.integers(0, rng.integers(1, 9), rows).astype(np.uint8) for _ in range(5)]
        blocks = [np.zeros(rows, np.int64)] * len(columns)
        same = [*map(neighbours._equal_neighbours, columns)]
        one = neighbours._look(columns, blocks)
        for cells in (columns, [column / 8 - 0.5 for column in columns]):  # codes, and numbers
            whole = neighbours._look_at_all(cells, same)
            assert np.allclose(whole.z, one.z, equal_nan=True)
            assert np.array_equal(whole.sorted, one.sorted)


@pytest.mark.parametrize("gaps", [False, True])
def test_columns_that_are_counted_together_are_as_those_that_are_counted_alone(gaps, monkeypatch):
    rng = np.random.default_rng(2)
    for rows, states in itertools.product((1, 2, 20, 300), (1, 2, 9, 200)):
        codes = np.array([rng.integers(0, rng.integers(1, states + 1), rows) for _ in range(7)], np.uint8)
        known = rng.random(codes.shape) < 0.7 if gaps else None
        same = [*map(neighbours._equal_neighbours, codes)]
        assert neighbours._equal_together([*codes]) == same

        def looks(codes=codes, known=known, same=same):
            signs = [neighbours.alike(block, known) for block in (codes, np.sort(codes), codes / 8)]
            return signs, neighbours._look_at_all([*codes], same)

        signs, looked = looks()
        with monkeypatch.context() as patched:
            patched.setattr(neighbours, "_are_short", lambda columns: False)
            signs_alone, alone = looks()
        assert signs == signs_alone
        assert np.array_equal(looked.z, alone.z, equal_nan=True)
        assert np.array_equal(looked.sorted, alone.sorted)


@pytest.mark.parametrize("rows", [50, 100, 400, 1500])
def test_independent_rows_say_nothing_sorted_or_not(rows):
    """By one to all columns. Of 45 tables at each number of rows, none has the sign."""
    rng = np.random.default_rng(rows)
    for _ in range(5):
        table = drawn(rng, rows)
        keys = rng.permutation(NAMES).tolist()
        for by in range(len(NAMES) + 1):
            there = table.sort_values(keys[:by], kind="stable") if by else table
            assert not has_the_sign(there), keys[:by]


@pytest.mark.parametrize("rows", [50, 100, 400, 1500])
def test_rows_that_stick_or_repeat_in_place_have_the_sign(rows):
    rng = np.random.default_rng(rows)
    assert has_the_sign(drawn(rng, rows // 2).loc[lambda t: t.index.repeat(2)])
    assert has_the_sign(sticky(rng, drawn(rng, rows), 0.72))
    if rows >= 400:
        assert has_the_sign(sticky(rng, drawn(rng, rows), 0.3))


def test_rows_that_stick_within_a_sorted_column():
    rng = np.random.default_rng(4)
    table = sticky(rng, drawn(rng, 1500), 0.72)
    table["a"] = np.arange(1500) // 300
    assert has_the_sign(table)


def test_all_functions_tell_it_and_name_the_site():
    rng = np.random.default_rng(2)
    north, south = drawn(rng, 400), sticky(rng, drawn(rng, 400), 0.6)
    words = r"datasets\['south'\]: neighbouring rows are alike in \d of 8 columns.*keep one row of each"
    for function in (mcbnc.learn_many, mcbnc.learn_jointly):
        with pytest.warns(mcbnc.DataWarning, match=words):
            function({"north": north, "south": south})
    for function in (mcbnc.learn, lambda table: mcbnc.bootstrap(table, 3, seed=1)):
        with pytest.warns(mcbnc.DataWarning, match="neighbouring rows are alike"):
            function(south)
    with pytest.warns(mcbnc.DataWarning, match="neighbouring rows are alike"):
        mcbnc.learn(south + rng.normal(0, 1e-3, 400)[:, None].repeat(8, 1).round(2), score="bge")
    told = [p for p in mcbnc.check({"north": north, "south": south}).problems if "neighbouring" in p.problem]
    assert [(p.site, p.severity) for p in told] == [("south", "warning")]


def test_the_order_of_columns_does_not_count():
    rng = np.random.default_rng(3)
    table = sticky(rng, drawn(rng, 300), 0.5).sort_values(["c", "a"], kind="stable")
    there = has_the_sign(table)
    assert all(has_the_sign(table[rng.permutation(NAMES)]) == there for _ in range(20))


def test_bundled_rows_say_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error", mcbnc.DataWarning)
        mcbnc.learn(ALARM)
        mcbnc.learn(ALARM.sort_values(["HR", "CO"]))


def stacked(rng: np.random.Generator, times: int = 1) -> pd.DataFrame:
    """Independent rows of four sites, each without three of the columns, one under the other."""
    tables = []
    for k in range(4):
        cells = rng.integers(0, 3, (200, 8))
        cells[:, 1:] = np.where(rng.random((200, 7)) < 0.6, cells[:, :-1], cells[:, 1:])
        table = pd.DataFrame(cells, columns=list("abcdefgh")).replace({0: "x", 1: "y", 2: "z"}).astype(object)
        table.iloc[:, [2 * k % 8, (2 * k + 1) % 8, (2 * k + 3) % 8]] = None
        tables.append(table)
    whole = pd.concat(tables, ignore_index=True)
    return whole.loc[np.repeat(np.arange(len(whole)), times)].reset_index(drop=True)


@pytest.mark.parametrize("times", [1, 3])
def test_runs_of_gaps_are_no_sign_by_themselves(times):
    """As where the tables of sites with different columns are stacked. Rows repeated in place still are."""
    for seed in range(5):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            mcbnc.learn(mcbnc.Rows(stacked(np.random.default_rng(seed), times), missing="fill"), workers=1)
        assert any("neighbouring rows" in str(one.message) for one in told) == (times > 1)


def test_numbers_of_few_digits_are_counted_as_numbers():
    rng = np.random.default_rng(2)
    for digits in (0, 1, 2, 3, 8):
        numbers = np.round(rng.normal(50, 5, 3000), digits)
        numbers[7] = -numbers[7]
        short = neighbours._of_few_digits(numbers)
        assert (short is None) == (digits > 2 or digits == 2)  # the range of these is larger than the rows
        for column in (numbers, numbers[numbers > 49.5], numbers[:1], np.array([0.0, -0.0, 0.5])):
            wanted = np.unique(column, return_counts=True)[1]
            assert neighbours._rows_of_states(column).tolist() == wanted.tolist()
    for huge in ([1.7e308, 0.5], [np.inf, -np.inf], [2.0**60, 2.0**60 + 4096], [1e-300, 2e-300]):
        column = np.array(huge)
        assert neighbours._of_few_digits(column) is None
        assert neighbours._rows_of_states(column).tolist() == [1, 1]
