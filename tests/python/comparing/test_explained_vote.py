"""The vote of DAGs over different nodes in two rounds, against the rule as it is written."""

from __future__ import annotations

import itertools
import pickle
import random
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from helpers import SHARED, load_json

import mcbnc
from mcbnc.errors import InvalidInputError

GOLDEN = SHARED / "union" / "golden.json"
BLIND = {"A": [("x", "y")], "B": [("x", "y")], "C": [("z", "x"), ("z", "y")]}
"""A and B lack z, by which C joins x and y."""


def vote(dags, **options):
    return mcbnc.baselines.vote(dags, kind="skeleton", nodes="union", **options)


def graph(nodes, arcs):
    made = nx.DiGraph()
    made.add_nodes_from(nodes)
    made.add_edges_from(arcs)
    return made


def drawn(seed):
    """DAGs by site over parts of the same nodes, with their weights. Some sites have the weight 0."""
    rng = random.Random(seed)
    names = rng.sample("abcdef", rng.randint(2, 6))
    dags = {}
    for site in range(rng.randint(1, 5)):
        own = [name for name in names if rng.random() < 0.75] or names[:1]
        order = rng.sample(own, len(own))
        arcs = [pair for pair in itertools.combinations(order, 2) if rng.random() < 0.45]
        dags[f"s{site}"] = graph(own, arcs)
    weights = {site: rng.choice([0, 1, 1, 2, 3]) for site in dags}
    if not any(weights.values()):
        weights["s0"] = 1
    return dags, weights


def lowest_sinks_first(made):
    """The extension of a class that depends on it alone: the lowest sink that is possible goes first."""
    names, cpdag = list(made.nodes), np.asarray(made.cpdag).astype(bool)
    left, arcs = sorted(range(len(names)), key=names.__getitem__), []
    while left:
        for v in left:
            undirected = [u for u in left if cpdag[u, v] and cpdag[v, u]]
            adjacent = [u for u in left if cpdag[u, v] or cpdag[v, u]]
            if any(cpdag[v, u] and not cpdag[u, v] for u in left):
                continue
            if all(cpdag[u, w] or cpdag[w, u] for u in undirected for w in adjacent if u != w):
                arcs += [(names[u], names[v]) for u in adjacent]
                left.remove(v)
                break
        else:
            raise AssertionError("a class has an extension")
    return graph(names, arcs)


def separable(dag, a, b, nodes):
    others = [node for node in nodes if node not in (a, b)]
    return any(
        nx.is_d_separator(dag, {a}, {b}, set(by))
        for size in range(len(others) + 1)
        for by in itertools.combinations(others, size)
    )


@pytest.mark.parametrize("seed", range(120))
def test_it_is_the_rule(seed):
    dags, weights = drawn(seed)
    times = (8, 3)[seed % 2]
    first, found = (vote(dags, weights=weights, explained=k) for k in (1, times))
    whole, edges, every = lowest_sinks_first(first), set(), {}
    for a, b in itertools.combinations(found.nodes, 2):
        rest = graph(whole.nodes, [arc for arc in whole.edges if set(arc) != {a, b}])
        both = [site for site, dag in dags.items() if weights[site] and a in dag and b in dag]
        joins = [site for site in both if dags[site].has_edge(a, b) or dags[site].has_edge(b, a)]
        explained = [site for site in joins if not separable(rest, a, b, dags[site])]
        count = {site: weights[site] * (1 if site in explained else times) for site in both}
        assert found.explained(a, b) == found.explained(b, a) == first.explained(a, b) == explained
        if joins and 2 * sum(count[site] for site in joins) > sum(count.values()):
            edges.add(frozenset((a, b)))
        if joins:
            plain = Fraction(sum(weights[site] for site in joins), sum(weights[site] for site in both))
            share = Fraction(sum(count[site] for site in joins), sum(count.values()))
            every[frozenset((a, b))] = float(plain), float(share), joins == explained
        status = "edge" if frozenset((a, b)) in edges else "no edge"
        assert found.status(a, b) == (status if both else "not seen together")
    assert {frozenset(edge) for edge in found.edges} == edges
    frame = found.to_frame()
    for edge, row in zip(found.edges, frame.itertuples(), strict=True):
        assert (row.support, row.share, row.unsure) == every[frozenset(edge)]
    assert found.unsure == [edge for edge in found.edges if every[frozenset(edge)][2]]


@pytest.mark.skipif(not GOLDEN.exists(), reason="there is no shared data")
def test_the_golden_cases():
    for case in load_json(GOLDEN)["cases"]:
        names, expected = case["nodes"], case["expected"]["vote"]
        dags = {
            str(k): graph([names[v] for v in own], [(names[u], names[v]) for u, v in arcs])
            for k, (own, arcs) in enumerate(zip(case["sees"], case["dags"], strict=True))
        }
        found = vote(dags, weights=case["weights"])
        at = [found.nodes.index(name) for name in names]
        cpdag = np.zeros((len(names), len(names)), np.uint8)
        for i, j in expected["cpdag"]["directed"]:
            cpdag[i, j] = 1
        for i, j in expected["cpdag"]["undirected"]:
            cpdag[i, j] = cpdag[j, i] = 1
        np.testing.assert_array_equal(found.cpdag[np.ix_(at, at)], cpdag, case["id"])
        for i, j, *_, explained in expected["explained"]:
            assert found.explained(names[i], names[j]) == [str(k) for k in explained], case["id"]


@pytest.mark.parametrize("seed", range(20))
def test_neither_the_order_nor_the_scale_counts(seed):
    dags, weights = drawn(seed)
    found = vote(dags, weights=weights)
    sites = random.Random(seed).sample(list(dags), len(dags))
    turned = {site: graph(sorted(dags[site], reverse=seed % 2), dags[site].edges) for site in sites}
    again = vote(turned, weights={site: 0.7 * weights[site] for site in sites}, workers=3)
    frames = [made.to_frame().sort_values(["from", "to"], ignore_index=True) for made in (found, again)]
    for name in ("from", "to", "reversible", "support", "share", "unsure"):  # others are sums of real weights
        assert frames[0][name].tolist() == frames[1][name].tolist()
    for a, b in itertools.combinations(found.nodes, 2):
        assert set(again.explained(a, b)) == set(found.explained(a, b))


def test_what_it_says():
    found, first = vote(BLIND), vote(BLIND, explained=1)
    assert found.edges == [("z", "x"), ("z", "y")]
    assert found.explained("y", "x") == ["A", "B"]
    assert found.explained("z", "x") == found.unsure == []
    assert "explained 2 joins (1/8), unsure 0 edges" in repr(found)
    assert first.unsure == [("x", "y")]
    assert "explained 2 joins (in full), unsure 1 edge" in repr(first)
    assert ">1 edge<" in first._repr_html_()
    assert first.to_frame()["unsure"].tolist() == [True, False, False]
    assert vote([*BLIND.values()]).explained("x", "y") == [0, 1]
    back = pickle.loads(pickle.dumps(first))
    assert (back.unsure, back.explained("x", "y")) == (first.unsure, ["A", "B"])
    with pytest.raises(InvalidInputError, match="'w'"):
        found.explained("x", "w")


def test_unsure_edges_are_dotted():
    first = vote(BLIND, explained=1)
    axes = first.plot()
    assert "unsure (1)" in [text.get_text() for text in axes.get_legend().get_texts()]
    lines = [line for line in axes.get_children() if isinstance(line, type(axes.lines[0]))]
    assert sorted(line.get_linestyle() for line in lines) == ["-", "-", "--"]  # of any dashes it says "--"
    sure = vote(BLIND).plot()
    assert {line.get_linestyle() for line in sure.lines} == {"-"}
    compared = first.plot(compare=vote(BLIND))  # there the style of a line says which graph has it
    assert "unsure" not in "".join(text.get_text() for text in compared.get_legend().get_texts())


def test_other_votes_refuse_the_option():
    for options in ({"kind": "skeleton"}, {"nodes": "union"}, {}):
        with pytest.raises(InvalidInputError, match="explained: only a vote with kind='skeleton' and nodes="):
            mcbnc.baselines.vote(BLIND, explained=8, **options)
    for bad, wanted in ((0, ">= 1, not 0"), (1.5, "None for 8, not 1.5"), ("8", "not '8'")):
        with pytest.raises(InvalidInputError, match=f"explained must be a whole number.*{wanted}"):
            vote(BLIND, explained=bad)
    arcs = mcbnc.baselines.vote(BLIND, nodes="union")  # nothing is claimed of what the rest explains
    for ask in (lambda: arcs.unsure, lambda: arcs.explained("x", "y")):
        with pytest.raises(InvalidInputError, match="a vote on arcs does not ask"):
            ask()
    assert "unsure" not in "".join(text.get_text() for text in arcs.plot().get_legend().get_texts())
    assert "unsure" not in repr(arcs)
    assert not {"share", "unsure"} & set(arcs.to_frame())
