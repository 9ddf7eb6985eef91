"""The class of a result under knowledge: by definition, of all functions that know something."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pandas as pd
import pytest
from helpers import colliders, is_dag, random_dags

import mcbnc

CHAIN = {"tiers": [["a"], ["b", "c"]]}


def members(dag) -> list[np.ndarray]:
    """All DAGs of the class: what reversals of covered arcs lead to (Chickering 1995, theorem 2)."""
    found = {dag.tobytes(): dag}
    queue = [dag]
    for graph in queue:
        for x, y in np.argwhere(graph).tolist():
            others = graph[:, y].copy()
            others[x] = 0
            if (graph[:, x] == others).all():
                turned = graph.copy()
                turned[x, y], turned[y, x] = 0, 1
                if turned.tobytes() not in found:
                    found[turned.tobytes()] = turned
                    queue.append(turned)
    return list(found.values())


def keeps(dag, known, nodes) -> bool:
    """Whether a DAG keeps knowledge, by the words of its parts."""
    has = {(nodes[i], nodes[j]) for i, j in np.argwhere(dag).tolist()}

    def there(edge):
        return bool(has & ({edge} if isinstance(edge, tuple) else set(itertools.permutations(edge))))

    tier = {name: k for k, names in enumerate(known.get("tiers", ())) for name in names}
    return (
        all(map(there, known.get("required", ())))
        and not any(map(there, known.get("forbidden", ())))
        and all(tier.get(u, -1) <= tier.get(v, len(nodes)) for u, v in has)
        and not any(v in known.get("roots", ()) or u in known.get("leaves", ()) for u, v in has)
    )


def class_of(dag, known, nodes) -> np.ndarray:
    """The class of a DAG under knowledge: all edges of the members that keep it, laid over each other."""
    kept = [member for member in members(np.array(dag, np.uint8)) if keeps(member, known, nodes)]
    return np.max(kept, axis=0)


def check(result, known):
    """The class of a result, and what it says of each edge."""
    nodes, dag = result.nodes, np.array(result.adjacency, np.uint8)
    assert keeps(dag, known, nodes)
    want = class_of(dag, known, nodes)
    np.testing.assert_array_equal(result.cpdag, want)
    both = [(u, v) for u, v in result.edges if want[nodes.index(v), nodes.index(u)]]
    assert result.reversible == both
    assert result.to_frame()["reversible"].tolist() == [edge in both for edge in result.edges]
    np.testing.assert_array_equal(mcbnc.metrics.cpdag(result), want)
    assert mcbnc.metrics.shd(result, result.adjacency) == 0
    return int((want != mcbnc.metrics.cpdag(result.adjacency)).any())


def draw(seed, n):
    """Knowledge that some DAG keeps, over the nodes "a", "b" and so on; and the names."""
    rng = np.random.default_rng(seed)
    nodes = list("abcdef"[:n])
    order = rng.permutation(nodes).tolist()
    pairs = list(itertools.combinations(order, 2))
    chosen = [pairs[k] for k in rng.permutation(len(pairs))[:3].tolist()]
    kinds: list = [
        {"tiers": [order[:1], order[1 : n - 1]]},
        {"tiers": [order[: n // 2], order[n // 2 :]]},
        {"required": chosen[:1], "forbidden": [(v, u) for u, v in chosen[1:]]},
        {"required": [set(chosen[0])], "forbidden": [chosen[1][::-1], set(chosen[2])]},
        {"roots": order[:1], "leaves": order[-1:]},
        {"tiers": [[order[-1]], [order[0]]], "required": [(order[0], order[1]), (order[1], order[-1])]},
    ]
    return kinds[seed % len(kinds)], nodes


def draw_rows(seed, nodes, count):
    rng = np.random.default_rng(seed)
    columns = {}
    for k, name in enumerate(nodes):
        given = [list(columns.values())[i] for i in rng.permutation(k)[:2].tolist()]
        noise = rng.random(count) < 0.2
        columns[name] = (
            np.bitwise_xor.reduce(given)
            if rng.random() < 0.2 and given
            else given[0]
            if given
            else rng.integers(0, 2, count)
        ) ^ noise
    return pd.DataFrame(columns).astype(int)


SEEDS = range(18)
TOLD: dict[str, int] = {}


def told(name, result, known):
    TOLD[name] = TOLD.get(name, 0) + check(result, known)


@pytest.mark.parametrize("seed", SEEDS)
def test_learned(seed):
    known, nodes = draw(seed, 3 + seed % 4)
    rows = draw_rows(seed, nodes, 400)
    halves = [rows[:200], rows[200:]]
    told("learn", mcbnc.learn(rows, knowledge=known), known)
    for each in mcbnc.learn_many(halves, knowledge=known):
        told("learn_many", each, known)
    together = mcbnc.learn_jointly(halves, knowledge=known)
    for each in (together, *together.sites):
        told("learn_jointly", each, known)
    numbers = [half + np.random.default_rng(seed).normal(size=half.shape) for half in halves]
    told("numbers", mcbnc.learn_jointly(numbers, score="bge", knowledge=known), known)


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
@pytest.mark.parametrize("seed", SEEDS)
def test_learned_from_different_columns(seed):
    known, nodes = draw(seed, 5)
    rows = draw_rows(seed, nodes, 400)
    apart = [rows[:200], rows[200:].drop(columns=nodes[seed % 5])]
    found = mcbnc.learn_jointly(apart, columns="union", knowledge=known, seed=1)
    if keeps(np.array(found.adjacency), known, nodes):  # a vote may leave out what is required
        told("union", found, known)


@pytest.mark.parametrize("seed", SEEDS)
def test_consensus(seed, tmp_path):
    known, nodes = draw(seed, 3 + seed % 4)
    dags = random_dags(seed, 3, len(nodes), 0.6)
    whole = mcbnc.trajectory(dags, nodes=nodes, knowledge=known)
    for theta in (0.3, 0.5, 1.0):
        one = mcbnc.consensus(dags, theta, nodes=nodes, knowledge=known)
        told("consensus", one, known)
        told("at", whole.at(theta), known)
        one.save(tmp_path / "one.json")
        loaded = mcbnc.load(tmp_path / "one.json")
        told("load", loaded, known)
        np.testing.assert_array_equal(loaded.cpdag, one.cpdag)
    for each in mcbnc.batch(dags, counts=np.ones((2, 3), int), nodes=nodes, knowledge=known):
        told("batch", each, known)


@pytest.mark.parametrize("cpdag", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_bootstrap_counts_the_classes(seed, cpdag):
    known, nodes = draw(seed, 3 + seed % 4)
    boot = mcbnc.bootstrap(draw_rows(seed, nodes, 150), 8, seed=seed, knowledge=known, cpdag=cpdag)
    structures = [np.array(dag) for dag in boot.dags]
    if cpdag:
        structures = [class_of(dag, known, nodes) for dag in structures]
    counts = np.array(structures, float)
    joined = (counts + counts.transpose(0, 2, 1) > 0).sum(axis=0)
    ways = (counts - counts * counts.transpose(0, 2, 1) / 2).sum(axis=0)
    np.testing.assert_allclose(boot.direction, ways / np.maximum(joined, 1))
    told("boot.consensus", boot.consensus(), known)
    averaged = boot.averaged(0)
    if keeps(np.array(averaged.adjacency), known, nodes):  # an arc that closes a cycle is left out
        told("averaged", averaged, known)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_stability_counts_the_classes(seed):
    known, nodes = draw(seed, 3 + seed % 4)
    dags = random_dags(seed, 3, len(nodes), 0.6)
    found = mcbnc.stability(dags, 0.5, resamples=6, seed=1, nodes=nodes, knowledge=known)
    runs = mcbnc.batch(dags, counts=found.counts, theta=0.5, nodes=nodes, knowledge=known)
    classes = np.array([class_of(dag, known, nodes) for dag in np.asarray(runs.adjacency)])
    back = classes.transpose(0, 2, 1)
    np.testing.assert_allclose(found.directed, (classes & ~back & 1).mean(axis=0))
    np.testing.assert_allclose(found.undirected, (classes & back).mean(axis=0))


def test_something_was_known():
    """In each kind of result that the tests above make, knowledge directed an edge that was open."""
    if TOLD:
        assert all(TOLD.values()), TOLD


def chain_rows() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    a = rng.integers(0, 2, 1000)
    b = a ^ (rng.random(1000) < 0.15)
    return {"a": a, "b": b, "c": b ^ (rng.random(1000) < 0.15)}


def test_the_chain():
    rows = chain_rows()
    assert len(mcbnc.learn(rows).reversible) == 2
    learned = mcbnc.learn(rows, knowledge=CHAIN)
    assert learned.edges == [("a", "b"), ("b", "c")]
    assert learned.reversible == []
    boot = mcbnc.bootstrap(rows, 20, seed=1, knowledge=CHAIN)
    assert (boot.direction[1:, 0] == 0).all()
    assert boot.direction[0, 1] == 1
    assert boot.direction[1, 2] > 0.9  # 1 but where a resample joins a and c too
    assert mcbnc.consensus([learned], knowledge=CHAIN).explain("b", "c").edge == "->"


@pytest.mark.slow
def test_an_estimator_under_knowledge():
    pytest.importorskip("sklearn")
    frame = pd.DataFrame(chain_rows())
    fitted = mcbnc.estimators.StructureLearner(knowledge=CHAIN).fit(frame)
    np.testing.assert_array_equal(fitted.cpdag_, mcbnc.learn(frame, knowledge=CHAIN).adjacency)


def test_distances_know_what_a_result_knows():
    nodes = list("abc")
    chain, turned = np.diag([1, 1], 1), np.diag([1, 1], -1)
    known = mcbnc.consensus([chain], nodes=nodes, knowledge=CHAIN)
    free = mcbnc.consensus([chain], nodes=nodes)
    # A graph without knowledge of its own is read with that of the result: turned has a member that keeps it.
    for other in (chain, turned, free, known):
        given = {"nodes": nodes} if isinstance(other, np.ndarray) else {}
        assert mcbnc.metrics.shd(known, other, **given) == 0
        assert mcbnc.metrics.shd(other, known, **given) == 0
    # b -> a and c -> b in the whole class of a - b - c, but not where c comes before b and b before a.
    other_way = mcbnc.consensus([turned], nodes=nodes, knowledge={"tiers": [["c"], ["b"], ["a"]]})
    assert mcbnc.metrics.shd(known, other_way) == 0  # what contradicts each other says nothing
    collider = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]])
    assert mcbnc.metrics.shd(known, collider, nodes=nodes) == 1  # a -> b is fixed in both
    assert mcbnc.metrics.shd(free, collider, nodes=nodes) == 2
    table = mcbnc.compare(
        [chain, chain], collider, {"known": known, "free": free, "vote": "vote arcs"}, nodes=nodes
    ).to_frame()
    assert table["shd_to_gold"].tolist()[:3] == [1, 2, 2]
    assert table["mean_shd"].tolist()[:3] == [0, 0, 0]


def test_pictures_draw_what_is_fixed(monkeypatch):
    nodes = list("abc")
    known = mcbnc.consensus([np.diag([1, 1], 1)], nodes=nodes, knowledge=CHAIN)
    from mcbnc._plots import network

    assert [edge.kind for edge in network._edges(known._picture())] == ["directed", "directed"]
    compared = network._edges(known._picture(pd.DataFrame(np.diag([1, 1], -1), nodes, nodes)))
    assert [edge.kind for edge in compared] == ["both", "both"]


def test_the_explorer_shows_what_is_fixed():
    from mcbnc._consensus.explore import _looks

    for known, looks in ((CHAIN, [0]), (None, [2])):  # 0 is i -> j, and 2 is the same for a reversible edge
        whole = mcbnc.trajectory([np.diag([1, 1], 1)], nodes=list("abc"), knowledge=known)
        first = _looks(whole._run, np.array([0]))
        assert [look for pair in ((0, 1), (1, 2)) for _, look in first[pair]] == 2 * looks


@functools.cache
def alarm():
    """The hospitals' rows of ALARM, and its generations: parents before children."""
    clients = mcbnc.datasets.load_rows("alarm")
    gold = np.asarray(clients.gold)
    generation = np.zeros(len(gold), int)
    for _ in gold:
        for parent, child in np.argwhere(gold).tolist():
            generation[child] = max(generation[child], generation[parent] + 1)
    tiers = [[clients.nodes[k] for k in np.flatnonzero(generation == g)] for g in range(generation.max() + 1)]
    return clients, {"tiers": tiers}


@pytest.mark.parametrize("how", ["learn", "consensus", "learn_jointly"])
def test_generations_fix_all_arrows_of_alarm(how):
    clients, known = alarm()
    rows = clients.frames()
    if how == "learn":
        found = mcbnc.learn(rows[0], knowledge=known)
    elif how == "consensus":
        found = mcbnc.consensus(mcbnc.learn_many(rows, knowledge=known), "auto", knowledge=known)
    else:
        found = mcbnc.learn_jointly(rows, knowledge=known)
    open_without = mcbnc.metrics.cpdag(found.adjacency)
    assert (open_without & open_without.T).any()
    assert found.reversible == []
    np.testing.assert_array_equal(found.cpdag, found.adjacency)


def all_dags(n):
    pairs = list(itertools.combinations(range(n), 2))
    for ways in itertools.product(range(3), repeat=len(pairs)):
        dag = np.zeros((n, n), np.uint8)
        for (i, j), way in zip(pairs, ways, strict=True):
            if way:
                dag[(i, j) if way == 1 else (j, i)] = 1
        if is_dag(dag):
            yield dag


@functools.cache
def dags_of_four():
    return list(all_dags(4))


@pytest.mark.parametrize("seed", range(80))
def test_what_no_dag_keeps_is_refused_and_nothing_else(seed):
    rng = np.random.default_rng(seed)
    nodes = list("abcd")
    order = rng.permutation(nodes).tolist()
    arcs = [tuple(pair) for pair in itertools.permutations(nodes, 2)]
    some = [arcs[k] for k in rng.permutation(len(arcs))[:5].tolist()]
    cut = int(rng.integers(1, 4))
    known = {
        "tiers": [order[:cut], order[cut : cut + 1]],
        "required": some[: rng.integers(0, 3)] + ([frozenset(some[3])] if seed % 3 == 0 else []),
        "forbidden": some[4:],
        "roots": order[:1] if seed % 5 == 0 else [],
    }
    required = {*known["required"]}
    asked = {
        **known,
        "required": [e for e in required if isinstance(e, frozenset) or e[::-1] not in required],
    }
    possible = any(keeps(dag, asked, nodes) for dag in dags_of_four())
    rows = draw_rows(seed, nodes, 60)
    dags = random_dags(seed, 2, 4, 0.6)
    for call in (
        lambda: mcbnc.learn(rows, knowledge=asked),
        lambda: mcbnc.consensus(dags, nodes=nodes, knowledge=asked),
    ):
        if possible:
            told("possible", call(), asked)
        else:
            with pytest.raises(mcbnc.InvalidInputError) as caught:
                call()
            assert caught.value.argument in ("required", "forbidden")


def test_tiers_rule_out_arcs_and_not_paths():
    nodes = ["age", "race", "smoker"]
    known = {"tiers": [["age"], ["race"]], "required": [("race", "smoker"), ("smoker", "age")]}
    rows = draw_rows(3, nodes, 80)
    learned = mcbnc.learn(rows, knowledge=known)
    assert {*learned.edges} == {("race", "smoker"), ("smoker", "age")}
    # The DAGs join age and race, and no DAG that keeps what is known does.
    both = pd.DataFrame([[0, 1, 1], [0, 0, 1], [0, 0, 0]], nodes, nodes)
    assert {*mcbnc.consensus([both], 0, knowledge=known).edges} == {*learned.edges}
    assert colliders(learned.adjacency) == set()
