"""The structure of a graph in the language of dagitty (https://www.dagitty.net): ``dag { a -> b }``."""

from __future__ import annotations

import re
from itertools import pairwise

from .._base.show import shown
from .languages import GraphParser, Language, Token
from .marks import CIRCLE, HEAD, TAIL
from .source import Source, Text

BEGINS = re.compile(r'\s*(?:strict\s+)?(?:dag|pdag|mag|pag)(?:\s+(?:[\w.]+|"[^"\\]*"))?\s*\{', re.IGNORECASE)
"""The first words of a text, behind comments. A digraph is Graphviz's, which has more marks of edges."""
_ARROWS = {
    "->": (TAIL, HEAD),
    "<-": (HEAD, TAIL),
    "--": (TAIL, TAIL),
    "<->": (HEAD, HEAD),
    "@->": (CIRCLE, HEAD),
    "<-@": (HEAD, CIRCLE),
    "@-@": (CIRCLE, CIRCLE),
    "@--": (CIRCLE, TAIL),
    "--@": (TAIL, CIRCLE),
}
"""The marks at either end of an edge. dagitty's @ is a circle."""
_LANGUAGE = Language(
    re.compile(
        r"(?P<skip>\s+|//[^\r\n]*|#[^\r\n]*)|/\*|@->|@-@|@--|<->|<-@|<-|->|--@|--"
        r'|[{}\[\];,="]|[\w.]+|(?<![\w."])-[\w.]+'
    ),
    marks=frozenset((*_ARROWS, *"{}[];,=")),
    separators=(";", ","),
    groups="groups have too many edges",
    escapes="dagitty",
)
_LATENT = ("latent", "l", "unobserved", "u")


def is_dagitty(text: str) -> bool:
    """True for a string that is a graph of dagitty, and no path."""
    return BEGINS.match(text) is not None


def parse_dagitty(text: Text) -> Source:
    """Read a ``dag`` or a ``pdag``. Positions and all attributes but labels and marks of nodes are ignored.

    Nodes that are marked latent are nodes like all others, and a DataWarning names them. Bidirected edges,
    and the edges of a ``mag`` or a ``pag``, are refused by name.
    """
    return _Parser(text).parse()


class _Parser(GraphParser):
    _language = _LANGUAGE

    def parse(self) -> Source:
        kind = self._take()
        if kind.value.lower() == "strict":
            kind = self._take()
        if kind.value.lower() not in ("dag", "pdag", "digraph"):
            self._refuse(f"it must be a dag or a pdag of dagitty, not {shown(kind.value)}", kind)
        if self._next.kind == "name":
            self._take()
        self._group(1)
        if self._next.kind != "end":
            self._refuse(f"there is {self._next.text} behind the graph; a file has one", self._next)
        self._check_both_ways()
        return self._source()

    def _check_both_ways(self) -> None:
        """Refuse arrows both ways, which are a cycle: an undirected edge has a mark of its own."""
        arcs = set(self._arcs)
        both = next(((u, v) for u, v in self._arcs if (v, u) in arcs), None)
        if both is not None:
            u, v = both
            raise self._text.refuse(
                f"{u} -> {v} and {v} -> {u} are a cycle; an undirected edge is written {u} -- {v}"
            )

    def _statement(self, depth: int) -> None:
        """A node or a chain of edges, with attributes; or an attribute of the graph."""
        ends = [self._end(depth)]
        if self._next.is_mark("="):
            self._take()
            self._take()
            del self._nodes[-1:]
            return
        arrows: list[Token] = []
        while self._next.is_mark(*_ARROWS):
            arrows.append(self._take())
            ends.append(self._end(depth))
        for arrow, (left, right) in zip(arrows, pairwise(ends), strict=True):
            self._join(left, _ARROWS[arrow.value], right, arrow)
        self._attributes([] if arrows else ends[0])

    def _end(self, depth: int) -> list[str]:
        if self._next.is_mark("{"):
            return self._group(depth + 1)
        token = self._take()
        if token.kind != "name":
            self._refuse(f"a name must be where {shown(token.value)} is", token)
        self._nodes.append(token.value)
        return [token.value]

    def _attributes(self, nodes: list[str]) -> None:
        """Go past attributes, and record them for their nodes."""
        if not self._next.is_mark("["):
            return
        self._take()
        while not self._next.is_mark("]"):
            key = self._take()
            word = key.value.lower() if key.kind == "name" else ""
            if word in _LATENT:
                self._latent += nodes
            if self._next.is_mark("="):
                self._take()
                value = self._take()
                if word == "label":
                    for node in nodes:
                        self._label(node, value.value, value)
        self._take()

    def _take(self, mark: str | None = None) -> Token:
        if self._next.kind == "end":
            self._refuse("it ends too early", self._next)
        return super()._take(mark)
