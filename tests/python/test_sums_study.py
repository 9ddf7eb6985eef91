"""The study of learning from sums: its page is what its results say, and its results can be repeated."""

import pytest
from helpers import ROOT, modules_of

DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def bench():
    together = ("networks", "regimes", "methods", "results", "study", "paired", "page")
    with (
        modules_of(ROOT / "bench" / "together", *together),
        modules_of(ROOT / "bench" / "mixed", "drawn"),
        modules_of(ROOT / "bench" / "sums", "sums_study", "sums_page") as modules,
    ):
        yield modules


@pytest.fixture(scope="module")
def cases(bench):
    return bench["sums_page"].results.load(DOCS / "sums.json")


def test_the_page_is_made_of_the_results(bench, cases):
    assert bench["sums_page"].page(cases) == (DOCS / "sums.md").read_text(encoding="utf-8")


def test_the_results_are_of_a_finished_run(bench, cases):
    study = bench["sums_study"]
    keys = [(case["repetition"], case["network"], case["regime"]) for case in cases]
    assert keys == list(study.keys(1))
    assert all(list(case["found"]) == [study.VOTE, *study.STATES] for case in cases)


@pytest.mark.parametrize("which", [0, 8, -1])
def test_a_case_can_be_repeated(bench, cases, which):
    kept = cases[which]
    again = bench["sums_study"].run((kept["repetition"], kept["network"], kept["regime"]))
    for name, (smhd, shd, _) in kept["found"].items():
        assert again["found"][name][:2] == [smhd, shd], name
    assert (again["numbers"], again["rounds"]) == (kept["numbers"], kept["rounds"])
