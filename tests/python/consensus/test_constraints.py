"""Required and forbidden edges: kept at every threshold, whatever the inputs are."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from helpers import equivalent, is_dag, names, noisy_copies, random_dags

import mcbnc
from mcbnc._inputs.knowledge import read_knowledge

CASES = {
    "dense": {"dags": random_dags(1, 4, 7, 0.5)},
    "sparse": {"dags": random_dags(2, 6, 9, 0.2)},
    "noisy": {"dags": noisy_copies(3, 8, 10)},
    "weighted": {"dags": noisy_copies(4, 4, 8), "weights": [0.5, 0.25, 1.5, 3]},
    "start dag": {"dags": random_dags(5, 4, 7), "start": "dag"},
    "canonical": {"dags": random_dags(6, 4, 7), "canonical": True},
    "any H": {"dags": random_dags(8, 4, 9, 0.5), "k_max": None},
    "named": {"dags": random_dags(9, 4, 7), "nodes": names(7)},
    "one DAG": {"dags": random_dags(10, 1, 6)},
    "no edges": {"dags": np.zeros((2, 6, 6))},
}
CHANCES = [0.06, 0.06, 0.15, 0.1, 0.63]
A = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
B = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]])


def drawn(seed, case):
    """Constraints that some order of the nodes keeps: required and forbidden pairs and arcs."""
    rng = np.random.default_rng(seed)
    n = case["dags"].shape[1]
    nodes = case.get("nodes") or range(n)
    order = [nodes[i] for i in rng.permutation(n)]
    required, forbidden = [], []
    for i, v in enumerate(order):
        for u in order[:i]:
            kind = rng.choice(["arc", "pair", "not back", "not at all", "free"], p=CHANCES)
            if kind in ("arc", "pair"):
                required.append((u, v) if kind == "arc" else {u, v})
            elif kind != "free":
                forbidden.append((v, u) if kind == "not back" else {u, v})
    return {"knowledge": {"required": required, "forbidden": forbidden}}


def holds(result, edge):
    """Is the edge in the DAG: (u, v) as it points, {u, v} either way?"""
    ways = {tuple(edge)} if isinstance(edge, tuple) else {tuple(edge), tuple(edge)[::-1]}
    return bool(ways & set(result.edges))


def check(result, knowledge):
    assert all(holds(result, edge) for edge in knowledge["required"])
    assert not any(holds(result, edge) for edge in knowledge["forbidden"])
    assert is_dag(result.adjacency)
    np.testing.assert_array_equal(result.cpdag, mcbnc.metrics.cpdag(result))
    assert (result.cpdag <= mcbnc.metrics.cpdag(result.adjacency)).all()  # what is known directs more edges


def plain(trajectory):
    return [(s.u, s.v, s.H, s.S, s.score, s.psi, s.edges_left, s.forced) for s in trajectory]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("case", CASES)
def test_kept_at_every_theta(case, seed):
    asked = {**CASES[case], **drawn(seed, CASES[case])}
    whole = mcbnc.trajectory(**asked)
    for theta in (0.0, *whole.thetas, 100.0):
        once = mcbnc.consensus(theta=theta, **asked)
        here = whole.at(theta)
        check(once, asked["knowledge"])
        np.testing.assert_array_equal(here.adjacency, once.adjacency)
        np.testing.assert_array_equal(here.cpdag, once.cpdag)
        np.testing.assert_array_equal(here.fusion, once.fusion)
        assert plain(here.trajectory) == plain(once.trajectory)
    auto = mcbnc.consensus(theta="auto", **asked)
    check(auto, asked["knowledge"])
    assert auto.theta == whole.select()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("case", CASES)
def test_trajectory(case, seed):
    given = drawn(seed, CASES[case])
    rules = given["knowledge"]
    whole = mcbnc.trajectory(**CASES[case], **given)
    parted = [edge for edge in rules["forbidden"] if isinstance(edge, set)]
    forced = [step.forced for step in whole]
    assert forced == sorted(forced, reverse=True)
    assert all(({step.u, step.v} in parted) == step.forced for step in whole)
    required = {frozenset(edge) for edge in rules["required"]}
    assert not any({step.u, step.v} in required for step in whole)
    if CASES[case].get("k_max", 10) is None:
        assert len(whole) == whole.fusion.sum() - len(required)
    free = [step.psi for step in whole if not step.forced]
    np.testing.assert_array_equal(whole.thetas, np.unique(np.maximum.accumulate(free)) if free else [])
    if not free or free[0] > 0:
        assert len(whole.at(0).trajectory) == sum(forced)


def test_the_fusion_keeps_the_directions():
    """Also where an arc that no input has joins two nodes that none of them joins."""
    empty = np.zeros((2, 4, 4))
    result = mcbnc.consensus(empty, 100, knowledge={"required": [(3, 0), {1, 2}], "forbidden": [(1, 2)]})
    assert result.edges == [(2, 1), (3, 0)]
    np.testing.assert_array_equal(result.fusion, result.adjacency)
    assert result.order.index(3) < result.order.index(0)
    assert len(result.trajectory) == 0


def test_a_direction_the_data_speak_against():
    """x -> z <- y is compelled in all inputs; x <- z is demanded, and so the class must be another one."""
    free = mcbnc.consensus([A, A])
    assert free.edges == [(0, 2), (1, 2)]
    bound = mcbnc.consensus([A, A], knowledge={"required": [(2, 0)]})
    assert (2, 0) in bound.edges
    assert not equivalent(bound.adjacency, free.adjacency)


def test_only_the_direction_is_forbidden():
    chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    result = mcbnc.consensus([chain, chain], knowledge={"forbidden": [(0, 1)]})
    assert equivalent(result.adjacency, chain)
    assert (1, 0) in result.edges


@pytest.mark.parametrize(
    "edges",
    [
        [("a", "b"), ("b", "c")],
        [["a", "b"], ["b", "c"]],
        np.array([["a", "b"], ["b", "c"]]),
        (edge for edge in [("a", "b"), ("b", "c")]),
        {("a", "b"), ("b", "c")},
    ],
    ids=["tuples", "lists", "array", "generator", "set"],
)
def test_spellings_of_arcs(edges):
    result = mcbnc.consensus([A, B], 100, nodes=list("abc"), knowledge={"required": edges})
    assert result.edges == [("a", "b"), ("b", "c")]


@pytest.mark.parametrize("edges", [[{0, 2}], [frozenset({2, 0})], [(0, 2), (2, 0)], [{0, 2}, {2, 0}]])
def test_spellings_of_pairs(edges):
    assert not mcbnc.consensus([A, B], 0, knowledge={"forbidden": edges}).adjacency[[0, 2], [2, 0]].any()
    kept = mcbnc.consensus([A, B], 100, knowledge={"required": edges})
    assert kept.adjacency[[0, 2], [2, 0]].sum() == 1
    assert len(kept.edges) == 1


def test_nothing_asked_changes_nothing():
    want = mcbnc.trajectory(**CASES["noisy"])
    for none in (None, [], (), set(), np.zeros((0, 2))):
        assert plain(
            mcbnc.trajectory(**CASES["noisy"], knowledge={"required": none, "forbidden": none})
        ) == plain(want)


def test_batch():
    case = CASES["noisy"]
    rules = drawn(1, case)
    counts = np.random.default_rng(0).multinomial(8, np.full(8, 1 / 8), size=5)
    for count, result in zip(
        counts, mcbnc.batch(case["dags"], counts=counts, theta="auto", **rules), strict=True
    ):
        alone = mcbnc.consensus(np.repeat(case["dags"], count, axis=0), "auto", **rules)
        np.testing.assert_array_equal(result.adjacency, alone.adjacency)
        assert plain(result.trajectory) == plain(alone.trajectory)
        check(result.trajectory.at(0), **rules)


def test_the_order_of_the_columns_does_not_matter():
    case = CASES["named"]
    rules, n = drawn(2, case), 7
    want = mcbnc.trajectory(**case, **rules)
    moved = np.random.default_rng(0).permutation(n)
    dags = case["dags"][:, moved][:, :, moved]
    got = mcbnc.trajectory(dags, nodes=[case["nodes"][i] for i in moved], **rules)
    assert [(s.u, s.v, set(s.H)) for s in got] == [(s.u, s.v, set(s.H)) for s in want]
    for theta in want.thetas:
        assert set(got.at(theta).edges) == set(want.at(theta).edges)


def test_workers_do_not_matter():
    case = {"dags": noisy_copies(5, 12, 30, 0.15, 20)}
    rules = drawn(3, case)
    one, four = (mcbnc.trajectory(**case, **rules, workers=k) for k in (1, 4))
    assert plain(one) == plain(four)


def test_a_seed_with_pairs():
    case = CASES["dense"]
    rules = {"knowledge": {"required": [{0, 1}, {2, 3}], "forbidden": [{4, 5}]}}
    runs = [mcbnc.trajectory(**case, **rules, seed=seed) for seed in (1, 1, 2, 3)]
    assert plain(runs[0]) == plain(runs[1])
    for run in runs:
        for theta in (0.0, *run.thetas):
            check(run.at(theta), **rules)


def test_pickle():
    whole = mcbnc.trajectory(**CASES["dense"], **drawn(1, CASES["dense"]))
    again = pickle.loads(pickle.dumps(whole))
    np.testing.assert_array_equal(again.at(0.5).adjacency, whole.at(0.5).adjacency)


# name: (arguments, argument at fault, nodes, words of the message)
BAD = {
    "a number": ({"knowledge": {"required": 3}}, "required", [], "sequence of edges"),
    "a string": ({"knowledge": {"required": "ab"}}, "required", [], "sequence of edges"),
    "a dict": ({"knowledge": {"forbidden": {"a": "b"}}}, "forbidden", [], "sequence of edges"),
    "an edge, not a list of them": (
        {"knowledge": {"required": ("a", "b")}},
        "required",
        [],
        "must hold edges",
    ),
    "one name": ({"knowledge": {"required": ["ab"]}}, "required", [], "must hold edges"),
    "three names": ({"knowledge": {"forbidden": [("a", "b", "c")]}}, "forbidden", [], "must hold edges"),
    "one end": ({"knowledge": {"forbidden": [{"a"}]}}, "forbidden", [], "must hold edges"),
    "an unknown name": (
        {"knowledge": {"forbidden": [("a", "d")]}},
        "forbidden",
        ["d"],
        "no node is named 'd'",
    ),
    "an unhashable name": ({"knowledge": {"required": [("a", [])]}}, "required", [], "no node is named"),
    "to itself": (
        {"knowledge": {"required": [("a", "a")]}},
        "required",
        ["a"],
        "a cannot be joined to itself",
    ),
    "an arc in both": (
        {"knowledge": {"required": [("c", "a")], "forbidden": [("c", "a")]}},
        "forbidden",
        ["c", "a"],
        "c -> a is required",
    ),
    "a pair in both": (
        {"knowledge": {"required": [{"c", "a"}], "forbidden": [("c", "a"), ("a", "c")]}},
        "forbidden",
        ["a", "c"],
        "required as well",
    ),
    "a cycle": (
        {"knowledge": {"required": [("a", "b"), ("b", "c"), ("c", "a")]}},
        "required",
        ["a", "b", "c", "a"],
        "a -> b -> c -> a",
    ),
    "a cycle of what is left": (
        {"knowledge": {"required": [("a", "b"), ("b", "c"), {"a", "c"}], "forbidden": [("a", "c")]}},
        "forbidden",
        ["a", "b", "c", "a"],
        "left with a cycle, a -> b -> c -> a",
    ),
    "refusion": (
        {"knowledge": {"required": [{"a", "b"}]}, "output": "refusion"},
        "output",
        [],
        "fresh fusion",
    ),
    "a seed": ({"knowledge": {"forbidden": [("a", "b")]}, "seed": 1}, "seed", [], "give pairs"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad(case):
    asked, argument, nodes, says = BAD[case]
    with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
        mcbnc.consensus([A, B], nodes=["a", "b", "c"], **asked)
    assert caught.value.argument == argument
    assert caught.value.nodes == nodes
    assert argument in str(caught.value)


def test_refusion_of_a_trajectory():
    whole = mcbnc.trajectory([A, B], knowledge={"required": [{0, 1}]})
    with pytest.raises(mcbnc.InvalidInputError, match="fresh fusion"):
        whole.at(0.5, output="refusion")


def test_beyond_the_threshold_of_a_run():
    """A result has no higher threshold, unless only what is required is left of its edges."""
    low = mcbnc.consensus([A, B], 0, knowledge={"required": [{0, 1}]})
    with pytest.raises(mcbnc.InvalidInputError, match="stopped at theta 0"):
        low.trajectory.at(1)
    high = mcbnc.consensus([A, B], 100, knowledge={"required": [{0, 1}]})
    assert high.trajectory.at(200).edges == high.edges


def test_explain():
    result = mcbnc.consensus(
        [A, B], 0.5, nodes=list("xyz"), knowledge={"required": [{"x", "y"}], "forbidden": [{"x", "z"}]}
    )
    assert "stays because it is required" in str(result.explain("x", "y"))
    gone = result.explain("x", "z")
    assert gone.step == 0
    assert "deleted it because it is forbidden" in str(gone)
    added = mcbnc.consensus(np.zeros((2, 3, 3)), knowledge={"required": [(0, 1)]}).explain(0, 1)
    assert added.edge == "->"
    assert "joins them because that is required" in str(added)


@pytest.mark.parametrize("seed", range(4))
def test_explain_keeps_directions(seed):
    """What an edge that is still there would take to go is above theta: else it had gone."""
    case = CASES["any H"]
    result = mcbnc.consensus(theta=0.3, **case, **drawn(seed, case))
    for u, v in result.edges:
        why = result.explain(u, v)
        assert why.psi > 0.3 or "required" in str(why)


def test_stability():
    case = CASES["noisy"]
    rules = drawn(1, case)
    sure = mcbnc.stability(case["dags"], seed=1, resamples=6, **rules)
    for count, theta in zip(sure.counts, sure.thetas, strict=True):
        alone = mcbnc.consensus(np.repeat(case["dags"], count, axis=0), "auto", **rules)
        assert alone.theta == theta
    for edge in rules["knowledge"]["required"]:
        assert sure.joined[tuple(edge)] == 1
    for edge in rules["knowledge"]["forbidden"]:
        assert isinstance(edge, tuple) or sure.joined[tuple(edge)] == 0
    check(sure.consensus(), **rules)


def test_an_edge_in_either_direction_is_told_in_one_way():
    """A set of strings has another order in each process. A coordinator that starts again sends the same."""
    nodes = [f"node {k}" for k in range(40)]
    pairs = [{nodes[u + 1], nodes[u]} for u in range(0, 40, 2)]
    read = read_knowledge({"required": pairs, "forbidden": [(nodes[3], nodes[1])]}, nodes)
    assert read["required"] == [[u, u + 1, 1] for u in range(0, 40, 2)]
    assert read["forbidden"] == [[3, 1, 0]]
