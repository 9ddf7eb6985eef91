"""Damaged and hostile files: every reader answers with a graph or an InvalidInputError, in linear time."""

from __future__ import annotations

import random
import sys

import pytest
from damaged import PIECES, SEEDS, mutated, read

import mcbnc
from mcbnc._base.files import File
from mcbnc._graphs.reading import parse_file


@pytest.mark.parametrize("suffix", SEEDS)
def test_random_changes(suffix):
    draw = random.Random(f"mcbnc {suffix}")
    for _ in range(400):
        read(mutated(draw.choice(SEEDS[suffix]), PIECES, draw), suffix)


@pytest.mark.parametrize("suffix", SEEDS)
def test_random_pieces(suffix):
    draw = random.Random(f"pieces {suffix}")
    words = [word + b" " for text in SEEDS[suffix] for word in text.split()]
    for _ in range(200):
        read(b"".join(draw.choices(PIECES + words, k=draw.randint(0, 60))), suffix)


def steps(content: bytes, suffix: str) -> int:
    """The number of lines of Python that reading takes."""
    count = 0

    def tick(frame, event, arg):
        nonlocal count
        count += event == "line"
        return tick

    old = sys.gettrace()
    sys.settrace(tick)
    try:
        read(content, suffix)
    finally:
        sys.settrace(old)
    return count


HOSTILE = {
    ".bif": [
        "variable {0} {{ }} ",
        "probability ( a | a{0} ) {{ }} ",
        "{{",
        "}}",
        '"',
        "/*",
        "/* */",
        "/",
        "a/b/",
        "a ",
        "variable a{0} {{ {{ }} }} probability ( a{0} ) {{ }}\n",
        "//",
        "a,",
        "|",
        "( ",
        "\n",
        'variable a {{ " }} ',
    ],
    ".net": [
        "node n{0} {{ % }}\n}} potential (n{0}) {{}}\n",
        "%",
        '"\\',
        "\\\\",
        '\\"',
        'node a {{ "',
        "(",
        "{{",
        "%\n",
    ],
    ".dsc": ["node n{0} {{ }} ", "probability (n{0} | a) {{ }} ", "belief network ", "/* ", "{{"],
    ".dne": [
        "node n{0} {{ parents = (); }}; ",
        "node n{0} {{ parents = (a, n{0}); }}; ",
        "visual V {{ ",
        "}};",
        "{{",
        "}}",
        "parents = (a{0}, ",
        "a, ",
        "parents = ",
        "parents=",
        '"\\',
        'title = "a',
        ";",
        "/* ",
        "//",
    ],
    ".dsl": [
        "node n{0} {{ PARENTS = (); }}; ",
        'HEADER = {{ NAME = "a"; }}; ',
        "HEADER = {{ ",
        "NAME = ",
        "PARENTS = (a{0}, ",
        "}};",
        '"\\',
    ],
    ".dot": [
        "a{0} -> ",
        "{{",
        "a [",
        "[",
        "a;",
        '"',
        '"a" + ',
        "<",
        "<>",
        "/*",
        "#\n",
        "subgraph ",
        "a=b ",
        "digraph {{",
        "a{0} [label=b] ",
        "edge [dir=none] ",
        "a -> b{0} [arrowhead=none] ",
        "[label=<<>>] ",
    ],
    ".xdsl": [
        "<a>",
        '<cpt id="c{0}"/>',
        '<cpt id="c{0}"><parents>',
        "&lt;",
        "&a;",
        "<!-- ",
        "<![CDATA[",
        "a b ",
    ],
    ".xmlbif": [
        "<VARIABLE><NAME>v{0}</NAME></VARIABLE>",
        "<NAME>",
        "<DEFINITION><FOR>a</FOR></DEFINITION>",
        "&",
    ],
    ".txt": [
        "[a{0}]",
        "[",
        "[a",
        "[a|b",
        "[a|b:",
        "]",
        "\n",
        " ",
        "1. a --> b{0}\n",
        "a{0};",
        "Graph Nodes:\n",
    ],
    ".dagitty": ["a{0} -> ", "{{", "a [l=", '"', '\\"', "@", "-b{0} ", "a [label=b] ", "a <- b ", "/*"],
    ".csv": ["a,", "a{0},b\n", '"', '""', "\n", "a;b,", "0,1\n"],
    ".json": ["[", '{{"a":', '"', "1", '["a", "b"], ', "\\"],
    ".gml": [
        "node [ id {0} ] ",
        "edge [ source 0 target {0} ] ",
        "a ",
        "a 1 ",
        'a "x" ',
        "[ ",
        "] ",
        "a [ ",
        "a [ ] ",
        '"',
        "# \n",
        "#\n",
        "1 ",
        "graph ",
        "&amp;",
        "+",
    ],
    ".graphml": [
        '<node id="n{0}"/>',
        '<edge source="n0" target="n{0}"/>',
        "<data>",
        '<data key="a">x</data>',
        '<key id="k{0}" for="all"/>',
        "<y:NodeLabel>",
        "&#65;",
        "<graph>",
    ],
    ".pgmx": [
        '<Variable name="v{0}"/>',
        "<Variables>",
        '<Link var1="v0" var2="v{0}"/>',
        "<Link><Variable/></Link>",
        '<Potential role="conditionalProbability"><Variables><Variable name="v0"/></Variables></Potential>',
    ],
    ".uai": ["1 ", "2 0 1\n", "1000000000 ", "0 ", "\n", "BAYES ", "1 {0} ", "x"],
}
STARTS = {
    ".bif": ["", "variable a { ", "probability ( "],
    ".net": ["", "node a { "],
    ".dsc": ["", 'belief network "x" '],
    ".dne": ["", "bnet x { ", "bnet x { node a { ", "bnet x { node a { parents = ("],
    ".dsl": ["", "net x { ", "net x { node a { ", "net x { node a { HEADER = { "],
    ".dot": ["", "digraph { ", "digraph { a -> "],
    ".xdsl": ["", "<smile><nodes>"],
    ".xmlbif": ["", "<BIF><NETWORK>"],
    ".txt": ["", "[a][b][c]", "Graph Nodes:\n", "Graph Nodes:\na;b\nGraph Edges:\n"],
    ".dagitty": ["", "dag { ", "dag { a -> "],
    ".csv": ["", "from,to\n"],
    ".json": ["", '{"nodes": ["a", "b"], "edges": ['],
    ".gml": ["", "graph [ directed 1 ", "graph [ directed 1 node [ id 0 "],
    ".graphml": ["", '<graphml><graph edgedefault="directed"><node id="n0"/>', "<graphml>"],
    ".pgmx": [
        "",
        '<ProbModelXML><ProbNet type="BayesianNetwork"><Variables>',
        '<ProbModelXML><ProbNet type="BayesianNetwork"><Links>',
        '<ProbModelXML><ProbNet type="BayesianNetwork"><Potentials>',
    ],
    ".uai": ["", "BAYES\n", "BAYES\n400\n", "BAYES\n2\n2 2\n2\n"],
}
COMMENTS = ("// {0}\n", "/* */", "/*", "% {0}\n", "#\n", " ", "\n", "/", "<!-- -->", "<?a?>", "<!DOCTYPE a [")
"""What a file may begin with before it is known which format it is in."""


@pytest.mark.parametrize("suffix", HOSTILE)
def test_the_steps_grow_as_the_text(suffix):
    """Twice the text takes at most about twice the steps, whatever is repeated in it."""
    for start in STARTS[suffix]:
        for piece in HOSTILE[suffix]:
            texts = [start + "".join(piece.format(i) for i in range(n)) for n in (200, 400)]
            small, large = (steps(text.encode(), suffix) for text in texts)
            assert large <= 2.2 * small + 200, (start, piece)


@pytest.mark.parametrize("end", ["", *(starts[1] for starts in STARTS.values())])
def test_the_steps_before_the_format_is_known_grow_as_the_text(end):
    for piece in COMMENTS:
        texts = ["".join(piece.format(i) for i in range(n)) + end for n in (200, 400)]
        small, large = (steps(text.encode(), "") for text in texts)
        assert large <= 2.2 * small + 200, piece


@pytest.mark.slow
@pytest.mark.parametrize("suffix", HOSTILE)
def test_long_texts_of_anything(suffix):
    """Quadratic work within one call of a library would take hours here; the steps would not show it."""
    for start in STARTS[suffix]:
        for piece in HOSTILE[suffix]:
            count = 200_000 // len(piece)
            plain = piece.format("")
            read((start + plain * count).encode(), suffix)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", HOSTILE)
def test_long_texts_of_an_unknown_format(suffix):
    """The same where the content tells the format."""
    for start in STARTS[suffix]:
        for piece in (*HOSTILE[suffix], *COMMENTS):
            read((start + piece.format("") * (100_000 // len(piece))).encode(), "")


def test_more_nodes_than_the_engine_takes():
    for text, suffix in (
        ("".join(f"[a{i}]" for i in range(65_537)), ".txt"),
        ("from,to\n" + "".join(f"a{i},b{i}\n" for i in range(40_000)), ".csv"),
    ):
        with pytest.raises(mcbnc.InvalidInputError, match="nodes, and mcbnc takes at most 65536"):
            parse_file(File(text.encode(), "large"), suffix)
