"""What differs between tables in a way that no function refuses, but that makes one variable two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from .._base.show import listed, shown
from .node import Node
from .texts import as_number, text_facts

_MOST_STATES = 64  # of a variable whose states are compared, each with each
_MOST_SITES = 64  # with unlike states


class Difference(NamedTuple):
    """What differs between the columns of a node."""

    problem: str
    advice: str
    client: int | None
    """The number of the column at fault in the node. None: it may be any."""


def differences_between(node: Node, sites: Sequence[str]) -> list[Difference]:
    """The differences between the columns of one variable. `sites` names the site of each column."""
    states = [_occurring(node, k) for k in range(len(node.columns))]
    filled = [k for k, own in enumerate(states) if own]
    if len(filled) < 2 or len(set().union(*states)) > _MOST_STATES:
        return []
    kinds = _kinds(states, filled, sites)
    if kinds is not None:
        return [kinds]
    return _short_forms(states, filled, sites) or _nothing_in_common(states, filled)


def _occurring(node: Node, k: int) -> set[Hashable]:
    """The states that some row of a column has."""
    column = node.columns[k]
    codes = column.codes if column.missing is None else column.codes[~column.missing]
    return {column.states[code] for code in np.unique(codes).tolist()}


def _kinds(states: Sequence[set[Hashable]], filled: Sequence[int], sites: Sequence[str]) -> Difference | None:
    """Numbers at some sites, and words at others."""
    numbers = [k for k in filled if all(as_number(state) is not None for state in states[k])]
    words = [k for k in filled if not any(as_number(state) is not None for state in states[k])]
    if not numbers or not words:
        return None
    first, second = (
        f"{_some(set().union(*(states[k] for k in own)))} at {listed([sites[k] for k in own])}"
        for own in (numbers, words)
    )
    return Difference(f"numbers and words: {first}, and {second}", "write the same values at all sites", None)


def _short_forms(
    states: Sequence[set[Hashable]], filled: Sequence[int], sites: Sequence[str]
) -> list[Difference]:
    """A word at one site that begins a word of another site, such as "M" and "Male"."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    unlike = list({frozenset(states[k]): k for k in reversed(filled)}.values())[::-1][:_MOST_SITES]
    for k in unlike:
        for other in unlike:
            for short in _words(states[k] - states[other]):
                for long in _words(states[other] - states[k]):
                    if len(short) < len(long) and long.casefold().startswith(short.casefold()):
                        found.setdefault((short, long), (k, other))
    if not found:
        return []
    told = [f"{short!r} at {sites[k]} and {long!r} at {sites[o]}" for (short, long), (k, o) in found.items()]
    return [Difference(f"one value may have two names, {listed(told)}", "write one name at all sites", None)]


def _nothing_in_common(states: Sequence[set[Hashable]], filled: Sequence[int]) -> list[Difference]:
    """Sites that have no state of any other site."""
    keys = {k: set(map(_key, states[k])) for k in filled}
    sites_with = Counter(chain.from_iterable(keys.values()))
    found = []
    for k in filled:
        if all(sites_with[key] == 1 for key in keys[k]):
            others = set().union(*(states[o] for o in filled if o != k))
            problem = f"no state is one of another site's: {_some(states[k])} here, {_some(others)} there"
            found.append(Difference(problem, "write the same values at all sites", k))
    return found[:1] if len(filled) == 2 else found


def _key(state: Hashable) -> Hashable:
    """Equal for texts that differ only in spelling, of which learning warns."""
    return text_facts(state).key if isinstance(state, str) else state


def _words(states: set[Hashable]) -> list[str]:
    return sorted(state for state in states if isinstance(state, str) and state.isalpha())


def _some(states: set[Hashable]) -> str:
    return listed(sorted(map(shown, states)))
