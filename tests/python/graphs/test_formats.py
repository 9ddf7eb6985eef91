"""Graphs in files and strings of other tools, in both directions: reading and writing."""

from __future__ import annotations

import itertools
import subprocess
import sys
from shutil import which
from unittest.mock import patch

import networkx as nx
import numpy as np
import pytest
from helpers import digraph, random_dag

import mcbnc

ODD = [
    "a b",
    'q"uo"te',
    "naïve 漢字",
    "back\\slash",
    "1",
    "node",
    "x:y",
    "semi;colon,",
    "\\",
    "<b>",
    "digraph {",
]
"""Names with characters that have a meaning in some format."""


def graph_of(adjacency, names) -> mcbnc.Graph:
    return mcbnc.Graph(np.asarray(adjacency, np.uint8), list(names), True)


def odd_graph(seed: int) -> mcbnc.Graph:
    """A random graph that is sparse enough to have an isolated node."""
    graph = random_dag(np.random.default_rng(seed), len(ODD), 0.12)
    graph[3] = graph[:, 3] = 0
    return graph_of(graph, ODD)


def same(a: mcbnc.Graph, b: mcbnc.Graph) -> bool:
    return set(a.nodes) == set(b.nodes) and set(a.edges) == set(b.edges)


# bnlearn


def test_model_strings_of_bnlearn():
    learning_test = "[A][C][F][B|A][D|A:C][E|B:F]"  # from bnlearn's manual
    read = mcbnc.from_bnlearn(learning_test)
    assert read.nodes == [*"ABCDEF"]
    assert set(read.edges) == {("A", "B"), ("A", "D"), ("C", "D"), ("B", "E"), ("F", "E")}
    assert read.to_bnlearn() == learning_test
    asia = "[A][S][T|A][L|S][B|S][D|B:E][E|T:L][X|E]"  # from bnlearn's help page on the data set
    assert mcbnc.from_bnlearn(asia).to_bnlearn() == "[A][S][B|S][L|S][T|A][E|L:T][D|B:E][X|E]"


def test_a_model_string_lists_roots_first_and_parents_in_order():
    graph = graph_of([[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]], "ABCD")
    assert graph.to_bnlearn() == "[C][D][B|C][A|B:C]"


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("  [A]\n   [long name|A]\n", [("A", "long name")]),
        ("[A][B]\n[C]\n[D|A]", [("A", "D")]),
        ("[A][B|A]\n[C]\n", [("A", "B")]),
        ("[A][B|A]\n[C|B][D|C]", [("A", "B"), ("B", "C"), ("C", "D")]),
    ],
)
def test_a_model_string_that_r_broke_into_lines(text, edges):
    assert mcbnc.from_bnlearn(text).edges == edges


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there are no nodes"),
        ("[A][B|A", r"modelstring:1: no model string .* see '\[B\|A'"),
        ("[A]\nB", "modelstring:2: no model string"),
        ("[A][A]", "'A' comes more than once"),
        ("[A][B|X]", "'X', a parent of 'B', is not among the nodes"),
        ("[A][B|]", "no node with its parents"),
        ("[A][B|A:]", "no node with its parents"),
        ("[A:C]", "no node with its parents"),
        ("[A|A]", "'A' has an arc to itself"),
        ("[A]\n[B|A:C:A][C]", "modelstring:2: 'A' is a parent of 'B' more than once"),
        ("[A][B|A]\n[C][D|C]", "modelstring:2: 2 lines are a whole model string each"),
        ("[A][B|A]\n\n[A|B][B]\n[A][B|A]\n", "modelstring:3: 3 lines are a whole model string each"),
    ],
)
def test_what_is_no_model_string(text, says):
    with pytest.raises(mcbnc.InvalidInputError, match=says):
        mcbnc.from_bnlearn(text)


def test_a_cycle_is_named():
    with pytest.raises(mcbnc.CycleError, match="it has a cycle") as caught:
        mcbnc.from_bnlearn("[r][a|c:r][b|a][c|b][d|c]")
    cycle = caught.value.cycle
    assert sorted(cycle) == ["a", "b", "c"]
    assert list(itertools.pairwise(cycle)) in (
        [("a", "b"), ("b", "c")],
        [("b", "c"), ("c", "a")],
        [("c", "a"), ("a", "b")],
    )


@pytest.mark.parametrize("name", ["a:b", "[", "x]", "p|q", ""])
def test_names_that_a_model_string_cannot_hold(name):
    with pytest.raises(mcbnc.InvalidInputError, match="bnlearn model string") as caught:
        graph_of([[0, 1], [0, 0]], [name, "z"]).to_bnlearn()
    assert caught.value.nodes == [name]


def test_names_with_the_same_text():
    for write in (mcbnc.Graph.to_dot, mcbnc.Graph.to_bnlearn):
        with pytest.raises(mcbnc.InvalidInputError, match="names must differ"):
            write(graph_of(np.zeros((2, 2)), [1, "1"]))


# DOT


@pytest.mark.parametrize("seed", range(5))
def test_dot_round_trip(tmp_path, seed):
    graph = odd_graph(seed)
    path = tmp_path / "graph.dot"
    path.write_text(graph.to_dot(), encoding="utf-8")
    again = mcbnc.read(path)
    assert again.nodes == graph.nodes
    assert (again.adjacency == graph.adjacency).all()


@pytest.mark.skipif(which("dot") is None, reason="Graphviz is not installed")
def test_dot_as_graphviz_reads_it(tmp_path):
    graph = odd_graph(1)
    drawn = subprocess.run(
        ["dot", "-Tplain"], input=graph.to_dot().encode(), capture_output=True, check=True
    ).stdout.decode()
    kinds = [line.split(" ")[0] for line in drawn.splitlines()]
    assert kinds.count("node") == len(ODD)
    assert kinds.count("edge") == len(graph.edges)
    # Graphviz writes the graph with layout attributes and line breaks.
    path = tmp_path / "written.gv"
    with path.open("wb") as file:
        subprocess.run(["dot", "-Tdot"], input=graph.to_dot().encode(), stdout=file, check=True)
    assert same(mcbnc.read(path), graph)


def test_dot_that_networkx_writes(tmp_path):
    theirs = nx.relabel_nodes(
        digraph(random_dag(np.random.default_rng(3), 6)), dict(enumerate(["a b", "c", "d", "é", "f", "g"]))
    )
    theirs.add_node("alone")
    path = tmp_path / "graph.dot"
    path.write_text(nx.nx_pydot.to_pydot(theirs).to_string(), encoding="utf-8")
    read = mcbnc.read(path)
    assert set(read.nodes) == set(theirs)
    assert set(read.edges) == set(theirs.edges)


def test_the_language_of_dot(tmp_path):
    path = tmp_path / "graph.gv"
    path.write_text(
        """strict digraph "G" { /* comment */ rankdir=LR; node [shape=box]
        a -> b:port -> {c; d} [color=red] // chain
        subgraph cluster_0 { e -> f; alone }
        {g h} -> i:n
        a -> {x -> y}; "two " + "words"; -1.5; <<i>it</i>>
# a line for the C preprocessor
        "node" -> "x:y":s }""",
        encoding="utf-8",
    )
    read = mcbnc.read_dot(path)
    assert set(read.nodes) == {
        *"abcdefghixy",
        *["alone", "node", "x:y", "two words", "-1.5", "<<i>it</i>>"],
    }
    assert set(read.edges) == {
        *[("a", "b"), ("b", "c"), ("b", "d"), ("e", "f"), ("g", "i"), ("h", "i"), ("node", "x:y")],
        *[("a", "x"), ("a", "y"), ("x", "y")],
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no DOT"),
        ("digraph { a -> ", r"dot:1: no DOT: a \{ must be where the end is"),
        ("digraph { a\n-> ]", r"dot:2: no DOT: a \{ must be where '\]' is"),
        ("digraph { a -- b }", "a { must be where '--' is"),
        ("digraph { a = }", "a name must be where '}' is"),
        ('digraph {\n"a', "dot:2: no DOT: this string has no end"),
        ("digraph { /* a", "this comment has no end"),
        ("digraph { <b<i>> -> <c }", "this string in < > has no end"),
        ("digraph { a% }", "'%' needs quotes"),
        ("digraph { a } # b", "'#' needs quotes"),
        (
            "digraph { {"
            + " ".join(f"a{i}" for i in range(1025))
            + "} -> {"
            + " ".join(f"b{i}" for i in range(1024))
            + "} }",
            "too many arcs",
        ),
        ("graph { a -- b }", "one digraph"),
        ("digraph { a } digraph { b }", "it holds more than one digraph"),
        ("digraph { a -> b } b -> c }", "one digraph, and nothing else"),
        ("digraph " + "{" * 300 + "a" + "}" * 300, "nested too deeply"),
        ("digraph { a -> a }", "'a' has an arc to itself"),
        ("digraph { }", "there are no nodes"),
    ],
)
def test_what_is_no_dot(tmp_path, capfd, text, says):
    path = tmp_path / "graph.dot"
    path.write_text(text)
    with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
        mcbnc.read(path)
    assert str(path) in str(caught.value)
    assert capfd.readouterr().out == ""


def test_a_delimiter_within_quotes_is_none(tmp_path):
    path = tmp_path / "graph.csv"
    path.write_text('"Smith; John; Dr","Doe; Jane; Dr"\n0,1\n0,0\n')
    assert mcbnc.read(path).edges == [("Smith; John; Dr", "Doe; Jane; Dr")]


# BIF


@pytest.mark.slow
@pytest.mark.parametrize("name", ["asia", "alarm"])
def test_bif_that_pgmpy_writes(tmp_path, name):
    writer = pytest.importorskip("pgmpy.readwrite").BIFWriter

    clients = mcbnc.datasets.load(name)
    model = graph_of(clients.gold, clients.nodes).to_pgmpy()
    model.get_random_cpds(n_states=2, inplace=True, seed=1)
    path = tmp_path / f"{name}.bif"
    writer(model).write(str(path))
    read = mcbnc.read(path)
    assert set(read.nodes) == set(model.nodes)
    assert set(read.edges) == set(model.edges)


BIF = """// a comment with variable x {
network unknown { }
variable a { type discrete [ 2 ] { yes, no }; }
variable b { type discrete [ 2 ] { yes, no }; }
variable alone { type discrete [ 2 ] { yes, no }; }
probability ( a ) { table 0.5, 0.5; }
probability ( alone ) { table 0.5, 0.5; }
probability ( b | a ) { (yes) 0.1, 0.9; (no) 0.3, 0.7; }
"""


@pytest.mark.parametrize(
    "change", [lambda t: t, lambda t: t.replace("\n", " \r\n"), str.rstrip, lambda t: t.replace("|", "\n|")]
)
def test_other_layouts_of_bif(tmp_path, change):
    path = tmp_path / "small.bif"
    path.write_bytes(change(BIF).encode())
    read = mcbnc.read_bif(path)
    assert sorted(read.nodes) == ["a", "alone", "b"]
    assert read.edges == [("a", "b")]


def test_bif_with_quoted_names(tmp_path):
    name = "the {first}, or // not"
    text = BIF.replace("variable a {", f'variable "{name}" {{').replace("( a )", f'( "{name}" )')
    text = text.replace("| a", f'| "{name}"').replace("variable alone", 'variable "alone"')
    (tmp_path / "quoted.bif").write_text(text.replace("yes", '"yes, it is"'))
    read = mcbnc.read(tmp_path / "quoted.bif")
    assert sorted(read.nodes) == ["alone", "b", name]
    assert read.edges == [(name, "b")]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", None, "there are no nodes"),
        ("network unknown { }", None, "there are no nodes"),
        (BIF[: BIF.index("probability ( b")], 4, "the node 'b' has no probabilities"),
        (BIF[:-20], 8, "the block has no end: 'probability"),
        (BIF.replace("variable b", "variable a"), 4, "the node 'a' comes more than once"),
        (BIF + "probability ( a ) { }", 9, "the probabilities of 'a' come more than once"),
        (BIF.replace("| a", "| z"), 8, "'z' is no node of this network$"),
        (BIF.replace("| a", "| a, z y"), 8, "'z' is no node .*; a name with blanks needs quotes"),
        (BIF.replace("| a", "| a, a"), 8, "'a' is a parent of 'b' more than once"),
        (BIF.replace("| a", "| a, b"), 8, "'b' is its own parent"),
        (BIF.replace("| a", "| a |"), 8, r"more than one \|"),
        (BIF.replace("| a", "| a,"), 8, "a name is missing beside a comma"),
        (BIF.replace("b | a", "| a"), 8, "probabilities are of one node, not of 0"),
        (BIF.replace("b | a", "b alone | a"), 8, "probabilities are of one node, not of 2"),
        (BIF.replace("( b | a )", "b"), 8, r"a list of nodes in \( \) must follow the word probability"),
        (BIF.replace("( b | a )", "( b | (a) )"), 8, r"\( in a list of nodes"),
        (
            BIF.replace("variable b", "variable"),
            4,
            "a node's name must follow the word variable, not nothing",
        ),
        (BIF.replace("variable b", "variable b(1)"), 4, r"not '\('; a name with marks needs quotes"),
        (BIF.replace("variable b", 'variable ""'), 4, "a node has no name"),
        (BIF.replace("variable b", "decision b"), 4, "the block decision is not part of BIF"),
        (BIF.replace("variable b", 'variable "b'), 4, "this string has no end"),
        (BIF + '"', 9, "this string has no end"),
        (BIF + "/* a", 9, "this comment has no end"),
        (BIF + "}", 9, "no block begins like this: '}'"),
        (BIF + "{}", 9, "a block has no keyword"),
        (BIF + "probability ( b", 9, r"the text ends within this: 'probability \( b'"),
        ("<html><body>404</body></html>", 1, "the text ends within this: '<html>"),
        (BIF.replace("variable a {", "variable a b {") + "probability ( a b ) { }", 6, "'a' is no node"),
        (
            BIF.replace("variable a {", "variable a { } variable c { } variable a c {").replace(
                "| a", "| a c"
            ),
            8,
            "'a c' may be one node or several",
        ),
    ],
)
def test_what_is_no_bif(tmp_path, text, line, says):
    path = tmp_path / "bad.bif"
    path.write_text(text)
    with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
        mcbnc.read(path)
    assert str(caught.value).startswith(f"{path}: " if line is None else f"{path}:{line}: ")


# Tables


@pytest.mark.parametrize("seed", range(3))
def test_a_matrix_that_pandas_writes(tmp_path, seed):
    graph = odd_graph(seed)
    path = tmp_path / "matrix.csv"
    graph.to_pandas().to_csv(path)
    assert mcbnc.read(path).edges == graph.edges
    assert mcbnc.read(path).nodes == graph.nodes
    graph.to_pandas().sample(frac=1, random_state=seed).to_csv(path, sep=";", encoding="utf-8-sig")
    assert mcbnc.read(path).edges == graph.edges  # the rows in another order
    graph.to_pandas().to_csv(path, index=False, sep="\t")
    assert mcbnc.read(path).edges == graph.edges


@pytest.mark.parametrize(
    "text",
    [
        '"","A","B","C"\n"A",0,1,0\n"B",0,0,0\n"C",0,0,0\n',  # R: write.csv(amat(net))
        '"A","B","C"\n"A",0,1,0\n"B",0,0,0\n"C",0,0,0\n',  # R: write.table(amat(net), sep = ",")
        "A,B,C\r\n0,1,0\r\n0,0,0\r\n0,0,0\r\n\r\n",
        "A;B;C\nFALSE;TRUE;FALSE\nFALSE;FALSE;FALSE\nFALSE;FALSE;FALSE",
        '"","from","to"\n"1","A","B"\n"2","C",""\n',  # R: write.csv(arcs(net)), and a node without arcs
        "source,target\nA,B\nC,\n",  # networkx: to_pandas_edgelist
    ],
)
def test_tables_of_other_tools(tmp_path, text):
    path = tmp_path / "table.csv"
    path.write_bytes(text.encode())
    read = mcbnc.read_edges(path)
    assert read.nodes == ["A", "B", "C"]
    assert read.edges == [("A", "B")]


def test_an_arc_list_that_networkx_writes(tmp_path):
    theirs = nx.relabel_nodes(digraph(random_dag(np.random.default_rng(4), 7)), str)
    path = tmp_path / "arcs.csv"
    nx.to_pandas_edgelist(theirs).to_csv(path, index=False)
    assert set(mcbnc.read(path).edges) == set(theirs.edges)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", None, "it is empty"),
        ("A,B,C\n0,1,0\n", 1, "3 names in the header, and 1 rows"),
        ("A,B\n0,1\n0,2\n", 3, "that of 'B' is '2'"),
        ("A,B\n0\n0,0\n", 2, "each of the 2 nodes, not 1 entries"),
        ("A,B\n0,1,1\n0,0\n", 2, "each of the 2 nodes, not 3 entries"),
        (",A,B\nA,0,1\nC,0,0\n", None, "must have the same nodes as its header"),
        ("A,A\n0,1\n0,0\n", None, "names must differ, but 'A'"),
        (",A,\nA,0,1\n,0,0\n", 1, "a name in the header is empty"),
        ("from,to\nA,B\nA\n", 3, "is no arc"),
        ("from,to\nA,B,0.9\n", 2, "is no arc"),
        ("from,to\n,B\n", 2, "is no arc"),
        ("from,to\n", None, "there are no nodes"),
        ("from,to,strength,direction\nA,B,0.9,1\n", None, "table of strengths.*threshold"),
        ('A,B\n"0,1\n', 2, "no table"),
    ],
)
def test_what_is_no_table(tmp_path, text, line, says):
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
        mcbnc.read(path)
    assert str(caught.value).startswith(f"{path}: " if line is None else f"{path}:{line}: ")


# As inputs


def test_dags_of_every_kind_at_once(tmp_path):
    graph = mcbnc.from_bnlearn("[B][A|B][C|A:B][D]")
    (tmp_path / "one.dot").write_text(graph.to_dot())
    (tmp_path / "two.csv").write_text(graph.to_pandas().to_csv())
    (tmp_path / "three.txt").write_text(graph.to_bnlearn() + "\n")
    dags = [
        graph.to_bnlearn(),
        tmp_path / "one.dot",
        str(tmp_path / "two.csv"),
        tmp_path / "three.txt",
        graph.to_pandas(),
        graph.to_networkx(),
        graph,
    ]
    wanted = mcbnc.consensus([graph] * len(dags))
    assert same(mcbnc.consensus(dags), wanted)
    assert mcbnc.metrics.smhd(graph.to_bnlearn(), tmp_path / "one.dot") == 0
    wanted.save(tmp_path / "four.json")
    assert mcbnc.metrics.shd(wanted, tmp_path / "four.json") == 0
    assert same(mcbnc.read(tmp_path / "four.json"), wanted)


def test_errors_say_which_dag(tmp_path):
    (tmp_path / "bad.csv").write_text("A,B\n0,1\n0,7\n")
    mcbnc.trajectory(["[A][B|A]"]).save(tmp_path / "run.json")
    for bad, says in [
        (tmp_path / "bad.csv", r"dags\[1\]: .*bad\.csv:3: entries are 0 or 1"),
        (str(tmp_path / "none.bif"), r"dags\[1\]: .*none\.bif cannot be read: No such file"),
        ("graph.xyz", r"dags\[1\]: 'graph\.xyz' is neither"),
        (tmp_path, r"dags\[1\]: .* cannot be read: it is a folder"),
        ("[A][B|", r"dags\[1\]: model string:1: "),
        (tmp_path / "run.json", r"dags\[1\]: .*whole trajectory"),
        ("[A][B|A][C]", r"dags\[1\] has 3 nodes"),
        ("[A][X|A]", r"dags\[1\] must have the same nodes as dags\[0\]"),
    ]:
        with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
            mcbnc.consensus(["[A][B|A]", bad])
        assert (caught.value.argument, caught.value.dag) == ("dags", 1)
    with pytest.raises(mcbnc.CycleError, match=r"dags\[1\]: model string: it has a cycle: A -> B -> A"):
        mcbnc.consensus(["[A][B|A]", "[A|B][B|A]"])
    with pytest.raises(mcbnc.InvalidInputError, match=r"not a single str; to give one DAG, write \[dag\]"):
        mcbnc.consensus("[A][B|A]")


def test_text_that_is_not_utf_8(tmp_path):
    path = tmp_path / "latin.csv"
    path.write_bytes("é,b\n0,1\n0,0\n".encode("latin-1"))
    with pytest.raises(mcbnc.InvalidInputError, match="not text in UTF-8"):
        mcbnc.read(path)
    with pytest.raises(FileNotFoundError):
        mcbnc.read(tmp_path / "none.csv")


def test_files_are_read_without_other_libraries(tmp_path):
    graph = mcbnc.from_bnlearn("[a][b|a]")
    texts = {".dot": graph.to_dot(), ".bif": BIF, ".csv": "a,b\n0,1\n0,0\n", ".bn": graph.to_bnlearn()}
    for suffix, text in texts.items():
        (tmp_path / f"net{suffix}").write_text(text)
    code = f"""
import sys
for name in ("pgmpy", "pydot", "pandas", "networkx", "matplotlib"):
    sys.modules[name] = None
import mcbnc
for suffix in {list(texts)!r}:
    assert ("a", "b") in mcbnc.read({str(tmp_path / "net")!r} + suffix).edges
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_library_that_lacks_one_of_its_own(monkeypatch, tmp_path):
    package = tmp_path / "pgmpy"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "models.py").write_text("import a_parser.of_it")
    monkeypatch.syspath_prepend(str(tmp_path))
    with patch.dict(sys.modules):
        for name in [name for name in sys.modules if name.partition(".")[0] == "pgmpy"]:
            del sys.modules[name]
        with pytest.raises(
            mcbnc.MissingExtraError, match=r"pip install pgmpy a_parser \(mcbnc's extra 'pgmpy';"
        ):
            mcbnc.from_bnlearn("[A]").to_pgmpy()


def test_a_graph_shows_what_it_is():
    assert repr(mcbnc.from_bnlearn("[A][B|A]")) == "<Graph: 1 edge over 2 nodes>"
