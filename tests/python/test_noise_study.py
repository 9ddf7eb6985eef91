"""The study of own scores with noise: its attack works, and its page is what its results say."""

from __future__ import annotations

import json

import by_ges
import numpy as np
import pytest
from helpers import ROOT, modules_of

import mcbnc

DOCS = ROOT / "docs"
pytestmark = pytest.mark.slow  # the attack needs scipy


@pytest.fixture(scope="module")
def bench():
    """The modules of the study, and those of bench/together that it takes."""
    with (
        modules_of(ROOT / "bench" / "together", "networks", "page", "paired", "regimes", "study") as together,
        modules_of(ROOT / "bench" / "noise", "accuracy", "attack", "noise_page", "posterior") as modules,
    ):
        yield {**together, **modules}


@pytest.fixture(scope="module")
def parts():
    return json.loads((DOCS / "noise-attack.json").read_text())


def test_the_page_is_made_of_the_results(bench, parts):
    cases = bench["accuracy"].load(DOCS / "noise.json")
    text = (DOCS / "noise.md").read_text(encoding="utf-8")
    assert bench["noise_page"].page(cases, parts) == text
    assert "{{" not in text


def test_the_results_are_of_a_finished_run(bench, parts):
    cases, attack = bench["accuracy"].load(DOCS / "noise.json"), bench["attack"]
    keys = [(case["repetition"], case["network"], case["regime"]) for case in cases]
    assert keys == list(bench["study"].keys(max(keys)[0] + 1))
    assert all(tuple(case["found"]) == bench["accuracy"].METHODS for case in cases)
    assert [tuple(key) for key, _ in parts] == list(attack.keys(attack.DRAWS, attack.JOINT_DRAWS))


@pytest.mark.parametrize("score", ["bic", "bdeu"])
@pytest.mark.parametrize("alike", [True, False])
def test_without_noise_the_attack_finds_the_counts(bench, score, alike):
    found = bench["attack"].run(("one set", 3, alike, score, 0))
    exact, near, total = found["0"]
    assert exact >= 0.9 * total
    assert found["30"][0] < total / 2  # and with much noise it does not
    assert near >= exact


def test_a_part_of_the_attack_can_be_repeated(bench, parts):
    """So the noise is the same each time."""
    for key in (["one set", 3, True, "bdeu", 0], ["one set", 3, False, "bic", 1]):
        (kept,) = (found for known, found in parts if known == key)
        assert bench["attack"].run(tuple(key)) == kept


def test_the_attack_has_the_engines_scores(bench):
    """F of two variables less F of none is BDeu of the DAG that joins them."""
    posterior = bench["posterior"]
    rng = np.random.default_rng(1)
    table = rng.integers(2, size=(90, 2))
    joint = posterior.Joint([table], [(0, 1)], "bdeu", True)
    none = posterior.cell_score("bdeu", 90, 1)[90]
    rows = mcbnc.Rows(table, states=[2, 2])
    learned = mcbnc.learn(rows, score="bdeu", knowledge={"required": [(0, 1)]})
    assert joint.scores(joint.true)[0] - none == pytest.approx(learned.score, abs=1e-6)


def test_the_random_walk_visits_splits_as_often_as_they_are_likely(bench):
    """One variable: the walk agrees with the list of all splits."""
    posterior = bench["posterior"]
    rng = np.random.default_rng(2)
    tables = [
        (rng.random((size, 1)) < share).astype(int) for size, share in ((12, 0.2), (15, 0.5), (18, 0.7))
    ]
    counts = [int(table.sum()) for table in tables]
    for alike in (True, False):
        listed = posterior.splits(sum(counts), [12, 15, 18], "bic", alike)
        joint = posterior.Joint(tables, [(0,)], "bic", alike)
        told = joint.scores(joint.true)
        assert told[0] == pytest.approx(listed.score(counts))
        walked = joint.marginals(told, 1.0, 6000, rng)[0]
        for seen, weights in zip(walked, listed.marginals(told[0], 1.0), strict=True):
            assert np.abs(seen / seen.sum() - weights / weights.sum()).max() < 0.05


def test_cases_are_read_as_they_were_saved(bench, tmp_path):
    accuracy = bench["accuracy"]
    found = {method: [k, 2 * k] for k, method in enumerate(accuracy.METHODS)}
    case = {**dict.fromkeys(accuracy.FACTS, 7), "found": found}
    accuracy.save(tmp_path / "x.json", [case])
    assert accuracy.load(tmp_path / "x.json") == [case]


@pytest.mark.parametrize("key", [(0, "asia", "selection"), (1, "child", "uneven sizes")])
def test_without_noise_a_case_is_that_of_learning_jointly(bench, key):
    accuracy = bench["accuracy"]
    (kept,) = (
        case["found"]
        for case in accuracy.load(DOCS / "noise.json")
        if (case["repetition"], case["network"], case["regime"]) == key
    )
    network, tables = accuracy.draw(key)
    read = mcbnc.Rows(tables, states=network.arities.tolist())
    jointly = by_ges.learn_jointly(read)
    found = {
        accuracy.VOTE: mcbnc.baselines.vote(jointly.sites, kind="skeleton", outliers="drop"),
        accuracy.VOTES: jointly,
        accuracy.UNION: by_ges.learn_jointly(read, pairs="union"),
    }
    truth = np.asarray(network.dag)
    for name, graph in found.items():
        measures = (mcbnc.metrics.smhd, mcbnc.metrics.shd)
        assert kept[name] == [measure(np.asarray(graph), truth) for measure in measures]


@pytest.mark.parametrize("key", [(0, "asia", "shifted roots"), (1, "child", "30 % bad, alike")])
def test_no_own_scores_is_learn_with_the_votes_as_weights(bench, key):
    """What the page calls so: one search on all rows, and a penalty for each pair that few DAGs join."""
    (kept,) = (
        case["found"]
        for case in bench["accuracy"].load(DOCS / "noise.json")
        if (case["repetition"], case["network"], case["regime"]) == key
    )
    network, tables = bench["accuracy"].draw(key)
    states = network.arities.tolist()
    together = by_ges.learn_jointly(mcbnc.Rows(tables, states=states))
    left = [k for k in range(len(tables)) if k not in together.dropped]
    votes = sum(np.asarray(together.sites[k]) + np.asarray(together.sites[k]).T for k in left).astype(float)
    weights = np.minimum(0, np.log((votes + 0.5) / (len(left) - votes + 0.5)))
    np.fill_diagonal(weights, 0)
    learned = by_ges.learn(
        mcbnc.Rows(np.concatenate([tables[k] for k in left]), states=states), pair_weights=weights
    )
    found = [measure(learned, np.asarray(network.dag)) for measure in (mcbnc.metrics.smhd, mcbnc.metrics.shd)]
    assert found == kept[bench["accuracy"].DEFAULT]
