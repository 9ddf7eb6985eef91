"""Lists of what callers give, also if that has no end."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from ..errors import InvalidInputError

__all__ = ["MOST_GRAPHS", "list_of"]

MOST_GRAPHS = 1 << 20
"""The largest number of DAGs that the engine takes, and of data sets."""


def list_of(values: Iterable[Any], most: int, argument: str) -> list[Any]:
    """Return ``list(values)``. Refuse an iterator of more than `most` items.

    ``list`` would take an endless one until the memory is full, and Ctrl-C would not arrive meanwhile. It
    also believes an object that tells a wrong length. Lists and tuples have an end, and their checks are
    elsewhere.

    Raises TypeError if `values` cannot be iterated.
    """
    if isinstance(values, (list, tuple)):
        return list(values)
    found = list(islice(values, most + 1))
    if len(found) > most:
        raise InvalidInputError(f"{argument} has more than {most:,} items, or no end", argument=argument)
    return found
