"""The study of opinions: its tables are what its results say, its experts are DAGs, and cases repeat."""

from __future__ import annotations

import json

import numpy as np
import pytest
from studied import DOCS, STUDIES, study_modules

import mcbnc


@pytest.fixture(scope="module")
def modules():
    with study_modules("opinions", "experts", "networks", "opinions_page", "opinions_study") as found:
        yield found


@pytest.fixture(scope="module")
def results():
    return json.loads((STUDIES / "opinions" / "opinions.json").read_text())


def test_the_tables_are_made_of_the_results(modules, results):
    text = (DOCS / "opinions.md").read_text(encoding="utf-8")
    assert modules.opinions_page.page(results, text) == text


def test_the_results_are_of_a_finished_run(modules, results):
    keys = [(case["repetition"], case["network"], case["regime"]) for case in results]
    study = modules.opinions_study
    assert keys == [*study.keys(study.FIRST, 4, study.networks.NAMES, study.REGIMES)]
    assert len(keys) >= 200
    assert all(tuple(case["found"]) == modules.opinions_study.METHODS for case in results)


def test_cases_repeat(modules, results):
    for case in results[:7]:
        again = modules.opinions_study.run((case["repetition"], case["network"], case["regime"]))
        assert json.loads(json.dumps(again)) == case


def test_experts(modules):
    """They are DAGs; numbers are opinions; a liar has no true edge; copies repeat; parts lack nodes."""
    experts, truth = modules.experts, np.asarray(modules.networks.structure("asia"))
    names = [f"v{k}" for k in range(len(truth))]
    joined = truth | truth.T
    for regime in experts.REGIMES:
        told = experts.drawn(truth, names, regime, 6, np.random.default_rng(1))
        for expert in told:
            mcbnc.consensus([expert.dag])  # refuses a cycle
        if regime == experts.NUMBERS:
            numbers = told[0].opinion.to_numpy()
            assert 0 < numbers[numbers > 0].min() < (numbers + numbers.T).max() < 1
        if regime == experts.ADVERSARY:
            assert not (told[0].dag.to_numpy() & joined).any()
        if regime == experts.COPIES:
            first, *others = (expert.dag.to_numpy() for expert in told)
            assert all((other <= first).all() for other in others[:2])
            assert not all((other <= first).all() for other in others[2:])
        if regime == experts.PARTS:
            assert all(5 <= len(expert.dag) <= 6 for expert in told)


def test_a_case_that_pays_and_one_that_fails(modules):
    page, study = modules.opinions_page, modules.opinions_study
    case = {"found": {name: [4, 3] for name in study.METHODS}, "regime": modules.experts.ALONE}
    case["found"] |= {study.BOTH: [9, 9], study.ROWS_ALONE: [2, 2]}
    assert page.lost(case) == 14
    assert page.against([case], study.OPINIONS) == "0/0/1"
    assert page.against([case], study.BOTH) == ""


def test_what_is_said_of_the_tables(modules, results):
    page, study = modules.opinions_page, modules.opinions_study
    known = page.with_truth(results)

    def wins(method):
        return [int(count) for count in page.against(known, method).split("/")]

    assert wins(study.OPINIONS)[0] > 0.9 * len(known)
    better, _, worse = wins(study.ROWS_ALONE)
    assert better > worse
    better, _, worse = wins(study.WEIGHTS)
    assert better < worse
    tempted = page.of_regime(results, modules.experts.TEMPTATION)
    mean = {name: np.mean([page.total(case, name) for case in tempted]) for name in study.METHODS}
    assert mean[study.ROWS_ALONE] < mean[study.BOTH]
    counts = np.sum([case["calibration"][study.BOTH] for case in known], axis=0)
    every, true = counts[study.BINS.index(0.5) : study.BINS.index(0.98)].T
    assert (true / every < study.BINS[study.BINS.index(0.5) : study.BINS.index(0.98)]).all()
