"""Matrices and objects of other tools, by their conventions. tests/adapters has the tools."""

from __future__ import annotations

import sys
import types

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import random_dags

import mcbnc
from mcbnc import metrics

# X1 - X2, X2 -> X4 <- X3, X4 -> X5, as pc of causal-learn returns it for data of such a network.
MARKS = np.array(
    [[0, -1, 0, 0, 0], [-1, 0, 0, -1, 0], [0, 0, 0, -1, 0], [0, 1, 1, 0, -1], [0, 0, 0, 1, 0]], np.int64
)
ARCS = [("X1", "X2"), ("X2", "X1"), ("X2", "X4"), ("X3", "X4"), ("X4", "X5")]


def fake_class(module: str, name: str):
    """A class that claims to be from a module."""
    return type(name, (), {"__module__": module})


def general_graph(marks, names=None):
    graph = fake_class("causallearn.graph.GeneralGraph", "GeneralGraph")()
    graph.graph = np.asarray(marks)
    graph.get_node_names = lambda: names or [f"X{i + 1}" for i in range(len(marks))]
    return graph


def causal_graph(marks):
    graph = fake_class("causallearn.graph.GraphClass", "CausalGraph")()
    graph.G = general_graph(marks)
    return graph


def test_no_library_is_imported():
    mcbnc.consensus([general_graph(MARKS)])
    assert not {"causallearn", "pyagrum", "lingam", "tigramite"} & set(sys.modules)


@pytest.mark.parametrize(
    "graph",
    [general_graph(MARKS), causal_graph(MARKS), {"G": general_graph(MARKS), "score": 1.0}],
    ids=["GeneralGraph", "CausalGraph", "dict of ges"],
)
def test_graphs_of_causallearn(graph):
    read = mcbnc.from_causallearn(graph)
    assert read.edges == ARCS
    assert (read.directed, read.undirected) == (ARCS[2:], ARCS[:1])
    result = mcbnc.consensus([graph, read])
    assert result.extended == [0, 1]
    assert metrics.shd(result, read) == 0
    named = mcbnc.consensus([graph], nodes=list("abcde"))  # X1 ... are no names that anyone gave
    assert named.nodes == list("abcde")
    same = mcbnc.consensus([graph], nodes=[f"X{i}" for i in (5, 4, 3, 2, 1)])  # but these are its own
    assert metrics.shd(same, read) == 0
    assert mcbnc.consensus((graph, graph)).extended == [0, 1]
    with pytest.raises(mcbnc.InvalidInputError, match=r"not a single|dags\['score'\]"):
        mcbnc.consensus(graph)


def test_a_matrix_of_causallearn_has_no_names():
    read = mcbnc.from_causallearn(MARKS.astype(float).tolist())
    assert not read.named
    assert read.edges == [(int(u[1]) - 1, int(v[1]) - 1) for u, v in ARCS]


def test_names_that_causallearn_was_told():
    graph = general_graph(MARKS, list("abcde"))
    assert mcbnc.consensus([graph]).nodes == list("abcde")
    with pytest.raises(mcbnc.InvalidInputError, match="lacks"):
        mcbnc.consensus([graph], nodes=list("vwxyz"))


@pytest.mark.parametrize("seed", range(5))
def test_every_dag_survives_the_marks(seed):
    (dag,) = random_dags(seed, 1, 6)
    marks = dag.T.astype(int) - dag  # an arrowhead at the head, a tail at the tail
    assert mcbnc.from_causallearn(marks).adjacency.tolist() == dag.tolist()
    weights = np.random.default_rng(seed).normal(size=dag.shape) * dag.T
    assert mcbnc.from_lingam(weights).adjacency.tolist() == dag.tolist()
    links = np.where(dag, "-->", np.where(dag.T, "<--", ""))
    assert mcbnc.from_tigramite(links).adjacency.tolist() == dag.tolist()


def changed(pair, marks):
    out = MARKS.copy()
    out[pair], out[pair[::-1]] = marks
    return out


@pytest.mark.parametrize(
    ("marks", "nodes", "says"),
    [
        (changed((0, 1), (2, 2)), [0, 1], r"the edge 0 o-o 1 is neither .* circle"),
        (changed((0, 1), (2, 1)), [0, 1], r"the edge 0 o-> 1 .* PAG"),
        (changed((0, 1), (2, -1)), [0, 1], r"the edge 0 o-- 1 "),
        (changed((0, 1), (1, 1)), [0, 1], r"the edge 0 <-> 1 .* latent common cause"),
        (changed((0, 1), (-1, 0)), [1, 0], r"\[1, 0\] is 0: a mark is -1 for a tail"),
        (changed((0, 1), (5, -1)), [0, 1], r"\[0, 1\] is 5: a mark is"),
        (changed((0, 1), (4, -1)), [0, 1], r"\[0, 1\] is 4"),
        (MARKS - 3 * np.eye(5, dtype=int), [0], "an edge to itself"),
        (MARKS[:2], [], "matrix of marks"),
        (np.zeros((0, 0)), [], "no nodes"),
        ("text", [], "matrix of marks"),
        ([[0], [1, 2]], [], "matrix of marks"),
        (None, [], "matrix of marks"),
        ((general_graph(MARKS), []), [], "give its first item"),
    ],
)
def test_what_is_no_class_of_dags_of_causallearn(marks, nodes, says):
    with pytest.raises(mcbnc.InvalidInputError, match=f"^G: .*{says}") as caught:
        mcbnc.from_causallearn(marks)
    assert (caught.value.argument, caught.value.nodes) == ("G", nodes)


def test_errors_of_objects_name_the_dag_and_the_nodes():
    with pytest.raises(mcbnc.InvalidInputError, match=r"^dags\[1\]: the edge X1 o-o X2 ") as caught:
        mcbnc.consensus([general_graph(MARKS), general_graph(changed((0, 1), (2, 2)))])
    assert (caught.value.dag, caught.value.nodes) == (1, ["X1", "X2"])
    with pytest.raises(mcbnc.InvalidInputError, match=r"^dags\[0\]: .*give its first item"):
        mcbnc.consensus([(general_graph(MARKS), [])])


def pyagrum(name, nodes, **members):
    graph = fake_class("pyagrum.pyagrumcpp", name)()
    graph.nodes = lambda: set(nodes)
    for member, value in members.items():
        setattr(graph, member, value if callable(value) else lambda value=value: value)
    return graph


def test_graphs_of_pyagrum():
    variable = lambda i: types.SimpleNamespace(name=lambda: "abc"[i])  # noqa: E731
    network = pyagrum("BayesNet", range(3), arcs={(0, 1), (2, 1)}, variable=variable)
    essential = pyagrum("EssentialGraph", range(3), arcs=set(), edges={(0, 1)}, nameFromId="abc".__getitem__)
    result = mcbnc.consensus([network, essential])
    assert (result.nodes, result.extended) == (["a", "b", "c"], [1])
    assert mcbnc.consensus([network]).edges == [("a", "b"), ("c", "b")]
    bare = pyagrum("DAG", [3, 5, 7], arcs={(5, 3)})
    assert mcbnc.consensus([bare]).nodes == [3, 5, 7]
    unnamed = pyagrum("DAG", range(3), arcs={(0, 1), (2, 1)})
    assert mcbnc.consensus([unnamed], nodes=["a", "b", "c"]).edges == [("a", "b"), ("c", "b")]
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[0\]: a UndiGraph of pyAgrum has no arcs"):
        mcbnc.consensus([pyagrum("UndiGraph", range(2), edges={(0, 1)})])
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[0\]: it has no nodes"):
        mcbnc.consensus([pyagrum("DAG", [], arcs=set())])
    with pytest.raises(mcbnc.InvalidInputError, match="not a single BayesNet"):
        mcbnc.consensus(network)


def test_weights_of_lingam():
    B = [[0, 0, 0], [0.8, 0, 0], [0.05, -2, 0]]
    assert mcbnc.from_lingam(B).edges == [(0, 1), (0, 2), (1, 2)]
    assert mcbnc.from_lingam(B, list("abc"), threshold=0.05).edges == [("a", "b"), ("b", "c")]
    frame = pd.DataFrame(B, columns=list("xyz"))
    assert mcbnc.from_lingam(frame).edges[0] == ("x", "y")
    assert mcbnc.from_lingam(frame, names=list("abc")).nodes == list("abc")
    assert mcbnc.consensus([mcbnc.from_lingam(B), mcbnc.from_lingam(B)]).nodes == [0, 1, 2]


@pytest.mark.parametrize(
    ("B", "options", "argument", "says"),
    [
        ([[0, np.nan], [0, 0]], {"names": ["a", "b"]}, "B", r"\['a', 'b'\] is NaN: .* latent common cause"),
        (
            [[0, 1], [1, 0]],
            {"names": ["a", "b"]},
            "B",
            "it has a cycle: a -> b -> a|it has a cycle: b -> a -> b",
        ),
        ([[1, 0], [0, 0]], {}, "B", "it has a cycle: 0 -> 0"),
        ([[0, 1]], {}, "B", r"square matrix, \(n, n\), but its shape is \(1, 2\)"),
        (np.zeros((2, 3, 3)), {}, "B", "VARLiNGAM"),
        ([["a", "b"], ["c", "d"]], {}, "B", "must be numbers"),
        ([[0]], {"names": ["a", "b"]}, "B", "1 nodes, but there are 2 names"),
        ([[0]], {"names": "a"}, "names", "one string"),
        ([[0]], {"threshold": "x"}, "threshold", "finite number"),
        ([[0]], {"threshold": -1}, "threshold", ">= 0"),
    ],
)
def test_what_is_no_dag_of_lingam(B, options, argument, says):
    with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
        mcbnc.from_lingam(B, **options)
    assert caught.value.argument == argument


LINKS = np.array([["", "-->", ""], ["<--", "", "---"], ["", "---", ""]])


def test_links_of_tigramite():
    for links in (LINKS, LINKS[:, :, None], np.stack([LINKS, np.full((3, 3), "")], axis=2), LINKS.tolist()):
        graph = mcbnc.from_tigramite(links, names=list("abc"))
        assert (graph.directed, graph.undirected) == ([("a", "b")], [("b", "c")])
    assert not mcbnc.from_tigramite(LINKS).named
    circles = np.where(LINKS == "---", "o-o", LINKS)
    with pytest.raises(mcbnc.InvalidInputError, match=r"numpy\.where") as caught:
        mcbnc.from_tigramite(circles, names=list("abc"))
    assert caught.value.nodes == ["b", "c"]
    undirected = np.where(circles == "o-o", "---", circles)  # as the message says
    assert mcbnc.from_tigramite(undirected).undirected == [(1, 2)]


def linked(a, b, lag=None):
    links = np.stack([LINKS, np.full((3, 3), "", "<U3")], axis=2)
    links[0, 1, 0], links[1, 0, 0] = a, b
    if lag:
        links[2, 0, 1] = lag
    return links


@pytest.mark.parametrize(
    ("strings", "says"),
    [
        (linked("x-x", "x-x"), "the edge 0 x-x 1 .* conflict"),
        (linked("<->", "<->"), "the edge 0 <-> 1 .* latent common cause"),
        (linked("o->", "<-o"), "the edge 0 o-> 1 .* circle"),
        (linked("<-o", "o->"), "the edge 0 <-o 1 "),
        (linked("+->", "<-+"), r"the edge 0 \+-> 1 "),
        (linked("-?>", "<?-"), r"the edge 0 -\?> 1 "),
        (linked("odd", "ddo"), "the edge 0 odd 1 "),
        (linked("-->", "-->"), r"\[0, 1\] is '-->', but \[1, 0\] is '-->'"),
        (linked("-->", ""), r"\[0, 1\] is '-->', but \[1, 0\] is ''"),
        (linked("", "<--"), r"\[0, 1\] is '', but"),
        (linked("-->", "<--", lag="-->"), r"the link 2\(t-1\) --> 0\(t\) is lagged, .* strings\[:, :, 0\]"),
        (np.where(np.eye(3, dtype=bool), "-->", ""), "a link to itself"),
        (np.zeros((3, 3)), "must be an array of strings"),
        (LINKS[:2], "must be an array of strings"),
        ([["", "-->"], [""]], "must be an array of strings"),
        (np.zeros((0, 0, 1), "<U3"), "no nodes"),
    ],
)
def test_what_is_no_class_of_dags_of_tigramite(strings, says):
    with pytest.raises(mcbnc.InvalidInputError, match=f"^strings: .*({says})") as caught:
        mcbnc.from_tigramite(strings)
    assert caught.value.argument == "strings"


def test_names_of_tigramite():
    with pytest.raises(mcbnc.InvalidInputError, match="2 names, but there are 3 nodes"):
        mcbnc.from_tigramite(LINKS, names=["a", "b"])


PEOPLE = pd.DataFrame({"age": [1, 2, 1, 2], "sex": [0, 1, 1, 0]})

PLAINLY_OTHERS = {
    "marks of causal-learn": (MARKS, r"\[0, 1\] is -1; .*mcbnc.from_causallearn\(G\)"),
    "marks as floats": (MARKS.astype(float), "mcbnc.from_causallearn"),
    "marks in a frame": (pd.DataFrame(MARKS), "mcbnc.from_causallearn"),
    "marks of a PAG of pcalg": ([[0, 2], [3, 0]], "pcalg or Tetrad.*Conventions"),
    "weights": ([[0, 0.0], [0.7, 0]], r"mcbnc.from_lingam\(B\) .* W != 0"),
    "weights and a NaN": ([[0, np.nan], [0.7, 0]], "mcbnc.from_lingam"),
    "links of tigramite": (LINKS, "mcbnc.from_tigramite"),
    "links with lags": (LINKS[:, :, None], "mcbnc.from_tigramite"),
    "links as objects": (LINKS.astype(object), "mcbnc.from_tigramite"),
    "words": ([["a", "b", "c"]] * 3, "a list of arcs is of tuples of two"),
    "rows of data": (PEOPLE, r"\(4, 2\); rows of data\? mcbnc.learn"),
    "as many rows as columns": (PEOPLE[:2], "index and columns must hold the same names; rows of data"),
    "an array of rows": (PEOPLE.to_numpy(), r"\(4, 2\); rows of data\? mcbnc.learn"),
    "a Graph": (nx.Graph([(0, 1)]), "it is undirected, and directions are needed"),
    "a MultiDiGraph": (nx.MultiDiGraph([(0, 1)]), r"networkx.DiGraph\(graph\) has each arc once"),
    "something else": (
        types.SimpleNamespace(),
        "is of type SimpleNamespace of types, which mcbnc does not know",
    ),
    "counts": ([[0, 7], [0, 0]], r"entries must be 0 or 1, but \[0, 1\] is 7$"),
    "minus two": ([[0, -2], [0, 0]], r"\[0, 1\] is -2$"),
}


@pytest.mark.parametrize("name", PLAINLY_OTHERS)
def test_a_matrix_of_another_convention_is_refused_with_the_hint(name):
    graph, says = PLAINLY_OTHERS[name]
    with pytest.raises(mcbnc.InvalidInputError, match=rf"^dags\[0\].*{says}") as caught:
        mcbnc.consensus([graph])
    assert (caught.value.argument, caught.value.dag) == ("dags", 0)


def test_other_nodes_are_named_whatever_their_number():
    vote = (
        "; DAGs over different nodes are for mcbnc.consensus(dags, nodes='union') "
        "or mcbnc.baselines.vote(dags, nodes='union')"
    )
    for graphs, says in [
        (
            ["[a][b|a][c|b]", "[b][c|b][d|c][e|d]"],
            f"dags[1] has 4 nodes, but dags[0] has 3: it lacks 'a' and has 'd', 'e' besides{vote}",
        ),
        (["[a][b]", "[a]"], f"dags[1] has 1 nodes, but dags[0] has 2: it lacks 'b'{vote}"),
        ([np.zeros((2, 2)), np.zeros((3, 3))], "dags[1] has 3 nodes, but dags[0] has 2"),
    ]:
        with pytest.raises(mcbnc.InvalidInputError) as caught:
            mcbnc.consensus(graphs)
        assert str(caught.value) == says


def test_one_required_edge_without_its_list():
    with pytest.raises(mcbnc.InvalidInputError, match=r"not 'a'; to give one edge, write \[\('a', 'b'\)\]"):
        mcbnc.consensus(["[a][b]"], knowledge={"required": ("a", "b")})


@pytest.mark.parametrize(
    "links",
    [
        [["", "-->"], ["<--", ""]],
        [["", "---"], ["---", ""]],
        [["", "o-o"], ["o-o", ""]],
        [["", "-->"], ["", ""]],
    ],
)
def test_links_of_tigramite_between_two_nodes_are_no_arcs(links):
    for given in (links, np.array(links), np.array(links, object), tuple(map(tuple, links))):
        with pytest.raises(mcbnc.InvalidInputError, match=r"mcbnc.from_tigramite\(strings\)"):
            mcbnc.consensus([given])


def test_arcs_between_strange_names_are_arcs():
    assert mcbnc.consensus([[["", "-->"], ["-->", "b"]]], 0).nodes == ["", "-->", "b"]
    assert mcbnc.consensus([[("a", "b"), ("b", "")]], 0).nodes == ["a", "b", ""]
