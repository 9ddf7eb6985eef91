"""The study of mixed columns: its page is what its results say, and its results can be repeated."""

import json

import pytest
from studied import DOCS, STUDIES, study_modules


@pytest.fixture(scope="module")
def modules():
    with study_modules("mixed", "drawn", "mixed_page", "mixed_study") as found:
        yield found


@pytest.fixture(scope="module")
def cases():
    return json.loads((STUDIES / "mixed" / "mixed.json").read_text())


def test_the_page_is_made_of_the_results(modules, cases):
    assert modules.mixed_page.page(cases) == (DOCS / "mixed.md").read_text(encoding="utf-8")


def test_the_results_are_of_a_finished_run(modules, cases):
    study = modules.mixed_study
    keys = [(case["regime"], case["rows"], case["seed"]) for case in cases]
    assert keys == list(study.keys(max(seed for *_, seed in keys) + 1))
    assert len(keys) >= 150
    assert all(list(case["found"]) == list(study.METHODS) for case in cases)


@pytest.mark.parametrize("which", [0, 4, 8])
def test_a_case_can_be_repeated(modules, cases, which):
    kept = cases[which]
    again = modules.mixed_study.run((kept["regime"], kept["rows"], kept["seed"]))
    for name, (smhd, shd, _) in kept["found"].items():
        assert again["found"][name][:2] == [smhd, shd], name


def test_errors_are_told(modules, cases):
    refused = [{**cases[0], "found": {**cases[0]["found"], "dg": "too dense"}}, *cases[1:]]
    assert "dg 1. The first: too dense" in modules.mixed_page.page(refused)


def test_networks_are_of_their_regime(modules):
    drawn = modules.drawn
    for seed in range(4):
        table, dag = drawn.draw("discrete parents only", 300, seed)
        discrete = [table[name].dtype != float for name in table]
        assert sum(discrete) == drawn.NODES // 2
        for x, y in zip(*dag.nonzero(), strict=True):
            assert discrete[x] or not discrete[y]
        _, free = drawn.draw("any parents", 300, seed)
        assert dag.sum() == free.sum() == 30
