"""The study of learn_jointly: its page is what its results say, and its parts do what they say."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from studied import DOCS, STUDIES, study_modules

import mcbnc

PAGE = (DOCS / "jointly.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def modules():
    names = (
        "methods", "networks", "page", "paired", "regimes", "results", "study",
    )  # fmt: skip
    with study_modules("together", *names) as found:
        yield found


@pytest.fixture(scope="module")
def cases(modules):
    return modules.results.load(STUDIES / "together" / "jointly.json")


def test_the_page_is_made_of_the_results(modules, cases):
    assert modules.page.page(cases) == PAGE
    assert "{{" not in PAGE


def test_the_results_are_of_a_finished_run(modules, cases):
    keys = [(case["repetition"], case["network"], case["regime"]) for case in cases]
    assert keys == list(modules.study.keys(max(keys)[0] + 1))
    methods, rival = list(modules.methods.METHODS), list(modules.methods.BHD)  # the rival needs Go
    for case in cases:
        assert list(case["found"]) in (
            [methods, [*methods, *rival]] if case["repetition"] == 0 else [methods]
        )


@pytest.mark.parametrize("key", [(0, "asia", "alike, 200 rows"), (1, "child", "30 % bad, alike")])
def test_a_case_can_be_repeated(modules, cases, key):
    (kept,) = (c for c in cases if (c["repetition"], c["network"], c["regime"]) == key)
    again = json.loads(json.dumps(modules.study.run(key)))
    for case in (kept, again):
        case["found"] = {method: list(case["found"][method])[:2] for method in modules.methods.METHODS}
    assert again == kept


def test_results_are_read_as_they_were_saved(modules, tmp_path):
    found = {"vote": (1, 2, 0.5), "jointly": (0, 3, 0.25)}
    facts = dict.fromkeys(modules.results.FACTS, 7)
    fewer = {"vote": (3, 0, 0.5)}  # a method that was not run
    saved = [{**facts, "found": found}, {**facts, "found": fewer}]
    modules.results.save(tmp_path / "x.json", saved)
    assert modules.results.load(tmp_path / "x.json") == saved


def test_wins_ties_and_losses(modules):
    paired = modules.paired
    cases = [{"found": {"a": (a, 0), "b": (3, 0)}} for a in (1, 2, 3, 6)]
    assert str(paired.record(cases, "a", "b", paired.SMHD)) == "2/1/1"
    middle, error = paired.mean_gap(cases, "a", "b", paired.SMHD)
    assert middle == 0.0  # of -2, -1, 0 and 3
    assert error == pytest.approx(np.std([-2, -1, 0, 3], ddof=1) / 2)


def test_rows_follow_the_tables_of_probabilities(modules):
    networks = modules.networks
    rng = np.random.default_rng(1)
    dag = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]], np.uint8)
    network = networks.with_arities(dag, np.array([2, 3, 2]), rng)
    rows = network.sample(40_000, rng)
    assert rows.max(0).tolist() == [1, 2, 1]
    for joint, (a, b) in enumerate(np.ndindex(2, 3)):
        here = rows[(rows[:, 0] == a) & (rows[:, 1] == b), 2]
        if len(here) > 1000:
            assert np.mean(here == 1) == pytest.approx(network.tables[2][joint, 1], abs=0.06)


def test_each_regime_makes_the_rows_it_names(modules):
    networks, regimes = modules.networks, modules.regimes
    network = networks.draw(networks.structure("child"), np.random.default_rng(2))
    for name, regime in regimes.REGIMES.items():
        tables = regime(network, 10, np.random.default_rng(3))
        assert len(tables) == 10
        assert all((table.max(0) < network.arities).all() for table in tables)
        sizes = {len(table) for table in tables}
        if name.startswith("alike"):
            assert sizes == {int(re.search(r"\d+", name)[0])}
        elif name == "uneven sizes":
            assert 100 <= min(sizes) < max(sizes) <= 5000
        else:
            assert sizes == {500}
    shifted = network.redraw(network.roots(), np.random.default_rng(4))
    changed = [v for v in range(len(network.dag)) if shifted.tables[v] is not network.tables[v]]
    assert changed == network.roots() == np.flatnonzero(network.dag.sum(0) == 0).tolist()


def test_random_dags_have_the_arcs_asked_for(modules):
    networks = modules.networks
    for nodes in networks.DRAWN:
        dag = networks.structure(f"random {nodes}")
        assert dag.shape == (nodes, nodes)
        assert dag.sum() == round(networks.ARCS_PER_NODE * nodes)
        assert dag.sum(0).max() <= networks.MAX_PARENTS
        assert mcbnc.metrics.cpdag(dag).any()  # refused if it had a cycle


def test_the_own_search_is_the_engines(modules):
    """Cases in which the own search won: the study's own search on its own finds the same class."""
    networks, methods = modules.networks, modules.methods
    regime, compared = modules.regimes.REGIMES["10 % of the tables redrawn"], 0
    for seed in range(5, 9):
        rng = np.random.default_rng(seed)
        network = networks.draw(networks.structure("child"), rng)
        tables, states = regime(network, 5, rng), network.arities.tolist()
        together = mcbnc.learn_jointly(mcbnc.Rows(tables, states=states), pairs="union", outliers="keep")
        if together.method == "own":
            own = methods.own_search(tables, together.sites, states)
            assert mcbnc.metrics.shd(own, together) == 0
            compared += 1
    assert compared


def test_the_example_prints_what_the_page_shows(capsys):
    code, output = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL).groups()
    exec(compile(code, "docs/jointly.md", "exec"), {})
    assert capsys.readouterr().out == output


def test_the_page_on_trust_has_the_numbers_of_the_study(modules, cases):
    paired, methods = modules.paired, modules.methods
    text = " ".join((DOCS / "theta.md").read_text(encoding="utf-8").split())
    smhd, shd = (
        paired.record(cases, methods.VOTES, methods.VOTE, measure) for measure in (paired.SMHD, paired.SHD)
    )
    assert f"of {len(cases)} cases on {len(modules.networks.NAMES)} networks" in text
    assert f"in {smhd.wins} cases by SMHD, and farther in {smhd.losses}" in text
    assert f"nearer in {shd.wins}, and farther in {shd.losses}" in text


def test_the_rule_is_ahead_in_the_means_of_every_regime_but_one(modules, cases):
    """What the page on baselines says."""
    paired, methods = modules.paired, modules.methods
    behind = []
    for regime, some in paired.groups(cases, "regime").items():
        for measure in (paired.SMHD, paired.SHD):
            ours, *others = (
                paired.average(some, name, measure)
                for name in (methods.VOTES, methods.VOTE, methods.AVERAGED, methods.CONSENSUS)
            )
            if ours >= min(others):
                behind.append((regime, measure))
    assert behind == [("selection", paired.SHD)]
