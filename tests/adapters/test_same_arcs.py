"""The same file through mcbnc and through pyAgrum, pgmpy or networkx: the same nodes and the same arcs.

The files are those of the corpus that the other library reads, and random networks that it writes.
"""

from __future__ import annotations

import random
import shutil
import warnings
from pathlib import Path

import pytest
from corpus import FILES, FOLDER

import mcbnc
from mcbnc._graphs.reading import read_source

pytestmark = pytest.mark.filterwarnings("ignore")

Read = tuple[set[str], set[tuple[str, str]]]

NOT_BY_PYAGRUM = {
    "bnrepository/three.bif": "states such as <5",
    "hugin/three.net": "escaped quotes, and real numbers",
    "javabayes/three.bif": "quotes around names",
    "javabayes/three.xml": "a document type",
    "weka/weather.xml": "a document type",
    "pgmpy/three.bif": "properties without a colon",
    "genie/three.xdsl": "nodes other than cpt",
    "genie/wet.dsl": "nodes other than CPT",
}
NOT_BY_PGMPY = {
    "hugin/three.net": "labels with braces",
    "javabayes/three.xml": "a variable with one state",
    "pyagrum/wet.net": "comments within tables",
    "genie/three.xdsl": "nodes other than cpt",
}
NOT_BY_NETWORKX = {
    "gephi/wet.graphml": "an undirected edge",
    "yed/wet.graphml": "edges by the arrows of yEd",
    "yed/wet.gml": "edges by the arrows of yEd",
    "igraph/wet.gml": "names in place of labels",
    "graphviz/wet.gv": "ports, and edges by their marks",
}
SUFFIXES = {
    "pyagrum": {
        ".bif": ".bif",
        ".net": ".net",
        ".xml": ".bifxml",
        ".bifxml": ".bifxml",
        ".dsl": ".dsl",
        ".xdsl": ".xdsl",
        ".uai": ".uai",
    },
    "pgmpy": {
        ".bif": ".bif",
        ".net": ".net",
        ".xml": ".xmlbif",
        ".bifxml": ".xmlbif",
        ".xdsl": ".xdsl",
        ".uai": ".uai",
    },
    "networkx": {".gml": ".gml", ".graphml": ".graphml", ".dot": ".dot", ".gv": ".dot"},
}
"""The suffix by which each library reads what has such a suffix in the corpus."""
NOT_BY = {"pyagrum": NOT_BY_PYAGRUM, "pgmpy": NOT_BY_PGMPY, "networkx": NOT_BY_NETWORKX}


def by_pyagrum(path: Path) -> Read:
    pyagrum = pytest.importorskip("pyagrum", reason="pyAgrum is not installed")
    network = pyagrum.loadBN(str(path))
    return {*network.names()}, {
        (network.variable(u).name(), network.variable(v).name()) for u, v in network.arcs()
    }


def by_pgmpy(path: Path) -> Read:
    readwrite = pytest.importorskip("pgmpy.readwrite", reason="pgmpy is not installed")
    kinds = {".bif": "BIF", ".net": "NET", ".xmlbif": "XMLBIF", ".xdsl": "XDSL", ".uai": "UAI"}
    model = getattr(readwrite, f"{kinds[path.suffix]}Reader")(str(path)).get_model()
    plain = (lambda name: name.removeprefix("var_")) if path.suffix == ".uai" else str
    return {*map(plain, model.nodes)}, {(plain(u), plain(v)) for u, v in model.edges}


def by_networkx(path: Path) -> Read:
    networkx = pytest.importorskip("networkx", reason="networkx is not installed")
    if path.suffix == ".dot":
        pytest.importorskip("pydot", reason="pydot is not installed")
    readers = {
        ".gml": networkx.read_gml,
        ".graphml": networkx.read_graphml,
        ".dot": networkx.nx_pydot.read_dot,
    }
    graph = readers[path.suffix](str(path))
    plain = [(u.strip('"'), v.strip('"')) for u, v in graph.edges()]
    return {node.strip('"') for node in graph.nodes}, {*plain}


LIBRARIES = {"pyagrum": by_pyagrum, "pgmpy": by_pgmpy, "networkx": by_networkx}
NAMES = {("networkx", ".gml"): "labels", ("networkx", ".graphml"): "ids", ("networkx", ".dot"): "ids"}
"""What networkx takes for the names of nodes."""


def by_mcbnc(path: Path, names=None) -> Read:
    source = read_source(path, names)
    return {*source.names}, {(source.names[i], source.names[j]) for i, j in source.arcs.tolist()}


def cases():
    return [
        (library, name, suffixes[Path(name).suffix])
        for library, suffixes in SUFFIXES.items()
        for name in FILES
        if Path(name).suffix in suffixes and name not in NOT_BY[library]
    ]


@pytest.mark.parametrize(("library", "name", "suffix"), cases())
def test_files_of_the_corpus(tmp_path, library, name, suffix):
    path = tmp_path / f"graph{suffix}"
    shutil.copy(FOLDER / name, path)
    naming = NAMES.get((library, suffix))
    assert LIBRARIES[library](path) == by_mcbnc(path, naming)


@pytest.mark.parametrize(
    ("library", "name"), [(key, name) for key, files in NOT_BY.items() for name in files]
)
def test_what_a_library_cannot_read_is_still_so(tmp_path, library, name):
    """Else the file belongs to those that are compared."""
    suffix = SUFFIXES[library][Path(name).suffix]
    path = tmp_path / f"graph{suffix}"
    shutil.copy(FOLDER / name, path)
    try:
        theirs = LIBRARIES[library](path)
    except Exception:
        return
    assert theirs != by_mcbnc(path, NAMES.get((library, suffix)))


def random_arcs(seed: int) -> tuple[list[str], list[tuple[str, str]]]:
    """A DAG of up to ten nodes along a random order, with names that every format takes."""
    draw = random.Random(seed)
    names = [f"v_{k}x" for k in range(draw.randint(2, 10))]
    draw.shuffle(names)
    pairs = [(u, v) for k, v in enumerate(names) for u in names[:k] if draw.random() < 0.35]
    return sorted(names), pairs


def check_same(path: Path, theirs: Read, arcs: int) -> None:
    """mcbnc reads what a library has read from a file of so many arcs, with and without its suffix."""
    ours = by_mcbnc(path)
    assert theirs == ours
    assert len(ours[1]) == arcs
    bare = path.with_suffix("")
    shutil.copy(path, bare)
    assert by_mcbnc(bare) == ours


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("suffix", [".bif", ".net", ".bifxml", ".xdsl", ".dsl", ".uai"])
def test_random_networks_of_pyagrum(tmp_path, suffix, seed):
    pyagrum = pytest.importorskip("pyagrum", reason="pyAgrum is not installed")
    names, arcs = random_arcs(seed)
    network = pyagrum.BayesNet("random")
    for k, name in enumerate(names):
        network.add(pyagrum.LabelizedVariable(name, name, 2 + (k + seed) % 2))
    for u, v in arcs:
        network.addArc(u, v)
    network.generateCPTs()
    path = tmp_path / f"net{suffix}"
    pyagrum.saveBN(network, str(path))
    check_same(path, by_pyagrum(path), len(arcs))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("writer", "suffix"),
    [
        ("BIFWriter", ".bif"),
        ("NETWriter", ".net"),
        ("XMLBIFWriter", ".xmlbif"),
        ("XDSLWriter", ".xdsl"),
        ("UAIWriter", ".uai"),
    ],
)
def test_random_networks_of_pgmpy(tmp_path, writer, suffix, seed):
    readwrite = pytest.importorskip("pgmpy.readwrite", reason="pgmpy is not installed")
    from pgmpy.models import DiscreteBayesianNetwork

    names, arcs = random_arcs(seed)
    model = DiscreteBayesianNetwork()
    model.add_nodes_from(names)
    model.add_edges_from(arcs)
    model.get_random_cpds(n_states=2, inplace=True, seed=seed)
    path = tmp_path / f"net{suffix}"
    written = getattr(readwrite, writer)(model)
    getattr(written, {".net": "write_net", ".uai": "write_uai"}.get(suffix, "write"), written.write)(
        str(path)
    )
    check_same(path, by_pgmpy(path), len(arcs))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("suffix", [".gml", ".graphml", ".dot"])
def test_random_graphs_of_networkx(tmp_path, suffix, seed):
    networkx = pytest.importorskip("networkx", reason="networkx is not installed")
    names, arcs = random_arcs(seed)
    odd = {name: f"{name} <&; é]" for name in names[::2]} if suffix != ".dot" else {}
    graph = networkx.relabel_nodes(networkx.DiGraph(arcs), odd)
    graph.add_nodes_from(odd.get(name, name) for name in names)
    networkx.set_edge_attributes(graph, {edge: k / 7 for k, edge in enumerate(graph.edges)}, "support")
    path = tmp_path / f"net{suffix}"
    if suffix == ".dot":
        pytest.importorskip("pydot", reason="pydot is not installed")
        path.write_text(networkx.nx_pydot.to_pydot(graph).to_string(), encoding="utf-8")
    else:
        {".gml": networkx.write_gml, ".graphml": networkx.write_graphml}[suffix](graph, str(path))
    expected = {*graph.nodes}, {*graph.edges}
    assert by_networkx(path) == by_mcbnc(path) == expected
    shutil.copy(path, tmp_path / "net")
    assert by_mcbnc(tmp_path / "net") == expected
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert {*mcbnc.read(path).edges} == expected[1]
