"""The structure of a graph in GML, as networkx, igraph, Gephi and yEd write it.

M. Himsolt describes it in "GML: A portable Graph File Format" (Passau, 1997). A text is a list of keys, each
with a number, a string or a list in brackets: ``graph [ directed 1 node [ id 0 label "a" ] edge [ source 0
target 1 ] ]``. A ``#`` begins a comment, and strings have the entities of HTML.

A node's label is its ``label``, or else its ``name``, which igraph writes. If yEd drew the graph, the arrows
of each edge tell its direction. Weights must be the same for all edges. Other keys are skipped.

Undirected graphs, graphs within nodes, groups and a second graph are refused.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from .._base.show import shown
from .drawn import DIRECTED, Drawing, Marks, marks_of_yed
from .source import Source, Text

BEGINS = re.compile(r'(?:[a-z]\w*\s+(?:"[^"]*"|[-+.\w]+)\s+)*graph\s*\[', re.IGNORECASE)
"""The first keys, such as Creator, and that of the graph."""
# No alternative can match the same characters in two ways.
_TOKEN = re.compile(
    r"(?P<skip>\s+|#[^\r\n]*)|(?P<bracket>[\[\]])|\"(?P<string>[^\"]*)\""
    r"|(?P<key>[A-Za-z]\w*)|(?P<number>[-+]?(?:[0-9.][0-9.eE+-]*|INF))"
)
_NUMBERS = ("INF", "NAN")
"""Numbers that look as keys do."""
_DEPTH = 64
"""The largest number of lists within each other."""
_GRAPH, _NODE, _EDGE = ["graph"], ["graph", "node"], ["graph", "edge"]
_GRAPHICS = [*_EDGE, "graphics"]
_WEIGHTS = ("weight", "value")
"""The key of networkx and igraph, and that of Gephi."""


class _Token(NamedTuple):
    kind: str
    value: str
    at: int


def parse_gml(text: Text) -> Source:
    """Read the nodes with their labels and the edges with their marks."""
    return _Reader(text).source()


class _Reader:
    """A text with some open lists."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._refuse = text.refuse_at
        self._drawing = Drawing(text, self._refuse)
        self._path: list[str] = []
        """The keys of the open lists, the outermost first."""
        self._starts: list[int] = []
        self._graphs = 0
        self._of_yed = False
        self._directed = False
        self._undirected_at: int | None = None
        """Where the first edge is."""
        self._said: dict[str, str] = {}
        """What the open node or edge says, by key."""
        self._arrows: dict[str, str] = {}

    def source(self) -> Source:
        """The graph."""
        key: _Token | None = None
        for token in self._tokens():
            if token.value == "]" and token.kind == "bracket":
                if key is not None:
                    raise self._refuse(f"{key.value} has no value", key.at)
                self._end(token)
            elif key is None:
                if token.kind != "key":
                    raise self._refuse(f"no GML: a key must be where {shown(token.value)} is", token.at)
                key = token
                continue
            elif token.kind == "bracket":
                self._begin(key)
            elif token.kind == "key" and token.value.upper() not in _NUMBERS:
                raise self._refuse(f"no GML: a value of {key.value} must be where {token.value} is", token.at)
            else:
                self._value(key, token)
            key = None
        if self._path:
            raise self._refuse("it ends within this", self._starts[0])
        if key is not None:
            raise self._refuse(f"{key.value} has no value", key.at)
        if not self._graphs:
            raise self._text.refuse("no GML: it has no graph [ ]")
        if self._undirected_at is not None and not self._directed:
            raise self._refuse(
                "the graph is undirected, since it does not say directed 1, and directions are needed",
                self._undirected_at,
            )
        return self._drawing.source()

    def _tokens(self) -> Iterator[_Token]:
        content, at = self._text.content, 0
        while at < len(content):
            match = _TOKEN.match(content, at)
            if match is None:
                problem = (
                    "this string has no end" if content[at] == '"' else f"{shown(content[at])} is no key"
                )
                raise self._refuse(f"no GML: {problem}", at)
            if match.lastgroup != "skip":
                yield _Token(str(match.lastgroup), match[str(match.lastgroup)], at)
            at = match.end()

    def _begin(self, key: _Token) -> None:
        """Open a list."""
        self._path.append(key.value.lower())
        self._starts.append(key.at)
        if len(self._path) > _DEPTH:
            raise self._refuse("it is nested too deeply", key.at)
        if self._path == _GRAPH:
            self._graphs += 1
            if self._graphs > 1:
                raise self._refuse(
                    "a second graph begins here, and a file has one: put each into a file of its own", key.at
                )
        elif self._path in (_NODE, _EDGE):
            self._said, self._arrows = {}, {}
        elif self._path == [*_NODE, "graph"]:
            raise self._refuse("a graph within a node is not read: take the nodes out of it", key.at)

    def _value(self, key: _Token, token: _Token) -> None:
        """Record a number or a string."""
        word, value = key.value.lower(), token.value
        if token.kind == "string":
            value = html.unescape(value)
        if not self._path and word == "creator":
            self._of_yed = value.startswith("yFiles")
        elif self._path == _GRAPH and word == "directed":
            if value not in ("0", "1"):
                raise self._refuse(f"directed is 0 or 1, not {shown(value)}", key.at)
            self._directed = value == "1"
        elif self._path in (_NODE, _EDGE):
            if word in self._said:
                raise self._refuse(f"this {self._path[-1]} has {word} twice", key.at)
            self._said[word] = value
        elif self._path == _GRAPHICS:
            self._arrows[word] = value

    def _end(self, bracket: _Token) -> None:
        """Close a list."""
        if not self._path:
            raise self._refuse("this closes no list", bracket.at)
        at = self._starts.pop()
        if self._path == _NODE:
            if self._said.get("isgroup", "0") != "0":
                raise self._refuse("a group of nodes is not read: take the nodes out of it", at)
            self._drawing.node(self._id("id", at), self._said, at)
        elif self._path == _EDGE:
            if self._undirected_at is None:
                self._undirected_at = at
            weight = next((self._said[key] for key in _WEIGHTS if key in self._said), "")
            self._drawing.edge(self._id("source", at), self._id("target", at), self._marks(at), at, weight)
        self._path.pop()

    def _id(self, key: str, at: int) -> str:
        """The identifier of a node: a number, or a string, as DoWhy writes it."""
        if not self._said.get(key):
            raise self._refuse(f"this {self._path[-1]} has no {key}", at)
        return self._said[key]

    def _marks(self, at: int) -> Marks:
        """The marks of the open edge."""
        if not self._of_yed:
            return DIRECTED
        try:
            return marks_of_yed(*(self._arrows.get(end, "none") for end in ("sourcearrow", "targetarrow")))
        except ValueError as error:
            raise self._refuse(str(error), at) from None
