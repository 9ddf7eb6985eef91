"""The structure of a digraph in Graphviz's DOT (https://graphviz.org/doc/info/lang.html)."""

from __future__ import annotations

from itertools import pairwise
from typing import NoReturn

from .._base.show import shown
from .dot_tokens import DotToken, dot_tokens, refuse_at
from .source import Source, Text, collect

__all__ = ["parse_dot"]

_UNDIRECTED = ("none", "both", "back")
_DEPTH = 64
"""The largest number of subgraphs within each other. The parser calls itself for each."""
_ARCS = 1 << 20
"""The largest number of arcs between subgraphs. A short text may ask for many: ``{a b c} -> {d e f}``."""


def parse_dot(text: Text) -> Source:
    """Read one digraph. Attributes, ports and the nesting of subgraphs are ignored.

    The attribute ``dir`` must not turn an arc, or take its direction away.
    """
    return _Parser(text).parse()


class _Parser:
    """One pass over the tokens, with a look at the next one."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._tokens = dot_tokens(text)
        self._next = next(self._tokens)
        self._nodes: list[str] = []
        self._arcs: list[tuple[str, str]] = []
        self._multiplied = 0

    def parse(self) -> Source:
        """Read the whole text, which is one digraph."""
        if self._next.is_keyword("strict"):
            self._take()
        kind = self._take()
        if not kind.is_keyword("digraph"):
            self._refuse(f"it must hold one digraph, and not begin with {_name_of(kind)}", kind)
        if self._next.kind == "name":
            self._take_name()
        self._take("{")
        self._statements(1)
        if self._next.kind != "end":
            self._refuse(
                f"it must hold one digraph, and nothing else, not {_name_of(self._next)}", self._next
            )
        return collect(self._text, self._nodes, self._arcs)

    def _statements(self, depth: int) -> None:
        """Read up to the closing brace."""
        if depth > _DEPTH:
            self._refuse("it is nested too deeply", self._next)
        while not self._next.is_mark("}"):
            if self._next.is_mark(";"):
                self._take()
            else:
                self._statement(depth)
        self._take("}")

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
        self._attributes(f"the edge from {_name_of(first)}" if len(ends) > 1 else None)

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
        self._take("{")
        start = len(self._nodes)
        self._statements(depth + 1)
        return list(dict.fromkeys(self._nodes[start:]))

    def _join(self, tails: list[str], heads: list[str], at: DotToken) -> None:
        if len(tails) > 1 or len(heads) > 1:
            self._multiplied += len(tails) * len(heads)
            if self._multiplied > _ARCS:
                self._refuse("its subgraphs have too many arcs between them", at)
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
            self._refuse(f"a name must be where {_name_of(token)} is", token)
        parts = [token.value]
        while self._next.is_mark("+"):
            self._take()
            token = self._take()
            if token.kind != "name":
                self._refuse(f"a string must be where {_name_of(token)} is", token)
            parts.append(token.value)
        return "".join(parts)

    def _take(self, mark: str | None = None) -> DotToken:
        """The next token, which must be the mark if one is given."""
        token = self._next
        if mark is not None and not token.is_mark(mark):
            self._refuse(f"a {mark} must be where {_name_of(token)} is", token)
        if token.kind != "end":
            self._next = next(self._tokens)
        return token

    def _refuse(self, problem: str, at: DotToken) -> NoReturn:
        raise refuse_at(self._text, problem, at.at)


def _name_of(token: DotToken) -> str:
    return "the end" if token.kind == "end" else shown(token.value)
