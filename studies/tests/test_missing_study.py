"""The study of cells without a value: its page is what its results say."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
from studied import DOCS, STUDIES, study_modules


@pytest.fixture(scope="module")
def modules():
    with study_modules("missing", "holes", "missing_methods", "missing_page", "missing_study") as found:
        yield found


@pytest.fixture(scope="module")
def cases():
    return json.loads((STUDIES / "missing" / "missing.json").read_text())


def test_the_page_is_made_of_the_results(modules, cases):
    text = (DOCS / "missing.md").read_text(encoding="utf-8")
    assert modules.missing_page.page(cases) == text
    assert "{{" not in text
    assert len(text.split()) <= 420


def test_the_results_are_of_a_finished_run(modules, cases):
    keys = [(case["repetition"], case["network"], case["regime"]) for case in cases]
    assert keys == list(modules.missing_study.keys(2))
    assert len(keys) >= 150
    assert all(tuple(case["found"]) == modules.missing_methods.METHODS for case in cases)


def test_holes_are_where_they_are_said_to_be(modules):
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 3, (4000, 12)).astype(np.uint8)
    for name, draw in modules.holes.REGIMES.items():
        holes = draw(rows, rng)
        by_column = holes.mean(axis=0)
        share = int(name.split()[0]) / 100
        if "others" in name:
            assert np.count_nonzero(by_column == 0) == 3
            assert by_column[by_column > 0] == pytest.approx(share, abs=0.05)
        else:
            assert by_column == pytest.approx(share, abs=0.04)


def test_the_most_frequent_state_is_put_in(modules):
    methods = modules.missing_methods
    rows = np.array([[0, 1], [0, 2], [1, 2]], np.uint8)
    table = methods.columns_of(rows, np.array([[False, True], [False, False], [True, False]]))
    assert table == {"v0": [0, 0, None], "v1": [None, 2, 2]}
    assert methods.most_frequent(table) == {"v0": [0, 0, 0], "v1": [2, 2, 2]}


@pytest.mark.slow
def test_a_case_can_be_repeated(modules, cases, monkeypatch):
    """All but the rival, which has a Python of its own."""
    methods = modules.missing_methods
    monkeypatch.setattr(methods, "METHODS", tuple(m for m in methods.METHODS if m != methods.EM))
    key = (200, "asia", "20 %, four sites")
    (kept,) = (case for case in cases if (case["repetition"], case["network"], case["regime"]) == key)
    again = modules.missing_study.run(key, sys.executable)
    del kept["found"][methods.EM]
    for case in (kept, again):
        case["found"] = {name: numbers[:2] for name, numbers in case["found"].items()}
    assert again == kept
