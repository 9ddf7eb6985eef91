"""The study of learning from sums: its page is what its results say, and its results can be repeated."""

import pytest
from studied import DOCS, STUDIES, study_modules


@pytest.fixture(scope="module")
def modules():
    with study_modules("sums", "sums_page", "sums_study", "maps_study") as found:
        yield found


@pytest.fixture(scope="module")
def cases(modules):
    return modules.sums_page.results.load(STUDIES / "sums" / "sums.json")


@pytest.fixture(scope="module")
def of_numbers(modules):
    return modules.sums_page.results.load(STUDIES / "sums" / "maps.json")


def test_the_page_is_made_of_the_results(modules, cases, of_numbers):
    assert modules.sums_page.page(cases, of_numbers) == (DOCS / "sums.md").read_text(encoding="utf-8")


def test_the_results_are_of_a_finished_run(modules, cases):
    study = modules.sums_study
    keys = [(case["repetition"], case["network"], case["regime"]) for case in cases]
    assert keys == list(study.keys(1))
    assert all(list(case["found"]) == [study.VOTE, *study.STATES] for case in cases)


@pytest.mark.parametrize("which", [0, 8, -1])
def test_a_case_can_be_repeated(modules, cases, which):
    kept = cases[which]
    again = modules.sums_study.run((kept["repetition"], kept["network"], kept["regime"]))
    for name, (smhd, shd, _) in kept["found"].items():
        assert again["found"][name][:2] == [smhd, shd], name
    assert (again["numbers"], again["rounds"]) == (kept["numbers"], kept["rounds"])


def test_the_results_of_numbers_are_of_a_finished_run(modules, of_numbers):
    study = modules.maps_study
    keys = [(case["repetition"], case["network"], case["regime"]) for case in of_numbers]
    assert keys == list(study.keys())
    methods = [f"{method}, {rounds}" for method in study.METHODS for rounds in study.ROUNDS]
    assert all(list(case["found"]) == [modules.sums_study.VOTE, *methods] for case in of_numbers)


@pytest.mark.parametrize("which", [1, -1])
def test_a_case_of_numbers_can_be_repeated(modules, of_numbers, which):
    kept = of_numbers[which]
    again = modules.maps_study.run((kept["repetition"], kept["network"], kept["regime"]))
    assert {name: own[:2] for name, own in again["found"].items()} == {
        name: list(own[:2]) for name, own in kept["found"].items()
    }
