"""The study of DAGs over different variables: its page is what its results say, and its methods are right."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import combinations

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import ROOT
from studied import DOCS, STUDIES, study_modules

import mcbnc

FOLDER = STUDIES / "union"


@pytest.fixture(scope="module")
def modules():
    names = ("cases", "evolving_study", "marginals", "union_methods", "union_page", "union_study")
    with study_modules("union", *names) as found:
        yield found


@pytest.fixture(scope="module")
def results():
    return json.loads((FOLDER / "union.json").read_text())


@pytest.fixture(scope="module")
def events():
    return json.loads((FOLDER / "evolving.json").read_text())


@pytest.fixture(scope="module")
def naive(tmp_path_factory):
    if not shutil.which("go"):
        pytest.skip("go is missing")
    path = tmp_path_factory.mktemp("naive") / "naive"
    subprocess.run(["go", "build", "-o", path, "./studies/union/naive"], cwd=ROOT, check=True)
    return path


def random_dag(nodes, rng, share=0.4):
    order = rng.permutation(nodes)
    return np.triu(rng.random((nodes, nodes)) < share, 1).astype(np.uint8)[np.ix_(order, order)]


def test_the_page_is_made_of_the_results(modules, results, events):
    text = (DOCS / "union.md").read_text(encoding="utf-8")
    assert modules.union_page.page(results, events) == text
    assert "{{" not in text


def test_the_results_are_of_a_finished_run(modules, results):
    study, methods = modules.union_study, modules.union_methods
    keys = [(case["repetition"], case["network"], case["regime"]) for case in results]
    assert keys == list(study.keys(3))
    assert len(keys) >= 150
    assert sum(case["network"] in study.REAL for case in results) >= 50
    for case in results:
        rows = case["regime"] in (modules.cases.AT_RANDOM, modules.cases.IN_BLOCKS)
        assert tuple(case["found"]) == methods.METHODS[: None if rows else -1]


def test_what_the_page_says_in_words_holds(modules, results, events):
    methods, page = modules.union_methods, modules.union_page
    every = page.settings(results)

    def told(setting, method, measure):
        return page.average(page.of(every[setting], method), method, measure)

    plain, one, vote, drawn = methods.VOTE, methods.FULL, methods.EXPLAINED, page.NETWORKS
    learned = [name for name in every if name != modules.cases.EXACT]
    for measure in (page.SMHD, page.SHD):
        assert all(told(name, vote, measure) < told(name, plain, measure) for name in every)
        behind = [name for name in learned if told(name, one, measure) > told(name, vote, measure)]
        assert behind == [name for name in learned if measure == page.SHD or name != page.TABLES]
        assert told(modules.cases.NOISY, one, measure) > told(modules.cases.NOISY, plain, measure)
        for other in (methods.CAPPED_AUTO, methods.THIRD):
            assert told(drawn, other, measure) < told(drawn, vote, measure)
        assert told(drawn, methods.ROWS, measure) == min(
            told(drawn, name, measure) for name in methods.METHODS
        )
    for setting in (page.TABLES, modules.cases.NOISY, page.DROPPED):
        ran = [name for name in methods.METHODS if page.of(every[setting], name)]
        assert told(setting, vote, page.SHD) == min(told(setting, name, page.SHD) for name in ran)
    for setting in every:
        if setting != page.DROPPED:
            shares = []
            for kind in methods.KINDS:
                count, true = np.sum([case["kinds"][kind] for case in every[setting]], axis=0)
                shares.append(true / count)
            assert shares[0] == min(shares)
    exact = modules.cases.EXACT
    assert told(exact, methods.CAPPED, page.SHD) < told(exact, vote, page.SHD)
    for event in modules.evolving_study.EVENTS:
        changed = {
            name: np.mean([sum(case["found"][event][name][1:4]) for case in events]) for name in page.EVOLVED
        }
        assert changed[vote] == min(changed.values())
        if event != "replaces":
            same = np.mean([not any(case["found"][event][vote][1:4]) for case in events])
            assert 0.3 < same < 0.4


def test_the_events_are_of_a_finished_run(modules, events):
    keys = [(case["repetition"], case["network"], case["regime"]) for case in events]
    assert keys == list(modules.evolving_study.keys(4))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["asia", "fair"])
def test_a_case_can_be_repeated(modules, results, naive, name):
    if name in modules.cases.SURVEYS:
        pytest.importorskip("statsmodels")
    for kept in results:
        if kept["repetition"] == modules.union_study.FIRST and kept["network"] == name:
            again = modules.union_study.run((kept["repetition"], name, kept["regime"]), naive)
            assert distances(again) == distances(kept)


def distances(case):
    """The case without milliseconds."""
    told = dict(case)
    for part in {"found", "dropped"} & set(case):
        told[part] = {name: numbers[:2] for name, numbers in case[part].items()}
    return told


def test_an_event_can_be_repeated(modules, events):
    kept = events[0]
    again = modules.evolving_study.run((kept["repetition"], kept["network"], kept["regime"]))
    for event, found in kept["found"].items():
        for method, numbers in found.items():
            assert again["found"][event][method][:-1] == numbers[:-1]


def test_a_site_has_the_exact_marginal_skeleton(modules):
    """Two variables are joined if and only if no set of the others that the site has separates them."""
    rng = np.random.default_rng(1)
    pairs = joined = 0
    for _ in range(30):
        whole = random_dag(7, rng)
        graph = nx.DiGraph(whole)
        has = rng.random((2, 7)) < 0.7
        for own, dag in zip(has, modules.marginals.dags(whole, has), strict=True):
            nodes = np.flatnonzero(own).tolist()
            assert nx.is_directed_acyclic_graph(nx.DiGraph(dag))
            for i, j in combinations(range(len(nodes)), 2):
                others = [v for v in nodes if v not in (nodes[i], nodes[j])]
                sets = [some for size in range(len(others) + 1) for some in combinations(others, size)]
                apart = any(nx.is_d_separator(graph, {nodes[i]}, {nodes[j]}, set(some)) for some in sets)
                assert bool(dag[i, j] | dag[j, i]) != apart
                pairs, joined = pairs + 1, joined + int(not apart)
    assert 100 < joined < pairs - 100


def case_of(modules, dags, names):
    has = np.array([np.isin(names, dag.columns) for dag in dags])
    return modules.cases.Case(names, np.zeros((len(names),) * 2, np.uint8), has, dags)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:dags agree no more than chance")
@pytest.mark.parametrize("cap", [1, None])
def test_the_plain_mean_of_equal_variables_is_the_consensus(modules, naive, cap):
    rng = np.random.default_rng(2)
    names = [f"v{v}" for v in range(7)]
    deleted = 0
    for _ in range(12):
        dags = [pd.DataFrame(random_dag(7, rng, 0.3), names, names) for _ in range(5)]
        found = modules.union_methods.plain_mean(case_of(modules, dags, names), naive, cap or 0)
        consensus = mcbnc.consensus(dags, cap=cap)
        assert mcbnc.metrics.shd(found, np.asarray(consensus)) == 0
        deleted += len(consensus.trajectory)
    assert deleted > 50


@pytest.mark.slow
def test_the_plain_mean_counts_blind_sites_in_full(modules, naive):
    """Two of three sites join the ends of a chain and lack its middle: 2/3 is above 1/2, and 2/10 is not."""
    names = ["a", "b", "c"]
    chain = pd.DataFrame([[0, 1, 0], [0, 0, 1], [0, 0, 0]], names, names)
    blind = pd.DataFrame([[0, 1], [0, 0]], ["a", "c"], ["a", "c"])
    case = case_of(modules, [chain, blind, blind], names)
    assert np.argwhere(modules.union_methods.plain_mean(case, naive)).shape[0] == 3
    assert len(mcbnc.consensus(case.dags, nodes="union", cap=1)) == 2


@pytest.mark.parametrize("regime", ["alike, at random", "alike, in blocks", "20 % random", "exact"])
def test_each_variable_is_at_a_site(modules, regime):
    for seed in range(40):
        mask = modules.cases.mask_of(regime, 5, 20, np.random.default_rng(seed))
        assert mask.any(0).all()
        assert 0.58 < mask.mean() < 0.85  # a variable that no site sees is given to one


def test_a_fifth_of_the_sites_have_random_dags(modules):
    key = (700, "asia", modules.cases.NOISY)
    case = modules.cases.drawn(key)
    random = [isinstance(dag, pd.DataFrame) for dag in case.dags]
    assert sum(random) == round(0.2 * len(random)) > 0
    assert case.rows is None


def test_unsure_edges_are_those_whose_every_join_is_explained(modules):
    """All sites that join the ends are explained, as studies/union counts them."""
    case = modules.cases.drawn((700, "asia", modules.cases.AT_RANDOM))
    vote = modules.union_methods.graph_of(modules.union_methods.EXPLAINED, case)
    stack = np.array([case.arcs(k) for k in range(len(case.dags))])
    joined = (stack | stack.transpose(0, 2, 1)).sum(0)
    at = {name: k for k, name in enumerate(case.names)}
    every = [(a, b) for a, b in vote.edges if len(vote.explained(a, b)) == joined[at[a], at[b]]]
    assert vote.unsure == every != []
    counts = modules.union_methods.kinds_of(vote, case)
    assert counts["unsure"][0] == len(every)
    assert sum(count for count, _ in counts.values()) == len(vote)


def test_the_tallies_of_a_vote_update_exactly(modules):
    """Those of a site that changes are taken off, and its new ones added: so they are those of a new vote."""
    case = modules.cases.drawn((700, "child", modules.cases.IN_BLOCKS))
    *old, last = range(len(case.dags))

    def tallies(k):
        dag = case.arcs(k)
        return np.array([dag | dag.T, case.has[k][:, None] & case.has[k]], int)

    after = sum(tallies(k) for k in old) - tallies(0) + tallies(last)
    vote = mcbnc.baselines.vote(
        [case.dags[last], *case.dags[1:-1]], 0, "skeleton", nodes="union", explained=1
    )
    assert len(vote) > 10
    frame = vote.to_frame()
    for row in frame.itertuples():
        i, j = (case.names.index(name) for name in row[1:3])
        joined, both = after[:, i, j]
        assert both == row.dags == vote.seen[row[1], row[2]][0]
        assert row.support == joined / both
    assert np.count_nonzero(np.triu(after[0])) == len(frame)
