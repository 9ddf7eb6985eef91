"""The sorted order of the names. The engine breaks ties by this order.

Because of this order, the answer does not depend on the order of the columns or on the process. The
rank of a name depends on the name's value alone, never on an address in memory or on the order of a set.
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


def rank(names: Names) -> NDArray[np.int32] | None:
    """The rank of each node in the sorted order of the names, (n,) int32.

    If the names are sorted already, the result is None. Strings sort by code point, numbers by size,
    tuples of strings or numbers by their members. Names of other types, and mixtures of strings and
    numbers, sort by the name of the type and then by ``repr``.
    """
    order = sorted_order(names, "nodes", "nodes: the names")
    if order == list(range(len(names))):
        return None
    ranks = [0] * len(order)  # a list is faster than an array, for the few nodes that most networks have
    for rank, i in enumerate(order):
        ranks[i] = rank
    return np.array(ranks, np.int32)


def sorted_order(values: Names, argument: str, what: str) -> list[int]:
    """The indices that sort the values, in the order of :func:`rank`. `what` names the values in errors."""
    order = _natural_order(values)
    if order is None:
        keys = [sort_key(value) for value in values]
        order = sorted(range(len(values)), key=keys.__getitem__)
        _check_distinct(values, keys, order, argument, what)
    return order


def sort_key(name: Hashable) -> tuple[str, str]:
    """The name of the value's type, and the value's text."""
    return type(name).__name__, _text(name)


def _natural_order(names: Names) -> list[int] | None:
    """The indices that sort the names by Python's ``<``. If ``<`` is no total order of them, None.

    For example, ``<`` of frozensets is the subset relation, which is no total order.
    """
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
    """The text of a name. If the name's ``repr`` is object's, which is an address, the text is empty."""
    if type(name) is tuple:
        return f"({', '.join(map(_text, name))})"
    if isinstance(name, frozenset):  # the repr of a frozenset has the members in any order
        return f"{{{', '.join(sorted(map(_text, name)))}}}"
    representation: object = type(name).__repr__
    if representation is object.__repr__:
        return ""
    try:
        return repr(name)
    except Exception:
        return ""


def _check_distinct(
    names: Names, keys: list[tuple[str, str]], order: list[int], argument: str, what: str
) -> None:
    for i, j in itertools.pairwise(order):
        if keys[i] == keys[j]:
            raise InvalidInputError(
                f"{what} {shown(names[i])} and {shown(names[j])} have no certain order: "
                "neither numbers nor strings, and their repr does not distinguish them",
                argument=argument,
                nodes=[names[i], names[j]],
            )
