"""Rows drawn again: NumPy draws the same rows, `learn` learns the same from them, and the sums are right."""

from __future__ import annotations

import inspect
import pickle

import numpy as np
import pandas as pd
import pytest
from helpers import cpdag_of, is_dag
from row_calls import with_rows
from terminal import at_a_terminal
from test_learn import random_rows

import mcbnc
from mcbnc import baselines
from mcbnc._engine.load import library

CELLS, ARITY, _ = random_rows(3, 7, 150, 3, 0.7)
NODES = ["d", "b", "g", "a", "e", "c", "f"]  # the engine's order is another one
OPTIONS = {"names": NODES, "states": ARITY}
LONG = np.random.default_rng(5).integers(0, 3, (2000, 40))


def drawn_rows(codes, rank, seed, k):
    """The rows of resample k, drawn by NumPy's generator as the docstring of `bootstrap` says.

    `codes` (rows, n) are places in the lists of states, and `rank` is the order of the columns by name.
    """
    rows = len(codes)
    by_node = np.argsort(rank)
    in_order = codes[np.lexsort([codes[:, i] for i in reversed(by_node)])]
    numbers = np.random.Philox(key=seed, counter=[0, k, 0, 0]).random_raw(rows)
    return in_order[[int(x) * rows >> 64 for x in numbers]]


def ranks(nodes):
    return np.argsort(np.argsort(nodes))


def same(a: mcbnc.Bootstrap, b: mcbnc.Bootstrap) -> None:
    """The same bytes in all but the times."""
    for field in ("dags", "strength", "direction"):
        x, y = getattr(a, field), getattr(b, field)
        assert (x.dtype, x.shape, x.tobytes()) == (y.dtype, y.shape, y.tobytes()), field
    for field in ("nodes", "states", "resamples", "rows", "seed", "criterion", "cpdag", "status"):
        assert getattr(a, field) == getattr(b, field), field


# --- the resamples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"score": "bic"},
        {"score": "aic", "max_parents": 1},
        {"score": mcbnc.BDeu(ess=10)},
        {"knowledge": {"required": [("a", "b"), {"c", "d"}], "forbidden": [{"a", "e"}, ("g", "f")]}},
    ],
    ids=["BDeu", "BIC", "AIC", "ess", "constraints"],
)
def test_each_resample_is_learned_from_the_rows_that_numpy_draws(options):
    boot = with_rows(mcbnc.bootstrap, CELLS, 12, seed=2**63 - 1, **OPTIONS, **options)
    assert (boot.resamples, boot.rows, boot.status) == (12, len(CELLS), "complete")
    for k in range(12):
        rows = drawn_rows(CELLS, ranks(NODES), 2**63 - 1, k)
        alone = with_rows(mcbnc.learn, rows, **OPTIONS, **options)
        assert boot.dags[k].tobytes() == alone.adjacency.tobytes()


def test_states_of_all_kinds():
    """Rows are sorted by states, and not by the order in which the states occur: with few states and many."""
    rng = np.random.default_rng(8)
    for most in (2, 70_000):  # codes of one and of two bytes
        rows = 400
        cells = np.sort(rng.integers(0, most, (rows, 3)), axis=0)
        cells[:, 1] = np.where(rng.random(rows) < 0.8, cells[:, 0], cells[:, 1])
        shuffled = rng.permutation(cells)
        states = {v: np.unique(cells[:, v]).tolist() for v in range(3)}
        codes = np.stack([np.searchsorted(states[v], cells[:, v]) for v in range(3)], axis=1)
        boot = mcbnc.bootstrap(mcbnc.Rows(shuffled, accept=True), 5, seed=4)
        assert list(boot.states.values()) == list(states.values())
        same(boot, mcbnc.bootstrap(mcbnc.Rows(cells, accept=True), 5, seed=4))
        for k in range(5):
            rows_of_k = drawn_rows(codes, range(3), 4, k)
            alone = mcbnc.learn(mcbnc.Rows(rows_of_k, states=[len(listed) for listed in states.values()]))
            assert boot.dags[k].tobytes() == alone.adjacency.tobytes()


def test_a_column_with_fewer_rows_than_states():
    """Such a column is numbered anew inside the engine, in the order of its states."""
    rng = np.random.default_rng(1)
    cells = rng.integers(0, 40, (60, 3)) * 7
    cells[:, 2] = np.where(rng.random(60) < 0.9, cells[:, 0], cells[:, 2])
    options = {"states": [300, 300, 300], "seed": 3}
    boot = with_rows(mcbnc.bootstrap, cells, 4, **options)
    same(boot, with_rows(mcbnc.bootstrap, cells[::-1], 4, **options))
    for k in range(4):
        alone = mcbnc.learn(mcbnc.Rows(drawn_rows(cells, range(3), 3, k), states=[300, 300, 300]))
        assert boot.dags[k].tobytes() == alone.adjacency.tobytes()


def test_orders_and_workers_do_not_count():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(CELLS, columns=NODES).astype("category")
    first = mcbnc.bootstrap(frame, 20, seed=7, workers=1)
    for workers in (2, 3, 50):
        same(first, mcbnc.bootstrap(frame.sample(frac=1, random_state=workers), 20, seed=7, workers=workers))
    order = rng.permutation(len(NODES))
    other = mcbnc.bootstrap(frame.iloc[:, order], 20, seed=7)
    assert other.nodes == [NODES[i] for i in order]
    for field in ("strength", "direction"):
        assert np.array_equal(getattr(other, field), getattr(first, field)[np.ix_(order, order)])
    assert np.array_equal(other.dags, first.dags[:, order][:, :, order])


def test_a_resample_does_not_depend_on_the_others():
    few, many = (with_rows(mcbnc.bootstrap, CELLS, count, seed=1, **OPTIONS) for count in (3, 30))
    assert np.array_equal(few.dags, many.dags[:3])
    other = with_rows(mcbnc.bootstrap, CELLS, 30, seed=2, **OPTIONS)
    assert not np.array_equal(other.dags, many.dags)


def test_seeds():
    boot, again = mcbnc.bootstrap(CELLS, 5), mcbnc.bootstrap(CELLS, 5)
    assert boot.seed != again.seed
    same(boot, mcbnc.bootstrap(CELLS, 5, seed=boot.seed))


# --- strengths and directions -------------------------------------------------------------------------------


def strengths_of(graphs):
    """Strength and direction by their definitions, from graphs in which both bits are an undirected edge."""
    joined = graphs | graphs.transpose(0, 2, 1)
    arcs = graphs - 0.5 * (graphs & graphs.transpose(0, 2, 1))
    times = joined.sum(axis=0)
    return times / len(graphs), np.divide(arcs.sum(axis=0), times, where=times > 0, out=np.zeros(times.shape))


@pytest.mark.parametrize("cpdag", [True, False])
def test_strengths_and_directions_by_their_definitions(cpdag):
    cells, arity, _ = random_rows(3, 5, 60, 3, 0.7)
    boot = mcbnc.bootstrap(mcbnc.Rows(cells, states=arity), 25, seed=1, cpdag=cpdag)
    graphs = np.stack([cpdag_of(dag) if cpdag else dag for dag in boot.dags])
    strength, direction = strengths_of(graphs)
    assert np.array_equal(boot.strength, strength)
    assert np.array_equal(boot.direction, direction)
    assert len(np.unique(boot.strength)) > 4  # and not all the same
    assert boot.cpdag == cpdag


def test_the_frame_has_a_row_for_each_ordered_pair():
    boot = with_rows(mcbnc.bootstrap, CELLS, 10, seed=1, **OPTIONS)
    frame = boot.to_frame()
    assert list(frame) == ["from", "to", "strength", "direction", "chance_true"]
    assert list(zip(frame["from"], frame["to"], strict=True)) == [
        (u, v) for u in NODES for v in NODES if u != v
    ]
    for u, v, strength, direction, true in frame.itertuples(index=False):
        i, j = NODES.index(u), NODES.index(v)
        assert (strength, direction, true) == tuple(
            x[i, j] for x in (boot.strength, boot.direction, boot.chance_true)
        )
    both = boot.direction + boot.direction.T
    assert np.array_equal(both, (boot.strength > 0).astype(float))


# --- the networks -------------------------------------------------------------------------------------------


def test_the_networks_are_those_of_the_dags():
    boot = with_rows(mcbnc.bootstrap, CELLS, 40, seed=1, **OPTIONS)
    assert boot.dags.shape == (40, 7, 7)
    assert boot.dags.dtype == np.uint8
    averaged = boot.averaged()
    expected = baselines.averaged(boot.dags, nodes=NODES)
    assert (averaged.edges, averaged.threshold) == (expected.edges, expected.threshold)
    assert boot.averaged(0.9).edges == baselines.averaged(boot.dags, 0.9, nodes=NODES).edges
    for theta in ("auto", 0.3):
        result, expected = boot.consensus(theta), mcbnc.consensus(boot.dags, theta, nodes=NODES)
        assert (result.edges, result.theta) == (expected.edges, expected.theta)
    assert boot.consensus().nodes == averaged.nodes == NODES


def test_a_bootstrap_of_dags_averages_dags():
    boot = with_rows(mcbnc.bootstrap, CELLS, 40, seed=1, cpdag=False, **OPTIONS)
    assert boot.averaged(0.2).edges == baselines.averaged(boot.dags, 0.2, cpdag=False, nodes=NODES).edges


def test_constraints_hold_in_all_networks():
    edges = {"knowledge": {"required": [("a", "b"), {"c", "d"}], "forbidden": [{"e", "f"}, ("g", "f")]}}
    boot = with_rows(mcbnc.bootstrap, CELLS, 15, seed=1, **OPTIONS, **edges)
    at = {name: i for i, name in enumerate(NODES)}
    assert boot.dags[:, at["a"], at["b"]].all()
    assert boot.strength[at["c"], at["d"]] == 1
    assert boot.strength[at["e"], at["f"]] == 0
    result = boot.consensus(0.0)
    assert result.edges == mcbnc.consensus(boot.dags, 0.0, nodes=NODES, **edges).edges
    assert ("a", "b") in result.edges
    assert {("e", "f"), ("f", "e"), ("g", "f")}.isdisjoint(result.edges)


def test_columns_without_names():
    boot = mcbnc.bootstrap(CELLS, 6, seed=1)
    assert boot.nodes == list(range(7))
    assert not boot.consensus().named
    assert not boot.averaged().named


# --- the life of a call -------------------------------------------------------------------------------------


def test_a_bootstrap_can_be_pickled():
    boot = with_rows(mcbnc.bootstrap, CELLS, 6, seed=1, **OPTIONS)
    copy = pickle.loads(pickle.dumps(boot))
    same(boot, copy)
    assert copy.consensus().edges == boot.consensus().edges


def test_repr_and_card():
    boot = with_rows(mcbnc.bootstrap, CELLS, 6, seed=1, **OPTIONS)
    assert "6 resamples of 150 rows over 7 nodes, seed 1, qNML" in repr(boot)
    assert "complete" in repr(boot)
    assert "6 of 150 rows, seed 1" in boot._repr_html_()


def test_the_picture():
    pytest.importorskip("matplotlib")
    boot = with_rows(mcbnc.bootstrap, CELLS, 6, seed=1, **OPTIONS)
    axes = boot.plot()
    assert np.array_equal(axes.images[0].get_array(), boot.strength * boot.direction)
    assert [label.get_text() for label in axes.get_yticklabels()] == NODES


def test_a_time_limit_keeps_the_resamples_before_the_first_unfinished_one():
    for seconds in (0.5, 4, 32):  # a busy machine does less in a time
        boot = mcbnc.bootstrap(LONG, 100_000, seed=1, time_limit=seconds, workers=2)
        assert boot.status == "time_limit"
        if boot.resamples:
            break
    assert 0 < boot.resamples < 100_000
    fewer = mcbnc.bootstrap(LONG, boot.resamples, seed=1)
    assert np.array_equal(fewer.dags, boot.dags)
    assert np.array_equal(fewer.strength, boot.strength)


def test_stopped_before_the_first_resample():
    boot = mcbnc.bootstrap(LONG, 10, seed=1, time_limit=1e-9)
    assert (boot.resamples, boot.status) == (0, "time_limit")
    assert "no resample was done" in repr(boot)
    assert np.isnan(boot.strength).all()
    assert np.isnan(boot.direction).all()
    assert "no resample was done" in boot._repr_html_()
    for make in (boot.averaged, boot.consensus):
        with pytest.raises(mcbnc.InvalidInputError, match="no resample was done"):
            make()


def test_progress_counts_resamples():
    seen = []
    boot = mcbnc.bootstrap(CELLS, 30, seed=1, progress=lambda *now: seen.append(now))
    assert seen[-1] == (0, 30, 0.0)
    assert boot.status == "complete"
    stopped = mcbnc.bootstrap(
        LONG, 100_000, seed=1, workers=1, progress=lambda left, count, psi: left > count - 2
    )
    assert stopped.status == "cancelled"
    assert 2 <= stopped.resamples < 100_000


def test_the_bar_counts_resamples(monkeypatch):
    terminal = at_a_terminal(monkeypatch)
    mcbnc.bootstrap(LONG, 20, seed=1, progress=True)
    assert "resample" in terminal.getvalue()
    assert " of 20 " in terminal.getvalue()


def test_an_exception_of_progress_ends_the_job():
    def fail(*now):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mcbnc.bootstrap(LONG, 100_000, seed=1, progress=fail)
    assert library().runtime_info()["jobs"] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"resamples": 0}, "resamples must be a whole number from 1"),
        ({"resamples": None}, "resamples must be a whole number from 1"),
        ({"resamples": 2**20 + 1}, "resamples must be a whole number from 1 to 1048576"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": "one"}, "seed must be a whole number from 0"),
        ({"cpdag": 1}, "cpdag must be True or False, not 1"),
        ({"score": "k2"}, "score must be 'bdeu' or"),
        ({"max_parents": -1}, "max_parents must be a whole number >= 0"),
        ({"workers": 0}, "workers must be a whole number"),
        ({"time_limit": 0}, "time_limit must be a number of seconds > 0"),
        ({"progress": 3}, "progress must be None, True, False or a function"),
        ({"knowledge": {"required": [(0, 9)]}}, "required"),
        (
            {"knowledge": {"required": [(0, 1)], "forbidden": [(0, 1)]}},
            "forbidden: node 0 -> node 1 is required as well",
        ),
        ({"names": ["a"]}, "names"),
    ],
    ids=str,
)
def test_bad_arguments(options, message):
    with pytest.raises(mcbnc.InvalidInputError) as error:
        with_rows(mcbnc.bootstrap, CELLS, **options)
    assert message in str(error.value)


def test_no_rows():
    with pytest.raises(mcbnc.InvalidInputError, match="there are no rows") as error:
        mcbnc.bootstrap(mcbnc.Rows(np.empty((0, 3), int), states=[2, 2, 2]))
    assert error.value.argument == "data"


def test_one_row_and_one_column():
    assert not mcbnc.bootstrap([[1, 0, 1]], 3, seed=0).dags.any()
    assert mcbnc.bootstrap(CELLS[:, :1], 3, seed=0).strength.shape == (1, 1)


def test_the_options_are_those_of_learn():
    """Except the seed and the resamples: those of `learn` draw ties, and may be none."""
    own = inspect.signature(mcbnc.bootstrap).parameters
    learn = inspect.signature(mcbnc.learn).parameters
    shared = own.keys() & learn.keys() - {"seed", "resamples"}
    assert shared == learn.keys() - {"seed", "chance", "resamples"}
    assert all(own[name].default == learn[name].default for name in shared)
    assert own.keys() - learn.keys() == {"cpdag", "executor", "chunks", "checkpoint"}


def test_structures_of_clear_data_are_the_same_in_all_resamples():
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 2, (2, 2000))
    boot = mcbnc.bootstrap({"x": x, "y": y, "z": x | y, "w": rng.integers(0, 2, 2000)}, 50, seed=3)
    assert boot.averaged().edges == boot.consensus().edges == [("x", "z"), ("y", "z")]
    frame = boot.to_frame().set_index(["from", "to"])
    assert tuple(frame.loc[("x", "z")]) == (1.0, 1.0, 0.97)
    assert tuple(frame.loc[("z", "x")]) == (1.0, 0.0, 0.97)
    assert is_dag(boot.dags[0])
