"""One run answers every threshold."""

from __future__ import annotations

import itertools
import pickle

import numpy as np
import pandas as pd
import pytest
from helpers import equivalent, is_dag, names, noisy_copies, random_dags

import mcbnc

CASES = {
    "dense": {"dags": random_dags(1, 4, 7, 0.5)},
    "sparse": {"dags": random_dags(2, 6, 9, 0.2)},
    "noisy": {"dags": noisy_copies(3, 8, 10)},
    "weighted": {"dags": noisy_copies(4, 4, 8), "weights": [0.5, 0.25, 1.5, 3]},
    "start dag": {"dags": random_dags(5, 4, 7), "start": "dag"},
    "canonical": {"dags": random_dags(6, 4, 7), "canonical": True},
    "seeded": {"dags": random_dags(7, 4, 7), "seed": 11},
    "small H": {"dags": random_dags(8, 4, 7, 0.5), "k_max": 1},
    "named": {"dags": random_dags(9, 4, 7), "nodes": names(7)},
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("output", ["extension", "refusion"])
def test_at_equals_a_run(case, output):
    whole = mcbnc.trajectory(**CASES[case])
    middles = (whole.thetas[:-1] + whole.thetas[1:]) / 2
    for theta in (0.0, *whole.thetas, *middles, np.nextafter(whole.thetas[0], 0), 100.0):
        once = mcbnc.consensus(theta=theta, output=output, **CASES[case])
        here = whole.at(theta, output=output)
        np.testing.assert_array_equal(here.adjacency, once.adjacency)
        np.testing.assert_array_equal(here.cpdag, once.cpdag)
        np.testing.assert_array_equal(here.fusion, once.fusion)
        assert here.theta == once.theta == theta
        assert here.order == once.order
        assert here.nodes == once.nodes
        assert here.status == "complete"
        assert plain(here.trajectory) == plain(once.trajectory)


def plain(trajectory):
    return [(s.u, s.v, s.H, s.S, s.score, s.psi, s.edges_left, s.undirected) for s in trajectory]


@pytest.mark.parametrize("case", CASES)
def test_steps(case):
    whole = mcbnc.trajectory(**CASES[case])
    nodes = set(whole.nodes)
    steps = list(whole)
    assert whole.status == "complete"
    assert len(steps) == len(whole) == whole.fusion.sum()
    assert [step.edges_left for step in steps] == list(range(len(steps)))[::-1]
    assert all(a.seconds <= b.seconds for a, b in itertools.pairwise(steps))
    for step in steps:
        assert {step.u, step.v, *step.H, *step.S} <= nodes
        assert not {step.u, step.v} & {*step.H, *step.S}
        assert isinstance(step.score, int)
    total = np.sum(CASES[case].get("weights") or np.ones(len(CASES[case]["dags"])))
    ratios = {step.psi * total / step.score for step in steps if step.score}
    assert np.ptp(list(ratios)) < 1e-9  # scores are weights times cuts, scaled to integers


def test_indexing():
    whole = mcbnc.trajectory(**CASES["sparse"])
    steps = list(whole)
    assert whole[0] == steps[0]
    assert whole[-1] == steps[-1]
    assert whole[1:3] == steps[1:3]
    with pytest.raises(IndexError):
        whole[len(whole)]


@pytest.mark.parametrize("case", CASES)
def test_thetas_are_the_breakpoints(case):
    whole = mcbnc.trajectory(**CASES[case])
    psi = [step.psi for step in whole]
    assert whole.thetas.dtype == np.float64
    assert whole.thetas.tolist() == sorted({max(psi[: k + 1]) for k in range(len(psi))})
    left = [int(whole.at(theta).adjacency.sum()) for theta in whole.thetas]
    assert left == sorted(set(left), reverse=True)  # each breakpoint deletes something
    assert left[-1] == 0
    if whole.thetas[0] > 0:
        below = whole.at(np.nextafter(whole.thetas[0], 0))
        assert below.adjacency.sum() == whole.fusion.sum()


def test_selection_is_that_of_auto_where_rounded_means_tie():
    """The weights differ in the 17th digit: means round to the same number, and exact sums differ."""
    for seed in range(30):
        options = {"dags": random_dags(seed, 2, 5), "weights": [0.1 + 0.2, 0.3]}
        assert mcbnc.trajectory(**options).select() == mcbnc.consensus(theta="auto", **options).theta


@pytest.mark.parametrize("case", CASES)
def test_frame_and_selection(case):
    options = CASES[case]
    weights = options.get("weights")
    whole = mcbnc.trajectory(**options)
    frame = whole.to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == ["theta", "edges", "mean_smhd", "treewidth"]
    assert frame["theta"].tolist() == whole.thetas.tolist()
    assert list(frame.itertuples(index=False, name=None)) == whole.breakpoints
    states = [whole.at(theta) for theta in whole.thetas]
    assert frame["edges"].tolist() == [state.adjacency.sum() for state in states]
    assert frame["treewidth"].tolist() == [mcbnc.metrics.treewidth(state) for state in states]
    smhd = [mcbnc.metrics.mean_smhd(np.asarray(state), options["dags"], weights) for state in states]
    np.testing.assert_allclose(frame["mean_smhd"], smhd, rtol=1e-12)

    start = whole.at(0.0)
    rows = [
        (
            mcbnc.metrics.mean_smhd(np.asarray(start), options["dags"], weights),
            int(start.adjacency.sum()),
            0.0,
        )
    ]
    rows += [row for row in zip(smhd, frame["edges"], frame["theta"], strict=True) if row[2] > 0]
    assert whole.select() == min(rows)[2]
    assert mcbnc.consensus(theta="auto", **options).theta == whole.select()

    limit = int(frame["treewidth"].median())
    narrow = whole.at(whole.select(max_treewidth=limit))
    assert mcbnc.metrics.treewidth(narrow) <= limit
    few = whole.at(whole.select(max_edges=3))
    assert few.adjacency.sum() <= 3
    assert whole.select(max_edges=0) == whole.thetas[-1]

    def largest(fits):
        return max((row for row in described if fits(row)), key=lambda row: row[1])[0]

    width = mcbnc.metrics.treewidth(start)
    described = [(0.0, int(start.adjacency.sum()), width)] if whole.thetas[0] > 0 else []
    described += frame[["theta", "edges", "treewidth"]].itertuples(index=False, name=None)
    assert whole.select("largest") == described[0][0]
    for bound in range(width + 1):
        assert whole.select("largest", max_treewidth=bound) == largest(lambda row, b=bound: row[2] <= b)
    for bound in range(0, int(start.adjacency.sum()) + 1, 3):
        assert whole.select("largest", max_edges=bound) == largest(lambda row, b=bound: row[1] <= b)
    both = whole.select("largest", max_treewidth=2, max_edges=9)
    assert both == largest(lambda row: row[1] <= 9 and row[2] <= 2)


def test_auto_is_the_best_of_the_trajectory():
    options = CASES["noisy"]
    auto = mcbnc.consensus(theta="auto", **options)
    best = mcbnc.metrics.mean_smhd(np.asarray(auto), options["dags"])
    whole = mcbnc.trajectory(**options)
    assert all(
        best <= mcbnc.metrics.mean_smhd(whole.at(t).adjacency, options["dags"]) for t in [0, *whole.thetas]
    )
    np.testing.assert_array_equal(whole.at(auto.theta).adjacency, auto.adjacency)


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda t: t.at(-1), "theta"),
        (lambda t: t.at("auto"), "theta"),
        (lambda t: t.at(float("nan")), "theta"),
        (lambda t: t.at(0.5, output="dag"), "output"),
        (lambda t: t.select("shd"), "criterion"),
        (lambda t: t.select(max_edges=-1), "max_edges"),
        (lambda t: t.select(max_treewidth=1.5), "max_treewidth"),
    ],
)
def test_bad_questions(call, argument):
    with pytest.raises(mcbnc.InvalidInputError, match=argument) as caught:
        call(mcbnc.trajectory(**CASES["sparse"]))
    assert caught.value.argument == argument


def test_a_stopped_run_knows_where_it_ends():
    dags = CASES["dense"]["dags"]
    whole = mcbnc.trajectory(dags)
    theta = float(whole.thetas[len(whole.thetas) // 2])
    short = mcbnc.consensus(dags, theta).trajectory
    for lower in whole.thetas[whole.thetas <= theta]:
        np.testing.assert_array_equal(short.at(lower).adjacency, whole.at(lower).adjacency)
    with pytest.raises(mcbnc.InvalidInputError, match="stopped"):
        short.at(theta * 1.01)
    cut = whole.at(theta).trajectory
    assert plain(cut) == plain(short)
    with pytest.raises(mcbnc.InvalidInputError, match="stopped"):
        cut.at(theta * 1.01)
    with pytest.raises(mcbnc.InvalidInputError, match="no state"):
        short.select(max_edges=0)


def test_no_state_fits():
    dags = [np.triu(np.ones((4, 4), int), 1)] * 2
    first = mcbnc.consensus(dags, 0.5).trajectory
    with pytest.raises(mcbnc.InvalidInputError, match="max_treewidth 2"):
        first.select(max_treewidth=2)


def test_a_trajectory_pickles_and_still_answers():
    whole = mcbnc.trajectory(**CASES["weighted"])
    again = pickle.loads(pickle.dumps(whole))
    assert plain(again) == plain(whole)
    for theta in whole.thetas:
        np.testing.assert_array_equal(again.at(theta).adjacency, whole.at(theta).adjacency)
        refused = again.at(theta, output="refusion")
        np.testing.assert_array_equal(refused.adjacency, whole.at(theta, "refusion").adjacency)
    assert again.select() == whole.select()
    assert again.to_frame().equals(whole.to_frame())


def test_it_keeps_its_own_copy_of_the_inputs():
    dags, weights = CASES["weighted"]["dags"].copy(), np.array([0.5, 0.25, 1.5, 3])
    whole = mcbnc.trajectory(dags, weights=weights)
    expected = [whole.at(t, "refusion").edges for t in whole.thetas], whole.select()
    dags[:], weights[:] = 0, 1
    fresh = pickle.loads(pickle.dumps(whole))
    assert ([fresh.at(t, "refusion").edges for t in whole.thetas], fresh.select()) == expected


def test_a_time_limit_leaves_a_valid_trajectory():
    part = mcbnc.trajectory(random_dags(9, 10, 60, 0.2), time_limit=0.3)
    assert part.status == "time_limit"
    assert 0 < len(part) < part.fusion.sum()
    last = part.at(float(part.thetas[-1]))
    assert last.status == "time_limit"
    assert last.adjacency.sum() == part.fusion.sum() - len(part)
    assert is_dag(last.adjacency)
    if len(part.thetas) > 1:
        assert part.at(float(part.thetas[0])).status == "complete"


def test_start_dag_starts_from_the_fusion_itself():
    whole = mcbnc.trajectory(random_dags(10, 3, 6), start="dag")
    untouched = whole.at(0.0) if whole.thetas[0] > 0 else None
    if untouched is not None:
        np.testing.assert_array_equal(untouched.adjacency, whole.fusion)
    assert equivalent(mcbnc.trajectory(random_dags(10, 3, 6)).fusion, whole.fusion)
