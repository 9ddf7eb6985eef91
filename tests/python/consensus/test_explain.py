"""The evidence for one edge, against the definitions written out in networkx."""

from __future__ import annotations

import itertools
import pickle

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import digraph, matrix, minimum_cut, names, noisy_copies, random_dags

import mcbnc

CASES = {
    "dense": {"dags": random_dags(1, 4, 7, 0.5), "theta": 0.5},
    "sparse": {"dags": random_dags(2, 6, 8, 0.2), "theta": 0.3},
    "noisy": {"dags": noisy_copies(3, 5, 8), "theta": "auto"},
    "weighted": {"dags": noisy_copies(4, 4, 8), "weights": [0.5, 0.25, 1.5, 3], "theta": 0.4},
    "start dag": {"dags": random_dags(5, 4, 7), "start": "dag", "theta": 0.7},
    "canonical": {"dags": random_dags(6, 4, 7), "canonical": True, "theta": 0.6},
    "seeded": {"dags": random_dags(7, 4, 7), "seed": 11, "theta": 0.6},
    "no H": {"dags": random_dags(8, 4, 7, 0.5), "k_max": 0, "theta": 0.8},
    "capped": {"dags": random_dags(12, 6, 8, 0.2), "cap": 1, "theta": 0.3},
    "capped at 2": {"dags": random_dags(8, 4, 7, 0.6), "cap": 2, "weights": [2, 1, 1, 3], "theta": 0.7},
    "named": {"dags": random_dags(9, 4, 7), "nodes": names(7), "theta": 0.5},
}


def working(options) -> list[nx.DiGraph]:
    """The DAGs that the run works on. The canonical consensus of one DAG is its class's canonical DAG."""
    dags = options["dags"]
    if options.get("canonical"):
        dags = [mcbnc.consensus([dag], 0.0, canonical=True).adjacency for dag in dags]
    return [digraph(dag, options.get("nodes")) for dag in dags]


def prune(dags: list[nx.DiGraph], u, v, given) -> list[set[frozenset]]:
    """Take each DAG's own minimum cut out of it; the cuts."""
    cuts = [minimum_cut(dag, u, v, given) for dag in dags]
    for dag, cut in zip(dags, cuts, strict=True):
        dag.remove_edges_from([arc for arc in dag.edges if frozenset(arc) in cut])
    return cuts


def deletions(cpdag, i, j, k_max):
    """All (u, v, H, S) for the edge i, j, of the engine's two orientations the one that it takes."""
    both = cpdag & cpdag.T
    u, v = (j, i) if cpdag[j, i] and (not cpdag[i, j] or j < i) else (i, j)
    adjacent = cpdag | cpdag.T
    na = [int(x) for x in np.flatnonzero(both[v] & adjacent[u])]
    parents = {int(x) for x in np.flatnonzero(cpdag[:, v] & ~cpdag[v])} - {u}
    for size in range(len(na) + 1 if k_max is None else min(k_max, len(na)) + 1):
        for H in itertools.combinations(na, size):
            rest = set(na) - set(H)
            if all(adjacent[a, b] for a, b in itertools.combinations(rest, 2)):
                yield u, v, H, rest | parents


def counts(cut, options) -> int:
    """What a DAG's cut counts."""
    return min(len(cut), options.get("cap", len(cut)))


def as_cuts(explanation) -> list[set[frozenset]]:
    return [{frozenset(edge) for edge in cut} for cut in explanation.cuts]


@pytest.mark.parametrize("case", CASES)
def test_what_was_deleted(case):
    """Each step's deletion, its cuts found anew in inputs pruned by networkx's cuts alone."""
    options = CASES[case]
    result = mcbnc.consensus(**options)
    dags = working(options)
    assert len(result.trajectory) > 0
    for k, step in enumerate(result.trajectory):
        found = result.explain(step.v, step.u)
        assert (found.u, found.v, found.step) == (step.v, step.u, k)
        assert (found.present, found.edge, found.in_fusion) == (False, "", True)
        assert (found.S, found.H, found.psi) == (step.S, step.H, step.psi)
        cuts = prune(dags, step.u, step.v, step.S)
        assert as_cuts(found) == cuts
        assert found.per_dag.tolist() == [counts(cut, options) for cut in cuts]
        assert found.psi == pytest.approx(np.average(found.per_dag, weights=options.get("weights")))
        assert found.psi <= result.theta
        assert f"Step {k} (of {len(result.trajectory)}, from 0) deleted it" in found.words
        assert "does not join" in found.words


@pytest.mark.parametrize("case", [case for case in CASES if case != "named"])  # so that indices are names
def test_what_is_still_there(case):
    """The best deletion now, against all there are."""
    options = CASES[case]
    result = mcbnc.consensus(**options)
    dags = working(options)
    for step in result.trajectory:
        prune(dags, step.u, step.v, step.S)
    weights = options.get("weights") or [1] * len(dags)
    tried = 0
    for i, j in np.argwhere(result.adjacency).tolist():
        found = result.explain(i, j)
        assert (found.present, found.in_fusion, found.step) == (True, True, None)
        assert found.edge == ("--" if result.cpdag[j, i] else "->")
        assert result.explain(j, i).edge == ("--" if result.cpdag[j, i] else "<-")
        k_max = options.get("k_max", 10)
        every = list(deletions(result.cpdag, i, j, k_max))
        excess = not every
        if excess:
            every = list(deletions(result.cpdag, i, j, None))
        scored = []
        for u, v, H, S in every:
            cuts = [minimum_cut(dag, u, v, S) for dag in dags]
            psi = np.dot([counts(cut, options) for cut in cuts], weights) / sum(weights)
            scored.append((round(psi, 9), len(H), H, sorted(S), cuts))
        psi, _, H, S, cuts = min(scored)
        assert found.psi == pytest.approx(psi)
        assert (found.H, sorted(found.S)) == (H, S)
        assert as_cuts(found) == cuts
        assert excess or found.psi > result.theta
        assert ("more than k_max" if excess else "It stays") in found.words
        tried += 1
    assert tried > 0


def test_an_edge_that_k_max_keeps():
    result = mcbnc.consensus(random_dags(0, 3, 7, 0.6), 1 / 3, k_max=0)
    both = result.cpdag & result.cpdag.T
    kept = 0
    for i, j in result.edges:
        found = result.explain(i, j)
        admissible = any(deletions(result.cpdag, i, j, 0))
        assert (len(found.H) == 0) == admissible
        if not admissible:
            assert both[list(found.H), j].all()
            assert f"H of {len(found.H)} nodes, more than k_max 0" in found.words
            kept += 1
    assert kept > 0


@pytest.mark.parametrize("case", CASES)
def test_inputs_and_fusion(case):
    options = CASES[case]
    result = mcbnc.consensus(**options)
    dags, nodes = np.asarray(options["dags"]), result.nodes
    imaps = mcbnc.fusion(dags, nodes=options.get("nodes"), order=result.order).imaps
    place = {name: k for k, name in enumerate(result.order)}
    apart = 0
    for i, j in itertools.permutations(range(len(nodes)), 2):
        found = result.explain(nodes[i], nodes[j])
        signs = [{1: "->", 2: "<-"}.get(int(dag[i, j] + 2 * dag[j, i]), "") for dag in dags]
        assert found.directions.tolist() == signs
        np.testing.assert_array_equal(found.imaps, imaps[:, i, j] | imaps[:, j, i])
        assert found.in_fusion == bool(result.fusion[i, j] | result.fusion[j, i]) == found.imaps.any()
        assert found.present == bool(result.adjacency[i, j] | result.adjacency[j, i])
        assert ("None of" in found.words) == (not any(signs))
        married = sum(imap and not sign for imap, sign in zip(found.imaps, signs, strict=True))
        assert (f"{married} of them by marriage alone" in found.words) == (married > 0)
        if not found.in_fusion:
            later = max(place[nodes[i]], place[nodes[j]])
            assert set(found.S) == set(result.order[:later]) - {nodes[i], nodes[j]}
            assert (found.psi, found.H, found.step) == (0, (), None)
            assert not found.per_dag.any()
            for dag in working(options):  # that is: d-separated
                assert nx.is_d_separator(dag, {nodes[i]}, {nodes[j]}, set(found.S))
            apart += 1
    assert apart > 0 or case in ("dense", "no H", "capped at 2")


def paper_example() -> mcbnc.ConsensusResult:
    """SPEC's worked example: nodes w, x, y, z; the step at theta 0.5 deletes y -> z, psi 1/3."""
    arcs = [[(0, 1), (1, 2), (2, 3)], [(0, 1), (0, 2), (1, 3)], [(0, 1), (2, 1), (1, 3)]]
    return mcbnc.consensus([matrix(a, 4) for a in arcs], 0.5, nodes=list("wxyz"), start="dag")


def test_the_worked_example():
    result = paper_example()
    gone = result.explain("y", "z")
    assert (gone.step, gone.psi, gone.S, gone.H) == (0, 1 / 3, ("x",), ())
    assert gone.directions.tolist() == ["->", "", ""]
    assert gone.per_dag.tolist() == [1, 0, 0]
    assert gone.cuts == [[("y", "z")], [], []]
    assert "1 of 3 inputs join them: 1 as 'y' -> 'z'." in gone.words

    stays = {"wx": 1, "wy": 2 / 3, "xz": 2 / 3, "xy": 2 / 3}
    for (u, v), psi in stays.items():
        found = result.explain(u, v)
        assert (found.step, found.present) == (None, True)
        assert found.psi == psi
        assert found.H == ()
    assert "It stays, psi 0.6667 > theta 0.5" in result.explain("x", "y").words

    married = result.explain("w", "z")
    assert not married.in_fusion
    assert "None of 3 inputs join them." in married.words
    assert "independent" in married.words


def test_it_reads_as_words_and_a_table():
    text = str(paper_example().explain("z", "y"))
    assert text.splitlines() == [
        "The consensus does not join 'z' and 'y'.",
        "1 of 3 inputs join them: 1 as 'y' -> 'z'.",
        "The fusion joins them, from 1 of the 3 inputs' I-maps along the order.",
        "Step 0 (of 1, from 0) deleted it, psi 0.3334 <= theta 0.5: the mean size of the inputs' smallest "
        "cuts between the two given S = {'x'}, with H = {}.",
        "",
        "input  edge  I-map  cut  cut edges",
        "0      <-    yes    1    'y' -- 'z'",
        "None of these in 2 of 3 inputs.",
    ]
    assert repr(paper_example().explain("z", "y")) == text


def test_long_tables_end():
    dags = noisy_copies(3, 30, 8)
    result = mcbnc.consensus(dags, 0.5)
    for u, v in itertools.combinations(range(8), 2):
        found = result.explain(u, v)
        lines = str(found).splitlines()
        has = int(((found.directions != "") | found.imaps | (found.per_dag > 0)).sum())
        assert (f"... and {has - 20} more: to_frame() has all" in lines) == (has > 20)
        assert (f"None of these in {30 - has} of 30 inputs." in lines) == (0 < has < 30)
        rows = [
            line for line in lines if line.split()[:1] and line.split()[0].isdigit() and "inputs" not in line
        ]
        assert len(rows) == min(has, 20)
        assert len(found.to_frame()) == 30


def test_frame():
    result = mcbnc.consensus(**CASES["weighted"])
    found = result.explain(*result.edges[0])
    frame = found.to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == ["direction", "imap", "cut", "cut_edges"]
    assert frame["direction"].tolist() == found.directions.tolist()
    assert frame["imap"].tolist() == found.imaps.tolist()
    assert frame["cut"].tolist() == found.per_dag.tolist()
    assert frame["cut_edges"].tolist() == found.cuts
    assert "weighted mean" in found.words


def test_a_refusion_goes_its_own_way():
    """Its edges are those of another fusion: the story shows where they differ from the run's."""
    seen = set()
    for seed in range(20):
        result = mcbnc.consensus(random_dags(seed, 4, 7, 0.4), 0.5, output="refusion")
        deleted = {frozenset((step.u, step.v)) for step in result.trajectory}
        for u, v in itertools.combinations(result.nodes, 2):
            found = result.explain(u, v)
            there = found.in_fusion and frozenset((u, v)) not in deleted
            assert (found.step is not None) == (frozenset((u, v)) in deleted)
            told = [verb for verb in ("joins", "parts") if f"of its own, {verb} them" in found.words]
            assert told == ([] if found.present == there else ["joins" if found.present else "parts"])
            seen.update(told)
    assert "joins" in seen


def test_of_a_run_that_was_stopped():
    dags = random_dags(9, 10, 40, 0.2)
    result = mcbnc.consensus(dags, 100.0, progress=lambda left, start, psi: left > start - 5)
    assert result.status == "cancelled"
    found = result.explain(*result.edges[0])
    assert "because the run was stopped (cancelled)" in found.words


def test_the_same_from_every_road():
    dags = noisy_copies(3, 5, 8)
    result = mcbnc.consensus(dags, 0.4)
    others = [
        mcbnc.trajectory(dags).at(0.4),
        mcbnc.batch(dags, counts=[[1] * 5], theta=0.4)[0],
        pickle.loads(pickle.dumps(result)),
    ]
    for u, v in itertools.combinations(range(8), 2):
        want = result.explain(u, v)
        for other in others:
            found = other.explain(u, v)
            assert str(found) == str(want)
            assert (found.psi, found.S, found.H, found.step) == (want.psi, want.S, want.H, want.step)
    again = pickle.loads(pickle.dumps(want))
    assert str(again) == str(want)
    for array in (again.per_dag, again.directions, again.imaps):
        assert not array.flags.writeable


@pytest.mark.parametrize(
    ("u", "v", "argument", "message"),
    [
        ("w", "q", "v", "no node is named 'q'; the nodes are 'w', 'x', 'y', 'z'"),
        (0, "w", "u", "no node is named 0"),
        (["w"], "x", "u", "no node is named"),
        ("x", "x", "v", "u and v must differ, but both are 'x'"),
    ],
)
def test_bad_pairs(u, v, argument, message):
    with pytest.raises(mcbnc.InvalidInputError, match=message) as caught:
        paper_example().explain(u, v)
    assert caught.value.argument == argument
