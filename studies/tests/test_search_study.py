"""The comparison of searches: its page is what its results say, and what the page claims is so."""

from __future__ import annotations

import json

import pytest
from studied import DOCS, STUDIES, study_modules

FOLDER = STUDIES / "search"
RESULTS = json.loads((FOLDER / "search.json").read_text())
WIDE = json.loads((FOLDER / "wide.json").read_text())


@pytest.fixture(scope="module")
def page():
    with study_modules("search", "page") as found:
        yield found.page


def test_the_page_is_made_of_the_results(page):
    text = page.render(RESULTS["peers"], RESULTS["sets"], WIDE)
    assert text == (DOCS / "searches.md").read_text()


def test_the_results_are_of_what_the_peers_found():
    kept = json.loads((FOLDER / "peers.json").read_text())
    assert RESULTS["peers"] == kept["peers"]
    for each in RESULTS["sets"]:
        done = {peer for peer, its in kept["sets"][each["name"]].items() if "arcs" in its}
        found = set(each["found"]) - {"our ges", "our xges"}
        assert found == done - ({"boss", "grasp"} if each["score"] == "bic" else set())


def test_no_set_has_a_lower_score_than_the_package_xges(page):
    compared = [each for each in RESULTS["sets"] if "xges" in each["found"]]
    assert len(compared) >= 60
    assert not [each["name"] for each in compared if page.lead(each, "xges") < 0]


def test_boss_is_not_higher_on_the_mean(page):
    leads = [page.lead(each, "boss") for each in RESULTS["sets"] if "boss" in each["found"]]
    assert sum(leads) >= 0


def test_a_wide_table_can_be_learned_again():
    with study_modules("search", "wide") as found:
        wide = found.wide
        keys = [(n, rows, k) for n in wide.NODES for rows in wide.ROWS for k in range(wide.SETS)]
        assert [(each["nodes"], each["rows"], each["number"]) for each in WIDE] == keys
        again = wide.measure(*keys[5])
    for case in (again, WIDE[5]):
        case["found"] = {
            search: {name: value for name, value in graph.items() if name != "cpu"}
            for search, graph in case["found"].items()
        }
    assert again == WIDE[5]
