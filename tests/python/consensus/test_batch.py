"""Many runs in one call: each as a run of its own would be."""

from __future__ import annotations

import contextlib
import pickle
import sys

import numpy as np
import pytest
from faults import forked, needs_fork, resident_kib
from helpers import SHARED, load_clients, names, noisy_copies, random_dags
from terminal import at_a_terminal

import mcbnc
from mcbnc._engine.load import library

R, N, RUNS = 6, 9, 5
DAGS = noisy_copies(2, R, N, 0.3)


def resampled(seed: int, runs: int, r: int) -> np.ndarray:
    return np.random.default_rng(seed).multinomial(r, np.full(r, 1 / r), size=runs)


COUNTS = resampled(1, RUNS, R)
WEIGHTS = np.random.default_rng(2).dirichlet(np.ones(R), size=RUNS)  # all their 17 digits count


def equal(got: mcbnc.ConsensusResult, want: mcbnc.ConsensusResult) -> None:
    """The same in every field, the steps included, except the times."""
    for field in ("nodes", "named", "edges", "theta", "order", "status"):
        assert getattr(got, field) == getattr(want, field), field
    for field in ("adjacency", "cpdag", "fusion"):
        array = getattr(got, field)
        np.testing.assert_array_equal(array, getattr(want, field))
        assert not array.flags.writeable
    mine, others = got.trajectory, want.trajectory
    np.testing.assert_array_equal(mine.thetas, others.thetas)
    assert [vars(step) | {"seconds": 0} for step in mine] == [vars(step) | {"seconds": 0} for step in others]
    for name in ("removed", "h_ptr", "s_ptr"):
        np.testing.assert_array_equal(mine._run.steps[name], others._run.steps[name])
    np.testing.assert_array_equal(mine._run.inputs.graphs, others._run.inputs.graphs)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"theta": 0.0},
        {"theta": 3.0, "nodes": names(N)},
        {"theta": "auto", "nodes": names(N)},
        {"theta": 0.7, "start": "dag", "k_max": 0},
        {"theta": "auto", "output": "refusion", "canonical": True, "k_max": None},
    ],
    ids=str,
)
@pytest.mark.parametrize("given", ["counts", "weights", "both"])
def test_each_run_is_one_of_its_own(options, given):
    counts = None if given == "weights" else COUNTS
    weights = None if given == "counts" else WEIGHTS
    many = mcbnc.batch(DAGS, counts=counts, weights=weights, **options)
    for k, got in enumerate(many):
        inputs = np.arange(R) if counts is None else np.repeat(np.arange(R), counts[k])
        each = None if weights is None else weights[k, inputs]
        want = mcbnc.consensus(DAGS[inputs], weights=each, **options)
        equal(got, want)
        for output in ("extension", "refusion"):
            before = [r.trajectory.at(got.theta / 2, output) for r in (got, want)]
            equal(*before)
        assert got.trajectory.select() == want.trajectory.select()
        assert "complete" in repr(got)


def test_a_batch_is_a_sequence_and_an_array():
    many = mcbnc.batch(DAGS, counts=COUNTS, theta="auto", nodes=names(N))
    assert len(many) == len(list(many)) == RUNS
    assert many[-1].edges == many[RUNS - 1].edges == list(many)[-1].edges
    assert [result.theta for result in many[1:3]] == many.thetas[1:3].tolist()
    with pytest.raises(IndexError):
        many[RUNS]
    assert many.nodes == names(N)
    assert many.seconds > 0
    assert many.adjacency.shape == many.cpdag.shape == (RUNS, N, N)
    assert many.adjacency.dtype == many.cpdag.dtype == np.uint8
    assert many.thetas.dtype == np.float64
    for array in (many.adjacency, many.cpdag, many.thetas):
        assert not array.flags.writeable
    np.testing.assert_array_equal(many.adjacency, [result.adjacency for result in many])
    np.testing.assert_array_equal(many.cpdag, [result.cpdag for result in many])
    np.testing.assert_array_equal(np.asarray(many), many.adjacency)
    assert np.asarray(many, float).mean(axis=0).shape == (N, N)
    assert f"{RUNS} runs over {R} DAGs, {N} nodes" in repr(many)


@pytest.mark.parametrize(
    "counts", [COUNTS.tolist(), COUNTS.astype(float), COUNTS.astype(object), np.asfortranarray(COUNTS)]
)
def test_kinds_of_counts(counts):
    np.testing.assert_array_equal(mcbnc.batch(DAGS, counts=counts), mcbnc.batch(DAGS, counts=COUNTS))


def test_counts_may_be_masks():
    out = ~np.eye(R, dtype=bool)
    for k, result in enumerate(mcbnc.batch(DAGS, counts=out)):
        equal(result, mcbnc.consensus(np.delete(DAGS, k, axis=0)))


def test_a_batch_keeps_what_it_was_given():
    counts, weights = COUNTS.copy(), WEIGHTS.copy()
    many = mcbnc.batch(DAGS, counts=counts, weights=weights)
    expected = many[1].trajectory.at(0.1, "refusion").edges, len(many[1].trajectory._run.inputs.graphs)
    counts[:], weights[:] = 1, 1
    assert (many[1].trajectory.at(0.1, "refusion").edges, R) == expected


def with_entry(table, value, at=(3, 2)):
    table = np.array(table, float)
    table[at] = value
    return table


BAD = {
    "nothing": ({}, None, "counts or weights must be given"),
    "one row": ({"counts": COUNTS[0]}, None, r"\(runs, 6\).*shape is \(6,\)"),
    "too few DAGs": ({"counts": COUNTS[:, 1:]}, None, r"\(runs, 6\).*shape is \(5, 5\)"),
    "no run": ({"weights": WEIGHTS[:0]}, None, r"shape is \(0, 6\)"),
    "ragged": ({"counts": [[1] * 6, [1]]}, None, "counts must be numbers"),
    "words": ({"counts": [["a"] * 6]}, None, "counts must be numbers"),
    "objects": ({"weights": [[None, "x", 1, 1, 1, 1]]}, None, "weights must be numbers"),
    "negative count": ({"counts": with_entry(COUNTS, -1)}, 2, "run 3 has DAG 2 -1 times; counts are from 0"),
    "half a count": ({"counts": with_entry(COUNTS, 0.5)}, 2, "whole number.*dags.2. in run 3 it is 0.5"),
    "NaN count": ({"counts": with_entry(COUNTS, np.nan)}, 2, "dags.2. in run 3 it is nan"),
    "infinite count": ({"counts": with_entry(COUNTS, np.inf)}, 2, "dags.2. in run 3 it is inf"),
    "huge count": ({"counts": with_entry(COUNTS, 2**40)}, 2, "from 0 to 1073741824"),
    "huge counts": ({"counts": with_entry(COUNTS, 2**30, 3)}, None, "run 3 has"),
    "no DAG": ({"counts": with_entry(COUNTS, 0, 3)}, None, "run 3 has 0 DAGs; it must have from 1"),
    "negative weight": ({"weights": with_entry(WEIGHTS, -1)}, 2, "dags.2. in run 3 it is -1"),
    "NaN weight": ({"weights": with_entry(WEIGHTS, np.nan)}, 2, "dags.2. in run 3 it is nan"),
    "infinite weight": ({"weights": with_entry(WEIGHTS, np.inf)}, 2, "dags.2. in run 3 it is inf"),
    "no weight": ({"weights": with_entry(WEIGHTS, 0, 3)}, None, "in run 3 all are zero"),
    "no weight of those taken": (
        {"weights": np.eye(R)[:1], "counts": 1 - np.eye(R, dtype=int)[:1]},
        None,
        "in run 0 all are zero",
    ),
    "rows that differ": ({"counts": COUNTS, "weights": WEIGHTS[1:]}, None, "but have 5 and 4"),
    "theta": ({"counts": COUNTS, "theta": -1}, None, "theta must be a number >= 0"),
    "output": ({"counts": COUNTS, "output": "dag"}, None, "output must be"),
    "workers": ({"counts": COUNTS, "workers": 0}, None, "workers must be"),
    "progress": ({"counts": COUNTS, "progress": 3}, None, "progress must be"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(case):
    arguments, dag, message = BAD[case]
    with pytest.raises(mcbnc.InvalidInputError, match=message) as caught:
        mcbnc.batch(DAGS, **arguments)
    assert caught.value.dag == dag
    named = next((word for word in ("theta", "output", "workers", "progress") if word in arguments), None)
    assert caught.value.argument in (named, *arguments, None)
    assert (caught.value.argument is None) == (case == "nothing")


def test_a_cycle_is_named():
    dags = DAGS.copy()
    dags[4, :3, :3] = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    with pytest.raises(mcbnc.CycleError) as caught:
        mcbnc.batch(dags, counts=COUNTS, nodes=names(N))
    assert caught.value.dag == 4
    assert set(caught.value.cycle) == set(names(N)[:3])


def alarm() -> tuple[np.ndarray, list[str]]:
    if SHARED.exists():
        dags, nodes, _ = load_clients("alarm.json", 30)
    else:
        clients = mcbnc.datasets.load("alarm")
        dags, nodes = clients.dags, clients.nodes
    return dags, nodes


def test_a_bootstrap_of_alarm():
    dags, nodes = alarm()
    counts = resampled(0, 200, len(dags))
    one, two = (mcbnc.batch(dags, counts=counts, nodes=nodes, workers=w) for w in (1, 2))
    for name, array in one._arrays.items():
        if name != "step_seconds":
            np.testing.assert_array_equal(array, two._arrays[name], name)
    for k in (0, 99, 199):
        equal(two[k], mcbnc.consensus(np.repeat(dags, counts[k], axis=0), nodes=nodes))


def test_the_order_of_the_columns_does_not_matter():
    dags, nodes = alarm()
    counts = resampled(3, 4, len(dags))
    shuffle = np.random.default_rng(4).permutation(len(nodes))
    moved = mcbnc.batch(dags[:, shuffle][:, :, shuffle], counts=counts, nodes=[nodes[i] for i in shuffle])
    for a, b in zip(mcbnc.batch(dags, counts=counts, nodes=nodes), moved, strict=True):
        assert set(a.edges) == set(b.edges)


LONG = random_dags(9, 10, 25, 0.2)


def test_progress_counts_the_runs():
    seen = []
    mcbnc.batch(LONG, counts=np.ones((8, 10)), theta=0.4, progress=lambda *now: seen.append(now))
    assert seen[-1] == (0, 8, 0.0)
    left = [now[0] for now in seen]
    assert left == sorted(left, reverse=True)


def test_progress_can_stop_it():
    with pytest.raises(mcbnc.McbncError, match="its 500 runs") as caught:
        mcbnc.batch(LONG, counts=np.ones((500, 10)), theta=100, progress=lambda left, runs, psi: left == runs)
    assert not isinstance(caught.value, mcbnc.InvalidInputError)
    assert library().runtime_info()["jobs"] == 0


def test_a_bar_counts_the_runs(monkeypatch):
    terminal = at_a_terminal(monkeypatch)
    mcbnc.batch(LONG, counts=np.ones((20, 10)), theta=0.4, progress=True)
    assert "run" in terminal.getvalue()
    assert " of 20 " in terminal.getvalue()
    assert "psi" not in terminal.getvalue()


def test_it_pickles():
    many = mcbnc.batch(DAGS, counts=COUNTS, weights=WEIGHTS, nodes=names(N))
    again = pickle.loads(pickle.dumps(many))
    np.testing.assert_array_equal(many, again)
    for a, b in zip(many, again, strict=True):
        equal(a, b)
    result = pickle.loads(pickle.dumps(many[2]))
    equal(result, many[2])
    equal(result.trajectory.at(0.2, "refusion"), many[2].trajectory.at(0.2, "refusion"))
    small = len(pickle.dumps(mcbnc.batch(DAGS, counts=np.repeat(COUNTS, 100, axis=0))[2]))
    assert small < 2 * len(pickle.dumps(many[2]))  # one result does not carry its batch along


@needs_fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded")
def test_after_a_fork():
    many = mcbnc.batch(DAGS, counts=COUNTS)
    expected = many[1].trajectory.at(0.2, "refusion").edges

    def child():
        assert many[1].trajectory.at(0.2, "refusion").edges == expected
        np.testing.assert_array_equal(mcbnc.batch(DAGS, counts=COUNTS), many)

    assert forked(child) == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.slow
def test_many_batches_leave_nothing():
    def some(times):
        for _ in range(times):
            many = mcbnc.batch(DAGS, counts=COUNTS)
            with contextlib.suppress(mcbnc.InvalidInputError):
                mcbnc.batch(DAGS, weights=np.zeros((2, R)))
        return many

    some(300)
    resident = resident_kib()
    some(1000)
    assert resident_kib() - resident < 8 * 1024
    assert library().runtime_info()["jobs"] == 0
