"""Resampled clients: each run as a consensus of its own would be, counted."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
from helpers import names, noisy_copies, random_dags
from terminal import at_a_terminal

import mcbnc
from mcbnc._engine.load import library

R, N = 6, 9
DAGS = noisy_copies(2, R, N, 0.3)
LONG = random_dags(9, 10, 25, 0.2)
A = [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
B = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]


def same(a: mcbnc.Stability, b: mcbnc.Stability) -> None:
    """The same bytes in all but the times."""
    for field in ("joined", "directed", "undirected", "thetas", "counts"):
        x, y = getattr(a, field), getattr(b, field)
        assert (x.dtype, x.shape, x.tobytes()) == (y.dtype, y.shape, y.tobytes()), field
    for field in ("nodes", "runs", "scheme"):
        assert getattr(a, field) == getattr(b, field), field
    assert a._arrays["packed"].tobytes() == b._arrays["packed"].tobytes()


@pytest.mark.parametrize("scheme", ["bootstrap", "leave-one-out"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"theta": 0.0},
        {"theta": 0.4, "nodes": names(N)},
        {"weights": [0.1, 0.7, 3, 0, 1, 0.123456789012345678]},
        {"theta": 0.6, "start": "dag", "k_max": 0},
        {"canonical": True, "k_max": None, "nodes": names(N)},
    ],
    ids=str,
)
def test_each_run_is_a_consensus_of_its_resample(scheme, options):
    sure = mcbnc.stability(DAGS, resamples=20, scheme=scheme, seed=5, **options)
    assert (sure.runs, sure.scheme, sure.status) == (20 if scheme == "bootstrap" else R, scheme, "complete")
    assert sure.counts.shape == (sure.runs, R)
    single = {"theta": "auto", **options}
    weights = single.pop("weights", None)
    directed, undirected, dags = np.zeros((N, N), int), np.zeros((N, N), int), []
    for k, times in enumerate(sure.counts):
        each = None if weights is None else np.repeat(weights, times)
        one = mcbnc.consensus(np.repeat(DAGS, times, axis=0), weights=each, **single)
        assert sure.thetas[k] == one.theta
        both = one.cpdag & one.cpdag.T
        directed += one.cpdag - both
        undirected += both
        dags.append(one.adjacency)
    np.testing.assert_array_equal(sure.directed, directed / sure.runs)
    np.testing.assert_array_equal(sure.undirected, undirected / sure.runs)
    np.testing.assert_array_equal(sure.joined, (directed + directed.T + undirected) / sure.runs)
    np.testing.assert_array_equal(sure.joined, np.mean([dag | dag.T for dag in dags], axis=0))

    del single["theta"]
    for theta in (0.1, 0.5, "auto"):
        agreed, plain = sure.consensus(theta), mcbnc.consensus(dags, theta, **single)
        np.testing.assert_array_equal(agreed.adjacency, plain.adjacency)
        np.testing.assert_array_equal(agreed.fusion, plain.fusion)
        assert (agreed.theta, agreed.edges, agreed.order) == (plain.theta, plain.edges, plain.order)
        assert [vars(s) | {"seconds": 0} for s in agreed.trajectory] == [
            vars(s) | {"seconds": 0} for s in plain.trajectory
        ]
    assert sure.consensus().theta == 0.5


def test_by_hand():
    sure = mcbnc.stability([A, A, B], 0.5, scheme="leave-one-out", nodes=["x", "y", "z"])
    # {A, B} twice: x -> y is in one of the two, psi 0.5, and goes. So all three answers are A.
    np.testing.assert_array_equal(sure.counts, [[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    np.testing.assert_array_equal(sure.joined, [[0, 0, 1], [0, 0, 1], [1, 1, 0]])
    np.testing.assert_array_equal(sure.directed, A)
    np.testing.assert_array_equal(sure.undirected, np.zeros((3, 3)))
    low = mcbnc.stability([A, A, B], 0.4, scheme="leave-one-out", nodes=["x", "y", "z"])
    # Below 0.5 x -> y stays wherever B is: a complete graph, all of it reversible.
    np.testing.assert_array_equal(low.joined, np.array([[0, 2, 3], [2, 0, 3], [3, 3, 0]]) / 3)
    np.testing.assert_array_equal(low.directed, np.array(A) / 3)
    np.testing.assert_array_equal(low.undirected, np.array([[0, 2, 2], [2, 0, 2], [2, 2, 0]]) / 3)
    assert low.to_frame().values.tolist() == [
        ["x", "z", 1.0, 1 / 3, 0.0, 2 / 3],
        ["y", "z", 1.0, 1 / 3, 0.0, 2 / 3],
        ["x", "y", 2 / 3, 0.0, 0.0, 2 / 3],
    ]
    assert "3 pairs joined at least once, 2 in every run" in repr(low)
    assert "3 leave-one-out runs over 3 DAGs, 3 nodes" in repr(low)


def test_the_resamples_are_draws_with_replacement():
    sure = mcbnc.stability(DAGS, resamples=300, seed=1)
    assert sure.counts.dtype == np.int64
    assert (sure.counts.sum(axis=1) == R).all()
    assert sure.counts.min() == 0
    assert np.abs(sure.counts.mean(axis=0) - 1).max() < 0.25  # 4.7 standard deviations
    np.testing.assert_array_equal(
        sure.counts, np.random.default_rng(1).multinomial(R, np.full(R, 1 / R), size=300)
    )


def test_reproducible():
    one = mcbnc.stability(DAGS, seed=3, workers=1)
    assert one.runs == 200
    for workers in (1, 2, 3, None):
        same(one, mcbnc.stability(DAGS, seed=3, workers=workers))
    other = mcbnc.stability(DAGS, seed=4)
    assert (other.counts != one.counts).any()
    assert (mcbnc.stability(DAGS).counts != mcbnc.stability(DAGS).counts).any()  # a seed of its own each time
    plain = mcbnc.stability(DAGS, scheme="leave-one-out", resamples=None)
    same(plain, mcbnc.stability(DAGS, scheme="leave-one-out", seed=8, resamples=3, workers=1))


def test_the_order_of_the_columns_does_not_matter():
    shuffle = np.random.default_rng(4).permutation(N)
    nodes = names(N)
    moved = DAGS[:, shuffle][:, :, shuffle]
    a = mcbnc.stability(DAGS, seed=6, nodes=nodes)
    b = mcbnc.stability(moved, seed=6, nodes=[nodes[i] for i in shuffle])
    for field in ("joined", "directed", "undirected"):
        np.testing.assert_array_equal(getattr(a, field)[np.ix_(shuffle, shuffle)], getattr(b, field))
    np.testing.assert_array_equal(a.thetas, b.thetas)
    assert set(a.consensus().edges) == set(b.consensus().edges)


def test_theta_interval():
    sure = mcbnc.stability(DAGS, seed=1)
    low, high = sure.theta_interval()
    inside = (sure.thetas >= low) & (sure.thetas <= high)
    assert inside.mean() >= 0.95
    assert (sure.thetas < low).mean() <= 0.025
    assert (sure.thetas > high).mean() <= 0.025
    assert {low, high} <= set(sure.thetas)
    assert sure.theta_interval(1) == (sure.thetas.min(), sure.thetas.max())
    assert f"theta {low:.4g} to {high:.4g} in 95 %" in repr(sure)
    assert mcbnc.stability(DAGS, 0.3, resamples=5).theta_interval(0.5) == (0.3, 0.3)


def test_frame():
    sure = mcbnc.stability(DAGS, 0.4, seed=1, nodes=names(N))
    frame = sure.to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == ["u", "v", "joined", "u->v", "v->u", "undirected"]
    assert len(frame) == np.count_nonzero(np.triu(sure.joined))
    assert frame["joined"].is_monotonic_decreasing
    for row in frame.to_dict("records"):
        i, j = sure.nodes.index(row["u"]), sure.nodes.index(row["v"])
        assert row["joined"] == sure.joined[i, j] > 0
        assert (row["u->v"], row["v->u"]) == (sure.directed[i, j], sure.directed[j, i])
        assert row["undirected"] == sure.undirected[i, j]
        assert row["joined"] == pytest.approx(row["u->v"] + row["v->u"] + row["undirected"])


def test_a_time_limit_leaves_the_first_runs():
    sure = mcbnc.stability(LONG, resamples=20000, seed=2, time_limit=0.5)
    assert sure.status == "time_limit"
    assert 0 < sure.runs < 20000
    assert len(sure.thetas) == len(sure.counts) == sure.runs
    same(sure, mcbnc.stability(LONG, resamples=sure.runs, seed=2, workers=1))
    assert sure.consensus().status == "complete"
    assert f"{sure.runs} bootstrap runs" in repr(sure)
    assert "time_limit" in repr(sure)


def test_out_of_time_before_the_first_run():
    sure = mcbnc.stability(LONG, seed=2, time_limit=1e-9)
    assert (sure.status, sure.runs, len(sure.thetas), len(sure.counts)) == ("time_limit", 0, 0, 0)
    for share in (sure.joined, sure.directed, sure.undirected):
        assert share.shape == (25, 25)
        assert np.isnan(share).all()
    assert np.isnan(sure.theta_interval()).all()
    assert len(sure.to_frame()) == 0
    assert "no run was done" in repr(sure)
    with pytest.raises(mcbnc.InvalidInputError, match="no run was done"):
        sure.consensus()


def test_progress_counts_the_runs_and_can_stop_them():
    seen = []
    mcbnc.stability(LONG, resamples=8, progress=lambda *now: seen.append(now))
    assert seen[-1] == (0, 8, 0.0)
    left = [now[0] for now in seen]
    assert left == sorted(left, reverse=True)
    sure = mcbnc.stability(LONG, resamples=20000, seed=2, progress=lambda left, runs, psi: left > runs - 5)
    assert sure.status == "cancelled"
    assert 0 < sure.runs < 20000
    same(sure, mcbnc.stability(LONG, resamples=sure.runs, seed=2))
    assert library().runtime_info()["jobs"] == 0


def test_a_bar_counts_the_runs(monkeypatch):
    terminal = at_a_terminal(monkeypatch)
    mcbnc.stability(LONG, resamples=20, progress=True)
    assert "run" in terminal.getvalue()
    assert " of 20 " in terminal.getvalue()


def test_it_pickles():
    sure = mcbnc.stability(DAGS, seed=1, nodes=names(N), resamples=30)
    again = pickle.loads(pickle.dumps(sure))
    same(sure, again)
    assert again.consensus().edges == sure.consensus().edges
    for array in (again.thetas, again.counts):
        assert not array.flags.writeable


def test_a_weight_goes_with_its_client():
    heavy = [0, 0, 1, 0, 0, 0]
    sure = mcbnc.stability(DAGS, seed=1, weights=heavy, resamples=50)
    assert (sure.counts[:, 2] > 0).all()  # draws without any weight were made again
    assert (sure.counts.sum(axis=1) == R).all()
    same(sure, mcbnc.stability(DAGS, seed=1, weights=heavy, resamples=50, workers=1))


@pytest.mark.parametrize(
    ("options", "argument", "message"),
    [
        ({"theta": "best"}, "theta", "'auto'"),
        ({"resamples": 0}, "resamples", "from 1"),
        ({"resamples": None}, "resamples", "whole number"),
        ({"resamples": 2.5}, "resamples", "whole number"),
        ({"resamples": 2**20 + 1}, "resamples", "from 1 to 1048576"),
        ({"scheme": "jackknife"}, "scheme", "'leave-one-out'"),
        ({"seed": -1}, "seed", "whole number"),
        ({"seed": "a"}, "seed", "whole number"),
        ({"weights": [1, 2]}, "weights", "6 numbers"),
        ({"weights": [0] * R}, "weights", "all zero"),
        ({"weights": [0, 0, 0, 2, 0, 0], "scheme": "leave-one-out"}, "weights", r"dags\[3\]"),
        ({"nodes": ["a"]}, "nodes", "1 name,"),
        ({"k_max": -1}, "k_max", "must be a whole number >= 0"),
        ({"start": "x"}, "start", "'cpdag'"),
        ({"canonical": 1}, "canonical", "True or False"),
        ({"workers": 0}, "workers", "from 1"),
        ({"progress": 3}, "progress", "function"),
        ({"time_limit": 0}, "time_limit", "must be a number of seconds > 0, not 0"),
    ],
)
def test_bad_input(options, argument, message):
    with pytest.raises(mcbnc.InvalidInputError, match=message) as caught:
        mcbnc.stability(DAGS, **options)
    assert caught.value.argument == argument


def test_bad_dags():
    with pytest.raises(mcbnc.InvalidInputError, match="one DAG") as caught:
        mcbnc.stability([A], scheme="leave-one-out")
    assert caught.value.argument == "dags"
    assert mcbnc.stability([A], resamples=4).joined.tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    with pytest.raises(mcbnc.CycleError) as caught:
        mcbnc.stability([A, [[0, 1, 0], [0, 0, 1], [1, 0, 0]]])
    assert caught.value.dag == 1


@pytest.mark.parametrize("level", [0, -0.5, 1.01, 95, float("nan"), "0.9", None, True])
def test_bad_level(level):
    with pytest.raises(mcbnc.InvalidInputError, match="level must be") as caught:
        mcbnc.stability(DAGS, 0.5, resamples=2).theta_interval(level)
    assert caught.value.argument == "level"
