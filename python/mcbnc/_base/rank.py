"""The sorted order of the names, by which the engine breaks ties.

Because of this order, the answer does not depend on the order of the columns or on the process. The
place of a name comes from its value alone, never from its address in memory or its place in a set.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InvalidInputError
from .names import Names, all_strings
from .show import shown

__all__ = ["rank", "sort_key", "sorted_order"]


def rank(names: Names) -> NDArray[np.int32] | None:
    """Each node's place in the sorted order of the names; None where that is the order they have.

    Strings sort by code point, numbers by size, tuples of these by their members. Names of other
    kinds, or of both, sort by type, then by text.
    """
    order = sorted_order(names, "nodes", "nodes: the names")
    if order == list(range(len(names))):
        return None
    ranks = np.empty(len(order), np.int32)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    return ranks


def sorted_order(values: Names, argument: str, what: str) -> list[int]:
    """The places of the values in sorted order, as :func:`rank` sorts; `what` they are, for errors."""
    order = _natural(values)
    if order is None:
        keys = [sort_key(value) for value in values]
        order = sorted(range(len(values)), key=keys.__getitem__)
        _check_apart(values, keys, order, argument, what)
    return order


def sort_key(name: Hashable) -> tuple[str, str]:
    """The type's name, and the text."""
    return type(name).__name__, _text(name)


def _natural(names: Names) -> list[int] | None:
    """Their order by Python's own <, where that is total; frozensets' < is not, for one."""
    if not all_strings(names) and not all(map(_has_natural_order, names)):
        return None
    try:
        return sorted(range(len(names)), key=names.__getitem__)  # type: ignore[arg-type]
    except TypeError:  # a string and a number
        return None


def _has_natural_order(name: Any) -> bool:
    if isinstance(name, tuple):
        return all(map(_has_natural_order, name))
    if isinstance(name, (float, np.floating)):
        return bool(name == name)  # NaN, inside a tuple
    return isinstance(name, (str, int, np.integer))


def _text(name: Any) -> str:
    """The text of a name, or nothing if the text is only an address."""
    if type(name) is tuple:
        return f"({', '.join(map(_text, name))})"
    if isinstance(name, frozenset):  # its own text has the members in no certain order
        return f"{{{', '.join(sorted(map(_text, name)))}}}"
    spoken: object = type(name).__repr__
    if spoken is object.__repr__:
        return ""
    try:
        return repr(name)
    except Exception:
        return ""


def _check_apart(
    names: Names, keys: list[tuple[str, str]], order: list[int], argument: str, what: str
) -> None:
    for i, j in itertools.pairwise(order):
        if keys[i] == keys[j]:
            raise InvalidInputError(
                f"{what} {shown(names[i])} and {shown(names[j])} have no certain order: "
                "neither numbers nor strings, and their repr does not tell them apart",
                argument=argument,
                nodes=[names[i], names[j]],
            )
