"""The columns of a CSV file, which the engine reads part by part: its rows, their lines and their cells."""

from __future__ import annotations

import csv
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.memory import memory_limit
from .._engine.request import Reply, execute
from .columns import Column, Lines, smallest
from .facts import NUMBER, Found, no_numbers
from .numbers import Numbers, WrittenTexts, without_value
from .options import RowOptions
from .recipe import FileLines
from .state_lists import States, WrittenStates
from .stream import Stream
from .texts import ASCII_MARKERS, PYTHONS_NONE, WRITTEN, as_number

_PART = 1 << 26
"""Bytes of a file that are read at once. Most files are one part."""
_TIMES = 32  # as much memory as a part takes to be read
_LEAST = 1 << 20
_NO_TEXT, _AFTER_QUOTE, _UNCLOSED, _TOO_LONG, _UNEVEN = 1, 2, 3, 4, 5  # faults, as include/mcbnc.h has them
_NUMBERS, _COMMA, _ALIKE = 32, 64, 128  # added to the width of a column, as include/mcbnc.h has them
_WIDTH = 7


class Fault(Exception):
    """What is wrong with a file, in the words of a message."""


class Wanted(NamedTuple):
    """What the cells of a file are to be."""

    numbers: bool
    """They are numbers where they can be, and not states."""
    options: RowOptions
    lines: FileLines | None = None
    """Lines that are no rows, and the encoding."""


@dataclass
class _Texts:
    """A column of one part as texts."""

    codes: NDArray[Any]
    states: States
    """Distinct and sorted."""

    def equal(self, text: str) -> NDArray[np.bool_] | None:
        """(rows,): the cells that are this text. None: none is."""
        states: Any = self.states
        at = bisect_left(states, text)
        return self.codes == at if self.states[at : at + 1] == [text] else None


@dataclass
class _Values:
    """A column of one part as numbers."""

    numbers: NDArray[np.float64]
    known: str
    """A number that shows the decimal sign. It is empty if no cell has a number."""

    def equal(self, text: str) -> NDArray[np.bool_] | None:
        """(rows,): the cells that are this number. None: none is."""
        number = as_number(text)
        return None if number is None else self.numbers == number


class _Joined(NamedTuple):
    """A column of all parts as texts."""

    codes: NDArray[Any]
    states: States


class Table(NamedTuple):
    """All columns of a file."""

    columns: list[Any]
    """A Column each, or Numbers."""
    lines: Lines
    again: int | None
    """The line of the first row that is equal to the names."""


def read_columns(
    stream: Stream, names: Sequence[str], sign: str, wanted: Wanted, uneven: Callable[[bool, int, int], str]
) -> Table:
    """Read the rows of a file, whose header was read.

    `uneven` is what is wrong with a row of another length: whether all rows read at once have as many cells,
    its line and its cells. Raises Fault.
    """
    parts: list[list[_Texts | _Values]] = [[] for _ in names]
    lines, rows, again = Lines(), 0, None
    limit = memory_limit()
    size = _PART if limit is None else min(max(limit // _TIMES, _LEAST), _PART)
    last = False
    while not last:
        part, last = stream.part(size)
        reply = _ask(part, last, stream.lines, len(names), sign, wanted)
        counts = reply.info["counts"]
        if "fault" in counts:
            raise _fault(counts, part, sign, uneven)
        if counts["rows"]:
            lines.add(reply.arrays["firsts"], reply.arrays["shifts"], rows)
            found = list(_columns(reply, counts["rows"]))
            for own, column in zip(parts, found, strict=True):
                own.append(column)
            row = _first_equal(found, names) if again is None else None
            again = again if row is None else lines.of(rows + row)
            rows += counts["rows"]
        rest = part[counts["used"] :]
        stream.put_back(rest, counts["lines"])
        size = max(size, 2 * len(rest))  # for a row that is longer than a part
    if not rows:
        raise Fault("it has a header, and no rows")
    if wanted.numbers:
        return Table([_numbers(own, wanted.options) for own in parts], lines, again)
    return Table(
        [Column(*_joined([own for own in each if isinstance(own, _Texts)])) for each in parts], lines, again
    )


def _ask(part: bytes, last: bool, before: int, n: int, sign: str, wanted: Wanted) -> Reply:
    """Let the engine read a part, behind so many lines."""
    request: Any = {
        "op": "cells",
        "n": n,
        "sign": sign,
        "last": last,
        "lines": before,
        "longest": csv.field_size_limit(),
        "numbers": wanted.numbers,
        "blanks": [*sorted(WRITTEN), *wanted.options.missing_values],
        "markers": ASCII_MARKERS,
        "written": sorted(WRITTEN),
        "memory_limit": 0,  # a part is as small as the limit wants
    }
    return execute(None, request, {"text": np.frombuffer(part, np.uint8)})


def _fault(
    counts: dict[str, int], part: bytes, sign: str, uneven: Callable[[bool, int, int], str]
) -> Exception:
    """The error about a part. Those of quotes have the words of Python's reader."""
    fault, line = counts["fault"], counts.get("line", 0)
    if fault == _NO_TEXT:
        try:
            part.decode("utf-8")
        except UnicodeDecodeError as error:
            return error
    if fault == _UNEVEN:
        return Fault(uneven("alike" in counts, line, counts["cells"]))
    problem = {
        _AFTER_QUOTE: f"'{sign}' expected after '\"'",
        _UNCLOSED: UNCLOSED,
        _TOO_LONG: f"field larger than field limit ({csv.field_size_limit()})",
    }[fault]
    return Fault(f"line {line}: {problem}")


UNCLOSED = "a quote is opened, but the file ends before it is closed"


def _columns(reply: Reply, rows: int) -> Iterator[_Texts | _Values]:
    """The columns of one part. Their arrays are parts of the reply, which most columns need all of."""
    arrays = reply.arrays
    text, facts = arrays["text"], arrays["facts"]
    may_be_none = not (facts & NUMBER).all() and PYTHONS_NONE.encode() in text.tobytes()
    known, known_ends = arrays["known"].tobytes().decode(), arrays["known_ends"].tolist()
    at = number = state = begin = 0
    counts = arrays["counts"]
    firsts = (np.cumsum(counts) - counts)[counts > 0]
    every = iter(np.bitwise_or.reduceat(facts, firsts).tolist() if len(firsts) else ())
    none = no_numbers(int(counts.max(initial=0)))
    of_some = {name: _Parts(arrays[name]) for name in ("point", "comma", "alike")}
    for count, width in zip(counts.tolist(), arrays["widths"].tolist(), strict=True):
        if not width:
            first = known_ends[number - 1] if number else 0
            yield _Values(arrays["values"][number], known[first : known_ends[number]])
            number += 1
            continue
        size = width & _WIDTH
        codes = arrays["codes"][at : at + rows * size].view(f"u{size}")
        at += -(-rows * size // 8) * 8
        own = slice(state, state + count)
        point = of_some["point"].take(count) if width & _NUMBERS else none[:count]
        comma = of_some["comma"].take(count) if width & _COMMA else point
        looks = of_some["alike"].take(count).astype(np.intp) if width & _ALIKE else None
        found = Found(facts[own], point, comma, looks, next(every))
        ends = arrays["ends"][own] - begin
        last = begin + int(ends[-1]) + 1
        yield _Texts(codes, WrittenStates(text[begin:last], ends, found, may_be_none))
        state, begin = state + count, last


class _Parts:
    """An array that has the parts of some columns, one after the other."""

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array
        self._at = 0

    def take(self, count: int) -> NDArray[Any]:
        """The next part, of so many elements."""
        self._at += count
        return self._array[self._at - count : self._at]


def _first_equal(columns: Sequence[_Texts | _Values], names: Sequence[str]) -> int | None:
    """The first row that is equal to the names. None: no row is."""
    if not isinstance(columns[0], _Texts):
        return None
    equal: NDArray[np.bool_] | None = None
    for column, name in zip(columns, names, strict=True):
        own = column.equal(name)
        if own is None:
            return None
        equal = own if equal is None else equal & own
    return None if equal is None or not equal.any() else int(np.argmax(equal))


def _numbers(parts: Sequence[_Texts | _Values], options: RowOptions) -> Numbers:
    """The numbers of all parts. The texts of a part in which some cell is no plain number are to be read."""
    values, rows, texts, known, first = [], [], [], [], 0
    for part in parts:
        if isinstance(part, _Values):
            values.append(part.numbers)
            known += [part.known] if part.known else []
            first += len(part.numbers)
        else:
            values.append(no_numbers(len(part.codes)))
            rows.append(np.arange(first, first + len(part.codes)))
            texts.append(part)
            first += len(part.codes)
    if not texts:
        return Numbers(_one(values), [], [], known)
    cells, places = _joined(texts), _one(rows)
    gone = without_value(cells.states, options)
    if not gone.any():
        return Numbers(_one(values), places, WrittenTexts(cells.codes, cells.states, all_occur=True), known)
    filled = ~gone[cells.codes]
    return Numbers(_one(values), places[filled], WrittenTexts(cells.codes[filled], cells.states), known)


def _one(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """One array of all parts."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _joined(parts: Sequence[_Texts]) -> _Joined:
    """The states of all parts."""
    if len(parts) == 1:
        return _Joined(parts[0].codes, parts[0].states)
    every: set[Any] = set().union(*(part.states for part in parts))
    states = States(sorted(every))
    place = {state: code for code, state in enumerate(states)}
    width = smallest(len(states))
    codes = [
        np.fromiter(map(place.__getitem__, part.states), width, len(part.states))[part.codes]
        for part in parts
    ]
    return _Joined(np.concatenate(codes), states)
