"""Identifiers beside labels: which are the names of the nodes, and the warnings."""

from __future__ import annotations

import warnings

import networkx as nx
import pytest

import mcbnc
from mcbnc.cli import main

COLLIDER = [("age", "bp"), ("sex", "bp")]


def xdsl(ids, labels, parents):
    nodes = "".join(f'<cpt id="{i}"><parents>{" ".join(parents.get(i, ()))}</parents></cpt>' for i in ids)
    drawn = "".join(
        f'<node id="{i}"><name>{label}</name></node>' for i, label in zip(ids, labels, strict=True) if label
    )
    return f"<smile><nodes>{nodes}</nodes><extensions><genie>{drawn}</genie></extensions></smile>"


def net(ids, labels, parents):
    nodes = "".join(
        f'node {i} {{ x = "label = \\"no\\""; % label = "no"\n label = "{label}"; }}'
        for i, label in zip(ids, labels, strict=True)
    )
    return nodes + "".join(f"potential ({i} | {' '.join(parents.get(i, ()))}) {{ }}" for i in ids)


def dsc(ids, labels, parents):
    nodes = "".join(f'node {i} {{ name: "{label}"; }}' for i, label in zip(ids, labels, strict=True))
    return nodes + "".join(f"probability ({i} | {', '.join(parents.get(i, ()))}) {{ }}" for i in ids)


def dne(ids, labels, parents):
    nodes = "".join(
        f'node {i} {{ comment = "title = \\"no\\";"; parents = ({", ".join(parents.get(i, ()))}); '
        f'title = "{label}"; }}; '
        for i, label in zip(ids, labels, strict=True)
    )
    return f"bnet x {{ {nodes} }};"


def dot(ids, labels, parents):
    nodes = "".join(f'{i} [label="{label}"];' for i, label in zip(ids, labels, strict=True))
    return f"digraph {{ {nodes} {''.join(f'{u} -> {v};' for v, above in parents.items() for u in above)} }}"


def dagitty(ids, labels, parents):
    return dot(ids, labels, parents).replace("digraph", "dag")


FORMATS = {".dot": dot, ".net": net, ".dsc": dsc, ".dne": dne, ".xdsl": xdsl, ".dagitty": dagitty}


def write(tmp_path, suffix, ids, labels, parents, name="g"):
    path = tmp_path / f"{name}{suffix}"
    path.write_text(FORMATS[suffix](ids, labels, parents))
    return path


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("ids", ["012", ["n0", "n1", "n2"], ["Node_1", "Node_2", "Node_10"]])
def test_labels_are_the_names_where_a_program_counted(tmp_path, suffix, ids):
    """Two sites with another order of the columns agree."""
    a, b, c = ids
    north = write(tmp_path, suffix, ids, ["age", "bp", "sex"], {b: [a, c]}, "north")
    south = write(tmp_path, suffix, ids, ["sex", "age", "bp"], {c: [a, b]}, "south")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert sorted(mcbnc.consensus([north, south], 0.5).edges) == COLLIDER
        assert sorted(mcbnc.read(south).edges) == COLLIDER
    assert mcbnc.read(south, names="ids").nodes == [*ids]


@pytest.mark.parametrize("suffix", FORMATS)
def test_identifiers_are_the_names_elsewhere_and_that_is_told(tmp_path, suffix):
    path = write(tmp_path, suffix, ["a", "b", "c"], ["Age", "Blood pressure", "Sex"], {"b": ["a", "c"]})
    with pytest.warns(mcbnc.DataWarning, match="3 nodes of 3 have a label .* 'a' with the label 'Age'"):
        assert mcbnc.read(path).nodes == ["a", "b", "c"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mcbnc.read(path, names="labels").nodes == ["Age", "Blood pressure", "Sex"]
        assert mcbnc.read(path, names="ids").nodes == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("ids", "labels"),
    [
        (["age", "bp"], ["age", "bp"]),
        (["Visit_to_Asia", "bp"], ["Visit to Asia?", "BP"]),
        (["a", "b"], ["", ""]),
        (["a", "b"], ["normal", "normal"]),
    ],
)
def test_labels_that_say_no_more_are_not_told(tmp_path, ids, labels):
    path = write(tmp_path, ".dot", ids, labels, {ids[1]: [ids[0]]})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mcbnc.read(path).nodes == ids


@pytest.mark.parametrize("labels", [["age", "age"], ["age", ""]])
def test_numbers_whose_labels_are_no_names_are_told(tmp_path, labels):
    path = write(tmp_path, ".dot", "01", labels, {"1": ["0"]})
    with pytest.warns(mcbnc.DataWarning, match="The identifiers are taken as names"):
        assert mcbnc.read(path).nodes == ["0", "1"]
    with pytest.raises(mcbnc.InvalidInputError, match=r"(labels: .*more than once|the node '1' has no)"):
        mcbnc.read(path, names="labels")


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_one_identifier_of_two_labels_in_one_call(tmp_path):
    north = write(tmp_path, ".dot", "ab", ["age", "sex"], {"b": ["a"]}, "north")
    south = write(tmp_path, ".net", "ab", ["sex", "age"], {"b": ["a"]}, "south")
    says = r"dags\[.*south.*: the identifier 'a' has the label 'sex', but in dags\[.*north.* the label 'age'"
    for dags in ([north, south], {"north": mcbnc.read(north), "south": mcbnc.read(south)}):
        with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
            mcbnc.consensus(dags)
        assert caught.value.nodes == ["a"]
    with pytest.raises(mcbnc.InvalidInputError, match="the identifier 'a' has the label"):
        mcbnc.metrics.shd(mcbnc.read(north), mcbnc.read(south))
    with pytest.raises(mcbnc.InvalidInputError, match="the identifier 'a' has the label"):
        mcbnc.baselines.vote([north, south], nodes="union")
    ids = [mcbnc.read(path, names="ids") for path in (north, south)]
    assert mcbnc.consensus(ids).edges == [("a", "b")]
    labels = [mcbnc.read(path, names="labels") for path in (north, south)]
    assert mcbnc.consensus(labels).nodes == ["age", "sex"]


def test_one_node_of_two_labels_in_one_file(tmp_path):
    path = tmp_path / "g.dot"
    path.write_text('digraph { a [label="age"];\na [label="sex"] }')
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"g\.dot:2: no DOT: 'a' has two labels, 'age' and 'sex'"
    ):
        mcbnc.read(path)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("<<b>Age</b><br/>(years &gt; 17)>", "Age (years > 17)"),
        ('<<TABLE BGCOLOR="red"><TR><TD>Age</TD></TR></TABLE>>', "Age"),
        (r'"Age\n(years)"', "Age (years)"),
        (r'"\N: age"', "0: age"),
    ],
)
def test_a_label_is_a_name_in_one_line(tmp_path, label, name):
    path = tmp_path / "g.dot"
    path.write_text(f"digraph {{ 0 [label={label}]; 1 [label=x]; 0 -> 1 }}")
    assert mcbnc.read(path).edges == [(name, "x")]


def test_a_string_elsewhere_is_no_label(tmp_path):
    path = tmp_path / "g.net"
    path.write_text(
        'node n0 { label = x; HR = "no"; } node n1 { label = % "no"\n "sex"; } potential (n0) { } '
    )
    with path.open("a") as file:
        file.write("potential (n1 | n0) { }")
    with pytest.warns(mcbnc.DataWarning, match="1 node of 2 has a label .* 'n1' with the label 'sex'"):
        assert mcbnc.read(path).nodes == ["n0", "n1"]


def test_defaults_of_nodes(tmp_path):
    path = tmp_path / "g.dot"
    path.write_text('digraph { node [label=""]; a -> b; node [label="\\N"] c; a [label="a"] }')
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mcbnc.read(path).nodes == ["a", "b", "c"]


@pytest.mark.parametrize("key", ["label", "name"])
def test_graphs_of_networkx_from_graphml_and_gephi(key):
    sites = []
    for names in (["age", "bp", "sex"], ["sex", "age", "bp"]):
        graph = nx.DiGraph()
        graph.add_nodes_from((f"n{k}", {key: name}) for k, name in enumerate(names))
        place = {name: f"n{k}" for k, name in enumerate(names)}
        graph.add_edges_from((place[u], place[v]) for u, v in COLLIDER)
        sites.append(graph)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert sorted(mcbnc.consensus(sites, 0.5).edges) == COLLIDER
    named = nx.relabel_nodes(sites[0], {"n0": "a", "n1": "b", "n2": "c"})
    with pytest.warns(mcbnc.DataWarning, match=r"dags\[0\]: 3 nodes of 3 have a label"):
        assert mcbnc.consensus([named]).nodes == ["a", "b", "c"]


@pytest.mark.parametrize("names", ["label", True, 1, ["ids"]])
def test_what_names_may_be(tmp_path, names):
    path = write(tmp_path, ".dot", "ab", "xy", {})
    with pytest.raises(mcbnc.InvalidInputError, match="names must be 'labels' or 'ids'") as caught:
        mcbnc.read(path, names=names)
    assert caught.value.argument == "names"


def test_labels_of_a_file_that_has_none(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("from,to\na,b\n")
    with pytest.raises(mcbnc.InvalidInputError, match=r"g\.csv: no node has a label"):
        mcbnc.read(path, names="labels")
    assert mcbnc.read(path, names="ids").nodes == ["a", "b"]


def test_the_shell_has_the_option(tmp_path, capsys):
    path = write(tmp_path, ".dot", "ab", ["age", "sex"], {"b": ["a"]})
    with pytest.warns(mcbnc.DataWarning, match="; --node-names labels takes the labels"):
        assert main(["consensus", str(path), "--quiet"]) == 0
    assert capsys.readouterr().out == "from,to,reversible\na,b,yes\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert main(["consensus", str(path), "--quiet", "--node-names", "labels"]) == 0
    assert capsys.readouterr().out == "from,to,reversible\nage,sex,yes\n"
