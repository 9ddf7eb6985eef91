"""The study of false alarms: its page is what its results say, and its promise holds."""

from __future__ import annotations

import json

import numpy as np
import pytest
from helpers import ROOT, modules_of

DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def bench():
    with (
        modules_of(ROOT / "bench" / "together", "networks", "study", "page"),
        modules_of(ROOT / "bench" / "alarms", "situations", "alarms", "alarms_page") as modules,
    ):
        yield modules


@pytest.fixture(scope="module")
def cases():
    return json.loads((DOCS / "alarms.json").read_text(encoding="utf-8"))


def test_the_page_is_made_of_the_results(bench, cases):
    assert bench["alarms_page"].make(cases) == (DOCS / "alarms.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_results_are_of_a_finished_run(bench, cases):
    pytest.importorskip("sklearn")
    keys = [(case["repetition"], case["network"], case["regime"]) for case in cases]
    assert keys == list(bench["alarms"].keys(10))


def test_no_more_than_one_false_alarm_in_a_hundred(bench, cases):
    for name, (came, of) in bench["alarms_page"].false_alarms(cases).items():
        assert of >= 500, name
        assert came <= of / 100, name


def test_a_table_of_few_rows_is_always_told_of(bench, cases):
    for case in cases:
        assert ("few" in case["alarms"].get("learned", ())) == bench["alarms_page"].has_few_rows(case)


@pytest.mark.parametrize("which", [0, 9, 13, pytest.param(-7, marks=pytest.mark.slow)])
def test_a_case_can_be_repeated(bench, cases, which):
    if which == -7:  # a table of scikit-learn
        pytest.importorskip("sklearn")
    kept = cases[which]
    assert bench["alarms"].run((kept["repetition"], kept["network"], kept["regime"])) == kept


def test_orders_keep_the_rows_and_the_others_make_them_depend(bench):
    situations = bench["situations"]
    rng = np.random.default_rng(0)
    table = rng.integers(0, 3, (300, 6))
    rows = sorted(map(tuple, table.tolist()))
    for change in situations.ORDERS.values():
        assert sorted(map(tuple, change(table, rng).tolist())) == rows
    by_all = situations.ORDERS["sorted by all"](table, rng)
    assert any((np.diff(column) >= 0).all() for column in by_all.T)
    assert any((np.diff(column) >= 0).all() for column in situations.ORDERS["sorted by 2"](table, rng).T)
    for change in situations.DEPENDENT.values():
        assert change(table, rng).shape == table.shape
    repeated = situations.DEPENDENT["repeated in place"](table, rng)
    assert (repeated[1:] == repeated[:-1]).all(axis=1).mean() > 0.4
    sticky = situations.DEPENDENT["sticky, 0.72"](table, rng)
    assert 0.75 < (sticky[1:] == sticky[:-1]).mean() < 0.87  # 0.72 + 0.28 / 3
