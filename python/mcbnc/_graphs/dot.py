"""The structure of a digraph in Graphviz's DOT (https://graphviz.org/doc/info/lang.html)."""

from __future__ import annotations

import re
from itertools import pairwise

from .._base.show import shown
from .languages import GraphParser, Language, Token
from .source import Source, Text

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
    escapes=True,
    prefix="no DOT: ",
)
_UNDIRECTED = ("none", "both", "back")


def parse_dot(text: Text) -> Source:
    """Read one digraph. Attributes, ports and the nesting of subgraphs are ignored.

    The attribute ``dir`` must not turn an arc, or take its direction away.
    """
    return _Parser(text).parse()


class _Parser(GraphParser):
    _language = _LANGUAGE

    def parse(self) -> Source:
        """Read the whole text, which is one digraph."""
        if self._next.is_keyword("strict"):
            self._take()
        kind = self._take()
        if not kind.is_keyword("digraph"):
            self._refuse(f"it must hold one digraph, and not begin with {kind.text}", kind)
        if self._next.kind == "name":
            self._take_name()
        self._group(1)
        if self._next.kind != "end":
            self._refuse(f"it must hold one digraph, and nothing else, not {self._next.text}", self._next)
        return self._source()

    def _statement(self, depth: int) -> None:
        first = self._next
        if first.is_keyword("graph", "node", "edge"):
            self._take()
            self._attributes("an edge" if first.value == "edge" else None)
            return
        if first.kind == "name":
            name = self._take_name()
            if self._next.is_mark("="):  # an attribute of the graph
                self._take()
                self._take_name()
                return
            ends = [self._node(name)]
        else:
            ends = [self._subgraph(depth)]
        while self._next.is_mark("->"):
            self._take()
            ends.append(self._end(depth))
        for tails, heads in pairwise(ends):
            self._join(tails, heads, first)
        self._attributes(f"the edge from {first.text}" if len(ends) > 1 else None)

    def _end(self, depth: int) -> list[str]:
        """The nodes at one end of an edge."""
        return self._node(self._take_name()) if self._next.kind == "name" else self._subgraph(depth)

    def _node(self, name: str) -> list[str]:
        """Note the node, and go past its port."""
        for _ in range(2):
            if self._next.is_mark(":"):
                self._take()
                self._take_name()
        self._nodes.append(name)
        return [name]

    def _subgraph(self, depth: int) -> list[str]:
        """The nodes of a subgraph, each once."""
        if self._next.is_keyword("subgraph"):
            self._take()
            if self._next.kind == "name":
                self._take_name()
        return self._group(depth + 1)

    def _join(self, tails: list[str], heads: list[str], at: Token) -> None:
        self._check_product(tails, heads, at)
        if loops := set(tails).intersection(heads):
            raise self._text.refuse(f"{shown(min(loops))} has an arc to itself", self._text.line_of(at.at))
        self._arcs += [(tail, head) for tail in tails for head in heads]

    def _attributes(self, edge: str | None) -> None:
        """Go past lists of attributes. `edge` is what messages call the edge that they are of, if any."""
        while self._next.is_mark("["):
            self._take()
            while not self._next.is_mark("]"):
                if self._next.is_mark(",", ";"):
                    self._take()
                    continue
                at = self._next
                key, value = self._take_name(), "true"
                if self._next.is_mark("="):
                    self._take()
                    value = self._take_name()
                if edge and key == "dir" and value.lower() in _UNDIRECTED:
                    self._refuse(f"{edge} with dir={value} has no direction, or the other one", at)
            self._take("]")

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
