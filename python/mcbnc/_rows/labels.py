"""The labels of states: Python's own values, one for all values that are equal.

Values that are equal in Python are one state: 0, 0.0 and False, or 2**53 and 2.0**53. A set keeps the one
that comes first, and then the label, the order of the states and the rules for columns would depend on the
order of the rows. So the label is chosen by what the values are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np

from .._base.rank import sort_key

WHOLE = 2.0**53
"""From this value on, a float cannot hold every integer."""

# Of equal values, the one whose type is first here is the label. Other types come after these.
_PREFERRED = {int: 0, bool: 1, float: 2, str: 3}
_NUMBERS = frozenset((int, bool, float))


def plain(value: Any) -> Hashable:
    """Turn NumPy's numbers and strings into Python's own, and whole floats into ints."""
    own: Hashable = value.item() if isinstance(value, np.generic) else value
    return int(own) if isinstance(own, float) and own.is_integer() and abs(own) < WHOLE else own


def labels_of(values: Sequence[Any]) -> dict[Any, Hashable]:
    """The label of each distinct value, in the order in which the values come. Values are hashable."""
    types = set(map(type, values))
    if _tell_apart(types):
        return {value: plain(value) for value in dict.fromkeys(values)}
    if types <= _PREFERRED.keys():
        spelled = [value for _, value in dict.fromkeys(zip(map(type, values), values, strict=True))]
    else:  # equal values of one type may look different, as Decimal("1.0") and Decimal("1.00") do
        spelled = [value for value, _ in dict.fromkeys((value, sort_key(value)) for value in values)]
    labels: dict[Any, Hashable] = {}
    for value in spelled:
        label = plain(value)
        labels[value] = min(labels.get(value, label), label, key=_preference)
    return labels


def merged(lists: Sequence[list[Hashable]]) -> list[Hashable]:
    """The labels of several lists of labels, in the order of the lists. If all lists are alike, the first."""
    first, *others = lists
    if all(other == first for other in others) and (
        not others or _tell_apart(set(map(type, chain.from_iterable(lists))))
    ):
        return first
    return list(labels_of(list(chain.from_iterable(lists))).values())


def _tell_apart(types: Iterable[type]) -> bool:
    """True if values of these types that are equal have one label."""
    others = [kind for kind in types if kind is not str]
    return not others or (len(others) == 1 and others[0] in _NUMBERS)


def _preference(label: Hashable) -> tuple[int, tuple[str, str]]:
    return _PREFERRED.get(type(label), len(_PREFERRED)), sort_key(label)
