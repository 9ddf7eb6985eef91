"""Which states keep sites apart: no chain of common states joins them, or two states that no site has both.

The first is refused, unless each site has one state alone, as a column with the name of the site has. The
second gets a warning. Where rows are counted, chance must not explain it. Let a state have c rows, and let
the sites that have the other state have the share F of all rows. If the sites were alike, all c rows would be
elsewhere with the probability (1 - F)^c, which must be small for both states. Sites of very few rows may have
nothing in common by chance: if a share f of all rows is theirs, then with about the probability of the
product of f^c + (1 - f)^c over all states.

The coordinator of a federation has lists of states, and no counts. Then two states get a warning if each
site has one of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import listed, shown
from .texts import as_number, text_facts

_Mask = NDArray[np.bool_]
_Pair = tuple[_Mask, _Mask]
"""(states,) each: states of some sites, and states that these lack and others have."""

_SELDOM = 1e-3  # below this, chance does not explain that a state is not at a site
_NEVER = 1e-4  # below this, chance does not explain that sites have no state in common
_MANY = 32  # numbers; more of them are measurements, which other rules check
_MOST_STATES = 512  # of a variable that are compared, each with each: the most frequent ones


class Apart(NamedTuple):
    """States of some sites that the others do not have, and theirs."""

    here: list[Hashable]
    there: list[Hashable]
    sites: list[int]
    """The sites with the states `here`, by their place in the lists."""
    others: list[int]
    refused: bool
    """The sites have no state in common with the others."""


def states_apart(
    lists: Sequence[Sequence[Hashable]], rows: Sequence[NDArray[np.int64]] | None = None
) -> list[Apart]:
    """What keeps the states of sites apart. `lists` has those of each site.

    `rows` has the number of rows of each state. None: there are no counts, and the states in the warning
    are those of all sites that lack the other one.
    """
    states, counts = _counted(lists, rows)
    filled = np.flatnonzero(counts.any(axis=1))
    counts = counts[filled]
    has = counts > 0
    if len(filled) < 2 or has.all() or (has.sum(axis=1) == 1).all() or _are_measured(states):
        return []
    parts = _parts(has)
    if len(parts) > 1:
        pairs = _disjoint(has, counts, parts, rows is not None)
    else:
        pairs = _exclusive(has, counts, rows is not None)

    def named(some: _Mask) -> list[Hashable]:
        return [states[s] for s in np.flatnonzero(some).tolist()]

    def sites_with(some: _Mask) -> list[int]:
        return [k for k, own in zip(filled.tolist(), has, strict=True) if own[some].any()]

    return [
        Apart(named(here), named(there), sites_with(here), sites_with(there), refused=len(parts) > 1)
        for here, there in pairs
    ]


def _counted(
    lists: Sequence[Sequence[Hashable]], rows: Sequence[NDArray[np.int64]] | None
) -> tuple[list[Hashable], NDArray[np.int64]]:
    """The states of all sites, and (sites, states) their numbers of rows; 1 if there are no counts.

    Texts that differ in spelling alone, which another rule checks, are one state.
    """
    place: dict[Hashable, int] = {}
    states: list[Hashable] = []
    at = []
    for own in lists:
        for state in own:
            if place.setdefault(_key(state), len(states)) == len(states):
                states.append(state)
        at.append([place[_key(state)] for state in own])
    counts = np.zeros((len(lists), len(states)), np.int64)
    for k, own_at in enumerate(at):
        np.add.at(counts[k], own_at, 1 if rows is None else rows[k])
    return states, counts


def _key(state: Hashable) -> Hashable:
    return text_facts(state).key if isinstance(state, str) else state


def _are_measured(states: Sequence[Hashable]) -> bool:
    return len(states) > _MANY and all(as_number(state) is not None for state in states)


def _parts(has: _Mask) -> list[_Mask]:
    """The sets of sites that chains of common states join, each a mask of the sites."""
    parts: list[_Mask] = []
    left = np.ones(len(has), bool)
    while left.any():
        part = np.zeros(len(has), bool)
        more = np.arange(len(has)) == np.argmax(left)
        while (more != part).any():
            part = more
            more = has[:, has[part].any(axis=0)].any(axis=1)
        parts.append(part)
        left &= ~part
    return parts


def _disjoint(has: _Mask, counts: NDArray[np.int64], parts: Sequence[_Mask], counted: bool) -> list[_Pair]:
    """The set of fewest sites that have nothing in common with the others; if chance explains all, none."""
    chances = [_chance(counts, part) if counted else 0.0 for part in parts]
    clear = [part for part, chance in zip(parts, chances, strict=True) if chance < _NEVER]
    if not clear:
        return []
    here: _Mask = np.any(has[min(clear, key=lambda sites: int(sites.sum()))], axis=0)
    return [(here, ~here)]


def _chance(counts: NDArray[np.int64], part: _Mask) -> float:
    """How probable it is that a set of sites has nothing in common with the others by chance."""
    share = counts[part].sum() / counts.sum()
    rows = counts.sum(axis=0)
    return float(np.prod(share**rows + (1 - share) ** rows))


def _exclusive(has: _Mask, counts: NDArray[np.int64], counted: bool) -> list[_Pair]:
    """Pairs of states that no site has both, put together by their sites."""
    rows = counts.sum(axis=0)
    few = np.sort(np.argsort(-rows, kind="stable")[:_MOST_STATES])
    few = few[~has[:, few].all(axis=0)]
    own = has[:, few].astype(np.float64)
    apart = own.T @ own == 0
    if counted:
        share = own.T @ counts.sum(axis=1) / counts.sum()
        seldom = np.outer(rows[few], np.log1p(-np.minimum(share, 1 - 2.0**-53))) < np.log(_SELDOM)
        apart &= seldom & seldom.T
    else:
        apart &= np.add.outer(own.sum(axis=0), own.sum(axis=0)) == len(has)
    found = []
    while apart.any():
        first = min(np.flatnonzero(apart.any(axis=1)), key=lambda s: own[:, s].sum())
        here = apart.any(axis=1) & (own == own[:, [first]]).all(axis=0)
        there = apart[here].any(axis=0)
        found.append((_mask(few[here], len(rows)), _mask(few[there], len(rows))))
        apart[here] = apart[:, here] = False
    return found


def _mask(at: NDArray[np.intp], length: int) -> _Mask:
    mask = np.zeros(length, bool)
    mask[at] = True
    return mask


def told(one: Apart, places: Sequence[str]) -> str:
    """What is apart, in the words of a message."""
    here, there = (listed(sorted(map(shown, states))) for states in (one.here, one.there))
    return (
        f"{here} in {listed(places[k] for k in one.sites)}, and "
        f"{there} in {listed(places[k] for k in one.others)}"
    )
