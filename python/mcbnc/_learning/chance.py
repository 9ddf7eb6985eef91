"""How much of a structure chance alone would make: the same search of tables whose columns are shuffled.

Each column is shuffled by itself, so no two columns depend on each other any more, and each edge that is
found is one of chance. The states of a column, and how often each occurs, stay.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .._base.options import check_count
from .._base.show import counted
from .._base.warn import warn
from .._results.chance import SEED, Chance
from .._rows.data import AlignedRows, Data
from .._rows.missing import few_tables
from .._rows.values import Values
from ..errors import DataWarning, InvalidInputError, MemoryLimitError

AnyRows = TypeVar("AnyRows", bound=AlignedRows)

USUAL, FEW = 10, 1000
"""The shuffles that are made unless a caller says, and the rows up to which they are. So are resamples."""
_MOST = 2**20


def read_chance(chance: Any) -> int | None:
    """The argument `chance`: a number of shuffles. None: by the number of rows."""
    return None if chance is None else check_count(chance, "chance", most=_MOST)


def refuse_doubt(data: Data | Values, **asked: int | None) -> None:
    """Refuse shuffles and resamples of rows that lack cells. `asked` has how many, by the argument's name."""
    for argument, count in asked.items():
        if count and (data.gaps or data.seen is not None):
            raise InvalidInputError(
                f"{argument} cannot go with different columns, or with missing='fill'", argument=argument
            )


def few_enough(rows: int) -> bool:
    """Whether there are so few rows that doubt is told unless a caller says."""
    return rows <= FEW


def shuffles_for(chance: int | None, rows: int) -> int:
    """How many shuffles are made of so many rows."""
    if chance is None:
        return USUAL if few_enough(rows) else 0
    return chance


def shuffled(data: AnyRows, number: int) -> AnyRows:
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
    return replace(data, cells=np.concatenate([block.ravel() for block in blocks]))


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


def chance_of(data: AnyRows, shuffles: int, search: Callable[[AnyRows], list[int] | None]) -> Chance | None:
    """What a search gives of shuffled rows. It gives the edges of each client, or None if it was stopped.

    Ten shuffles are searched together, as many clients with rows of their own. If there is no memory for
    that, each is searched by itself, which takes no more than the search of the rows took.
    """
    edges: list[int] = []
    for first in range(0, shuffles, USUAL):
        every = [shuffled(data, number) for number in range(first, min(first + USUAL, shuffles))]
        times = [k for _ in every for k in range(data.r)]
        together = replace(data.only(times), cells=np.concatenate([each.cells for each in every]))
        try:
            parts = [search(together)]
        except MemoryLimitError:
            parts = [search(each) for each in every]
        for part in parts:
            if part is None:
                return None
            edges += part
    return _summed_up(edges)


def chance_together(
    data: AnyRows, shuffles: int, search: Callable[[AnyRows], NDArray[np.uint8] | None]
) -> Chance | None:
    """What a search of all clients together gives of rows that are shuffled within each of them."""
    edges = []
    for number in range(shuffles):
        found = search(shuffled(data, number))
        if found is None:
            return None
        edges.append(int(np.count_nonzero(found)))
    return _summed_up(edges)


def _summed_up(edges: list[int]) -> Chance:
    return Chance(sum(edges) / len(edges), max(edges), len(edges), SEED)


def tell_chance(found: Iterable[tuple[str, int, Chance]]) -> None:
    """Warn of structures that are hardly more than chance would make: of each its place, and its edges."""
    told = [
        f"{place}: {counted(edges, 'edge')} may be chance, which gave {chance.edges:.3g} in the mean of "
        f"{counted(chance.shuffles, 'shuffle')}, and {chance.most} at most"
        for place, edges, chance in found
        if edges and (edges <= chance.most or 4 * chance.edges > edges)
    ]
    if told:
        warn(
            f"{few_tables(told)}. A shuffle has the same rows with each column in an order of its own, so "
            "that no column depends on another one",
            DataWarning,
        )
