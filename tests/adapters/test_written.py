"""Networks that mcbnc writes, as pgmpy and pyAgrum read them: names, states and probabilities."""

from __future__ import annotations

import itertools
import json
import re
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc

STATES = {
    "Age (y), years": ["<50", ">=50", "[0, 124.8]"],
    "größe": ["klein", "groß", "(missing)"],
    "variable x": ["A+", "never smoked", "1.5"],
    "probability": ["1e5", "table", "x y"],
    "network_1": ["0", "1", "x|y"],
}
NODES = list(STATES)


@pytest.fixture(scope="module")
def network():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (300, len(NODES)))
    for child, parent in ((1, 0), (2, 0), (3, 2), (4, 3)):
        codes[:, child] = np.where(rng.random(300) < 0.7, codes[:, parent], codes[:, child])
    codes[:, 4] = np.where(rng.random(300) < 0.4, codes[:, 1], codes[:, 4])
    frame = pd.DataFrame({n: [STATES[n][k] for k in codes[:, i]] for i, n in enumerate(NODES)})
    return mcbnc.learn_jointly(
        mcbnc.Rows([frame], accept=True),
        knowledge={"required": [("größe", "network_1"), ("probability", "network_1")]},
    )


def written(network, path):
    """The words of the file for the nodes and the states."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        network.save(path)
    note = json.loads(re.search(r"mcbnc-names (\{.*\})", path.read_text())[1])
    words = {name: word for word, name in note["nodes"].items()}
    nodes = {name: words.get(name, name) for name in network.nodes}
    states = {}
    for name in network.nodes:
        back = {text: word for word, text in note["states"].get(nodes[name], {}).items()}
        states[name] = [back.get(state, state) for state in network.states[name]]
    return nodes, states


def check(network, nodes, states, edges, probability):
    assert set(edges) == {(nodes[u], nodes[v]) for u, v in network.edges}
    for family, table in network._tables(None):
        name = network.nodes[family.node]
        parents = [network.nodes[p] for p in family.parents]
        joints = list(itertools.product(*(states[p] for p in parents)))
        for joint, row in zip(joints, table, strict=True):
            given = {nodes[p]: state for p, state in zip(parents, joint, strict=True)}
            for state, expected in zip(states[name], row.tolist(), strict=True):
                assert probability(nodes[name], state, given) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    ("reader", "suffix"),
    [("BIFReader", ".bif"), ("XMLBIFReader", ".xmlbif"), ("NETReader", ".net"), ("XDSLReader", ".xdsl")],
)
def test_pgmpy(tmp_path, network, reader, suffix):
    readwrite = pytest.importorskip("pgmpy.readwrite", reason="pgmpy is not installed")
    path = tmp_path / f"net{suffix}"
    nodes, states = written(network, path)
    model = getattr(readwrite, reader)(str(path)).get_model()
    assert model.check_model()

    def probability(node, state, given):
        return model.get_cpds(node).get_value(**{node: state, **given})

    check(network, nodes, states, model.edges, probability)


@pytest.mark.parametrize("suffix", [".bif", ".net", ".xdsl", ".bifxml"])
def test_pyagrum(tmp_path, network, suffix):
    pyagrum = pytest.importorskip("pyagrum", reason="pyAgrum is not installed")
    path = tmp_path / f"net{suffix}"
    nodes, states = written(network, path)
    read = pyagrum.loadBN(str(path))
    edges = [(read.variable(u).name(), read.variable(v).name()) for u, v in read.arcs()]

    def probability(node, state, given):
        labels = read.variable(node).labels()
        return read.cpt(node)[given][labels.index(state)] if given else read.cpt(node)[labels.index(state)]

    for name, listed in states.items():
        assert set(read.variable(nodes[name]).labels()) == set(listed)
    if (
        suffix == ".xdsl"
    ):  # pyAgrum takes the first parent's states for the fastest, GeNIe and pgmpy the last one's
        assert set(edges) == {(nodes[u], nodes[v]) for u, v in network.edges}
        return
    check(network, nodes, states, edges, probability)


def test_pgmpy_reads_dagitty(tmp_path):
    base = pytest.importorskip("pgmpy.base", reason="pgmpy is not installed")
    graph = mcbnc.from_bnlearn("[a][b|a][c|a:b]")
    mcbnc.write(graph, tmp_path / "g.dagitty")
    read = base.DAG.from_dagitty((tmp_path / "g.dagitty").read_text().replace('"', ""))
    assert set(read.edges) == set(graph.edges)
