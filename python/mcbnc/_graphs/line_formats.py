"""The structure of a network in .dne or .dsl: ``name { node A { key = value; ... }; ... };``.

- .dne is the format of Netica. Norsys describes it in "DNET File Format"
  (https://www.norsys.com/dl/DNET_File_Format.txt).
- .dsl is the older format of GeNIe and SMILE, which pyAgrum writes too. aGrUM has its grammar
  (https://gitlab.com/agrumery/aGrUM, in src/agrum/BN/io/DSL).

The lines that define the graph are read: a node's kind, parents, delays and label. States, tables, cases,
positions, costs of observations and names of links are skipped.

A node without a line of parents is refused. So are nodes of decisions, of utilities and of constants,
parents from another time slice, submodels of .dsl, and a second network.
"""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

from .._base.show import shown
from .families import Families, Item
from .identifiers import note_in
from .scanner import LONGEST, Scanner, Token
from .source import Source, Text


class _Format(NamedTuple):
    """What one of the formats has of its own."""

    network: str
    """The keyword of the network."""
    kind: str
    """The key of a node's kind."""
    kinds: tuple[str, ...]
    """Those that are read, the usual one first."""
    parents: str
    label: str
    within: tuple[str, ...] = ()
    """The blocks of a node that its label is in."""
    submodels: bool = True
    """Whether blocks in the network that are neither nodes nor values may be skipped."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a node's own lines that are read, beside the label."""
        return self.kind, self.parents, _DELAYS


_NODE, _DELAYS = "node", "delays"
_DNE = _Format("bnet", "kind", ("NATURE",), "parents", "title")
_DSL = _Format(
    "net", "TYPE", ("CPT", "TRUTHTABLE", "NOISY_MAX", "EQUATION"), "PARENTS", "NAME", ("HEADER",), False
)
DNE_BEGINS = re.compile(r"bnet\s[^{};]*\{")
DSL_BEGINS = re.compile(r"net\s+[^\s{};][^{};]*\{")
"""The first words of a file, behind comments. The network of .dsl has a name, and that of .net has none."""
_HEADER = 3  # tokens of a header, and one more
_NO_DELAY = frozenset("(),0")


def _parse(kind: _Format, text: Text) -> Source:
    """Read the nodes and the arcs of a text."""
    return _Reader(kind, text).source()


parse_dne = partial(_parse, _DNE)
parse_dsl = partial(_parse, _DSL)


class _Reader:
    """A text with some open blocks."""

    def __init__(self, kind: _Format, text: Text) -> None:
        self._kind = kind
        self._scanner = Scanner(text, "//", escapes=True)
        self._families = Families(text, self._scanner.refuse, note_in(text.content))
        self._open: list[Token] = []
        """The keywords of the open blocks, the outermost first."""
        self._networks = 0
        self._node = Token("word", "", 0)
        self._lines: dict[str, list[Token]] = {}
        """What the open node says, by key."""

    def source(self) -> Source:
        """The graph."""
        words: list[Token] = []
        for token in self._scanner.tokens():
            if token.is_mark("{"):
                self._begin(words, token)
            elif token.is_mark("}"):
                self._end(words, token)
            elif token.is_mark(";"):
                self._line(words)
            else:
                if len(words) < _HEADER or self._is_read(words[0]):  # tables may have any number of numbers
                    words.append(token)
                if len(words) > LONGEST:
                    raise self._scanner.refuse("this line has no end", words[0].at)
                continue
            words = []
        if self._open or words:
            raise self._scanner.refuse("the text ends within this", (self._open or words)[0].at)
        return self._families.source()

    def _begin(self, header: list[Token], brace: Token) -> None:
        """Open a block."""
        keyword = header[0] if header else brace
        if not self._open:
            self._begin_network(keyword, header)
        elif len(self._open) == 1 and keyword.value == _NODE:
            if len(header) != 2 or header[1].kind == "mark":
                raise self._scanner.refuse(f"a node's name must follow the word {_NODE}", keyword.at)
            self._node, self._lines = header[1], {}
        elif len(self._open) == 1 and not self._kind.submodels and [t.value for t in header[1:]] != ["="]:
            raise self._scanner.refuse(
                f"the block {keyword.value} is not read: take its nodes out", keyword.at
            )
        self._open.append(keyword)

    def _begin_network(self, keyword: Token, header: list[Token]) -> None:
        if keyword.value != self._kind.network or len(header) > 2:
            raise self._scanner.refuse(f"a network begins with {self._kind.network} and its name", keyword.at)
        self._networks += 1
        if self._networks > 1:
            raise self._scanner.refuse(
                "a second network begins here, and a file has one: put each into a file of its own",
                keyword.at,
            )

    def _in_node(self) -> bool:
        return len(self._open) == 2 and self._open[1].value == _NODE

    def _is_read(self, first: Token) -> bool:
        """Whether a line that begins so defines the graph."""
        if first.kind != "word" or len(self._open) < 2 or self._open[1].value != _NODE:
            return False
        key, inside = first.value.partition("=")[0], tuple(token.value for token in self._open[2:])
        return (key == self._kind.label and inside == self._kind.within) or (
            not inside and key in self._kind.keys
        )

    def _line(self, words: list[Token]) -> None:
        """Record a line of a node. Blanks around the sign = may be missing."""
        if not words or not self._is_read(words[0]):
            return
        key, sign, first = words[0].value.partition("=")
        value = words[1:]
        if not sign and value and value[0].kind == "word" and value[0].value.startswith("="):
            sign, first, value = "=", value[0].value[1:], value[1:]
        if not sign:
            raise self._scanner.refuse(f"the sign = must follow {key}", words[0].at)
        if key in self._lines:
            raise self._scanner.refuse(f"the node {shown(self._node.value)} has two lines {key}", words[0].at)
        self._lines[key] = [*([Token("word", first, words[0].at)] if first else []), *value]

    def _end(self, words: list[Token], brace: Token) -> None:
        """Close a block."""
        if not self._open:
            raise self._scanner.refuse("this closes no block", brace.at)
        if words:
            raise self._scanner.refuse("a line ends with ; and this one does not", words[0].at)
        if self._in_node():
            self._add()
        self._open.pop()

    def _add(self) -> None:
        """Add the node whose block ends."""
        node = self._node
        kind = "".join(token.value for token in self._lines.get(self._kind.kind, ()))
        if kind not in ("", *self._kind.kinds):
            raise self._scanner.refuse(
                f"the node {shown(node.value)} is of the kind {kind}, not {self._kind.kinds[0]}", node.at
            )
        if {token.value for token in self._lines.get(_DELAYS, ())} - _NO_DELAY:
            raise self._scanner.refuse(
                f"the node {shown(node.value)} has parents from another time slice", node.at
            )
        if self._kind.parents not in self._lines:
            raise self._scanner.refuse(
                f"the node {shown(node.value)} has no line of parents: the file is not complete", node.at
            )
        title = self._lines.get(self._kind.label, ())
        self._families.declare(node.value, node.at, title[0].value if title else "")
        parents = [Item((name.value,)) for name in self._names(self._lines[self._kind.parents])]
        self._families.add([Item((node.value,))], parents, node.at)

    def _names(self, value: list[Token]) -> list[Token]:
        """The names in ``(A, B)``."""
        if len(value) < 2 or not value[0].is_mark("(") or not value[-1].is_mark(")"):
            raise self._scanner.refuse("a list of nodes in ( ) must follow parents", self._node.at)
        inside = value[1:-1]
        names, commas = inside[::2], inside[1::2]
        odd = [*(name for name in names if name.kind == "mark"), *(c for c in commas if not c.is_mark(","))]
        if odd or (inside and len(inside) % 2 == 0):
            raise self._scanner.refuse(
                f"parents of {shown(self._node.value)} must be names between commas", self._node.at
            )
        return names
