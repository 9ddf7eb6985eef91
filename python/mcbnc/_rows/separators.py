"""The sign between the cells of a CSV file.

A sign is right if all lines have equally many cells by it, more than one. The header alone cannot decide: in
``RR, mmHg;sex`` one comma belongs to a name, and each row may have a comma too, which is a decimal sign.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence

from .._base.show import listed, shown

DELIMITERS = ",;\t|"
_QUOTED = re.compile(r'"[^"]*"')
_TOLD = re.compile(r'"?sep=([^\w\s"]|\t)"?[,;\t|]*\s*', re.IGNORECASE)


class Ambiguous(Exception):
    """Several signs part all lines alike. The message shows what the file means by each of them."""


def told_delimiter(line: str) -> str | None:
    """The separator that a line such as "sep=;" sets, as Excel reads it. None: it is no such line."""
    told = _TOLD.fullmatch(line)
    return told[1] if told else None


def candidates_in(header: str) -> list[str]:
    """The signs that the header has outside quotes, the most frequent first."""
    bare = _QUOTED.sub("", header)
    return sorted((sign for sign in DELIMITERS if sign in bare), key=bare.count, reverse=True)


def delimiter_of(lines: Sequence[str], candidates: Sequence[str]) -> str:
    """The one of the candidates by which all lines have equally many cells. If none is, the first.

    Raises
    ------
    Ambiguous
        If several are.
    """
    right = [sign for sign in candidates if _parts_all_alike(lines, sign)]
    if len(right) > 1:
        told = " or ".join(f"sep={_line(sign)}" for sign in right)
        readings = " and ".join(_reading(lines, sign) for sign in right)
        raise Ambiguous(
            f"all lines have equally many cells by {listed(right, shown)}: {readings}. Write "
            f"the sign in a line before the first one, {told}, or put names and cells with the "
            "other sign in double quotes"
        )
    return right[0] if right else candidates[0]


def _line(sign: str) -> str:
    return "<tab>" if sign == "\t" else sign


def _parts_all_alike(lines: Iterable[str], sign: str) -> bool:
    cells = 0
    try:
        for row in csv.reader(lines, delimiter=sign, strict=True):
            if row and len(row) != cells:
                if cells or len(row) == 1:
                    return False
                cells = len(row)
    except csv.Error:
        return False
    return cells > 1


def _reading(lines: Sequence[str], sign: str) -> str:
    """What the first row means by a sign, such as "by ';' 'RR, mmHg' is '120,5'"."""
    rows = csv.reader(lines, delimiter=sign, strict=True)
    names, cells = next(rows), next((row for row in rows if row), [])
    pairs = [f"{shown(name)} is {shown(cell)}" for name, cell in zip(names, cells, strict=False)]
    return f"by {shown(sign)} {listed(pairs or map(shown, names))}"


def one_cell_a_line(name: str, cells: Iterable[str]) -> str | None:
    """What is wrong with a file of one column, if all of its lines are parted by another sign. None: nothing.

    `name` is the only cell of the header, and `cells` are those of the rows.
    """
    every = list(cells)
    for sign in (*DELIMITERS, None):
        parts = {len(cell.split(sign)) for cell in every}
        if len(parts) != 1 or (count := parts.pop()) == 1:
            continue
        if len(name.split(sign)) == count:
            how = "by blanks" if sign is None else f"by {shown(sign)} inside of quotes"
            return (
                f"there is one column, {shown(name)}, and each line has {count} words: the cells are parted "
                f"{how}. Part them by a comma, a semicolon, a tab or |. If this is one column, give it a "
                "name of one word"
            )
        if sign not in (None, ","):  # a cell in quotes may have a decimal comma
            return title_line(name, count)
    return None


def title_line(first: str, cells: int) -> str:
    """What is wrong with a first line that is a title or a comment. `cells` are those of each other line."""
    return (
        f"the first line, which begins with {shown(first)}, has fewer cells than each other line, which has "
        f"{cells}: if it is a title or a comment, take it out. If it lacks the name of the first column, add "
        "that"
    )
