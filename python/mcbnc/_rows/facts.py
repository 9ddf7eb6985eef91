"""What the states of a column look like, as arrays with one element for each state.

`texts.py` says what one text is, and defines it. The engine tells the same of many texts in ASCII at once,
and what it leaves is asked there. Rules ask several times, so a list of states keeps its facts.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.names import all_strings
from .._engine.request import execute
from .texts import (
    ASCII_MARKERS,
    POINT,
    PYTHONS_NONE,
    WHOLE,
    WRITTEN,
    as_number,
    codes_among_words,
    has_unit,
    is_date,
    is_meant,
    means_missing,
    text_facts,
)

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]

_MANY = 128  # texts from which on the engine is asked
_POINT, _COMMA, _SIGN, _MARKER, _DATE, _UNIT, _ELSEWHERE, _GAP = (1 << bit for bit in range(8))


NUMBER = _POINT | _COMMA
"""The bits of a number that is not a text."""
_INTS, _TEXTS = {int}, {str}
_NO_TEXTS = {int, float, bool}


class Facts:
    """The facts about distinct states, (states,) each."""

    def __init__(
        self, states: Sequence[Hashable], found: Found | None = None, types: Iterable[type] = (str,)
    ) -> None:
        """`found` is what was found out about states of these types.

        States hold their facts, so these hold them weakly: what no one has is freed at once.
        """
        weak = hasattr(states, "facts")
        self._states: Callable[[], Sequence[Hashable] | None]
        self._states = weakref.ref(states) if weak else lambda: states
        self.types: set[type] = {*types} if found is not None and len(states) else set(map(type, states))
        """The types of the states."""
        self._decimals: dict[str, Mask] = {}
        if found is not None:
            self._found = found

    @property
    def states(self) -> Sequence[Hashable]:
        """The states that the facts are about."""
        states = self._states()
        assert states is not None, "the states of these facts are gone"
        return states

    @cached_property
    def texts(self) -> Mask:
        """The states that are texts."""
        if self.types <= {int, float, str}:
            return np.full(len(self.states), True) if self.types == {str} else self._of_type(str)
        return np.array([isinstance(state, str) for state in self.states], bool)

    def _of_type(self, kind: type) -> Mask:
        if kind not in self.types:
            return np.zeros(len(self.states), bool)
        return np.array([type(state) is kind for state in self.states], bool)

    @cached_property
    def _found(self) -> Found:
        if self.types == {str}:
            return _find(self.states)  # type: ignore[arg-type]
        if self.types <= {int, float} and (numbers := _plain_numbers(self.states)) is not None:
            return numbers
        found = _nothing(len(self.states))
        at = np.flatnonzero(self.texts)
        if len(at):
            own = _find([self.states[i] for i in at.tolist()])  # type: ignore[misc]
            found.bits[at], found.point[at], found.comma[at] = own.bits, own.point, own.comma
            if own.alike is not None:
                alike = np.arange(len(self.states))
                alike[at] = at[own.alike]
                found = found._replace(alike=alike)
        for i in np.flatnonzero(~self.texts).tolist():
            number = as_number(self.states[i])
            if number is not None:
                found.point[i] = found.comma[i] = number
                found.bits[i] = NUMBER
        return found

    def _have(self, bit: int) -> Mask:
        if not self._any & bit:
            return np.zeros(len(self._found.bits), bool)
        have: Mask = (self._found.bits & bit) != 0
        return have

    @property
    def _any(self) -> int:
        """The bits that some state has.

        A column of words has none, and there may be many such columns. What it then needs is cheaper to find
        than to keep: the lock of functools' cache takes longer, before Python 3.12.
        """
        every = self._found.every
        return self._put_together if every is None else every

    @cached_property
    def _put_together(self) -> int:
        return int(np.bitwise_or.reduce(self._found.bits))

    @cached_property
    def with_point(self) -> Mask:
        """The states that are numbers if the point is the decimal sign."""
        return self._have(_POINT)

    @cached_property
    def with_comma(self) -> Mask:
        """The states that are numbers if the comma is the decimal sign."""
        return self._have(_COMMA)

    @cached_property
    def signs(self) -> Mask:
        """The texts that have a point."""
        return self._have(_SIGN)

    @cached_property
    def dates(self) -> Mask:
        """The states that are dates, or texts that begin as dates do."""
        found = self._have(_DATE)
        if not self.types <= {str, int, float}:
            for at in np.flatnonzero(~self.texts).tolist():
                found[at] = is_date(self.states[at])
        return found

    @cached_property
    def units(self) -> Mask:
        """The texts that are numbers with a unit behind them."""
        return self._have(_UNIT)

    def in_order(self, states: Sequence[Hashable], order: NDArray[np.intp]) -> Facts:
        """The facts about some of the states, which are `states`, in this order of their numbers."""
        if self.types != {str}:
            return Facts(states)
        own = self._found
        alike = own.alike
        if alike is not None:
            _, first, group = np.unique(alike[order], return_index=True, return_inverse=True)
            alike = first[group.reshape(-1)]
        return Facts(states, Found(own.bits[order], own.point[order], own.comma[order], alike))

    @property
    def are_dates(self) -> bool:
        """Whether all states are dates."""
        return bool(self.types != _TEXTS or self._any & _DATE) and self._all_dates

    @cached_property
    def _all_dates(self) -> bool:
        return bool(self.dates.all())

    @property
    def gaps(self) -> list[int]:
        """The places of the texts that mean that there is no value."""
        return self._have(_GAP).nonzero()[0].tolist() if self._any & _GAP else []

    @property
    def have_numbers(self) -> bool:
        """Whether a state is a number with either decimal sign."""
        return self.types == _INTS or bool(self._any & NUMBER)

    def are_numbers(self, decimal: str) -> Mask:
        """The states that are numbers with this decimal sign."""
        return self.with_point if decimal == POINT else self.with_comma

    def count_numbers(self, decimal: str) -> int:
        """How many states are numbers with this decimal sign."""
        return self._counts[0 if decimal == POINT else 1] if self.have_numbers else 0

    @cached_property
    def _counts(self) -> tuple[int, int]:
        if self.types == _INTS:
            return len(self.states), len(self.states)
        return int(np.count_nonzero(self.with_point)), int(np.count_nonzero(self.with_comma))

    def numbers(self, decimal: str) -> Floats:
        """The numbers that states are with this decimal sign. NaN: a state is none."""
        return self._found.point if decimal == POINT else self._found.comma

    def decimals(self, decimal: str) -> Mask:
        """The states that are numbers with this sign, and not whole, as :func:`is_decimal` has it."""
        if decimal not in self._decimals:
            self._decimals[decimal] = self._find_decimals(decimal)
        return self._decimals[decimal]

    def _find_decimals(self, decimal: str) -> Mask:
        numbers = self.numbers(decimal)
        whole = np.isinf(numbers) | (numbers == np.rint(numbers))
        if self.types != {str}:
            large = np.isinf(numbers) | (np.abs(numbers) >= WHOLE)
            others = np.full(len(self.states), True)
            if self.types != {float}:
                others = np.array([not isinstance(state, (str, int)) for state in self.states], bool)
            whole = np.where(others, whole & ~large, whole | ~self.texts)  # an int is whole
        found: Mask = self.are_numbers(decimal) & ~whole
        return found

    @property
    def have_decimals(self) -> bool:
        """Whether a state is a number that is not whole, with either decimal sign."""
        return self.types != _INTS and self.have_numbers and self._some_decimals

    @cached_property
    def _some_decimals(self) -> bool:
        return any(self.decimals(sign).any() for sign in (POINT, ","))

    @property
    def needed(self) -> Needed:
        """How many texts are numbers with one decimal sign alone."""
        return _NONE_NEEDED if self.types <= _NO_TEXTS or not self.have_numbers else self._needed

    @cached_property
    def _needed(self) -> Needed:
        point, comma = self.with_point, self.with_comma
        alone = [int(np.count_nonzero(own & ~other)) for own, other in ((point, comma), (comma, point))]
        differ = point & comma & (self.numbers(POINT) != self.numbers(","))
        doubtful = str(self.states[int(np.argmax(differ))]) if differ.any() else None
        return Needed(alone[0], alone[1], doubtful, bool((~self.texts | (point & ~self.signs)).any()))

    @property
    def groups(self) -> list[list[Hashable]]:
        """The groups of texts that look the same, by their first one. Each has several."""
        return [] if self._found.alike is None else self._groups

    @cached_property
    def _groups(self) -> list[list[Hashable]]:
        alike: Any = self._found.alike
        found: dict[int, list[Hashable]] = {}
        for at in np.flatnonzero(alike != np.arange(len(alike))).tolist():
            first = int(alike[at])
            found.setdefault(first, [self.states[first]]).append(self.states[at])
        return [found[first] for first in sorted(found)]

    @property
    def markers(self) -> list[str]:
        """The texts that some programs write where there is no value, but for those that are meant.

        All states are texts.
        """
        return self._markers if self._any & (_MARKER | NUMBER) else []

    @cached_property
    def _markers(self) -> list[str]:
        texts: Any = self.states
        found = []
        if self._any & _MARKER:
            found = [texts[at] for at in np.flatnonzero(self._have(_MARKER)).tolist()]
        if not found and self.count_numbers(POINT) == 1:  # a code is a number, and the only one
            found = codes_among_words(texts)
        return [text for text in found if not is_meant(text.strip().casefold(), texts)]


class Needed(NamedTuple):
    """What decimal signs the texts of a column need."""

    point: int
    """How many are numbers with a decimal point alone."""
    comma: int
    doubtful: str | None
    """The first text that is one number with a point, and another with a comma."""
    pointless: bool
    """Some number has no point."""


_NONE_NEEDED = Needed(0, 0, None, True)


class Found(NamedTuple):
    """What was found about each of some texts."""

    bits: NDArray[np.uint8]
    point: Floats
    comma: Floats
    alike: NDArray[np.intp] | None = None
    """The first text that looks the same. None: all look different."""
    every: int | None = None
    """The bits that some text has. None: they are not put together yet."""


def _plain_numbers(states: Sequence[Any]) -> Found | None:
    """Those of ints and floats. None: an int is beyond the floats."""
    try:
        numbers = np.array(states, np.float64)
    except OverflowError:
        return None
    bits = np.full(len(states), NUMBER, np.uint8)
    return Found(bits, numbers, numbers)


def _nothing(count: int) -> Found:
    none = np.full(count, np.nan)
    return Found(np.zeros(count, np.uint8), none, none.copy())


def no_numbers(count: int) -> Floats:
    """(count,) NaN, in the memory of one."""
    return np.broadcast_to(np.float64(np.nan), count)


def _find(texts: Sequence[str]) -> Found:
    """Find what the texts look like."""
    if len(texts) > _MANY and (lines := _written(texts)) is not None:
        return completed(_found(_ask(lines, False)), texts, _NONE in lines)
    found = _nothing(len(texts))
    found.bits[:] = _ELSEWHERE
    return completed(found, texts, False)


def completed(found: Found, texts: Sequence[Any], may_be_none: bool) -> Found:
    """The facts with those that the engine leaves, and with Python's word for no value if it may be there."""
    if not may_be_none and found.every is not None and not found.every & _ELSEWHERE:
        return found
    if may_be_none:
        for at, text in enumerate(texts):
            if text.strip() == PYTHONS_NONE:  # it is a marker in this spelling alone
                found.bits[at] |= _MARKER
                found = found._replace(every=None)
    left = np.flatnonzero(found.bits & _ELSEWHERE).tolist()
    if left:  # the numbers may be those of other texts too
        found = found._replace(point=found.point.copy(), comma=found.comma.copy(), every=None)
    for at in left:
        _tell(found, texts[at], at)
    return found._replace(alike=_alike(texts)) if left else found


def _alike(texts: Sequence[str]) -> NDArray[np.intp] | None:
    """The first text that looks like each. None: all look different."""
    first: dict[str, int] = {}
    alike = [first.setdefault(text_facts(text).key, at) for at, text in enumerate(texts)]
    return np.array(alike, np.intp) if len(first) < len(texts) else None


def _tell(found: Found, text: str, at: int) -> None:
    """Put in what one text looks like."""
    facts = text_facts(text)
    bits = _GAP * means_missing(text) | _SIGN * (POINT in text) | _MARKER * facts.marker
    bits |= _DATE * is_date(text) | _UNIT * has_unit(text)
    if facts.point is not None:
        bits |= _POINT
        found.point[at] = facts.point
    if facts.comma is not None:
        bits |= _COMMA
        found.comma[at] = facts.comma
    found.bits[at] = bits


class SortedTexts(NamedTuple):
    """Distinct texts in the order of their signs."""

    order: NDArray[np.intp]
    """(texts,): the place of each before it was sorted."""
    found: Found
    may_be_none: bool
    """One may be Python's word for no value."""


def sort_texts(texts: list[Any], are_texts: bool = False) -> SortedTexts | None:
    """Sort distinct texts by the engine, which is faster. None: few, no texts, or none that the engine takes.

    `are_texts`: it is known that all are texts.
    """
    if len(texts) <= _MANY or not (are_texts or all_strings(texts)):
        return None
    if (lines := _written(texts)) is None:
        return None
    arrays = _ask(lines, True)
    return SortedTexts(arrays["order"].astype(np.intp), _found(arrays), _NONE in lines)


_NONE = PYTHONS_NONE.encode()
_MOST_BYTES = 2**31 - 1  # of an array of texts, as the engine has it


def _written(texts: Sequence[str]) -> bytes | None:
    """The texts as the engine takes them. None: one has a line feed, or together they are too long."""
    lines = "\n".join([*texts, ""]).encode("utf-8", "surrogatepass")
    return None if lines.count(b"\n") != len(texts) or len(lines) > _MOST_BYTES else lines


def _found(arrays: Mapping[str, NDArray[Any]]) -> Found:
    alike = arrays["alike"].astype(np.intp) if "alike" in arrays else None
    return Found(arrays["facts"], arrays["point"], arrays["comma"], alike)


def _ask(lines: bytes, order: bool) -> Mapping[str, NDArray[Any]]:
    text = np.frombuffer(lines, np.uint8)
    asked: Any = {
        "op": "facts",
        "n": 1,
        "markers": ASCII_MARKERS,
        "blanks": sorted(WRITTEN),
        "sorted": order,
        "memory_limit": 0,
    }
    return execute(None, asked, {"text": text}).arrays
