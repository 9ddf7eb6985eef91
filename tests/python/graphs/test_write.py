"""What write writes, read reads: every suffix, odd names, and what a format cannot hold."""

from __future__ import annotations

import json
import pickle
import warnings

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc._graphs.recognising import SUFFIXES

READ_ALONE = (".dne", ".dsl", ".pgmx", ".uai", ".graphml", ".gml")
WRITTEN = tuple(suffix for suffix in SUFFIXES if suffix not in READ_ALONE)
NETWORKS = (".bif", ".net", ".dsc", ".xdsl", ".xmlbif", ".bifxml", ".xml")
STRUCTURES = tuple(suffix for suffix in WRITTEN if suffix not in NETWORKS)
NAMES = ["Age (y), years", "größe", "it's < 5; & {x}", "a//b /* c -- d", "漢字", "7", "plain"]
QUOTED = ['say "so"', "back\\slash", "a\nb", *NAMES]
ARCS = [(0, 1), (2, 1), (1, 3), (6, 4)]


def named(names):
    return mcbnc.consensus([[(names[i], names[j]) for i, j in ARCS]], nodes=names)


@pytest.mark.parametrize("zipped", ["", ".gz"])
@pytest.mark.parametrize("suffix", STRUCTURES)
def test_a_structure_comes_back(tmp_path, suffix, zipped):
    names = NAMES if suffix == ".dagitty" else QUOTED
    graph = named(names)
    path = tmp_path / f"g{suffix}{zipped}"
    if suffix in (".txt", ".bn"):
        graph = named([name for name in names if not set(name) & set("[]|:")])
    mcbnc.write(graph, path)
    again = mcbnc.read(path)
    assert set(again.nodes) == set(graph.nodes)
    assert set(again.edges) == set(graph.edges)
    assert path.read_bytes()[:2] == b"\x1f\x8b" or not zipped
    if suffix not in (".txt", ".bn"):  # which bnlearn sorts
        assert again.nodes == graph.nodes
    before = path.read_bytes()
    mcbnc.write(again, path)
    assert path.read_bytes() == before or suffix in (".txt", ".bn")


@pytest.fixture(scope="module")
def network():
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 3, (90, len(QUOTED)))
    for i, j in ARCS:
        codes[:, j] = np.where(rng.random(90) < 0.8, codes[:, i], codes[:, j])
    states = [
        ["<50", ">=50", "[0, 124.8]"],
        ["klein", "groß", 'A"+'],
        ["x y", "x_y", "x-y"],
        ["1", "-2", "table"],
    ]
    frame = pd.DataFrame(
        {name: [states[k % 4][code] for code in codes[:, k]] for k, name in enumerate(QUOTED)}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        return mcbnc.learn_jointly(mcbnc.Rows([frame, frame], accept=True))


@pytest.mark.parametrize("zipped", ["", ".gz"])
@pytest.mark.parametrize("suffix", WRITTEN)
def test_a_network_comes_back(tmp_path, suffix, zipped, network):
    path = tmp_path / f"n{suffix}{zipped}"
    if suffix == ".dagitty":
        with pytest.raises(mcbnc.InvalidInputError, match=r"graph: the name .* cannot be in dagitty"):
            network.save(path)
        return
    if suffix in NETWORKS:
        with pytest.warns(mcbnc.DataWarning, match=r"nodes \('say \"so\"' as say_so") as caught:
            network.save(path)
        assert len(caught) == 1
    else:
        network.save(path)
    again = mcbnc.read(path)
    assert set(again.nodes) == set(QUOTED)
    assert set(again.edges) == set(network.edges) != set()


def test_names_that_are_identifiers_need_no_warning(tmp_path):
    rows = pd.DataFrame(np.random.default_rng(3).integers(0, 2, (60, 3)), columns=["a", "b_1", "C"])
    found = mcbnc.learn_jointly([rows], knowledge={"required": [("a", "b_1")]})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for suffix in set(NETWORKS) - {".xdsl"}:  # whose states are no numbers
            found.save(tmp_path / f"n{suffix}")
            assert b"mcbnc-names" not in (tmp_path / f"n{suffix}").read_bytes()
            assert ("a", "b_1") in mcbnc.read(tmp_path / f"n{suffix}").edges


@pytest.mark.parametrize(
    "graph",
    [
        [("a", "b")],
        nx.DiGraph([("a", "b")]),
        pd.DataFrame([[0, 1], [0, 0]], index=["a", "b"], columns=["a", "b"]),
        "[a][b|a]",
        "dag { a -> b }",
    ],
)
def test_any_graph_is_written(tmp_path, graph):
    mcbnc.write(graph, tmp_path / "g.json")
    assert json.loads((tmp_path / "g.json").read_text()) == {"nodes": ["a", "b"], "edges": [["a", "b"]]}
    mcbnc.write(np.array([[0, 1], [0, 0]]), tmp_path / "g.csv")
    assert mcbnc.read(tmp_path / "g.csv").edges == [("0", "1")]


def test_names_in_json_keep_their_types(tmp_path):
    mcbnc.write([(1, ("x", 2))], tmp_path / "g.json")
    assert mcbnc.read(tmp_path / "g.json").edges == [(1, ("x", 2))]


@pytest.mark.parametrize("suffix", [".dot", ".csv", ".tsv", ".json", ".dagitty"])
def test_undirected_edges(tmp_path, suffix):
    path = tmp_path / f"g{suffix}"
    mcbnc.write([("a", "b"), ("b", "a"), ("c", "b"), ("b", "c"), ("d", "e")], path)
    assert mcbnc.consensus([path]).extended == [path.name]
    assert mcbnc.consensus([path], nodes=list("abcde")).nodes == list("abcde")


@pytest.mark.parametrize("suffix", [".bn", ".txt", *NETWORKS])
def test_undirected_edges_where_there_are_none(tmp_path, suffix):
    with pytest.raises(mcbnc.InvalidInputError, match="graph: a - b is undirected"):
        mcbnc.write([("a", "b"), ("b", "a")], tmp_path / f"g{suffix}")


@pytest.mark.parametrize("suffix", NETWORKS)
def test_a_structure_alone_is_no_network(tmp_path, suffix):
    learned = mcbnc.learn(np.random.default_rng(1).integers(0, 2, (30, 2)))
    gaussian = mcbnc.learn_jointly([np.random.default_rng(1).normal(size=(30, 2))], score="bge")
    for graph in ([("a", "b")], learned, gaussian):
        with pytest.raises(mcbnc.InvalidInputError, match="has probabilities, and this graph has none"):
            mcbnc.write(graph, tmp_path / f"g{suffix}")
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_written(tmp_path):
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"'g\.xlsx': its suffix is of no format; write one of \.bif"
    ):
        mcbnc.write([("a", "b")], "g.xlsx")
    with pytest.raises(mcbnc.CycleError, match="graph: it has a cycle"):
        mcbnc.write([("a", "b"), ("b", "c"), ("c", "a")], tmp_path / "g.csv")
    for suffix in (".csv", ".dot", ".json", ".dagitty", ".bn"):
        with pytest.raises(mcbnc.InvalidInputError, match="graph"):
            mcbnc.write([("\ud800", "b")], tmp_path / f"g{suffix}")
    learned = mcbnc.learn(np.random.default_rng(1).integers(0, 2, (30, 2)))
    learned.save(tmp_path / "g.dot")
    assert mcbnc.read(tmp_path / "g.dot").nodes == ["0", "1"]


@pytest.mark.parametrize(
    ("note", "says"),
    [
        ('{"nodes": {"a": "b"}, "states": {}}', "names must differ"),
        ('{"nodes": {"a": 1}}', "is damaged"),
        ('{"nodes": []}', "is damaged"),
        ("{", None),
        ('{"nodes": {"a": "x", "a": "y"}}', "is damaged"),
        ("{}", "is damaged"),
    ],
)
def test_a_damaged_comment_with_names(tmp_path, note, says):
    path = tmp_path / "g.bif"
    body = "variable a {}\nvariable b {}\nprobability (a) {}\nprobability (b | a) {}\n"
    path.write_text(f"// mcbnc-names {note}\n{body}")
    if says is None:
        assert mcbnc.read(path).edges == [("a", "b")]
        return
    with pytest.raises(mcbnc.InvalidInputError, match=rf"g\.bif:1: .*{says}"):
        mcbnc.read(path)


def test_a_path_that_is_missing(tmp_path):
    run = mcbnc.trajectory(["[a][b|a]"])
    nowhere = tmp_path / "nowhere"
    for function in (
        lambda: mcbnc.read(nowhere / "g.csv"),
        lambda: mcbnc.load(nowhere / "g.json"),
        lambda: run.save(nowhere / "g.json"),
        lambda: run.explore(nowhere / "g.html"),
        lambda: mcbnc.write("[a][b|a]", nowhere / "g.csv"),
    ):
        with pytest.raises(mcbnc.InvalidInputError, match=r"there is no folder .*nowhere$") as caught:
            function()
        assert caught.value.argument == "path"
        assert isinstance(caught.value, FileNotFoundError)
        again = pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(caught.value)


def test_what_is_read_alone_is_not_written(tmp_path, network):
    for graph in (network, named(["a", "b", "c", "d", "e", "f", "g"])):
        with pytest.raises(mcbnc.InvalidInputError, match=r"its suffix is of no format; write one of \.bif"):
            mcbnc.write(graph, tmp_path / "g.dne")
