"""Graphs of thousands of nodes that come as arcs: no matrix is made of them, unless the result is one."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pandas as pd
import pytest
from libraries import sparse

import mcbnc
from mcbnc import metrics
from mcbnc._base import adjacency
from mcbnc._inputs.inputs import Inputs

pytestmark = pytest.mark.slow  # they need scipy

N = 20_000
FEW = 12


def drawn(n: int, arcs: int, seed: int):
    """A DAG along the order of the nodes, whose arcs are short."""
    rng = np.random.default_rng(seed)
    tails = rng.choice(n - 4, min(arcs, n - 4), replace=False)
    heads = tails + rng.integers(1, 4, len(tails))
    return sparse("csr_matrix")((np.ones(len(tails), np.uint8), (tails, heads)), (n, n))


def table(n: int) -> pd.DataFrame:
    return pd.DataFrame(np.random.default_rng(0).integers(0, 2, (5, n)).astype(np.uint8)).astype(str)


MEASURES = {
    "smhd": lambda a, b: metrics.smhd(a, b),
    "shd": lambda a, b: metrics.shd(a, b),
    "mean_smhd": lambda a, b: metrics.mean_smhd(a, [a, b], [1, 2]),
    "edge_count": lambda a, _: metrics.edge_count(a),
    "markov_blanket": lambda a, _: [metrics.markov_blanket(a, node) for node in (0, 3, 7)],
    "skeleton": lambda a, b: (metrics.skeleton_precision_recall(a, b), metrics.skeleton_f1(a, b)),
    "blankets": lambda a, b: metrics.blanket_precision_recall(a, b),
    "treewidth": lambda a, _: metrics.treewidth(a, "min-degree"),
    "agreement": lambda a, b: mcbnc.agreement([a, b]).median.tolist(),
}
RESULTS = {
    **MEASURES,
    "compare": lambda a, b: mcbnc.compare([a, b], a).to_frame().drop(columns="seconds").to_dict(),
    "triangulation": lambda a, _: metrics.triangulation(a).cliques,
    "exact_treewidth": lambda a, _: metrics.exact_treewidth(a).value,
    "score": lambda a, _: metrics.score(a, table(a.shape[0]), "bic"),
    "batch": lambda a, b: [run.edges for run in mcbnc.batch([a, b], counts=[[1, 2], [3, 0], [0, 1]])],
    "explorer": lambda a, b: mcbnc.trajectory([a, b]).explore()._repr_html_(),
    "at of a run of a batch": lambda a, b: (
        mcbnc.batch([a, b], counts=[[1, 2]])[0].trajectory.at(0.3).to_frame().to_dict()
    ),
}


@pytest.mark.parametrize("name", MEASURES)
def test_no_more_memory_is_taken_than_the_arcs_need(name):
    a, b = drawn(N, 2000, 1), drawn(N, 2000, 2)
    tracemalloc.start()
    try:
        assert MEASURES[name](a, b) is not None
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < N * N / 20


@pytest.mark.parametrize("name", RESULTS)
def test_no_matrix_is_made_and_the_answer_is_that_for_matrices(name, monkeypatch):
    a, b = drawn(FEW, FEW, 1), drawn(FEW, FEW, 2)
    want = RESULTS[name](a.toarray(), b.toarray())
    forbid(monkeypatch)
    assert RESULTS[name](a, b) == want


def test_a_picture_of_a_part_makes_no_matrix(monkeypatch):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    a, b = drawn(FEW, FEW, 1), drawn(FEW, FEW, 2)
    pictures = []
    for given in ([a.toarray(), b.toarray()], [a, b]):
        if given[0] is a:
            forbid(monkeypatch)
        result = mcbnc.consensus(given, 0.4)
        for compare in (None, given[1]):
            axes = result.plot(layout="layered", compare=compare)
            lines = [
                (line.get_xydata().tolist(), line.get_linewidth(), line.get_color()) for line in axes.lines
            ]
            pictures.append((lines, [text.get_text() for text in axes.texts]))
            pyplot.close(axes.figure)
    assert pictures[:2] == pictures[2:]
    assert len(pictures[0][0]) > 3


def forbid(monkeypatch) -> None:
    def refuse(*_, **__):
        raise AssertionError("a matrix")

    monkeypatch.setattr(adjacency, "zeros", refuse)
    monkeypatch.setattr("mcbnc._inputs.inputs.zeros", refuse)
    monkeypatch.setattr(Inputs, "graphs", property(refuse))
