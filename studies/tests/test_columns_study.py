"""The study of sites with different columns: its page is what its results say."""

from __future__ import annotations

import json

import numpy as np
import pytest
from studied import DOCS, STUDIES, study_modules


@pytest.fixture(scope="module")
def modules():
    names = (
        "columns_methods", "columns_page", "columns_study", "iod_study", "masks", "numbers_study",
    )  # fmt: skip
    with study_modules("columns", *names) as found:
        yield found


@pytest.fixture(scope="module")
def cases():
    return json.loads((STUDIES / "columns" / "columns.json").read_text())


@pytest.fixture(scope="module")
def small():
    return json.loads((STUDIES / "columns" / "iod.json").read_text())


@pytest.fixture(scope="module")
def numbers():
    return json.loads((STUDIES / "columns" / "numbers.json").read_text())


def test_the_page_is_made_of_the_results(modules, cases, small, numbers):
    text = (DOCS / "columns.md").read_text(encoding="utf-8")
    assert modules.columns_page.page(cases, small, numbers) == text
    assert "{{" not in text
    assert len(text.split()) <= 350


def test_the_small_results_are_of_a_finished_run(modules, small):
    keys = [(case["repetition"], case["network"], case["regime"]) for case in small]
    assert keys == list(modules.iod_study.keys(5))


def test_the_numbers_are_of_a_finished_run(modules, numbers):
    keys = [(case["repetition"], case["network"], case["regime"]) for case in numbers]
    assert keys == list(modules.numbers_study.keys(3))
    assert len(keys) >= 150


def test_a_case_of_numbers_can_be_repeated(modules, numbers):
    for kept in (numbers[0], next(case for case in numbers if case["kind"] == "mixed")):
        assert modules.numbers_study.run((kept["repetition"], kept["network"], kept["regime"])) == kept


def test_a_small_case_can_be_repeated(modules, small, monkeypatch):
    """All but the rival, which needs Java."""
    study = modules.iod_study
    monkeypatch.setattr(
        study, "iod", lambda rows, mask, states, alpha, jars: np.zeros((len(states),) * 2, int)
    )
    for kept in small[:3]:
        again = study.run((kept["repetition"], kept["network"], kept["regime"]), None)
        for method in study.METHODS:
            assert again["wrong"][method] == kept["wrong"][method]


def test_the_results_are_of_a_finished_run(modules, cases):
    keys = [(case["repetition"], case["network"], case["regime"]) for case in cases]
    assert keys == list(modules.columns_study.keys(4))
    assert len(keys) >= 150
    assert all(tuple(case["found"]) == modules.columns_methods.METHODS for case in cases)


def test_every_column_is_at_a_site(modules):
    for draw in modules.masks.REGIMES.values():
        for seed in range(50):
            mask = draw(3, 9, np.random.default_rng(seed))
            assert mask.shape == (3, 9)
            assert mask.any(0).all()
            assert mask.any(1).all()


@pytest.mark.slow
def test_a_case_can_be_repeated(modules, cases):
    (kept,) = (
        case
        for case in cases
        if (case["repetition"], case["network"], case["regime"]) == (100, "asia", "50 %")
    )
    again = modules.columns_study.run((100, "asia", "50 %"))
    for case in (kept, again):
        case["found"] = {name: numbers[:2] for name, numbers in case["found"].items()}
    assert again == kept
