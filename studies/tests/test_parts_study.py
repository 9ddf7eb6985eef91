"""The study of learned sites over parts of the nodes: its table is what its results say, and cases repeat."""

from __future__ import annotations

import json

import pytest
from helpers import modules_of
from studied import DOCS, STUDIES, study_modules


@pytest.fixture(scope="module")
def modules():
    with modules_of(STUDIES / "union"), study_modules("parts", "cases", "parts_page", "parts_study") as found:
        yield found


@pytest.fixture(scope="module")
def results():
    return json.loads((STUDIES / "parts" / "parts.json").read_text())


def test_the_table_is_made_of_the_results(modules, results):
    text = (DOCS / "opinions.md").read_text(encoding="utf-8")
    assert modules.parts_page.page(results, text) == text


def test_the_results_are_of_a_finished_run(modules, results):
    keys = [(case["repetition"], case["network"], case["regime"]) for case in results]
    study = modules.parts_study
    assert keys == [*study.keys(study.FIRST, 10, study.networks.NAMES, study.REGIMES)]
    assert all(case["found"].keys() == modules.parts_study.METHODS.keys() for case in results)


def test_cases_repeat(modules, results):
    for case in results[:2]:
        again = modules.parts_study.run((case["repetition"], case["network"], case["regime"]))
        assert json.loads(json.dumps(again)) == case


def test_what_is_said_of_the_table(modules, results):
    """The vote is nearer to the truth than what is pooled, in each regime."""
    for regime in modules.parts_study.REGIMES:
        own = [case for case in results if case["regime"] == regime]
        vote, pooled = (sum(sum(case["found"][name]) for case in own) for name in ("explained vote", "pool"))
        assert vote < pooled
