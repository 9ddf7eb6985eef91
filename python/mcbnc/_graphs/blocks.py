"""The headers of blocks in BIF, .net and .dsc: the name of a node, and a node with its parents."""

from __future__ import annotations

from itertools import groupby

from .._base.show import shown
from .families import Item
from .scanner import Scanner, Token

__all__ = ["read_family", "read_name"]


def read_name(scanner: Scanner, header: list[Token]) -> str:
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


def read_family(scanner: Scanner, header: list[Token]) -> tuple[list[Item], list[Item] | None]:
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
