"""A cap on what a DAG's cut counts: runs against all deletions there are, their cuts by networkx."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from helpers import digraph, minimum_cut, names, noisy_copies, random_dags
from test_explain import deletions, prune

import mcbnc

CASES = {
    "dense": {"dags": random_dags(1, 4, 6, 0.6), "cap": 1},
    "weighted": {"dags": random_dags(2, 4, 6, 0.5), "weights": [2, 1, 0, 3], "cap": 1},
    "noisy": {"dags": noisy_copies(3, 5, 7, 0.4), "cap": 1, "k_max": None},
    "two": {"dags": random_dags(4, 3, 7, 0.7), "cap": 2},
    "start dag": {"dags": random_dags(5, 4, 7, 0.4), "cap": 1, "start": "dag"},
    "no H": {"dags": random_dags(6, 4, 6, 0.6), "cap": 1, "k_max": 0},
}
DAGS = random_dags(1, 5, 8, 0.5)


def psi_of(dags, u, v, given, options) -> float:
    cuts = [min(len(minimum_cut(dag, u, v, given)), options["cap"]) for dag in dags]
    return float(np.average(cuts, weights=options.get("weights")))


@pytest.mark.parametrize("case", CASES)
def test_the_next_step_is_the_best_of_all(case):
    """At every state that a threshold gives, of all edges and H; and each step's psi is its cuts' mean."""
    options = CASES[case]
    run = mcbnc.trajectory(**options)
    dags = [digraph(dag) for dag in options["dags"]]
    done = 0
    for theta in run.thetas:
        state = run.at(theta)
        for step in list(run)[done : len(state.trajectory)]:
            assert step.psi == pytest.approx(psi_of(dags, step.u, step.v, step.S, options))
            prune(dags, step.u, step.v, step.S)  # whole cuts
        done = len(state.trajectory)
        edges = {(min(i, j), max(i, j)) for i, j in np.argwhere(state.cpdag).tolist()}
        every = [
            (round(psi_of(dags, u, v, S, options), 9), (u, v), len(H), H)
            for i, j in edges
            for u, v, H, S in deletions(state.cpdag, i, j, options.get("k_max", 10))
        ]
        if done == len(run):
            assert not every
            break
        psi, pair, _, H = min(every)
        assert (run[done].psi, (run[done].u, run[done].v), run[done].H) == (pytest.approx(psi), pair, H)


def test_it_changes_what_is_kept():
    complete = [np.triu(np.ones((5, 5), int), 1)] * 3
    for dags, most in ((complete, 4.0), (DAGS, 1.2)):
        whole, capped = mcbnc.trajectory(dags, k_max=0), mcbnc.trajectory(dags, k_max=0, cap=1)
        assert max(whole.thetas) == most
        assert max(capped.thetas) <= 1
        assert [(step.u, step.v) for step in whole] != [(step.u, step.v) for step in capped]


def same(a, b) -> None:
    assert [(s.u, s.v, s.H, s.psi) for s in a.trajectory] == [(s.u, s.v, s.H, s.psi) for s in b.trajectory]
    assert (a.theta, a.cpdag.tobytes()) == (b.theta, b.cpdag.tobytes())


@pytest.mark.parametrize("cap", [None, 1, 2, 1000])
def test_all_roads_take_it(cap):
    run = mcbnc.trajectory(DAGS, cap=cap, workers=1)
    for theta in (0.0, 0.4, "auto"):
        one = mcbnc.consensus(DAGS, theta, cap=cap, workers=2)
        same(one, run.at(run.select() if theta == "auto" else theta))
        same(one, mcbnc.batch(DAGS, counts=[[1] * 5, [1, 2, 0, 0, 1]], theta=theta, cap=cap)[0])
        same(one, pickle.loads(pickle.dumps(one)))
    each = mcbnc.stability(DAGS, 0.4, scheme="leave-one-out", cap=cap)
    by_hand = [mcbnc.consensus(np.delete(DAGS, k, axis=0), 0.4, cap=cap) for k in range(5)]
    joined = np.mean([one.adjacency | one.adjacency.T for one in by_hand], axis=0)
    np.testing.assert_allclose(each.joined, joined)
    same(each.consensus(0.5), mcbnc.consensus([one.adjacency for one in by_hand], 0.5, cap=cap))
    if cap == 1000:
        same(run.at(0.4), mcbnc.consensus(DAGS, 0.4))


def test_a_file_keeps_it(tmp_path):
    for cap in (None, 1):
        run = mcbnc.trajectory(DAGS, cap=cap)
        run.save(tmp_path / "run.json")
        again = mcbnc.load(tmp_path / "run.json")
        assert again._run.options.cap == cap
        same(run.at(0.5), again.at(0.5))
        edge = run.at(0.5).edges[0]
        assert again.at(0.5).explain(*edge).per_dag.tolist() == run.at(0.5).explain(*edge).per_dag.tolist()


def test_a_criticality_counts_up_to_it():
    clipped = 0
    for seed in range(20):
        dags = random_dags(seed, 4, 7, 0.6)
        whole = mcbnc.criticality(dags, 0, 6, [3], weights=[1, 2, 3, 4])
        for cap in (1, 2):
            found = mcbnc.criticality(dags, 0, 6, [3], weights=[1, 2, 3, 4], cap=cap)
            assert found.cuts == whole.cuts
            assert found.per_dag.tolist() == [min(len(cut), cap) for cut in whole.cuts]
            assert found.score == np.dot(found.per_dag, [1, 2, 3, 4])
            assert found.psi == found.score / 10
            clipped += found.score < whole.score
    assert clipped > 10


def test_it_is_told():
    result = mcbnc.consensus(DAGS, 0.5, cap=1, nodes=names(8))
    found = result.explain(*result.edges[0])
    assert found.per_dag.max() == 1
    assert max(map(len, found.cuts)) > 1
    assert "the mean size, counted up to 1, of the inputs' smallest cuts" in found.words
    for thing in (result, result.trajectory):
        assert "cut counts 1 at most" in thing._repr_html_()
    assert "at most" not in mcbnc.consensus(DAGS)._repr_html_()
    assert "counted up to" not in mcbnc.consensus(DAGS).explain(0, 1).words


@pytest.mark.parametrize(
    ("cap", "message"),
    [
        *(
            (cap, f"^cap must be a whole number >= 1, or be left out for no limit, not {cap}$")
            for cap in (0, -1)
        ),
        *((cap, f"^cap must be a whole number.*not {cap!r}$") for cap in (1.5, "1", True, 2**63)),
    ],
)
def test_bad_caps(cap, message):
    calls = [
        lambda: mcbnc.consensus(DAGS, cap=cap),
        lambda: mcbnc.trajectory(DAGS, cap=cap),
        lambda: mcbnc.batch(DAGS, counts=[[1] * 5], cap=cap),
        lambda: mcbnc.stability(DAGS, cap=cap),
        lambda: mcbnc.criticality(DAGS, 0, 1, cap=cap),
    ]
    for call in calls:
        with pytest.raises(mcbnc.InvalidInputError, match=message) as caught:
            call()
        assert caught.value.argument == "cap"
