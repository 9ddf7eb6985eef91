"""Names of columns that may be another one, and columns that may be left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._base.show import counted, listed, printed, shown
from ..._base.spelling import look_alike, seen
from ..rules import is_identifier, looks_measured
from ..steps import text_in_recipe
from .finding import MOST_STATES, Columns, Finding, floats_of

_ALIKE = 0.7  # the share of equal letters of names that may be one


def find_names(f: Finding) -> None:
    lists = {k: [*map(printed, table.labels)] for k, table in f.now.items()}
    owners = Counter(name for names in lists.values() for name in names)
    for group in look_alike(owners):
        names = [*map(printed, group)]
        if any(len({*own} & {*names}) > 1 for own in lists.values()):
            continue
        best = max(names, key=lambda name: (owners[name], name == name.strip(), -names.index(name)))
        for k, own in lists.items():
            for name in {*own} & {*names} - {best}:
                why = f"differs from {shown(best)} in case, blanks or unseen signs alone"
                f.add(k, ("rename",), name, best, why, certain=True)
    for k, own in lists.items():
        new = f.told(k, ("rename",))
        lists[k] = [new.get(name, name) for name in own]
    _other_names(f, lists, [name for name, count in owners.items() if 2 * count > len(lists)])


def _other_names(f: Finding, lists: Mapping[int, list[str]], expected: Sequence[str]) -> None:
    """Columns that a site lacks, under another name."""
    if len(lists) < 2:
        return
    for k, own in lists.items():
        lacks = [name for name in expected if name not in own]
        besides = [name for name in own if name not in expected]
        found = [(new, old, why) for new in lacks for old in besides if (why := _one_name(f, k, old, new))]
        for new, old, why in found:
            if [one[:2] for one in found if one[0] == new or one[1] == old] == [(new, old)]:
                f.add(k, ("rename",), old, new, why)


def _one_name(f: Finding, k: int, old: str, new: str) -> str:
    """Why two names may be one. It is empty if they may not."""
    one, other = seen(old), seen(new)
    if one.startswith(other) or other.startswith(one) or SequenceMatcher(None, one, other).ratio() >= _ALIKE:
        return f"{f.name(k)} lacks {shown(new)}, and the names are nearly alike"
    own = _content(f, k, old)
    others = [content for j in f.now if j != k and (content := _content(f, j, new)) is not None]
    if own is not None and others and all(_same_content(own, content) for content in others):
        return f"{f.name(k)} lacks {shown(new)}, and the values are like those of the others"
    return ""


def _content(f: Finding, k: int, name: str) -> frozenset[str] | NDArray[np.float64] | None:
    """The states of a column, or where the middle of its numbers is."""
    label = next((label for label in f.now[k].labels if printed(label) == name), None)
    column = None if label is None else f.column(k, label)
    if column is None or not column.states:
        return None
    node = f.node(name, {k: column})
    if looks_measured(node, f.options.decimal):
        numbers = floats_of(node, f.options.decimal)
        return None if numbers is None else np.nanquantile(numbers[0], [0.1, 0.5, 0.9])
    if len(column.states) > MOST_STATES:
        return None
    return frozenset(map(text_in_recipe, column.states))


def find_swaps(f: Finding) -> None:
    """Two columns of a site that are each like the other one elsewhere."""
    labels = [*dict.fromkeys(printed(label) for table in f.now.values() for label in table.labels)]
    if len(f.now) < 2 or len(labels) > MOST_STATES:
        return
    contents = {(k, name): _content(f, k, name) for k in f.now for name in labels}
    for k in f.now:
        odd = [name for name in labels if _unlike(f, contents, k, name, name)]
        for i, a in enumerate(odd):
            for b in odd[i + 1 :]:
                if _like(f, contents, k, a, b) and _like(f, contents, k, b, a):
                    why = "the values of the two are like those of the other one at the other sites"
                    f.add(k, ("rename",), a, b, why)
                    f.add(k, ("rename",), b, a, why)


def _unlike(f: Finding, contents: Mapping[Any, Any], k: int, name: str, as_name: str) -> bool:
    return contents[k, name] is not None and not _like(f, contents, k, name, as_name)


def _like(f: Finding, contents: Mapping[Any, Any], k: int, name: str, as_name: str) -> bool:
    """Whether a column of a site has values like those of a column of all others."""
    others = [contents[j, as_name] for j in f.now if j != k and contents[j, as_name] is not None]
    own = contents[k, name]
    return own is not None and bool(others) and all(_same_content(own, other) for other in others)


def find_ids(f: Finding) -> None:
    several = len(f.now) > 1 and f.options.columns == "same"
    for name, columns in f.columns():
        node = f.node(name, columns)
        numeric = looks_measured(node, f.options.decimal)
        if is_identifier(node.columns) and not numeric:
            why = f"{shown(name)}: {counted(len(node.states), 'state')} in {_all_rows(columns)} rows"
            f.add(None, ("rows",), "ids", [name], why)
        elif several and 2 * len(columns) < len(f.now):
            owners = listed(map(f.name, columns))
            f.add(None, ("rows",), "ids", [name], f"{shown(name)}: {owners} alone")


def _same_content(one: Any, other: Any) -> bool:
    """Whether columns have the same states, or numbers of which the middles overlap well."""
    if isinstance(one, frozenset) != isinstance(other, frozenset):
        return False
    if isinstance(one, frozenset):
        return bool(one & other) and 2 * len(one & other) > len(one | other)
    low, high = max(one[0], other[0]), min(one[2], other[2])
    return bool(high - low > 0.5 * max(one[2] - one[0], other[2] - other[0]))


def _all_rows(columns: Columns) -> int:
    return sum(len(own.codes) for own in columns.values())
