"""How much of a structure chance alone would make: the same search of tables whose columns are shuffled.

Each column is shuffled by itself, so no two columns depend on each other any more, and each edge that is
found is one of chance. The states of a column, and how often each occurs, stay.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.options import check_count
from .._base.show import counted
from .._base.warn import warn
from .._base.wording import wording
from .._engine.request import Told
from .._inputs.known import required_pairs
from .._results.chance import SEED, Chance
from .._rows.missing import few_tables
from .._rows.table import Table
from ..errors import DataWarning, InvalidInputError, MemoryLimitError
from .structure import INSERT, Learned

USUAL, FEW = 10, 1000
"""The shuffles that are made unless a caller says, and the rows up to which they are. So are resamples."""
_MOST = 2**20

MARGIN = 3.0
"""Nats. Chance would give an edge of so much more gain about 20 times more seldom."""


def read_chance(chance: Any) -> int | None:
    """The argument `chance`: a number of shuffles. None: by the number of rows."""
    return None if chance is None else check_count(chance, "chance", most=_MOST)


def refuse_doubt(data: Table, **asked: int | None) -> None:
    """Refuse shuffles and resamples of rows that are not searched as they are: columns differ, or lack cells.

    `asked` has how many, by the argument's name.
    """
    for argument, count in asked.items():
        if count and not data.complete:
            raise InvalidInputError(
                f"{argument} cannot be combined with different columns, or with "
                f"{wording().option('missing', 'fill')}",
                argument=argument,
            )


def few_enough(rows: int) -> bool:
    """Whether there are so few rows that doubt is found by default."""
    return rows <= FEW


def shuffles_for(chance: int | None, rows: int) -> int:
    """How many shuffles are made of this number of rows."""
    if chance is None:
        return USUAL if few_enough(rows) else 0
    return chance


def shuffled(data: Table, number: int) -> Table:
    """The rows of each client with each column shuffled by itself. The shuffle has a number.

    A column is sorted first, so the order of the rows does not count. Neither does that of the columns, nor
    that of the clients: the generator of a column is named by the shuffle, by the rank of the column's name
    and by the place of the client when clients are sorted by their cells.
    """
    ranks = data.rank().get("rank", np.arange(data.n))
    blocks = [np.sort(block, axis=1) for block in data.blocks()]
    clients = places([block[np.argsort(ranks)] for block in blocks])
    for block, client in zip(blocks, clients, strict=True):
        for column, rank in zip(block, ranks.tolist(), strict=True):
            generator = np.random.Philox(key=[SEED, number], counter=[0, 0, client, rank])
            column[:] = column[np.argsort(generator.random_raw(len(column)), kind="stable")]
    return data.with_cells(blocks)


def places(blocks: Sequence[NDArray[Any]]) -> list[int]:
    """The places of the clients when they are sorted by what they have."""
    digests = [hashlib.blake2b(block.tobytes()).digest() for block in blocks]
    order = sorted(range(len(digests)), key=digests.__getitem__)
    return [order.index(k) for k in range(len(order))]


def left_of(options: dict[str, Any], began: float) -> dict[str, Any] | None:
    """The options with what is left of the time limit of a call that began then. None: nothing is."""
    limit = options["time_limit"]
    if limit is None:
        return options
    left = limit - (time.monotonic() - began)
    return {**options, "time_limit": left} if left > 0 else None


class Found(NamedTuple):
    """What a search of other rows found."""

    dag: NDArray[np.uint8]
    gain: float
    """The largest gain by which a pair was joined."""

    @property
    def edges(self) -> int:
        return int(np.count_nonzero(self.dag))


class Measured(NamedTuple):
    """What the searches of all shuffles found."""

    chance: Chance
    gain: float
    """The largest gain by which any of them joined a pair."""


def found_by(arrays: Told) -> list[Found]:
    """What each search of a reply found."""
    gains = np.where(arrays["step_kind"] == INSERT, arrays["gain"], -np.inf)
    ends = itertools.pairwise(arrays["step_ptr"].tolist())
    largest = [float(gains[first:last].max(initial=-np.inf)) for first, last in ends]
    return list(map(Found, arrays["adjacency"], largest))


def chance_of(data: Table, shuffles: int, search: Callable[[Table], list[Found] | None]) -> Measured | None:
    """What a search finds in shuffled rows: in those of each client, or None if it was stopped.

    Ten shuffles are searched together, as many clients with rows of their own. If there is no memory for
    that, each is searched by itself, which takes no more than the search of the rows took.
    """
    edges: list[int] = []
    gain = -math.inf
    for first in range(0, shuffles, USUAL):
        every = [shuffled(data, number) for number in range(first, min(first + USUAL, shuffles))]
        times = [k for _ in every for k in range(data.r)]
        together = data.only(times).with_cells([each.cells for each in every])
        try:
            parts = [search(together)]
        except MemoryLimitError:
            parts = [search(each) for each in every]
        for part in parts:
            if part is None:
                return None
            edges += [each.edges for each in part]
            gain = max(gain, *(each.gain for each in part))
    return _summed_up(edges, gain)


def chance_together(data: Table, shuffles: int, search: Callable[[Table], Found | None]) -> Measured | None:
    """What a search of all clients together finds in rows that are shuffled within each of them."""
    edges = []
    gain = -math.inf
    for number in range(shuffles):
        found = search(shuffled(data, number))
        if found is None:
            return None
        edges.append(found.edges)
        gain = max(gain, found.gain)
    return _summed_up(edges, gain)


def _summed_up(edges: list[int], gain: float) -> Measured:
    return Measured(Chance(sum(edges) / len(edges), max(edges), len(edges), SEED), gain)


def tell_chance(found: Iterable[tuple[str, Learned, Measured]]) -> None:
    """Warn of structures that are hardly more than chance would make. Each has a place in messages.

    Edges are sure if they gained clearly more than any edge of the shuffles: one strong edge of few columns
    is no chance, though some shuffle may have an edge too. Required edges are not learned, so they show
    nothing.
    """
    told = []
    for place, learned, (chance, gain) in found:
        required = required_pairs(learned._known)
        edges, most, mean = (count - len(required) for count in (len(learned), chance.most, chance.edges))
        if edges > most and 4 * mean <= edges:
            continue
        doubtful = edges - len(_sure(learned, gain) - required)
        if 4 * doubtful > edges:
            of = "" if doubtful == edges else f"{doubtful} of "
            told.append(
                f"{place}: {of}{counted(edges, 'edge')} may be chance, which gave {mean:.3g} in the mean of "
                f"{counted(chance.shuffles, 'shuffle')}, and {most} at most"
            )
    if told:
        warn(
            f"{few_tables(told)}. A shuffle has the same rows with each column in an order of its own, so "
            "that no column depends on another one",
            DataWarning,
        )


def _sure(learned: Learned, gain: float) -> set[frozenset[int]]:
    """The pairs whose insertion gained more than any edge of the shuffles, by MARGIN at least."""
    steps = learned._steps
    inserted = (steps["step_kind"] == INSERT) & (steps["gain"] > gain + MARGIN)
    joined = set(map(frozenset, learned._known_arcs.tolist()))
    return joined & set(map(frozenset, steps["step_edges"][inserted].tolist()))
