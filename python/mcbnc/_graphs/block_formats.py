"""The structure of a network in BIF, .net or .dsc. Each is a list of blocks ``keyword header { body }``.

- BIF, the Bayesian Interchange Format, is that of the Bayesian network repository
  (https://www.bnlearn.com/bnrepository). Its definition, version 0.15, is in F. G. Cozman's "The Interchange
  Format for Bayesian Networks" (1998). There a bar and a comma in a list of nodes mean no more than a blank,
  so the first name is the node.
- .net is the format of Hugin. The manual of the Hugin API describes it in the chapter "The NET language".
- .dsc is the format of Microsoft's MSBN. The repository offers its networks in .dsc too.

Every node must have its block of probabilities. States, tables, positions, properties and domains are
skipped. Blocks of decisions, utilities, functions or classes of objects are refused, and so is a second
network.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import NamedTuple

from .._base.show import shown
from .families import Families, Item
from .identifiers import note_in
from .scanner import Block, Comments, Scanner, Token
from .source import Source, Text

BIF_BEGINS = re.compile(r"(?:network\b[^{};]*|variable\s[^{};]*)\{|probability\s*\(")
NET_BEGINS = re.compile(
    r"net\s*\{|(?:(?:discrete|continuous)\s+)?node\s[^{};]*\{\s*(?:\w+\s*=|\}[\s\S]*?\bpotential\b)"
)
DSC_BEGINS = re.compile(r"belief\s+network\b|node\s[^{};]*\{\s*(?:\w+\s*:|\}[\s\S]*?\bprobability\b)")
"""The first words of a file, behind comments. A node of .net and one of .dsc differ by what is in them."""


class _Format(NamedTuple):
    """What one of the formats has of its own."""

    kind: str
    """What messages call it."""
    comments: Comments
    node: str
    """The keyword of the block of a node."""
    family: str
    """The keyword of the block of a node's probabilities, whose header names the node's parents."""
    keywords: tuple[str, ...]
    """Those of all blocks."""
    network: tuple[str, ...]
    """The words that begin a network, which come once if at all."""
    bare: Callable[[list[Token]], list[Token]] = lambda header: header
    """Takes the words before the keyword off the header of a block."""
    bar: bool = True
    """Whether parents stand behind a bar alone."""
    label: re.Pattern[str] | None = None
    """What stands before the label in the block of a node."""


def _parse(kind: _Format, text: Text) -> Source:
    """Read the nodes and the arcs of a text."""
    scanner = Scanner(text, kind.comments)
    families = Families(text, scanner.refuse, note_in(text.content))
    blocks = list(scanner.blocks())
    _check_one_network(kind, scanner, blocks)
    for block in blocks:
        header = kind.bare(block.header)
        keyword = header[0]
        if keyword.value == kind.node:
            label = "" if kind.label is None else scanner.string_in(block, kind.label)
            families.declare(_read_name(scanner, header), keyword.at, label)
        elif keyword.value == kind.family:
            node, parents = _read_family(scanner, header)
            families.add(node, (parents or []) if kind.bar else parents, keyword.at)
        elif keyword.value not in kind.keywords:
            raise scanner.refuse(
                f"the block {keyword.value} is not part of {kind.kind}: {', '.join(kind.keywords)}",
                keyword.at,
            )
    return families.source()


def _check_one_network(kind: _Format, scanner: Scanner, blocks: list[Block]) -> None:
    """Refuse several networks, one behind the other, also fits of one network."""
    words = len(kind.network)
    headers = (block.header for block in blocks)
    starts = [own[0] for own in headers if tuple(token.value for token in own[:words]) == kind.network]
    if len(starts) > 1:
        raise scanner.refuse(
            f"the second network of {len(starts)} begins here, and a file has one: put each into a file of "
            "its own",
            starts[1].at,
        )


def _without_kind(header: list[Token]) -> list[Token]:
    """The header of a block in .net, whose node may be marked as discrete or continuous."""
    return header[1:] if header[0].value in ("discrete", "continuous") and len(header) > 1 else header


def _without_title(header: list[Token]) -> list[Token]:
    """The header of a block in .dsc. The line ``belief network "name"`` has no body of its own."""
    if [token.value for token in header[:2]] != ["belief", "network"]:
        return header
    rest = header[2:]
    return (rest[1:] if rest[:1] and rest[0].kind == "string" else rest) or header


_BIF = _Format(
    "BIF", "//", "variable", "probability", ("network", "variable", "probability"), ("network",), bar=False
)
_NET = _Format(
    "a Bayesian network in .net",
    "%",
    "node",
    "potential",
    ("net", "node", "potential"),
    ("net",),
    _without_kind,
    label=re.compile(r"\blabel\s*="),
)
_DSC = _Format(
    ".dsc",
    "//",
    "node",
    "probability",
    ("node", "probability", "properties", "domain"),
    ("belief", "network"),
    _without_title,
    label=re.compile(r"\bname\s*:"),
)

parse_bif = partial(_parse, _BIF)
parse_net = partial(_parse, _NET)
parse_dsc = partial(_parse, _DSC)


def _read_name(scanner: Scanner, header: list[Token]) -> str:
    """The name after the keyword of a block. Words without quotes are one name, as pgmpy writes it."""
    keyword, *rest = header
    if len(rest) == 1 and rest[0].kind == "string":
        return rest[0].value.strip()
    odd = next((token for token in rest if token.kind != "word"), None)
    if odd is not None or not rest:
        mark = "nothing" if odd is None else shown(odd.value)
        raise scanner.refuse(
            f"a node's name must follow the word {keyword.value}, not {mark}; a name with marks needs quotes",
            keyword.at,
        )
    return " ".join(token.value for token in rest)


def _read_family(scanner: Scanner, header: list[Token]) -> tuple[list[Item], list[Item] | None]:
    """The names before and after the bar in ``keyword ( names | names )``. Without a bar, the latter is None.

    Names are separated by commas or blanks.
    """
    keyword, *rest = header
    if len(rest) < 2 or not rest[0].is_mark("(") or not rest[-1].is_mark(")"):
        raise scanner.refuse(f"a list of nodes in ( ) must follow the word {keyword.value}", keyword.at)
    sides: list[list[list[Token]]] = [[[]]]
    for token in rest[1:-1]:
        if token.is_mark("|"):
            sides.append([[]])
        elif token.is_mark(","):
            sides[-1].append([])
        elif token.kind == "mark":
            raise scanner.refuse(
                f"{token.value} in a list of nodes; a name with marks needs quotes", token.at
            )
        else:
            sides[-1][-1].append(token)
    if len(sides) > 2:
        raise scanner.refuse("a list of nodes has more than one |", keyword.at)
    if any(not part for side in sides if side != [[]] for part in side):
        raise scanner.refuse("a name is missing beside a comma", keyword.at)
    items = [[item for part in side for item in _items(part)] for side in sides]
    return items[0], items[1] if len(items) == 2 else None


def _items(part: list[Token]) -> list[Item]:
    """The strings between two commas, one item each; and each run of words between them as one item."""
    items: list[Item] = []
    for kind, run in groupby(part, key=lambda token: token.kind):
        values = [token.value for token in run]
        items += (
            [Item((value.strip(),), True) for value in values] if kind == "string" else [Item(tuple(values))]
        )
    return items
