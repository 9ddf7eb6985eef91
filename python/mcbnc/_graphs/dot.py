"""The structure of a digraph in Graphviz's DOT (https://graphviz.org/doc/info/lang.html)."""

from __future__ import annotations

import html
import re
from itertools import pairwise
from typing import NamedTuple, NoReturn

from .._base.show import shown
from .arrows import OF_EDGES, UnreadableEdge, is_invisible, marks_of
from .languages import GraphParser, Language, Token
from .marks import HEAD, TAIL
from .source import Source, Text

BEGINS = re.compile(
    r'(?i:(?:strict\s+)?(?:di)?graph)\s*(?:"(?:\\.|[^"\\])*"\s*|<[^{}]*>\s*|[\w.\x80-\U0010ffff-]+\s*)?\{'
)
"""The first words of a file, behind comments."""
# Names without quotes may have dots here, though Graphviz asks for quotes. All that is not ASCII belongs to a
# name, as in Graphviz: also U+00A0, which looks like a blank. A # begins a comment where it begins a line.
_LANGUAGE = Language(
    re.compile(
        r"(?P<skip>[ \t\r\n\f\v]+|//[^\r\n]*|(?<![^\r\n])\#[^\r\n]*)"
        r'|/\*|->|--|[{}\[\]=;,:+"<]|-?[\w.\x80-\U0010ffff]+'
    ),
    marks=frozenset(("->", "--", *"{}[]=;,:+")),
    separators=(";",),
    groups="subgraphs have too many arcs",
    keywords=frozenset(("strict", "graph", "digraph", "subgraph", "node", "edge")),
    prefix="no DOT: ",
)
_TAG = re.compile("<[^<>]*>")
_OF_NODES = ("label", "observed", "style")
"""The attributes that tell something of a node."""

_Attributes = dict[str, str]


def _label_of(node: str, label: str) -> str:
    """The label of a node in one line. It may hold the node's name by Graphviz's escape."""
    return " ".join(re.sub(r"\\[nlr]", " ", label.replace(r"\N", node, 1)).split())


def parse_dot(text: Text) -> Source:
    """Read one digraph, with the marks of its edges and the labels of its nodes.

    Other attributes, ports and the nesting of subgraphs are ignored. Invisible edges are not read.
    """
    return _Parser(text).parse()


class _Scope(NamedTuple):
    """The attributes that nodes and edges have if they have no others, in a graph or a subgraph."""

    node: _Attributes
    edge: _Attributes


class _Parser(GraphParser):
    _language = _LANGUAGE

    def parse(self) -> Source:
        """Read the whole text, which is one digraph."""
        self._scope = _Scope({}, {})
        self._said: dict[str, _Attributes] = {}
        self._first: dict[str, Token] = {}
        if self._next.is_keyword("strict"):
            self._take()
        kind = self._take()
        if not kind.is_keyword("digraph"):
            self._refuse(f"it must hold one digraph, and not begin with {kind.text}", kind)
        if self._next.kind == "name":
            self._take_name()
        self._group(1)
        if self._next.is_keyword("strict", "graph", "digraph"):
            self._refuse("it holds more than one digraph; it must hold one", self._next)
        if self._next.kind != "end":
            self._refuse(f"it must hold one digraph, and nothing else, not {self._next.text}", self._next)
        for node, said in self._said.items():
            self._tell(node, said)
        return self._source()

    def _group(self, depth: int) -> list[str]:
        """The nodes in braces. Defaults for all nodes or edges hold there alone."""
        outer = self._scope
        self._scope = _Scope(dict(outer.node), dict(outer.edge))
        nodes = super()._group(depth)
        self._scope = outer
        return nodes

    def _statement(self, depth: int) -> None:
        first = self._next
        if first.is_keyword("graph", "node", "edge"):
            self._take()
            said = self._attributes()
            if first.value == "node":
                self._scope.node.update((key, said[key]) for key in _OF_NODES if key in said)
            elif first.value == "edge":
                self._scope.edge.update((key, said[key]) for key in OF_EDGES if key in said)
            return
        if first.kind == "name":
            name = self._take_name()
            if self._next.is_mark("="):  # an attribute of the graph
                self._take()
                self._take_name()
                return
            ends = [self._node(name, first)]
        else:
            ends = [self._subgraph(depth)]
        arrows: list[Token] = []
        while self._next.is_mark("->"):
            arrows.append(self._take())
            ends.append(self._end(depth))
        if arrows:
            self._edges(ends, arrows)
        elif first.kind == "name":
            said, node = self._attributes(), ends[0][0]
            self._said[node].update((key, said[key]) for key in _OF_NODES if key in said)
            if "label" in said:
                self._label(node, _label_of(node, said["label"]), first)
        else:
            self._attributes()

    def _end(self, depth: int) -> list[str]:
        """The nodes at one end of an edge."""
        first = self._next
        return self._node(self._take_name(), first) if first.kind == "name" else self._subgraph(depth)

    def _node(self, name: str, at: Token) -> list[str]:
        """Note the node, and go past its port."""
        for _ in range(2):
            if self._next.is_mark(":"):
                self._take()
                self._take_name()
        self._nodes.append(name)
        if name not in self._said:
            self._said[name], self._first[name] = dict(self._scope.node), at
        return [name]

    def _tell(self, node: str, said: _Attributes) -> None:
        """Record the attributes of a node."""
        if is_invisible(said):
            self._refuse(
                f"the node {shown(node)} is invisible, so it is unknown whether it is a variable: take it "
                "out, or its style",
                self._first[node],
            )
        self._labels.setdefault(node, _label_of(node, said.get("label", "")))
        if said.get("observed", "").lower() in ("no", "false"):  # as DoWhy writes it
            self._latent.append(node)

    def _subgraph(self, depth: int) -> list[str]:
        """The nodes of a subgraph, each once."""
        if self._next.is_keyword("subgraph"):
            self._take()
            if self._next.kind == "name":
                self._take_name()
        return self._group(depth + 1)

    def _edges(self, ends: list[list[str]], arrows: list[Token]) -> None:
        """Read the attributes of a chain of edges, and add the edges."""
        said = self._attributes() if self._next.is_mark("[") else {}
        try:
            marks = marks_of({**self._scope.edge, **said}) if said or self._scope.edge else (TAIL, HEAD)
        except UnreadableEdge as error:
            self._refuse_edge(ends, str(error), arrows[0])
        if marks is None:
            return
        for arrow, (tails, heads) in zip(arrows, pairwise(ends), strict=True):
            self._join(tails, marks, heads, arrow)

    def _refuse_edge(self, ends: list[list[str]], problem: str, at: Token) -> NoReturn:
        (u, *_), (v, *_) = ends[0] or ["{}"], ends[1] or ["{}"]
        raise self._text.refuse_at(f"the edge {u} -> {v} has {problem}", at.at)

    def _attributes(self) -> _Attributes:
        """The attributes in lists of such. The last one of a name counts."""
        said: _Attributes = {}
        while self._next.is_mark("["):
            self._take()
            while not self._next.is_mark("]"):
                if self._next.is_mark(",", ";"):
                    self._take()
                    continue
                key, value = self._take_name(), "true"
                if self._next.is_mark("="):
                    self._take()
                    at = self._next.at
                    value = self._take_name()
                    if self._text.content.startswith("<", at):
                        value = html.unescape(_TAG.sub(" ", value[1:-1]))
                said[key] = value
            self._take("]")
        return said

    def _take_name(self) -> str:
        """An identifier. Strings with + between them are one."""
        token = self._take()
        if token.kind != "name":
            self._refuse(f"a name must be where {token.text} is", token)
        parts = [token.value]
        while self._next.is_mark("+"):
            self._take()
            token = self._take()
            if token.kind != "name":
                self._refuse(f"a string must be where {token.text} is", token)
            parts.append(token.value)
        return "".join(parts)
