"""What a file is: its content tells, its suffix breaks ties; where neither does, the error lists formats."""

from __future__ import annotations

import json

import pytest
from corpus import content_of, text_of

import mcbnc
from mcbnc._base.files import File
from mcbnc._graphs.recognising import FORMATS, recognise
from mcbnc.cli._graph_files import read_files


def fails(path, content, read=mcbnc.read) -> str:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        read(path)
    return str(caught.value).removeprefix(str(path))


@pytest.mark.parametrize(
    ("text", "suffix", "name"),
    [
        ("network unknown {\n}", ".net", "BIF"),
        ("variable a {\n type discrete", "", "BIF"),
        ("probability(a) { }", ".csv", "BIF"),
        ("// a } comment\n/* net { */ net { }", ".bif", ".net of Hugin"),
        ("% of all\nnode a { label = 1; }", "", ".net of Hugin"),
        ("node a { } potential (a) { }", "", ".net of Hugin"),
        ("node a { } probability (a) { }", "", ".dsc of MSBN"),
        ("node a\n{\n\ttype : discrete[2] = { 0, 1 }; }", ".net", ".dsc of MSBN"),
        ("strict DiGraph {}", "", "DOT"),
        ('graph "a { b" { a -- b }', "", "DOT"),
        ("# cpp\ndigraph a_1 { }", ".gml", "DOT"),
        ("digraph { a -> b }", ".dagitty", "DOT"),
        ("digraph { a -> b }", ".txt", "DOT"),
        ("dag{a->b}", ".dot", "dagitty"),
        ('# by hand\nComment "graph {"\nVersion 1 graph [ node [ id 0 ] ]', ".dot", "GML"),
        ("[a]\n[b|a]", ".json", "bnlearn's model string"),
        ('{"nodes": []}', ".bn", "JSON"),
        ("\n  BAYES\n3\n2 2 2", ".bif", ".uai"),
        ("a report\n\nGraph Nodes:\na;b", ".csv", "a graph of Tetrad"),
        ("from,to\n", ".bn", "a table"),
        ("source\ttarget\na\tb", "", "a table"),
        ("x y,z\n0,1\n0,0", ".dot", "a table"),
        ('"x" "y"\n', ".csv", "a table"),
        ("node1,edge,node2\na,-->,b\n", ".xml", "a table"),
        ("from,to,strength,direction\n", "", "a table"),
    ],
)
def test_content_comes_first(text, suffix, name):
    assert recognise(File(text.encode(), "file"), suffix).name == name


@pytest.mark.parametrize("start", [b"\xef\xbb\xbf", b" \n\t", b"\n\xef\xbb\xbf"])
@pytest.mark.parametrize("form", ["bnrepository/three.bif", "networkx/wet.gml", "mcbnc/structure.json"])
def test_blanks_and_byte_order_marks_tell_nothing(start, form):
    content = content_of(form)
    assert recognise(File(start + content, ""), "") is recognise(File(content, ""), "")


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "latin-1"])
def test_xml_in_other_encodings(tmp_path, coding):
    text = text_of("weka/weather.xml").replace('version="1.0"', f'version="1.0" encoding="{coding[:6]}"')
    path = tmp_path / "weather"
    path.write_bytes(text.replace("utf-8-", "utf-8").replace("latin-", "latin-1").encode(coding))
    assert len(mcbnc.read(path).edges) == 3


def test_a_comment_may_be_long(tmp_path):
    path = tmp_path / "net.txt"
    path.write_text(f"// {'-' * 400_000}\n" * 3 + text_of("bnrepository/three.bif"))
    assert mcbnc.read(path).edges == [("a", "c"), ("b", "c")]


def test_the_suffix_tells_where_the_content_does_not(tmp_path):
    """Then the format's own reader says what is wrong."""
    for suffix, says in (
        (".bif", "no block begins like this"),
        (".dot", "it must hold one digraph"),
        (".xmlbif", "no XML: "),
        (".csv", "neither an arc list"),
        (".gml", "a value of hello must be where there is"),
        (".uai", "begins with BAYES, not with 'hello'"),
        (".bn", "no model string like"),
    ):
        assert says in fails(tmp_path / f"g{suffix}", "hello there; you,")


def test_neither_tells(tmp_path):
    for name in ("g", "g.txt", "g.xml", "g.dat"):
        message = fails(tmp_path / name, "hello there")
        assert message.startswith(": it begins with 'hello there', as no graph does that mcbnc reads")
        for form in FORMATS:
            assert form.name in message
        assert fails(tmp_path / name, "") == ": it is empty"
        assert fails(tmp_path / name, "// nothing else") == ": it is empty"
        message = fails(tmp_path / name, '<?xml version="1.0"?><gexf><graph/></gexf>')
        assert message.startswith(": it is XML, with the outermost element gexf, as no graph does")
        assert fails(tmp_path / name, "<?xml version='1.0'?>\n<?") == ":2: no XML: unclosed token"
        assert fails(tmp_path / name, "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>").startswith(
            ":1: it has the entity 'b'"
        )


@pytest.mark.parametrize("name", ["g", "g.txt"])
def test_rows_are_no_graph(tmp_path, name):
    assert "rows of data? mcbnc.learn makes a DAG" in fails(tmp_path / name, "age,sex\n31,f\n42,m\n50,f\n")


@pytest.mark.parametrize("name", ["g", "g.xlsx", "g.txt", "g.xml", "g.bif"])
def test_what_is_no_text(tmp_path, name):
    assert "give pandas.read_excel" in fails(tmp_path / name, b"PK\x03\x04\xff\xfe")
    assert "it is in UTF-16" in fails(tmp_path / name, "digraph { a -> b }".encode("utf-16"))
    assert "not text in UTF-8" in fails(tmp_path / name, b"\x00\xff\x80")


def test_knowledge_is_no_graph(tmp_path):
    text = "/knowledge\n\naddtemporal\n1 a\n2 b\n"
    for name in ("known", "known.txt", "known.bif", "known.csv"):
        path = tmp_path / name
        says = f"it is a file of knowledge of Tetrad, and no graph: give it as knowledge={str(path)!r}"
        assert fails(path, text) == f": {says}"
        with pytest.raises(mcbnc.InvalidInputError, match="give it as knowledge="):
            mcbnc.consensus([path, path])
        with pytest.raises(mcbnc.InvalidInputError, match="give it as --knowledge "):
            read_files([str(path)], None)
        assert mcbnc.consensus(["[a][b|a]"], knowledge=path).edges == [("a", "b")]


def test_structures_under_any_name(tmp_path):
    path = tmp_path / "structures.txt"
    path.write_text(json.dumps({"nodes": ["a", "b"], "clients": [[["a", "b"]], []]}))
    assert mcbnc.consensus(path, theta=0).edges == [("a", "b")]
    assert mcbnc.consensus([path, "[a][b]"], theta=0).edges == [("a", "b")]
    assert len(mcbnc.load(path)) == 2
    assert "it has 2 graphs, not one" in fails(path, path.read_bytes())


def test_a_run_under_any_name(tmp_path):
    run = mcbnc.consensus(["[a][b|a][c|b]"], theta=0)
    run.save(tmp_path / "run.json")
    path = (tmp_path / "run.json").rename(tmp_path / "run.bif")
    assert mcbnc.read(path).edges == run.edges


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("bnrepository/three.bif", "it is BIF, and nothing that mcbnc saved; mcbnc.read reads it"),
        ("yed/wet.graphml", "it is GraphML, and nothing that mcbnc saved"),
        ("pandas/arcs.tsv", "it is a table, and nothing that mcbnc saved"),
    ],
)
def test_load_takes_what_mcbnc_saved(tmp_path, name, says):
    for path in (tmp_path / "run", tmp_path / "run.json"):
        assert fails(path, content_of(name), mcbnc.load).startswith(f": {says}")


def test_a_format_of_the_shell_is_no_guess(tmp_path):
    """It holds where a file has no suffix of its own, whatever the content is."""
    path = tmp_path / "net"
    path.write_text("digraph { a -> b }")
    assert read_files([str(path)], None).graphs[0].edges == [("a", "b")]
    assert read_files([str(path)], ".dagitty").graphs[0].edges == [("a", "b")]
    with pytest.raises(mcbnc.InvalidInputError, match="the block digraph is not part of BIF"):
        read_files([str(path)], ".bif")


@pytest.mark.parametrize("name", ["nowhere", "a -> b", "a.xyz", "net.bif "])
def test_a_text_that_is_no_path(name):
    with pytest.raises(mcbnc.InvalidInputError, match=r"is neither a model string of bnlearn.* nor a file"):
        mcbnc.read(name)
