"""The baselines, checked against their definitions in networkx."""

from __future__ import annotations

import itertools
import pickle
from collections import Counter
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from helpers import colliders, digraph, equivalent, is_dag, moral_graph, names, noisy_copies, random_dags

import mcbnc
from mcbnc import baselines

METHODS = {
    "vote on arcs": baselines.vote,
    "vote on the skeleton": lambda dags, **more: baselines.vote(dags, kind="skeleton", **more),
    "averaged network": baselines.averaged,
    "climb by SMHD": baselines.climb,
    "climb by SHD": lambda dags, **more: baselines.climb(dags, "shd", **more),
    "vote on d-separation": baselines.dsep_vote,
}


def weighted_dags(seed):
    """A few random DAGs and their weights. For odd seeds the DAGs are noisy copies of one DAG."""
    rng = np.random.default_rng(seed)
    n, r = int(rng.integers(2, 8)), int(rng.integers(1, 7))
    dags = (
        noisy_copies(seed, r, n, 0.5, min(3, n * (n - 1) // 2)) if seed % 2 else random_dags(seed, r, n, 0.5)
    )
    return dags, rng.integers(1, 4, r)


def share(dags, weights, has):
    """The share of the weight of the DAGs for which `has` is true."""
    return Fraction(int(sum(w for g, w in zip(dags, weights, strict=True) if has(g))), int(weights.sum()))


def insert(arcs, n):
    """Insert the arcs in their order. Return the graph and the arcs left out because they close a cycle."""
    graph = nx.empty_graph(n, create_using=nx.DiGraph)
    left_out = []
    for u, v in arcs:
        if nx.has_path(graph, v, u):
            left_out.append((u, v))
        else:
            graph.add_edge(u, v)
    return graph, left_out


def joined(graph, a, b):
    return bool(graph[a, b] or graph[b, a])


def extensions(skeleton, arcs):
    """All DAGs that have the skeleton, the arcs, and no v-structures except those of the arcs."""
    n = len(skeleton)
    pairs = [(i, j) for i, j in itertools.combinations(range(n), 2) if skeleton[i, j]]
    free = [(i, j) for i, j in pairs if not (arcs[i, j] or arcs[j, i])]
    allowed = {(a, b, c) for a, b, c in colliders(arcs) if not skeleton[a, b]}
    for flips in itertools.product((0, 1), repeat=len(free)):
        dag = arcs.copy()
        for (i, j), flip in zip(free, flips, strict=True):
            dag[(j, i) if flip else (i, j)] = 1
        if colliders(dag) == allowed and is_dag(dag):
            yield dag


def check_completed(result, skeleton, arcs, decided):
    """Assert that the result is a DAG with the skeleton and the arcs, and an extension if there is one."""
    dag = np.asarray(result)
    assert is_dag(dag)
    assert ((dag | dag.T) == skeleton).all()
    assert (dag >= arcs).all()
    expected = next(extensions(skeleton, arcs), None)
    if expected is not None:
        assert equivalent(dag, expected)
    made = {(a, c, b) for a, b, c in colliders(dag)}
    assert set(result.conflicts) == decided ^ made


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("threshold", [0, 0.3, 0.5, 0.8, 1])
def test_vote_on_arcs(seed, threshold):
    dags, weights = weighted_dags(seed)
    n = dags.shape[1]
    shares = {
        (u, v): share(dags, weights, lambda g, u=u, v=v: g[u, v])
        for u, v in itertools.permutations(range(n), 2)
    }
    winners = sorted((arc for arc in shares if float(shares[arc]) > threshold), key=lambda a: (-shares[a], a))
    graph, left_out = insert(winners, n)
    result = baselines.vote(dags, threshold, weights=weights)
    assert set(result.edges) == set(graph.edges)
    assert result.left_out == left_out
    assert result.threshold == threshold
    assert result.conflicts == []


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("threshold", [0.2, 0.5])
def test_vote_on_the_skeleton(seed, threshold):
    dags, weights = weighted_dags(seed)
    n = dags.shape[1]
    skeleton = np.zeros((n, n), np.uint8)
    for a, b in itertools.permutations(range(n), 2):
        skeleton[a, b] = float(share(dags, weights, lambda g, a=a, b=b: joined(g, a, b))) > threshold
    votes = {}
    for a, c, b in itertools.permutations(range(n), 3):
        if a > b or not (skeleton[a, c] and skeleton[b, c]) or skeleton[a, b]:
            continue
        voters = [
            (g, w)
            for g, w in zip(dags, weights, strict=True)
            if joined(g, a, c) and joined(g, b, c) and not joined(g, a, b)
        ]
        if voters:
            graphs, weight = zip(*voters, strict=True)
            votes[a, c, b] = share(graphs, np.array(weight), lambda g, a=a, b=b, c=c: g[a, c] and g[b, c])
    decided = [v for v in votes if votes[v] > Fraction(1, 2)]
    arcs = np.zeros((n, n), np.uint8)
    for a, c, b in sorted(decided, key=lambda v: (-votes[v], v)):
        candidate = arcs.copy()
        candidate[a, c] = candidate[b, c] = 1
        if is_dag(candidate):
            arcs = candidate
    result = baselines.vote(dags, threshold, "skeleton", weights=weights)
    check_completed(result, skeleton, arcs, set(decided))


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(("threshold", "cpdag"), [("auto", True), ("auto", False), (0.3, True), (1, False)])
def test_averaged(seed, threshold, cpdag):
    dags, weights = weighted_dags(seed)
    n = dags.shape[1]
    counted = [mcbnc.metrics.cpdag(g) if cpdag else g for g in dags]
    strength = np.zeros((n, n))
    towards = np.zeros((n, n), int)
    for a, b in itertools.permutations(range(n), 2):
        strength[a, b] = float(share(counted, weights, lambda g, a=a, b=b: joined(g, a, b)))
        towards[a, b] = sum(w * (2 - int(g[b, a])) for g, w in zip(counted, weights, strict=True) if g[a, b])
    result = baselines.averaged(dags, threshold, cpdag=cpdag, weights=weights)
    if threshold == "auto":
        # The paper's estimate takes the p with the least area between the distribution function and p.
        values = strength[np.triu_indices(n, 1)]
        steps = np.unique([0, *values, 1])

        def area(p):
            return np.sum(np.diff(steps) * np.abs(np.mean(values <= steps[:-1, None], axis=1) - p))

        chosen = np.mean(values <= result.threshold)
        assert area(chosen) <= min(area(p) for p in np.linspace(0, 1, 301)) + 1e-12
        threshold = result.threshold
        assert threshold in values or (threshold == 0 and (values > 0.5).all())
    assert result.threshold == threshold
    skeleton = ((strength > threshold) | (strength == 1)).astype(np.uint8)
    winners = [(a, b) for a, b in np.argwhere(skeleton).tolist() if towards[a, b] > towards[b, a]]
    winners.sort(key=lambda arc: (-strength[arc], -towards[arc], arc))
    graph, left_out = insert(winners, n)
    for u, v in left_out:
        skeleton[u, v] = skeleton[v, u] = 0
    arcs = nx.to_numpy_array(graph, dtype=np.uint8)
    assert result.left_out == left_out
    check_completed(result, skeleton, arcs, {(a, c, b) for a, b, c in colliders_in(skeleton, arcs)})


def colliders_in(skeleton, arcs):
    """The v-structures of a graph. Some edges have no direction."""
    return {(a, b, c) for a, b, c in colliders(arcs) if not skeleton[a, b]}


def distances(dag, dags, weights):
    """The weighted sums of the SMHD and of the SHD of the arcs."""
    smhd = shd = 0
    ours = {frozenset(e) for e in moral_graph(digraph(dag)).edges}
    for g, w in zip(dags, weights, strict=True):
        smhd += w * len(ours ^ {frozenset(e) for e in moral_graph(digraph(g)).edges})
        differ = dag != g
        shd += w * int(np.triu(differ | differ.T).sum())
    return smhd, shd


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("distance", ["smhd", "shd"])
def test_a_climb_ends_where_no_neighbour_is_nearer(seed, distance):
    dags, weights = weighted_dags(seed)
    n = dags.shape[1]
    result = baselines.climb(dags, distance, weights=weights)
    dag = np.asarray(result)

    def measure(g):
        both = distances(g, dags, weights)
        return both if distance == "smhd" else both[1]

    reached = measure(dag)
    assert is_dag(dag)
    assert reached <= measure(np.zeros((n, n), np.uint8))
    for u, v in itertools.permutations(range(n), 2):
        changes = [{(u, v): 1}] if not joined(dag, u, v) else []
        changes += [{(u, v): 0}, {(u, v): 0, (v, u): 1}] if dag[u, v] else []
        for change in changes:
            neighbour = dag.copy()
            for arc, present in change.items():
                neighbour[arc] = present
            assert not is_dag(neighbour) or measure(neighbour) >= reached


@pytest.mark.parametrize("name", METHODS)
def test_the_order_of_columns_and_dags_does_not_matter(name):
    """An integer weight has the effect of as many copies of the DAG."""
    method = METHODS[name]
    dags, weights = noisy_copies(5, 5, 9, 0.3, 8), np.array([1, 2, 1, 3, 1])
    nodes = names(9)
    result = method(dags, nodes=nodes, weights=weights)
    assert result.method == name
    assert sum(Counter(u for u, _ in result.edges).values()) == result.adjacency.sum()
    order = np.random.default_rng(0).permutation(5)
    assert (method(dags[order], nodes=nodes, weights=weights[order]).adjacency == result.adjacency).all()
    if name != "vote on d-separation":  # the order of its fusion counts DAGs, not weights
        copies = np.repeat(dags, weights, axis=0)
        assert (method(copies, nodes=nodes, workers=1).adjacency == result.adjacency).all()
    columns = np.random.default_rng(1).permutation(9)
    moved = method(dags[:, columns][:, :, columns], nodes=[nodes[i] for i in columns], weights=0.25 * weights)
    assert set(moved.edges) == set(result.edges)
    assert set(moved.left_out) == set(result.left_out)
    assert {(c, frozenset((a, b))) for a, c, b in moved.conflicts} == {
        (c, frozenset((a, b))) for a, c, b in result.conflicts
    }


@pytest.mark.parametrize("name", METHODS)
def test_equal_inputs_give_an_equivalent_dag(name):
    for dag in random_dags(3, 10, 6, 0.4):
        result = METHODS[name]([dag] * 3)
        assert equivalent(np.asarray(result), dag)
        assert result.status == "complete"
        assert (result.cpdag == mcbnc.metrics.cpdag(dag)).all()


@pytest.mark.parametrize("name", METHODS)
def test_a_baseline_is_a_graph_like_any_other(name):
    dags, nodes = noisy_copies(2, 6, 7), names(7)
    result = METHODS[name](dags, nodes=nodes)
    assert set(result.to_networkx().edges) == set(result.edges)
    assert mcbnc.metrics.smhd(result, result.to_networkx()) == 0
    again = pickle.loads(pickle.dumps(result))
    assert again.edges == result.edges
    assert again.conflicts == result.conflicts
    assert name in repr(result)
    pytest.importorskip("matplotlib")
    assert "<img" in result._repr_html_()
    assert (result.plot(compare=digraph(dags[0], nodes))).figure


def test_a_single_node_and_empty_dags():
    for method in METHODS.values():
        assert method([[[0]]]).edges == []
        assert method(np.zeros((3, 4, 4))).edges == []
    assert baselines.averaged([[[0]]]).threshold == 0


def test_outliers_are_dropped_and_named():
    dags = np.concatenate([noisy_copies(1, 8, 12, 0.3, 3), random_dags(2, 1, 12, 0.3)])
    for method in METHODS.values():
        result = method(dags, outliers="drop")
        assert result.dropped == [8]
        assert "dropped: 8" in repr(result)
        assert (result.adjacency == method(dags[:8]).adjacency).all()
        assert method(dags).dropped == []


def test_unavoidable_conflicts_are_listed():
    """The skeleton is a square, and no v-structure has a majority. Every DAG with this skeleton has one."""
    cycle = [(0, 1), (1, 2), (2, 3), (3, 0)]
    dags = []
    for missing in cycle:
        kept = [arc for arc in cycle if arc != missing]
        dags.append(np.zeros((4, 4), np.uint8))
        for u, v in kept:
            dags[-1][u, v] = 1
    result = baselines.vote(dags, kind="skeleton")
    assert len(result.edges) == 4
    assert len(result.conflicts) == 1
    assert "1 v-structure in conflict" in repr(result)
    arcs = baselines.vote(dags)
    assert arcs.left_out == [(3, 0)]
    assert "1 left out for a cycle" in repr(arcs)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda d: baselines.vote(d, -0.1), "threshold must be a number from 0 to 1, not -0.1"),
        (lambda d: baselines.vote(d, "auto"), "threshold must be a finite number, not 'auto'"),
        (lambda d: baselines.vote(d, kind="edges"), "kind must be 'arcs' or 'skeleton', not 'edges'"),
        (lambda d: baselines.averaged(d, 2), "threshold must be a number from 0 to 1, not 2"),
        (lambda d: baselines.averaged(d, "best"), "must be a finite number, or 'auto', not 'best'"),
        (lambda d: baselines.averaged(d, cpdag=1), "cpdag must be True or False, not 1"),
        (lambda d: baselines.climb(d, "hd"), "distance must be 'smhd' or 'shd', not 'hd'"),
        (lambda d: baselines.climb(d, time_limit=0), "time_limit must be a number of seconds > 0, not 0"),
        (lambda d: baselines.dsep_vote(d, 1.1), "share must be a number from 0 to 1, not 1.1"),
        (lambda d: baselines.dsep_vote(d, "auto"), "share must be a finite number, not 'auto'"),
        (lambda d: baselines.dsep_vote(d, k_max=-1), "k_max must be a whole number >= 0"),
        (lambda d: baselines.dsep_vote(d, start="fusion"), "start must be 'cpdag' or 'dag', not 'fusion'"),
        (lambda d: baselines.dsep_vote(d, time_limit=-1), "time_limit must be a number of seconds > 0"),
        (lambda d: baselines.dsep_vote(d, progress="bar"), "progress must be None, True, False or"),
        (lambda d: baselines.vote(d, weights=[0, 0]), "weights are all zero"),
        (lambda d: baselines.vote(d, workers=0), "workers must be a whole number"),
        (lambda d: baselines.vote(d, outliers="out"), "outliers must be 'keep' or 'drop', not 'out'"),
    ],
)
def test_bad_arguments(call, message):
    with pytest.raises(mcbnc.InvalidInputError) as error:
        call(np.zeros((2, 3, 3)))
    assert message in str(error.value)


def test_a_climb_that_reaches_the_time_limit_has_a_result():
    result = baselines.climb(random_dags(0, 5, 120, 0.2), time_limit=1e-6)
    assert result.status == "time_limit"
    assert is_dag(result.adjacency)
