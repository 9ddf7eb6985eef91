"""The names of nodes: their checks, their order, and finding a node by its name."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import InvalidInputError

__all__ = ["Names", "check_names", "default_names", "find_node", "label", "rank", "read_names", "same_names"]

Names = Sequence[Hashable]

_SHOWN = 5  # names in a message, at most


def default_names(n: int) -> list[Hashable]:
    """The names of unnamed nodes: 0..n-1."""
    return list(range(n))


def read_names(names: Any, argument: str) -> list[Hashable]:
    """A list of names from what a caller gives: a list, an array, a pandas Index."""
    if isinstance(names, (str, bytes)):
        raise InvalidInputError(
            f"{argument} must be a sequence of names, not one string: {names!r}", argument=argument
        )
    try:
        # tolist() makes Python's own numbers and strings of NumPy's and pandas'.
        found = names.tolist() if hasattr(names, "tolist") else list(names)
    except TypeError:
        found = None
    if not isinstance(found, list):
        raise InvalidInputError(
            f"{argument} must be a sequence of names, not {type(names).__name__}", argument=argument
        )
    return check_names(found, argument)


def check_names(names: list[Hashable], argument: str, dag: int | None = None) -> list[Hashable]:
    """Refuse unhashable, missing and duplicate names."""
    place = label(argument, dag)
    try:
        distinct = len(set(names))
    except TypeError:
        bad: Hashable = next(x for x in names if not _hashable(x))
        raise InvalidInputError(
            f"{place}: {bad!r} cannot be a node's name, it is not hashable", argument=argument, dag=dag
        ) from None
    if any(x is None or x != x for x in names):  # NaN differs from itself
        at = next(i for i, x in enumerate(names) if x is None or x != x)
        raise InvalidInputError(f"{place}: node {at} has no name", argument=argument, dag=dag, nodes=[at])
    if distinct < len(names):
        twice = _repeated(names)
        raise InvalidInputError(
            f"{place}: names must differ, but {_listed(twice)} {_comes(twice)} more than once",
            argument=argument,
            dag=dag,
            nodes=twice,
        )
    return names


def same_names(names: Names, base: Names, argument: str, dag: int | None, base_place: str) -> list[int]:
    """Where each name of `base` stands in `names`; both must hold the same names."""
    position = {name: i for i, name in enumerate(names)}
    missing = [name for name in base if name not in position]
    if not missing and len(names) == len(base):
        return [position[name] for name in base]
    known = set(base)
    extra = [name for name in names if name not in known]
    parts = [f"lacks {_listed(missing)}"] * bool(missing) + [f"has {_listed(extra)} besides"] * bool(extra)
    raise InvalidInputError(
        f"{label(argument, dag)} must have the same nodes as {base_place}, but it {' and '.join(parts)}",
        argument=argument,
        dag=dag,
        nodes=missing + extra,
    )


def rank(names: Names) -> NDArray[np.int32] | None:
    """Each node's place in the sorted order of the names; None where that is the order they have.

    The engine breaks ties by this number, so the answer does not depend on the columns' order.
    Strings sort by code point; names that do not compare sort by type, then by text.
    """
    positions = range(len(names))
    try:
        order = sorted(positions, key=names.__getitem__)  # type: ignore[arg-type]
    except TypeError:
        order = sorted(positions, key=lambda i: (type(names[i]).__name__, str(names[i])))
    if order == list(positions):
        return None
    ranks = np.empty(len(order), np.int32)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    return ranks


def label(argument: str, dag: int | None = None) -> str:
    """How a message calls an input: ``dags[2]``, or ``nodes``."""
    return argument if dag is None else f"{argument}[{dag}]"


def find_node(name: Any, index: dict[Hashable, int], argument: str) -> int:
    """The index of the node with this name."""
    try:
        return index[name]
    except (KeyError, TypeError):
        raise InvalidInputError(
            f"{argument}: no node is named {name!r}; the nodes are {_listed(list(index))}",
            argument=argument,
            nodes=[name] if _hashable(name) else [],
        ) from None


def _hashable(name: Any) -> bool:
    try:
        hash(name)
    except TypeError:
        return False
    return True


def _repeated(names: Iterable[Hashable]) -> list[Hashable]:
    seen: set[Hashable] = set()
    return list(dict.fromkeys(x for x in names if x in seen or seen.add(x)))  # type: ignore[func-returns-value]


def _listed(names: Names) -> str:
    shown = ", ".join(repr(name) for name in names[:_SHOWN])
    more = len(names) - _SHOWN
    return f"{shown} and {more} more" if more > 0 else shown


def _comes(names: Names) -> str:
    return "comes" if len(names) == 1 else "come"
