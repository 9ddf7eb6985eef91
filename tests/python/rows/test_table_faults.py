"""Faults of hospitals' tables: learning reports each by site and column, or reads it right."""

from __future__ import annotations

import re
import warnings
from functools import cache

import numpy as np
import pandas as pd
import pytest
from helpers import but_chance
from table_faults import AT, FAULTS, ROWS, SITES, UNKNOWABLE, mixed_table, states_table, tables

import mcbnc
from mcbnc._rows.columns import ColumnLocation
from mcbnc._rows.units import middles_of_numbers, tell_units

CALLS = {
    "learn_jointly": mcbnc.learn_jointly,
    "learn_many": lambda data: mcbnc.learn_many(data, chance=0),
}


def messages(call, data):
    """The call's messages about the tables, in warnings or in an error, and what it returns."""
    answer = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            answer = call(data)
        except mcbnc.InvalidInputError as error:
            refused = [str(error)]
        else:
            refused = []
    told = but_chance(str(one.message) for one in caught if one.category is mcbnc.DataWarning)
    return [one for one in told if "and no score: score=" not in one] + refused, answer


@cache
def clean(mixed, call):
    told, answer = messages(CALLS[call], tables(mixed))
    assert told == []
    return graphs(answer)


def graphs(answer):
    if isinstance(answer, list):
        return [one.edges for one in answer]
    return sorted(answer.edges), sorted(answer.reversible)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The clean tables as files, by kind and site."""
    folder = tmp_path_factory.mktemp("sites")
    found = {}
    for mixed in (False, True):
        for site, table in tables(mixed).items():
            found[mixed, site] = folder / f"{site}-{mixed}.csv"
            table.to_csv(found[mixed, site], index=False)
    return found


def forms(fault, files, path):
    """The tables with the fault, as frames if a frame can have it, and as files."""
    table = tables(fault.mixed)[AT]
    own = fault.damage(table.to_csv(index=False) if fault.file else table.copy())
    if isinstance(own, pd.DataFrame):
        yield {**tables(fault.mixed), AT: own}
        own = own.to_csv(index=False)
    path.write_bytes(own if isinstance(own, bytes) else own.encode())
    yield {**{site: files[fault.mixed, site] for site in SITES}, AT: path}


def tells(fault, message, data):
    """Whether a message is about this fault. It has the name of the file, if the table is one."""
    file = isinstance(data[AT], pd.DataFrame) or str(data[AT]) in message
    line = fault.line is None or f"line {fault.line}" in message.lower()
    column = not fault.column or repr(fault.column) in message
    return bool(re.search(fault.words, message)) and f"['{AT}']" in message and column and line and file


def test_the_set():
    assert len(FAULTS) >= 200
    assert sum(fault.words is None for fault in FAULTS.values()) < 40
    assert all(fault.words for fault in FAULTS.values() if fault.words is not None)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault(name, files, tmp_path):
    fault = FAULTS[name]
    for data in forms(fault, files, tmp_path / "damaged.csv"):
        for call, learn in CALLS.items():
            told, answer = messages(learn, data)
            if fault.words is not None:
                assert any(tells(fault, message, data) for message in told), (call, told)
            elif call == "learn_jointly":
                assert answer is not None, told
                assert graphs(answer) == clean(fault.mixed, call)


@pytest.mark.parametrize("name", UNKNOWABLE)
def test_what_nobody_can_know(name):
    """If such a fault is reported one day, it belongs to the others."""
    fault, reason = UNKNOWABLE[name]
    assert reason
    told, answer = messages(
        mcbnc.learn_jointly, {**tables(fault.mixed), AT: fault.damage(tables(fault.mixed)[AT])}
    )
    assert told == []
    assert answer is not None


# --- false alarms -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("mixed", [False, True])
def test_clean_files_say_nothing(mixed, call, files):
    told, answer = messages(CALLS[call], {site: files[mixed, site] for site in SITES})
    assert told == []
    assert graphs(answer) == clean(mixed, call)


@pytest.mark.parametrize("make", [states_table, mixed_table])
def test_other_tables_say_nothing(make):
    for seed in range(100, 200, 5):
        told, _ = messages(mcbnc.learn_jointly, {site: make(seed + k) for k, site in enumerate(SITES)})
        assert told == []


def test_sites_that_are_unlike_say_nothing():
    """A clinic for children, one for the old, one for men, and one for all."""
    for seed in range(20):
        sites = {site: mixed_table(100 * seed + k) for k, site in enumerate(SITES)}
        r = np.random.default_rng(seed)
        child = r.integers(0, 18, ROWS)
        weight = (8 + 3 * child) * np.exp(r.normal(0, 0.2, ROWS))
        height = 70 + 6 * child + r.normal(0, 6, ROWS)
        sites["north"] = sites["north"].assign(age=child, weight=weight.round(1), height=height.round(1))
        sites["south"].age = r.integers(70, 100, ROWS)
        sites["south"].crp = (sites["south"].crp * 2).round(1)
        sites["west"] = sites["west"][sites["west"].sex == "male"]
        sites["east"].temperature += 0.8
        assert messages(mcbnc.learn_jointly, sites)[0] == []


@pytest.mark.parametrize("name", mcbnc.datasets.row_names())
def test_bundled_rows_say_nothing(name):
    assert messages(mcbnc.learn_jointly, mcbnc.datasets.load_rows(name).frames())[0] == []


# --- units --------------------------------------------------------------------------------------------------


def told_units(sites):
    """The message about a column, given its numbers at each site."""
    locations = [ColumnLocation("datasets", k, "x") for k in range(len(sites))]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tell_units({"x": middles_of_numbers([np.asarray(own, float) for own in sites], locations)})
    return [str(one.message) for one in caught]


def unlike_sites(r, sites, between):
    """A column at sites that are unlike: `between` is how much their means differ, in standard deviations."""
    kind, mean, width = r.integers(4), 10 ** r.uniform(-1, 3), r.uniform(0.1, 0.6)
    for _ in range(sites):
        rows, shift, scale = int(r.choice([40, 200, 600])), r.normal(0, between), np.exp(r.normal(0, 0.3))
        if kind == 0:
            yield mean * (1 + width * (shift + scale * r.normal(size=rows)))
        elif kind == 1:
            yield mean * np.exp(width * (shift + scale * r.normal(size=rows)))
        elif kind == 2:
            yield r.poisson(max(1.0, mean / 20) * np.exp(0.5 * shift), rows)
        else:
            yield mean * (shift / 2 + r.uniform(0, scale, rows))


@pytest.mark.parametrize(("sites", "most"), [(2, 2), (4, 2), (10, 0)])
def test_units_of_unlike_sites(sites, most):
    """Of 1,000 columns at sites that differ by 0.3 standard deviations, at most this number get a warning."""
    r = np.random.default_rng(sites)
    assert sum(bool(told_units([*unlike_sites(r, sites, 0.3)])) for _ in range(1000)) <= most


def test_a_unit_of_several_sites():
    r = np.random.default_rng(0)
    kilograms = [r.normal(75, 12, 200) for _ in range(5)]
    pounds = [own / 0.45359237 if k in (1, 3) else own for k, own in enumerate(kilograms)]
    (message,) = told_units(pounds)
    assert message.count("another unit, times 2.20462?") == 2
    assert "datasets[1]" in message
    assert "datasets[3]" in message
    (message,) = told_units([kilograms[0], kilograms[1] * 1000])
    assert "datasets[1]" in message
    assert "times 1000" in message
    assert told_units(kilograms) == []
    assert told_units([kilograms[0]]) == []
    assert told_units([own * 10**k for k, own in enumerate(kilograms)]) == []  # no two sites are alike


NUMBERS = ["crp", "weight", "height"]


def in_grams(columns, lacks=None):
    """Numbers of all sites. One has the weight in grams, and one may lack a column."""
    sites = {site: table[columns] for site, table in tables(True).items()}
    sites[AT] = sites[AT].assign(weight=(1000 * sites[AT].weight).round().astype(int))
    if lacks:
        sites["north"] = sites["north"].drop(columns=lacks)
        return mcbnc.Rows(sites, columns="union")
    return sites


DOORS = {
    "bic-g": lambda: mcbnc.learn_jointly(in_grams(NUMBERS), score="bic-g"),
    "a union of numbers": lambda: mcbnc.learn_jointly(in_grams(NUMBERS, "crp"), score="bic-g"),
    "a union": lambda: mcbnc.learn_jointly(in_grams(["sex", *NUMBERS], "crp")),
    "discretize": lambda: mcbnc.discretize(in_grams(NUMBERS), bins=3),
    "whole numbers": lambda: mcbnc.learn_jointly(
        {site: own.round().astype(int) for site, own in in_grams(NUMBERS).items()},
        score="bdeu",
    ),
    "a federation in one place": lambda: mcbnc.federated.simulate_learning(in_grams(NUMBERS), score="bic-g"),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_function_tells_of_units(door):
    told, _ = messages(lambda _: DOORS[door](), None)
    assert any("in 'weight' (median 75" in one and "another unit, times 1000?" in one for one in told), told


@pytest.mark.parametrize("score", ["bic-g", "bic-cg", None])
def test_check_tells_of_units_and_swapped_columns(score):
    def problems(sites):
        return [
            one.problem for one in mcbnc.check(sites, score=score).warnings if "unlike all" in one.problem
        ]

    assert (
        problems(tables(True) if score != "bic-g" else {k: v[NUMBERS] for k, v in tables(True).items()}) == []
    )
    (problem,) = problems(in_grams(NUMBERS))
    assert "at west" in problem
    assert "times 1000" in problem
    sites = {site: table[NUMBERS] for site, table in tables(True).items()}
    sites[AT] = sites[AT].set_axis(["crp", "height", "weight"], axis=1)
    (problem,) = problems(sites)
    assert "swapped with 'height'" in problem
    assert "swapped with 'weight'" in problem


def test_accepted_numbers_are_not_compared():
    told, _ = messages(
        lambda sites: mcbnc.learn_jointly(mcbnc.Rows(sites, accept=["weight"]), score="bic-g"),
        in_grams(NUMBERS),
    )
    assert told == []


def test_huge_numbers_make_no_warning_of_numpy():
    r = np.random.default_rng(0)
    for size in (1e155, 1e300, 1.7e308):
        assert told_units([r.normal(0, 1, 50), r.normal(0, size / 1e3, 50), np.full(50, size)]) == []
