"""Lines of a file that are no rows: titles, comments, units, notes, sums, and the header again."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..._base.files import read_file
from ..._base.show import counted, shown
from ...errors import InvalidInputError
from ..csv import DELIMITERS
from ..lines import ENCODINGS
from ..opened import Opened, cells_for, open_table
from ..options import RowOptions
from ..readings import lone_text
from .finding import Finding, file_lines

_MOST = 1 << 26  # bytes of a file that is looked at
_SHARE = 0.9  # of the lines, that have as many cells as the header
_FEW = 8  # lines that are no rows


def mended_tables(
    files: Mapping[int, str], options: RowOptions, single: bool
) -> Iterator[tuple[int, Opened, dict[str, Any]]]:
    """The tables of files that cannot be read, without lines that are no rows, and what the recipe says."""
    for k, path in files.items():
        told = _lines_of(path)
        if told is None:
            continue
        wanted = cells_for("bdeu", options, file_lines(told))
        try:
            table = open_table(path, "datasets", None if single else k, None, wanted)
        except InvalidInputError:
            continue
        yield k, table, told


def _lines_of(path: str) -> dict[str, Any] | None:
    """What may let a file be read. None: nothing is known."""
    try:
        content = read_file(path).content
    except (InvalidInputError, OSError):
        return None
    if len(content) > _MOST:
        return None
    told: dict[str, Any] = {}
    text = _decoded(content)
    if text is None:
        return None
    if text[1] != ENCODINGS[0]:
        told["encoding"] = text[1]
    if skip := odd_lines(text[0].split("\n")):
        told["skip"] = skip
    return told or None


def _decoded(content: bytes) -> tuple[str, str] | None:
    for encoding in ENCODINGS:
        if encoding == "utf-16" and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
            continue
        try:
            return content.decode("utf-8-sig" if encoding == ENCODINGS[0] else encoding), encoding
        except UnicodeDecodeError:
            if content.startswith((b"\xff\xfe", b"\xfe\xff")):
                return content.decode("utf-16", "replace"), "utf-16"
    return None


def odd_lines(lines: Sequence[str]) -> list[int]:
    """The numbers of the lines that are no rows, from 1 on. Empty: there are none, or nothing is sure."""
    lines = [line.removesuffix("\r") for line in lines]
    if any(line.count('"') % 2 for line in lines):  # a cell has several lines
        return []
    found = [odd for sign in DELIMITERS if (odd := _odd_by(lines, sign)) is not None]
    return min(found, key=len, default=[])


def _odd_by(lines: Sequence[str], sign: str) -> list[int] | None:
    """The odd lines if this sign is between the cells. None: it is not."""
    cells = [next(csv.reader([line], delimiter=sign), []) for line in lines]
    filled = {at: own for at, own in enumerate(cells, 1) if any(map(str.strip, own))}
    if not filled:
        return None
    most, rows = Counter(map(len, filled.values())).most_common(1)[0]
    if most < 2 or rows < _SHARE * len(filled):
        return None
    odd = []
    header: list[str] | None = None
    for at, own in filled.items():
        alone = len(own) == 1 or not any(map(str.strip, own[1:]))  # a title may have signs behind it
        if header is None:
            if len(own) == most and all(map(str.strip, own)):
                header = own
            elif alone:
                odd.append(at)
            else:
                return None
        elif len(own) != most and not alone:
            return None
        elif alone or own == header:
            odd.append(at)
    return odd if header is not None and len(odd) <= _FEW else None


def find_lone_lines(f: Finding) -> None:
    """Lines of units, types or sums among the rows of a file, which single cells of several columns tell."""
    rows: dict[int, dict[int, list[str]]] = {}
    for name, columns in f.columns():
        for k, own in columns.items():
            if f.now[k].file is None:
                continue
            node = f.node(name, {k: own})
            lone = lone_text(node, [state for state in own.states if isinstance(state, str)])
            if lone is not None and lone.row in (0, len(own.codes) - 1):
                rows.setdefault(k, {}).setdefault(lone.row, []).append(lone.text)
    for k, lines in rows.items():
        for row, texts in lines.items():
            table = f.now[k]
            if len(texts) > 1 and table.lines is not None and f.reread(k, [table.lines.of(row)]):
                why = f"{counted(len(texts), 'cell')} like no other of the column, such as {shown(texts[0])}"
                f.add(k, ("lines",), "skip", [table.lines.of(row)], why)
