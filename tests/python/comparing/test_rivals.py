"""The fusions within a treewidth bound, held to their transcription in plain_rivals.py.

What is certain is asserted of every case: the greedy graphs, that the kept arcs give the graph, its
fitness, its bound, and that a genetic search ends no worse than it began. It is not certain that a genetic
search finds the best of all chromosomes. But the draws of a seed never change, so what a seed finds is fixed.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import plain_genetic
import plain_rivals as plain
import pytest
from helpers import SHARED, load_clients, names, noisy_copies, random_dags

import mcbnc
from mcbnc import baselines, metrics

KINDS = ("fusion", "inputs", "arcs")
ALARM_BOUND = 3
"""Cliques of four nodes."""


def arcs_of(dag):
    return plain.Dag(map(tuple, np.argwhere(np.asarray(dag)).tolist()))


def draw(seed, largest=5, most=4):
    """A few DAGs with arcs in common, some of them equal, and their weights; and the bound."""
    rng = np.random.default_rng(seed)
    n, r = int(rng.integers(1, largest + 1)), int(rng.integers(1, most + 1))
    pairs = n * (n - 1) // 2
    dags = noisy_copies(seed, r, n, 0.6, min(2, pairs)) if seed % 2 else random_dags(seed, r, n, 0.6)
    if r > 1 and seed % 3 == 0:
        dags[-1] = dags[0]
    weights = rng.integers(1, 4, r) if seed % 5 else np.ones(r, int)
    return dags, weights, int(rng.integers(0, 4))


def given_of(dags, weights):
    return plain.Inputs(dags.shape[1], tuple(map(arcs_of, dags)), tuple(weights.tolist()))


def chosen_of(given, kind, result):
    """The genes of the arcs that a result kept."""
    if kind == "inputs":
        assert all(len({tuple(result.kept[i]) for i in same}) == 1 for same in given.turns)
        return [gene for gene in plain.genes_of(given, kind) if gene[0][1] in result.kept[gene[0][0]]]
    return [gene for gene in plain.genes_of(given, kind) if gene[0][1] in result.kept]


def check(given, kind, bound, to, result):
    """Hold a result to the transcription: its graph, its width, its bound and its fitness."""
    graph = arcs_of(result)
    chosen = chosen_of(given, kind, result)
    if kind == "inputs":
        assert sum(map(len, result.kept)) == sum(map(len, chosen))
    else:
        assert len(result.kept) == len(chosen)
    decoded = plain.decode(given, kind, chosen)
    if plain.width(given.n, decoded) <= bound:
        assert graph == decoded
        assert result.trimmed == []
    else:
        assert set(result.trimmed) == decoded - graph
    assert result.order == given.order
    assert result.treewidth == plain.width(given.n, graph) <= bound
    assert result.fitness == float(plain.fitness(given, graph, to))
    assert result.status == "complete"


def pruned_genes(given, kind, bound):
    """The genes that MCBNC leaves: at its state of the least mean SMHD within the bound, if there is one."""
    dags = np.array([[[(u, v) in g for v in range(given.n)] for u in range(given.n)] for g in given.dags])
    run = mcbnc.trajectory(dags, weights=given.weights)
    states = {len(graph): graph for graph in map(arcs_of, [mcbnc.fusion(dags), *map(run.at, run.thetas)])}
    most = max(states)  # the arcs of the fusion: each step deletes one
    within = [k for k, graph in states.items() if plain.width(given.n, graph) <= bound]
    if not within:
        return None
    edges = min(within, key=lambda k: (plain.fitness(given, states[k], "inputs"), k))
    for step in run[: most - edges]:
        for dag, cut in zip(dags, mcbnc.criticality(dags, step.u, step.v, step.S).cuts, strict=True):
            for a, b in cut:
                dag[a, b] = dag[b, a] = False
    left = list(map(arcs_of, dags))
    if kind == "fusion":
        left = [plain.imap(dag, given.order) for dag in left]
    return [gene for gene in plain.genes_of(given, kind) if any(arc in left[i] for i, arc in gene)]


@pytest.mark.parametrize("seed", range(30))
def test_the_transcription_fuses_as_the_engine_does(seed):
    dags, weights, _ = draw(seed)
    given, fused = given_of(dags, weights), mcbnc.fusion(dags)
    assert given.order == fused.order
    assert plain.union_along(given.dags, given.order) == arcs_of(fused)
    assert plain.width(given.n, arcs_of(fused)) == metrics.treewidth(fused)
    assert plain.fitness(given, arcs_of(fused), "inputs") == pytest.approx(
        metrics.mean_smhd(fused, dags, weights)
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(60))
def test_bounded(seed, kind):
    dags, weights, bound = draw(seed, largest=6)
    given = given_of(dags, weights)
    result = baselines.bounded(dags, bound, kind, weights=weights)
    check(given, kind, bound, "inputs", result)
    assert arcs_of(result) == plain.bounded(given, bound, kind)
    if kind == "inputs":
        assert list(map(plain.Dag, result.kept)) == plain.grown_copies(given, bound, kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("start", ["greedy", "mcbnc", "random"])
@pytest.mark.parametrize("seed", range(12))
def test_genetic(seed, start, kind):
    dags, weights, bound = draw(seed)
    given, to = given_of(dags, weights), ("inputs", "fusion")[seed % 2]
    options = {"population": 8, "generations": 5, "seed": seed, "start": start, "weights": weights}
    result = baselines.genetic(dags, bound, kind, fitness=to, **options)
    check(given, kind, bound, to, result)
    assert result.seed == seed
    assert result.generations == 5
    if (
        start == "mcbnc" and kind != "arcs"
    ):  # whether an arc that some inputs lost stays in all is not for sure
        first = pruned_genes(given, kind, bound)
        if first is not None and plain.width(given.n, decoded := plain.decode(given, kind, first)) <= bound:
            assert result.fitness <= float(plain.fitness(given, decoded, to))
    if start == "greedy":
        begun = baselines.bounded(dags, bound, kind, weights=weights)
        if not begun.trimmed:  # else the greedy choice is too wide itself, and no chromosome gives its graph
            assert result.fitness <= float(plain.fitness(given, arcs_of(begun), to))
    again = baselines.genetic(dags, bound, kind, fitness=to, workers=1, **options)
    assert again.kept == result.kept


@pytest.mark.parametrize("kind", KINDS)
def test_genetic_finds_the_best_of_few_chromosomes(kind):
    """With at most eight genes, all chromosomes can be tried. Most searches find the least fitness."""
    tried = found = 0
    for seed in range(200):
        dags, weights, bound = draw(seed, largest=4, most=3)
        given, to = given_of(dags, weights), ("inputs", "fusion")[seed % 2]
        if not 2 <= len(plain.genes_of(given, kind)) <= 8:
            continue
        least, graphs = plain.best_of_all(given, kind, to, bound)
        result = baselines.genetic(
            dags, bound, kind, population=20, generations=20, seed=seed, fitness=to, weights=weights
        )
        assert result.trimmed or result.fitness >= float(least)
        tried += 1
        if result.fitness == float(least):
            found += 1
            assert result.trimmed or arcs_of(result) in graphs
    assert tried >= 20
    assert Fraction(found, tried) >= Fraction(9, 10)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("population", "generations", "bound"), [(2, 1, 2), (2, 5, 2), (2, 5, 5), (6, 3, 2)])
def test_genetic_is_as_good_as_its_transcription_on_average(population, generations, bound, kind):
    """The draws differ, so the means of many searches are compared. They are as near as chance allows.

    Tried: it fails with other chances at the beginning, with other mutations, and without crossover.
    """
    dags, weights, searches = random_dags(8, 3, 5, 0.5), np.array([1, 2, 1]), 150
    search = plain_genetic.Search(given_of(dags, weights), kind, "inputs", bound)
    rng = np.random.default_rng(population)
    theirs = [search.run(population, generations, rng) for _ in range(searches)]
    options = {"population": population, "generations": generations, "start": "random", "weights": weights}
    ours = [baselines.genetic(dags, bound, kind, seed=seed, **options).fitness for seed in range(searches)]
    error = np.sqrt((np.var(ours) + np.var(theirs)) / searches)
    assert abs(np.mean(ours) - np.mean(theirs)) < 4 * error
    assert 0.5 < np.std(ours) / np.std(theirs) < 2


@pytest.mark.parametrize("kind", KINDS)
def test_names_and_the_order_of_the_dags_do_not_count(kind):
    dags, weights, nodes = noisy_copies(5, 5, 8, 0.4, 6), np.array([1, 2, 1, 3, 1]), names(8)
    rng = np.random.default_rng(0)
    rows, columns = rng.permutation(5), rng.permutation(8)
    moved = dags[rows][:, columns][:, :, columns]
    for search in (
        lambda d, **more: baselines.bounded(d, 2, kind, **more),
        lambda d, **more: baselines.genetic(d, 2, kind, 10, 10, seed=3, **more),
    ):
        one = search(dags, weights=weights, nodes=nodes)
        other = search(moved, weights=weights[rows], nodes=[nodes[i] for i in columns])
        assert set(one.edges) == set(other.edges)
        assert one.fitness == other.fitness


def alarm():
    """Five learned structures of ALARM."""
    if SHARED.exists():
        return load_clients("alarm.json", 5)[0]
    return np.array(mcbnc.datasets.load("alarm").dags[:5], subok=False)  # without names


@pytest.mark.parametrize("kind", KINDS)
def test_alarm(kind):
    """The authors' programs came to 4.6 on the shared structures, with cliques of four and 100 x 100.

    No graph is nearer: 4.6 is the sum over all moral edges of the smaller share of the inputs.
    """
    dags = alarm()
    result = baselines.genetic(dags, ALARM_BOUND, kind, seed=1)
    check(given_of(dags, np.ones(5, int)), kind, ALARM_BOUND, "inputs", result)
    assert result.fitness == pytest.approx(metrics.mean_smhd(result, dags))
    assert result.treewidth == metrics.treewidth(result)
    assert result.fitness <= baselines.bounded(dags, ALARM_BOUND, kind).fitness
    share = np.mean([metrics.moral(dag) for dag in dags], axis=0)
    least = np.triu(np.minimum(share, 1 - share)).sum()
    assert result.fitness >= least - 1e-9
    if SHARED.exists():
        assert least == pytest.approx(4.6)
        assert result.fitness == pytest.approx(4.6)
