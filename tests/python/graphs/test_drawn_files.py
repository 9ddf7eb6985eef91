"""GML and GraphML: what each tool writes, what its marks mean, and what is refused."""

from __future__ import annotations

import pytest
from corpus import text_of

import mcbnc
from mcbnc._base.files import File
from mcbnc._graphs.reading import parse_file

NETWORKX, YED_GML = text_of("networkx/wet.gml"), text_of("yed/wet.gml")
GRAPHML, YED = text_of("networkx/wet.graphml"), text_of("yed/wet.graphml")
IGRAPH, GEPHI = text_of("igraph/wet.graphml"), text_of("gephi/wet.graphml")
A_TO_B = "graph [ directed 1 node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 %s ] %s ]"


def graph(text, suffix, names=None):
    (source,) = parse_file(File(text.encode(), f"g{suffix}"), suffix, names)
    return source.names, {(source.names[i], source.names[j]) for i, j in source.arcs.tolist()}


def gml(text, names=None):
    return graph(text, ".gml", names)


def graphml(body, names=None, default="directed"):
    start = "<graphml><key id='w' for='edge' attr.name='weight'/><key id='l' attr.name='label'/>"
    return graph(f"{start}<graph edgedefault='{default}'>{body}</graph></graphml>", ".graphml", names)


TWO = "<node id='a'/><node id='b'/>"


def test_numbers_are_the_names_of_nodes_without_labels():
    assert gml(A_TO_B % ("", "")) == (["1", "2"], {("1", "2")})
    assert gml(NETWORKX, "ids")[0] == ["0", "1", "2", "3"]


def test_gml_as_it_may_be_written():
    assert gml(A_TO_B.replace(" ", "\n# comment ]\n") % ("", ""))[1] == {("1", "2")}
    assert gml((A_TO_B % ("", "")).upper())[1] == {("1", "2")}
    names, arcs = gml('graph [ directed 1 node [ id 1 name "x" ] node [ id 2 label "&quot;y&amp;" ] ]')
    assert (names, arcs) == (["x", '"y&'], set())
    assert gml(A_TO_B % ("", 'more [ graph [ directed 0 ] node [ id 1 ] x "]" y -1.5E+3 z NAN ]'))[1]
    assert gml(A_TO_B % ("weight 1", "edge [ source 2 target 1 weight 1 ]"))[1] == {("1", "2"), ("2", "1")}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (
            A_TO_B.replace("directed 1", "directed 0") % ("", ""),
            1,
            "the graph is undirected, since it does not",
        ),
        (A_TO_B.replace("directed 1", "") % ("", ""), 1, "directions are needed"),
        (A_TO_B.replace("directed 1", "directed 2") % ("", ""), 1, "directed is 0 or 1, not '2'"),
        (A_TO_B % ("", "\nnode [ id 1 ]"), 2, "the node '1' comes more than once"),
        (A_TO_B % ("", "\nnode [ label 3 ]"), 2, "this node has no id"),
        (A_TO_B % ("", "\nedge [ source 1 ]"), 2, "this edge has no target"),
        (A_TO_B % ("", "\nedge [ source 1 target 7 ]"), 2, "the edge has the end '7', which is no node"),
        (A_TO_B % ("", "\nedge [ source 2 target 2 ]"), 2, "'2' has an arc to itself"),
        (A_TO_B % ("source 2", ""), 1, "this edge has source twice"),
        (A_TO_B % ("", "\nnode [ id 3 isGroup 1 ]"), 2, "a group of nodes is not read"),
        (A_TO_B % ("", "\nnode [ id 3 graph [ node [ id 4 ] ] ]"), 2, "a graph within a node is not read"),
        (A_TO_B % ("weight 1", "\nedge [ source 2 target 1 weight 2 ]"), 2, "have different weights"),
        (A_TO_B % ("value 0.5", "\nedge [ source 2 target 1 ]"), 2, "have different weights"),
        (A_TO_B % ("", "") + "\ngraph [ ]", 2, "a second graph begins here"),
        (A_TO_B % ("", "") + "\n]", 2, "this closes no list"),
        (A_TO_B % ("", "\nx ]"), 2, "x has no value"),
        (A_TO_B % ("", "\nx y"), 2, "a value of x must be where y is"),
        (A_TO_B % ("", "\n3 4"), 2, "a key must be where '3' is"),
        (A_TO_B % ("", "\nx 'y'"), 2, '"\'" is no key'),
        (A_TO_B % ("", '\nx "y'), 2, "this string has no end"),
        ("\ngraph [ node [ id 1 ]", 2, "it ends within this"),
        ("graph [ ]\nx", 2, "x has no value"),
        ("graph [ " + "x [ " * 64, 1, "it is nested too deeply"),
        ("x 1", None, "no GML: it has no graph [ ]"),
        ("graph [ ]", None, "there are no nodes"),
    ],
)
def test_what_is_no_gml(text, line, says):
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        gml(text)
    assert str(caught.value).startswith("g.gml: " if line is None else f"g.gml:{line}: ")
    assert says in str(caught.value)


@pytest.mark.parametrize("text", [NETWORKX, YED_GML, GRAPHML, YED, IGRAPH, GEPHI])
def test_every_beginning_is_refused(text):
    suffix = ".graphml" if text.startswith("<") else ".gml"
    for end in range(0, len(text.rstrip()) - 1, 5):
        with pytest.raises(mcbnc.InvalidInputError):
            graph(text[:end], suffix)


@pytest.mark.parametrize(
    ("arrows", "arcs"),
    [
        ('source="none" target="standard"', {("n0", "n2")}),
        ('source="delta" target="none"', {("n2", "n0")}),
        ('source="none" target="none"', {("n0", "n2"), ("n2", "n0")}),
        ("", {("n0", "n2"), ("n2", "n0")}),
    ],
)
def test_the_arrows_of_yed_are_the_marks(arrows, arcs):
    text = YED.replace('source="none" target="standard"', arrows)
    assert graph(text, ".graphml", "ids")[1] - {("n1", "n2"), ("n0", "n1"), ("n1", "n0")} == arcs
    ends = dict(word.split("=") for word in arrows.split())
    lines = "".join(f"\n{key}Arrow {value}" for key, value in ends.items() if "none" not in value)
    text = YED_GML.replace('targetArrow\t"standard"', lines)
    assert {(f"n{u}", f"n{v}") for u, v in gml(text, "ids")[1]} - {
        ("n1", "n2"),
        ("n0", "n1"),
        ("n1", "n0"),
    } == arcs


@pytest.mark.parametrize(
    ("arrow", "says"),
    [
        ("circle", "a circle stands for either mark"),
        ("diamond", "the edge has the arrow 'diamond', which stands for neither an arrowhead"),
    ],
)
def test_arrows_of_yed_that_no_dag_has(arrow, says):
    for text, old, new, suffix in (
        (YED, 'source="none" target="standard"', f'source="{arrow}" target="standard"', ".graphml"),
        (YED_GML, 'targetArrow\t"standard"', f'sourceArrow "{arrow}" targetArrow "standard"', ".gml"),
    ):
        with pytest.raises(mcbnc.InvalidInputError, match=says):
            graph(text.replace(old, new), suffix)


def test_only_yed_draws_its_edges():
    """Gephi's edges have graphics, and no arrows there."""
    assert gml(A_TO_B % ('graphics [ fill "#000" ]', ""))[1] == {("1", "2")}
    yed = 'Creator "yFiles" '
    assert gml(yed + A_TO_B % ('graphics [ fill "#000" ]', ""))[1] == {("1", "2"), ("2", "1")}


def test_graphml_as_it_may_be_written():
    edges = "<edge source='a' target='b'/>"
    assert graphml(edges + TWO) == (["a", "b"], {("a", "b")})
    assert graphml(TWO + "<edge source='a' target='b' directed='true'/>", default="undirected")[1] == {
        ("a", "b")
    }
    both = {("a", "b"), ("b", "a")}
    assert graphml(TWO + "<edge source='a' target='b' directed='false'/>")[1] == both
    assert graphml(TWO + edges + "<edge source='b' target='a'/>")[1] == both
    assert graphml(TWO + edges + edges)[1] == {("a", "b")}
    data = "<node id='n1'><desc>x</desc><data key='l'> a  b </data><port name='p'/></node><data key='g'/>"
    assert graphml(data) == (["a b"], set())
    assert graphml(TWO, default="undirected") == (["a", "b"], set())
    weights = "<edge source='a' target='b'><data key='w'>0.5</data></edge>"
    assert graphml(TWO + weights + weights.replace("0.5", "5e-1"))[1] == {("a", "b")}


@pytest.mark.parametrize(
    ("body", "line", "says"),
    [
        ("<edge source='a' target='b'/>", 2, "the edge has the end 'a', which is no node"),
        ("<node id='a'/>", 2, "the node 'a' comes more than once"),
        ("<node/>", 2, "a node has no id"),
        ("<hyperedge/>", 2, "hyperedges join more than two nodes"),
        ("<node id='c'><graph/></node>", 2, "take the nodes out of their group"),
        ("<locator/>", 2, "it refers to another file"),
        ("<nodes/>", 2, "'nodes' is not one of the elements node, edge, data, desc of graph"),
        ("<node id='c'><edge/></node>", 2, "'edge' is not one of the elements data, port, desc of node"),
        ("</graph><graph edgedefault='directed'>", 2, "a second graph begins here"),
        ("</graph><key id='n'/><graph>", 2, "a key stands before the graph"),
    ],
)
def test_what_is_no_graphml(body, line, says):
    text = f"<node id='a'/>\n{body}" if "source" not in body else f"\n{body}"
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        graphml(text)
    assert str(caught.value).startswith(f"g.graphml:{line}: ")
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("edges", "default", "says"),
    [
        ("<edge source='a' target='b'/>", "undirected", "the graph is undirected, and directions are needed"),
        ("<edge source='a' target='b' directed='no'/>", "directed", "directed is true or false, not 'no'"),
        ("<edge source='a' target='a'/>", "directed", "'a' has an arc to itself"),
        ("<edge source='a'/>", "directed", "the end '', which is no node"),
        ("", "both", "edgedefault is directed or undirected, not 'both'"),
        (
            "<edge source='a' target='b'/><edge source='a' target='b' directed='false'/>",
            "directed",
            "the edge of a and b comes twice",
        ),
        (
            "<edge source='a' target='b'/><edge source='b' target='a'><data key='w'>2</data></edge>",
            "directed",
            "have different weights",
        ),
    ],
)
def test_edges_that_are_none(edges, default, says):
    with pytest.raises(mcbnc.InvalidInputError, match=says):
        graphml(TWO + edges, default=default)


def test_the_default_weight_of_a_file_counts():
    key = "<graphml><key id='w' for='edge' attr.name='weight'><default>1.0</default></key>"
    edges = "<edge source='a' target='b'/><edge source='b' target='a'><data key='w'>%s</data></edge>"
    other = "<key id='g' for='graph' attr.name='weight'><default>7</default></key>"
    text = f"{key}{other}<graph edgedefault='directed'>{TWO}{edges}</graph></graphml>"
    assert len(graph(text % "1.0", ".graphml")[1]) == 2
    with pytest.raises(mcbnc.InvalidInputError, match="have different weights"):
        graph(text % "0.5", ".graphml")


def test_a_label_comes_before_a_name_and_before_what_yed_shows():
    text = IGRAPH.replace('<graph id="G"', '<key id="v_l" for="node" attr.name="Label"/><graph id="G"')
    text = text.replace('<node id="n0">', '<node id="n0"><data key="v_l">Rain</data>')
    assert graph(text, ".graphml")[0] == ["Rain", "sprinkler", "wet"]
    assert graph(text, ".graphml", "ids")[0] == ["n0", "n1", "n2"]
    yed = YED.replace('attr.name="description" attr.type="string" for="node"', 'attr.name="name" for="node"')
    assert graph(yed.replace('<data key="d5"/>', '<data key="d5">lawn</data>'), ".graphml")[0][2] == "lawn"


def test_entities_are_refused():
    text = '<!DOCTYPE graphml [<!ENTITY a "b">]><graphml><graph edgedefault="directed"/></graphml>'
    with pytest.raises(mcbnc.InvalidInputError, match="it has the entity 'a'"):
        graph(text, ".graphml")
