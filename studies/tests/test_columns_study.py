"""The study of sites with different columns: its page is what its results say."""

from __future__ import annotations

import json

import numpy as np
import pytest
from studied import DOCS, STUDIES, study_modules


@pytest.fixture(scope="module")
def modules():
    names = (
        "columns_methods", "columns_page", "columns_study", "iod_study", "lacked", "masks", "numbers_study",
        "stacked_page", "stacked_study",
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


@pytest.fixture(scope="module")
def stacked():
    return json.loads((STUDIES / "columns" / "stacked.json").read_text())


def test_the_page_is_made_of_the_results(modules, cases, small, numbers, stacked):
    text = (DOCS / "columns.md").read_text(encoding="utf-8")
    assert modules.columns_page.page(cases, small, numbers, stacked) == text
    assert "{{" not in text
    assert len(text.split()) <= 640


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


def test_the_stacked_are_of_a_finished_run(modules, stacked):
    keys = [(case["repetition"], case["network"], case["regime"]) for case in stacked]
    assert keys == list(modules.lacked.keys(3))
    assert len(modules.stacked_page.answered(stacked)) >= 100


def test_the_union_is_nearer_than_one_table_where_sites_differ(modules, stacked):
    """What the page says of the networks."""
    union, one_table = modules.columns_methods.UNION, modules.stacked_study.STACKED
    paired, page = modules.columns_page, modules.stacked_page
    for (kind, sites), cases in page.by_sites(page.answered(stacked)).items():
        if kind == page.MEASURED:
            continue
        for measure in (page.SMHD, page.SHD):
            found = paired.record(cases, union, one_table, measure)
            means = [paired.average(cases, method, measure) for method in (union, one_table)]
            if sites == modules.lacked.ALIKE:
                assert found.wins <= found.losses
                assert abs(means[0] - means[1]) < 2
            else:
                assert found.wins > 4 * found.losses
                assert means[0] < 0.8 * means[1]


def test_neither_joins_what_no_site_sees_together(stacked):
    assert all(case["apart"][2:] == [0, 0, 0, 0] for case in stacked)


def test_each_site_lacks_a_share_of_the_columns(modules):
    lacked = modules.lacked
    for draw in lacked.MASKS.values():
        for seed in range(50):
            lacks = ~draw(5, 60, np.random.default_rng(seed))
            assert lacks.mean(1) == pytest.approx([0.3] * 5, abs=0.11)


def test_the_chance_of_rows_is_that_of_counts(modules):
    """Two columns, of which the second follows the first in three rows of four."""
    graph = np.array([[0, 1], [0, 0]], np.uint8)
    rows = np.array([[0, 0], [0, 0], [0, 0], [0, 1]], np.uint8)
    tested = np.array([[0, 0], [0, 1]], np.uint8)
    found = modules.stacked_study.likely(graph, rows, tested, [2, 2])
    assert found == pytest.approx(np.log(4.5 / 5) + (np.log(3.5 / 5) + np.log(1.5 / 5)) / 2)


@pytest.mark.slow
def test_a_stacked_case_can_be_repeated(modules, stacked, tmp_path):
    """One with drawn tables, as the networks' own ones are not here."""
    (kept,) = (
        case
        for case in stacked
        if (case["repetition"], case["network"], case["regime"])
        == (1300, "random 20, drawn", "one outlier, blocks")
    )
    again = modules.stacked_study.run(tmp_path, (1300, "random 20, drawn", "one outlier, blocks"))
    for case in (kept, again):
        case["found"] = {name: numbers[:2] for name, numbers in case["found"].items()}
    assert again == kept


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
