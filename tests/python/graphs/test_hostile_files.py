"""Damaged and hostile files: every reader answers with a graph or an InvalidInputError, in linear time."""

from __future__ import annotations

import json
import random
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from test_networks import DIALECTS, content_of

import mcbnc
from mcbnc._base.files import File
from mcbnc._graphs.reading import parse_file

_GRAPH = mcbnc.from_bnlearn("[a][b][c|a:b][d|c]")
SEEDS: dict[str, list[bytes]] = {
    ".dot": [
        _GRAPH.to_dot().encode(),
        b'digraph g { edge [color=red] a -> {b; "c d"} -> e:p:n [x=<b>] /* */ }',
        b'digraph { node [label="\\N"] edge [dir=both arrowtail=none] 0 [label=<<b>a</b>>] 1 [label="b\\n1"]'
        b" 0 -> 1 [arrowhead=none] {edge [style=invis] 1 -> 2 [arrowhead=vee]} 2 -> 0 [dir=back] }",
    ],
    ".csv": [
        b'from,to\na,b\nb,"c d"\n',
        b'"",a,b\na,0,1\nb,0,0\n',
        b"ID,Variable 1,Dependency,Variable 2\n1,a,->,b\n2,b,<-,c\n",
        b"Source,Target,Type,Weight\na,b,Directed,1\nb,c,Undirected,1\n",
    ],
    ".txt": [
        b"[a][b][c d|a:b]",
        b"Graph Nodes:\na;b;(c)\n\nGraph Edges:\n1. a --> b\n2. b --- c dd nl\n\nGraph Attributes:\nBIC: 1\n",
    ],
    ".dagitty": [
        b'strict DAG "g" { "a\\"b" [l, label="x"] -b1 -> {c d} <- "a\\"b"; e -- c [pos="1,2"] e @-> f }'
    ],
    ".json": [json.dumps({"nodes": ["a", "b"], "clients": [[["a", "b"]], []]}).encode()],
}
for _name, _text in DIALECTS.items():
    SEEDS.setdefault(Path(_name).suffix.lower(), []).append(content_of(_text))

PIECES = [
    b'"',
    b"{",
    b"}",
    b"(",
    b")",
    b"|",
    b",",
    b";",
    b"/*",
    b"*/",
    b"//",
    b"%",
    b"\\",
    b"<",
    b">",
    b"&",
    b"[",
    b"]",
]
PIECES += [
    b"->",
    b"\0",
    b"\n",
    b"\xff",
    "é".encode(),
    b"a",
    b"1e999",
    b"<![CDATA[",
    b"<!--",
    b"&#0;",
    b"0" * 50,
    b" " * 50,
]


def read(content: bytes, suffix: str) -> None:
    """Read the content. Any exception but InvalidInputError is a fault."""
    with suppress(mcbnc.InvalidInputError):
        for source in parse_file(File(content, "hostile"), suffix):
            assert source.array.shape == (len(source.names),) * 2


def mutated(content: bytes, pieces: list[bytes], draw: random.Random) -> bytes:
    """The content after a few random changes."""
    for _ in range(draw.randint(1, 4)):
        i, j = sorted(draw.randrange(len(content) + 1) for _ in range(2))
        k = draw.randrange(len(content) + 1)
        change = draw.randrange(5)
        if change == 0:  # a piece more
            content = content[:i] + draw.choice(pieces) + content[i:]
        elif change == 1:  # a part less
            content = content[:i] + content[min(j, i + 20) :]
        elif change == 2:  # a part again, somewhere else
            content = content[:k] + content[i : i + 40] + content[k:]
        elif change == 3:  # another byte
            content = content[:i] + bytes([draw.randrange(256)]) + content[i + 1 :]
        else:  # an end
            content = content[:i]
    return content


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
}
STARTS = {
    ".bif": ["", "variable a { ", "probability ( "],
    ".net": ["", "node a { "],
    ".dsc": ["", 'belief network "x" '],
    ".dne": ["", "bnet x { ", "bnet x { node a { ", "bnet x { node a { parents = ("],
    ".dot": ["", "digraph { ", "digraph { a -> "],
    ".xdsl": ["", "<smile><nodes>"],
    ".xmlbif": ["", "<BIF><NETWORK>"],
    ".txt": ["", "[a][b][c]", "Graph Nodes:\n", "Graph Nodes:\na;b\nGraph Edges:\n"],
    ".dagitty": ["", "dag { ", "dag { a -> "],
    ".csv": ["", "from,to\n"],
    ".json": ["", '{"nodes": ["a", "b"], "edges": ['],
}


@pytest.mark.parametrize("suffix", HOSTILE)
def test_the_steps_grow_as_the_text(suffix):
    """Twice the text takes at most about twice the steps, whatever is repeated in it."""
    for start in STARTS[suffix]:
        for piece in HOSTILE[suffix]:
            texts = [start + "".join(piece.format(i) for i in range(n)) for n in (200, 400)]
            small, large = (steps(text.encode(), suffix) for text in texts)
            assert large <= 2.2 * small + 200, (start, piece)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", HOSTILE)
def test_megabytes_of_anything(suffix):
    """Quadratic work within one call of a library would take hours here; the steps would not show it."""
    for start in STARTS[suffix]:
        for piece in HOSTILE[suffix]:
            count = 400_000 // len(piece)
            plain = piece.format("")
            read((start + plain * count).encode(), suffix)


def test_more_nodes_than_the_engine_takes():
    for text, suffix in (
        ("".join(f"[a{i}]" for i in range(65_537)), ".txt"),
        ("from,to\n" + "".join(f"a{i},b{i}\n" for i in range(40_000)), ".csv"),
    ):
        with pytest.raises(mcbnc.InvalidInputError, match="nodes, and mcbnc takes at most 65536"):
            parse_file(File(text.encode(), "large"), suffix)
