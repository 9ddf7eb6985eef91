"""A given order of the nodes, instead of the greedy one."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import names, noisy_copies, random_dags

import mcbnc

N = 8
DAGS = noisy_copies(4, 5, N, density=0.3)
NODES = names(N)


def equal(a, b) -> bool:
    return bool((a.adjacency == b.adjacency).all() and (a.cpdag == b.cpdag).all() and a.theta == b.theta)


@pytest.mark.parametrize("output", ["extension", "refusion"])
@pytest.mark.parametrize("seed", range(5))
def test_a_run_goes_along_it(seed, output):
    order = np.random.default_rng(seed).permutation(NODES).tolist()
    run = mcbnc.trajectory(DAGS, nodes=NODES, order=order)
    assert run.order == order
    np.testing.assert_array_equal(run.fusion, mcbnc.fusion(DAGS, nodes=NODES, order=order).adjacency)
    place = [order.index(node) for node in NODES]
    assert all(place[i] < place[j] for i, j in np.argwhere(run.fusion))
    for theta in (0.2, 0.6):
        result = mcbnc.consensus(DAGS, theta, nodes=NODES, order=order, output=output)
        assert result.order == order
        assert equal(result, run.at(theta, output=output))


def test_without_names_and_by_position_of_the_columns():
    order = [3, 0, 7, 1, 2, 6, 5, 4]
    plain = mcbnc.consensus(DAGS, 0.4, order=order)
    assert plain.order == order
    moved = np.random.default_rng(1).permutation(N)
    named = mcbnc.consensus(DAGS[:, moved][:, :, moved], 0.4, nodes=moved.tolist(), order=order)
    assert named.order == order
    assert set(named.edges) == set(plain.edges)


def test_the_greedy_order_given_back_changes_nothing():
    greedy = mcbnc.trajectory(DAGS, nodes=NODES)
    given = mcbnc.trajectory(DAGS, nodes=NODES, order=greedy.order)
    assert [(step.u, step.v, step.S, step.score) for step in given] == [
        (step.u, step.v, step.S, step.score) for step in greedy
    ]


def test_a_file_keeps_it(tmp_path):
    result = mcbnc.consensus(DAGS, 0.4, nodes=NODES, order=NODES[::-1])
    result.save(tmp_path / "result.json")
    again = mcbnc.load(tmp_path / "result.json")
    assert again.order == NODES[::-1]
    assert equal(again, result)
    assert again.explain(*NODES[:2]).words == result.explain(*NODES[:2]).words


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (NODES[1:], "order must have the same nodes as the DAGs, but it lacks"),
        ([*NODES[1:], "new"], "has 'new' besides"),
        ([*NODES, NODES[0]], "more than once"),
        ("abc", "order must be a sequence of names, not one string"),
        (set(NODES), "has no order"),
        (3, "order must be a sequence of names, not int"),
    ],
)
@pytest.mark.parametrize("call", [mcbnc.consensus, mcbnc.trajectory, mcbnc.fusion])
def test_bad_orders(call, order, message):
    with pytest.raises(mcbnc.InvalidInputError, match=message) as caught:
        call(DAGS, nodes=NODES, order=order)
    assert caught.value.argument == "order"


@pytest.mark.parametrize(
    "edges",
    [
        {"knowledge": {"required": [(NODES[5], NODES[2])]}},
        {"knowledge": {"forbidden": [(NODES[2], NODES[5])]}},
    ],
)
def test_it_goes_with_the_directions_asked_for(edges):
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        mcbnc.consensus(DAGS, nodes=NODES, order=NODES, **edges)
    assert caught.value.argument == "order"
    assert {NODES[2], NODES[5]} <= set(caught.value.nodes)
    result = mcbnc.consensus(DAGS, 0.2, nodes=NODES, order=NODES[::-1], **edges)
    assert result.order == NODES[::-1]
    assert (NODES[2], NODES[5]) not in result.edges


def test_weights_do_not_count_in_the_order_and_repetition_does():
    """docs/method.md says so. Along one order, a weight of 2 and a DAG that is given twice are the same."""
    differ = 0
    for seed in range(60):
        dags, weights = random_dags(seed, 3, 6, 0.4), np.random.default_rng(seed).integers(1, 4, 3)
        repeated = np.repeat(dags, weights, axis=0)
        weighted = mcbnc.consensus(dags, 0.5, weights=weights.tolist())
        assert weighted.order == mcbnc.consensus(dags, 0.5).order
        same = mcbnc.consensus(repeated, 0.5, order=weighted.order)
        np.testing.assert_array_equal(same.cpdag, weighted.cpdag)
        differ += not np.array_equal(mcbnc.consensus(repeated, 0.5).cpdag, weighted.cpdag)
    assert 0 < differ < 10
