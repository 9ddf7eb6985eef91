"""Files that the libraries themselves write, and how mcbnc reads them."""

from __future__ import annotations

import gzip

import pytest

import mcbnc

NAMES = ["asia", "tub", "smoke", "lung", "bronc", "either", "xray", "dysp", "alone", "x_1"]
EDGES = [
    *[("asia", "tub"), ("smoke", "lung"), ("smoke", "bronc"), ("tub", "either"), ("lung", "either")],
    *[("either", "xray"), ("either", "dysp"), ("bronc", "dysp"), ("x_1", "asia")],
]
NAMED_ODDLY = {"asia": "visit to Asia", "dysp": "naïve 漢字"}
"""Other names of some nodes, in the formats whose writers take them."""


def renamed(odd: bool) -> tuple[list[str], list[tuple[str, str]]]:
    new = NAMED_ODDLY if odd else {}
    return [new.get(name, name) for name in NAMES], [(new.get(u, u), new.get(v, v)) for u, v in EDGES]


def check(path, names, edges):
    """The file, and the same file compressed, hold this graph."""
    zipped = path.with_name(path.name + ".gz")
    zipped.write_bytes(gzip.compress(path.read_bytes()))
    for file in (path, zipped):
        read = mcbnc.read(file)
        assert set(read.nodes) == set(names)
        assert set(read.edges) == set(edges)


@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize(
    ("writer", "suffix"),
    [("BIFWriter", ".bif"), ("XMLBIFWriter", ".xmlbif"), ("NETWriter", ".net"), ("XDSLWriter", ".xdsl")],
)
def test_pgmpy(tmp_path, writer, suffix, odd):
    pgmpy = pytest.importorskip("pgmpy.readwrite", reason="pgmpy is not installed")
    from pgmpy.models import DiscreteBayesianNetwork

    names, edges = renamed(odd)
    model = DiscreteBayesianNetwork(edges)
    model.add_nodes_from(names)
    model.get_random_cpds(n_states=3, inplace=True, seed=1)
    path = tmp_path / f"net{suffix}"
    written = getattr(pgmpy, writer)(model)
    getattr(written, {".net": "write_net"}.get(suffix, "write"), written.write)(str(path))
    check(path, names, edges)


@pytest.mark.parametrize(
    ("suffix", "odd"), [(".bif", False), (".net", False), (".net", True), (".xdsl", False), (".bifxml", True)]
)
def test_pyagrum(tmp_path, suffix, odd):
    pyagrum = pytest.importorskip("pyagrum", reason="pyAgrum is not installed")
    names, edges = renamed(odd)
    network = pyagrum.BayesNet("net")
    for name in names:
        kind = pyagrum.RangeVariable(name, "a title // here", 1, 3) if name == "lung" else None
        network.add(kind or pyagrum.LabelizedVariable(name, "", ["yes", "no"]))
    for u, v in edges:
        network.addArc(u, v)
    network.generateCPTs()
    path = tmp_path / f"net{suffix}"
    pyagrum.saveBN(network, str(path))
    check(path, names, edges)


def test_pydot_and_networkx(tmp_path):
    networkx = pytest.importorskip("networkx", reason="networkx is not installed")
    pytest.importorskip("pydot", reason="pydot is not installed")
    names, edges = renamed(odd=True)
    graph = networkx.DiGraph(edges)
    graph.add_nodes_from(names)
    path = tmp_path / "net.dot"
    path.write_text(networkx.nx_pydot.to_pydot(graph).to_string(), encoding="utf-8")
    check(path, names, edges)
