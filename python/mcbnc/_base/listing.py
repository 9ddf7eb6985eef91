"""Lists of what callers give, also if that has no end."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from ..errors import InvalidInputError
from .show import shorten

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
    try:
        items = iter(values)
    except TypeError:
        raise
    except Exception as error:  # the __iter__ of a caller's class may raise any exception
        problem = f"{argument} cannot be iterated: {shorten(str(error))}"
        raise InvalidInputError(problem, argument=argument) from error
    found = list(islice(items, most + 1))
    if len(found) > most:
        raise InvalidInputError(f"{argument} has more than {most:,} items, or no end", argument=argument)
    return found
