"""The states of a column with what is found out about them. Those of a file become strings when asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import compress
from operator import is_
from typing import overload

import numpy as np
from numpy.typing import NDArray

from .facts import NUMBER, Facts, Found, Mask, SortedTexts, completed
from .texts import WHOLE

_FEW = 16  # states that are made one by one


class States(Sequence[Hashable]):
    """The states of a column, which are not changed, and keep what is found out about them."""

    __slots__ = ("__weakref__", "_facts", "_merged", "_states")

    _facts: Facts
    _merged: tuple[list[Sequence[Hashable]], Sequence[Hashable] | None]
    """Other lists, and the labels of this one and them. None: those of this one."""
    _states: list[Hashable]

    def __init__(self, states: Iterable[Hashable]) -> None:
        self._states = states if isinstance(states, list) else list(states)

    def __len__(self) -> int:
        return len(self._states)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._states)

    def __contains__(self, state: object) -> bool:
        return state in self._states

    @overload
    def __getitem__(self, at: int) -> Hashable: ...

    @overload
    def __getitem__(self, at: slice) -> list[Hashable]: ...

    def __getitem__(self, at: int | slice) -> Hashable | list[Hashable]:
        return self._states[at]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, States):
            return self is other or self._states == other._states
        return self._states == other

    __hash__ = None  # type: ignore[assignment]  # as that of a list

    def __repr__(self) -> str:
        return repr(self._states)

    def __reduce__(self) -> tuple[type[States], tuple[list[Hashable]]]:
        return States, (self._states,)

    def facts(self) -> Facts:
        """The facts about the states."""
        try:
            return self._facts
        except AttributeError:
            self._facts = Facts(self)
            return self._facts

    def in_order(self, order: NDArray[np.intp]) -> States:
        """Some of the states in this order of their numbers, with their facts."""
        return _Chosen(self, order)

    def only(self, stay: Mask) -> States:
        """The states of this mask, (states,)."""
        return States(compress(self._states, stay.tolist()))

    def merged_with(
        self,
        lists: Sequence[Sequence[Hashable]],
        merge: Callable[[Sequence[Sequence[Hashable]]], Sequence[Hashable]],
    ) -> Sequence[Hashable]:
        """The labels of several lists, of which this is the first, merged by a function once."""
        others = [*lists[1:]]
        known: tuple[list[Sequence[Hashable]], Sequence[Hashable] | None] | None
        known = getattr(self, "_merged", None)
        if known is None or len(known[0]) != len(others) or not all(map(is_, known[0], others)):
            result = merge(lists)
            if result is not self and not isinstance(result, States):
                result = States(result)
            known = self._merged = others, None if result is self else result
        return self if known[1] is None else known[1]


class _Later(States):
    """States that are made when all are wanted, since strings take longer than the rest of reading."""

    __slots__ = ("_all", "_count")

    _all: list[Hashable]
    _count: int

    @property
    def _states(self) -> list[Hashable]:  # type: ignore[override]
        try:
            return self._all
        except AttributeError:
            self._all = self._make()
            return self._all

    def _make(self) -> list[Hashable]:
        raise NotImplementedError

    def _one(self, at: int) -> Hashable:
        """One of them, at its place from 0 on."""
        raise NotImplementedError

    def only(self, stay: Mask) -> States:
        return self.in_order(stay.nonzero()[0])

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Hashable: ...

    @overload
    def __getitem__(self, at: slice) -> list[Hashable]: ...

    def __getitem__(self, at: int | slice) -> Hashable | list[Hashable]:
        if hasattr(self, "_all") or self._count <= _FEW:
            return self._states[at]
        places = range(self._count)[at]
        if isinstance(places, int):
            return self._one(places)
        return [*map(self._one, places)] if len(places) <= _FEW else self._states[at]


class WrittenStates(_Later):
    """Texts as the engine writes them: each with a line feed behind it, and with the facts about it."""

    __slots__ = ("_ends", "_text")

    def __init__(
        self, text: NDArray[np.uint8], ends: NDArray[np.int32], found: Found, may_be_none: bool
    ) -> None:
        """`ends` is where each text ends in `text`, (states,). `may_be_none`: one may be Python's None."""
        self._text, self._ends, self._count = text, ends, len(ends)
        self._facts = Facts(self, completed(found, self, may_be_none))

    def _make(self) -> list[Hashable]:
        text = self._text[:-1].tobytes().decode()
        if text.count("\n") == self._count - 1:
            return [*text.split("\n")]
        return [*map(self._one, range(self._count))]

    def _one(self, at: int) -> Hashable:
        begin = int(self._ends[at - 1]) + 1 if at else 0
        return self._text[begin : self._ends[at]].tobytes().decode()


class SortedStates(_Later):
    """Texts of a list in the order that the engine gives them, with the facts about them."""

    __slots__ = ("_order", "_texts")

    def __init__(self, texts: list[Hashable], done: SortedTexts) -> None:
        self._texts, self._order, self._count = texts, done.order, len(done.order)
        self._facts = Facts(self, completed(done.found, self, done.may_be_none))

    def _make(self) -> list[Hashable]:
        return [*map(self._texts.__getitem__, self._order.tolist())]

    def _one(self, at: int) -> Hashable:
        return self._texts[int(self._order[at])]


class NumberStates(_Later):
    """Floats, which are ints where they are whole."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: NDArray[np.float64]) -> None:
        """`numbers` are distinct and finite or infinite, (states,), and some is not whole."""
        self._numbers, self._count = numbers, len(numbers)
        bits = np.full(self._count, NUMBER, np.uint8)
        types = (int, float) if len(self._whole()) else (float,)
        self._facts = Facts(self, Found(bits, numbers, numbers), types)

    def _whole(self) -> NDArray[np.intp]:
        """The places of whole numbers, all of whose digits a float has."""
        numbers = self._numbers
        return np.flatnonzero((np.abs(numbers) < WHOLE) & (numbers == np.rint(numbers)))

    def _make(self) -> list[Hashable]:
        states: list[Hashable] = self._numbers.tolist()
        for at in self._whole().tolist():
            states[at] = int(self._numbers[at])
        return states

    def _one(self, at: int) -> Hashable:
        number = float(self._numbers[at])
        return int(number) if number.is_integer() and abs(number) < WHOLE else number


class _Chosen(_Later):
    """Some of other states, in an order of their numbers, with their facts."""

    __slots__ = ("_order", "_others")

    def __init__(self, others: States, order: NDArray[np.intp]) -> None:
        self._others, self._order, self._count = others, order, len(order)
        self._facts = others.facts().in_order(self, order)

    def _make(self) -> list[Hashable]:
        return [*map(self._others._states.__getitem__, self._order.tolist())]

    def _one(self, at: int) -> Hashable:
        return self._others[int(self._order[at])]


def facts_of(states: Iterable[Hashable]) -> Facts:
    """The facts about states."""
    if (known := getattr(states, "_facts", None)) is not None:  # asked for several times for each column
        return known  # type: ignore[no-any-return]
    if (own := getattr(states, "facts", None)) is not None:  # of States; isinstance takes ten times as long
        return own()  # type: ignore[no-any-return]
    return Facts(states if isinstance(states, list) else list(states))
