"""The structure of a graph in the language of dagitty (https://www.dagitty.net): ``dag { a -> b }``."""

from __future__ import annotations

import re
from itertools import pairwise

from .._base.show import listed, shown
from .._base.warn import warn
from ..errors import DataWarning
from .languages import GraphParser, Language, Token
from .source import Source, Text

_DAGITTY = re.compile(r"\s*(?:dag|pdag|mag|pag)(?:\s+[\w.]+)?\s*\{")
_ARROWS = ("->", "<-", "--", "<->")
_LANGUAGE = Language(
    re.compile(r'(?P<skip>\s+|//[^\r\n]*|#[^\r\n]*)|/\*|<->|<-|->|--|[{}\[\];,="]|[\w.]+|-[\d.]+'),
    marks=frozenset((*_ARROWS, *"{}[];,=")),
    separators=(";", ","),
    groups="groups have too many edges",
)
_LATENT = ("latent", "l")


def is_dagitty(text: str) -> bool:
    """True for a string that is a graph of dagitty, and no path."""
    return _DAGITTY.match(text) is not None


def parse_dagitty(text: Text) -> Source:
    """Read a ``dag`` or a ``pdag``. Positions and all other attributes are ignored.

    Nodes that are marked latent are nodes like all others, and a DataWarning names them. Bidirected edges,
    and the edges of a ``mag`` or a ``pag``, are refused by name.
    """
    return _Parser(text).parse()


class _Parser(GraphParser):
    _language = _LANGUAGE

    def parse(self) -> Source:
        self._latent: list[str] = []
        kind = self._take()
        if kind.value not in ("dag", "pdag", "digraph"):
            self._refuse(f"it must be a dag or a pdag of dagitty, not {shown(kind.value)}", kind)
        if self._next.kind == "name":
            self._take()
        self._group(1)
        if self._next.kind != "end":
            self._refuse(f"there is {self._next.text} behind the graph", self._next)
        if self._latent:
            warn(
                f"{self._text.place}: {listed(dict.fromkeys(self._latent), shown)} latent there, and taken "
                "as nodes that were seen: mcbnc knows no latent ones",
                DataWarning,
            )
        return self._source()

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
            self._join(left, arrow, right)
        self._attributes([] if arrows else ends[0])

    def _end(self, depth: int) -> list[str]:
        if self._next.is_mark("{"):
            return self._group(depth + 1)
        token = self._take()
        if token.kind != "name":
            self._refuse(f"a name must be where {shown(token.value)} is", token)
        self._nodes.append(token.value)
        return [token.value]

    def _join(self, left: list[str], arrow: Token, right: list[str]) -> None:
        self._check_product(left, right, arrow)
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
        if not self._next.is_mark("["):
            return
        self._take()
        while not self._next.is_mark("]"):
            key = self._take()
            if key.kind == "name" and key.value.lower() in _LATENT:
                self._latent += nodes
            if self._next.is_mark("="):
                self._take()
                self._take()
        self._take()

    def _take(self, mark: str | None = None) -> Token:
        if self._next.kind == "end":
            self._refuse("it ends too early", self._next)
        return super()._take(mark)
