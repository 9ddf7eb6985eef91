"""The structure of a graph in the language of dagitty (https://www.dagitty.net): ``dag { a -> b }``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, NoReturn

from .._base.show import listed, shown
from .._base.warn import warn
from ..errors import DataWarning
from .scanner import end_of_string
from .source import Source, Text, collect

__all__ = ["is_dagitty", "parse_dagitty"]

_DAGITTY = re.compile(r"\s*(?:dag|pdag|mag|pag)(?:\s+[\w.]+)?\s*\{")
_TOKEN = re.compile(r'\s+|/\*|//[^\r\n]*|#[^\r\n]*|<->|<-|->|--|[{}\[\];,="]|[\w.]+|-[\d.]+')
_ARROWS = ("->", "<-", "--", "<->")
_MARKS = frozenset((*_ARROWS, *'{}[];,="'))
_DEPTH = 64
_LATENT = ("latent", "l")
_ARCS = 1 << 20
"""The largest number of edges between groups. A short text may ask for many: ``{a b c} -> {d e f}``."""


class _Token(NamedTuple):
    value: str
    at: int
    name: bool


def is_dagitty(text: str) -> bool:
    """True for a string that is a graph of dagitty, and no path."""
    return _DAGITTY.match(text) is not None


def parse_dagitty(text: Text) -> Source:
    """Read a ``dag`` or a ``pdag``. Positions and all other attributes are ignored.

    Nodes that are marked latent are nodes like all others, and a DataWarning names them. Bidirected edges,
    and the edges of a ``mag`` or a ``pag``, are refused by name.
    """
    return _Parser(text).parse()


class _Parser:
    """One pass over the tokens, with a look at the next one."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._tokens = _tokens(text)
        self._next = next(self._tokens)
        self._nodes: list[str] = []
        self._arcs: list[tuple[str, str]] = []
        self._latent: list[str] = []

    def parse(self) -> Source:
        kind = self._take()
        if kind.value not in ("dag", "pdag", "digraph"):
            self._refuse(f"it must be a dag or a pdag of dagitty, not {shown(kind.value)}", kind)
        if self._next.name:
            self._take()
        self._expect("{")
        self._statements(1)
        if self._next.value:
            self._refuse(f"there is {shown(self._next.value)} behind the graph", self._next)
        if self._latent:
            warn(
                f"{self._text.place}: {listed(dict.fromkeys(self._latent), shown)} latent there, and taken "
                "as nodes that were seen: mcbnc knows no latent ones",
                DataWarning,
            )
        return collect(self._text, self._nodes, self._arcs)

    def _statements(self, depth: int) -> list[str]:
        """Read up to the closing brace, and return the nodes inside."""
        if depth > _DEPTH:
            self._refuse("it is nested too deeply", self._next)
        inside: list[str] = []
        while self._next.value != "}" or self._next.name:
            if self._next.value in (";", ",") and not self._next.name:
                self._take()
            else:
                inside += self._statement(depth)
        self._expect("}")
        return inside

    def _statement(self, depth: int) -> list[str]:
        """A node or a chain of edges, with attributes; or an attribute of the graph."""
        ends = [self._end(depth)]
        if self._next.value == "=" and not self._next.name:
            self._take()
            self._take()
            del self._nodes[-1:]
            return []
        arrows: list[_Token] = []
        while self._next.value in _ARROWS and not self._next.name:
            arrows.append(self._take())
            ends.append(self._end(depth))
        for arrow, (left, right) in zip(arrows, pairwise(ends), strict=True):
            self._join(left, arrow, right)
        self._attributes([] if arrows else ends[0])
        return list(dict.fromkeys(name for end in ends for name in end))

    def _end(self, depth: int) -> list[str]:
        token = self._take()
        if token.value == "{" and not token.name:
            return self._statements(depth + 1)
        if not token.name:
            self._refuse(f"a name must be where {shown(token.value)} is", token)
        self._nodes.append(token.value)
        return [token.value]

    def _join(self, left: list[str], arrow: _Token, right: list[str]) -> None:
        if len(left) * len(right) + len(self._arcs) > _ARCS:
            self._refuse("its groups have too many edges between them", arrow)
        for u in left:
            for v in right:
                if arrow.value == "<->":
                    self._refuse(
                        f"the edge {u} <-> {v} is in no DAG: two arrowheads stand for a latent common cause",
                        arrow,
                    )
                if u == v:
                    self._refuse(f"{shown(u)} has an arc to itself", arrow)
                if arrow.value != "<-":
                    self._arcs.append((u, v))
                if arrow.value != "->":
                    self._arcs.append((v, u))

    def _attributes(self, nodes: list[str]) -> None:
        if self._next.value != "[" or self._next.name:
            return
        self._take()
        while self._next.value != "]" or self._next.name:
            key = self._take()
            if key.name and key.value.lower() in _LATENT:
                self._latent += nodes
            if self._next.value == "=" and not self._next.name:
                self._take()
                self._take()
        self._take()

    def _expect(self, mark: str) -> None:
        token = self._take()
        if token.value != mark or token.name:
            self._refuse(f"a {mark} must be where {shown(token.value)} is", token)

    def _take(self) -> _Token:
        token = self._next
        if not token.value and not token.name:
            self._refuse("it ends too early", token)
        self._next = next(self._tokens)
        return token

    def _refuse(self, problem: str, at: _Token) -> NoReturn:
        raise self._text.refuse(problem, self._text.line_of(at.at))


def _tokens(text: Text) -> Iterator[_Token]:
    """Yield names and marks, without blanks and comments; then empty marks for ever."""
    content, at = text.content, 0
    while at < len(content):
        found = _TOKEN.match(content, at)
        if found is None:
            raise text.refuse(f"{shown(content[at])} needs quotes", text.line_of(at))
        value, start, at = found[0], at, found.end()
        if value == '"':
            end = end_of_string(content, at, escapes=False)
            if end < 0:
                raise text.refuse("this string has no end", text.line_of(start))
            yield _Token(content[at:end], start, True)
            at = end + 1
        elif value == "/*":
            end = content.find("*/", at)
            if end < 0:
                raise text.refuse("this comment has no end", text.line_of(start))
            at = end + 2
        elif not value.isspace() and not value.startswith(("//", "#")):
            yield _Token(value, start, value not in _MARKS)
    while True:
        yield _Token("", len(content), False)
