"""What differs between tables and makes one variable two: names that look the same, and states of some sites.

Every function that takes several tables asks this, and :func:`mcbnc.check` by itself. The coordinator of a
federation, which has lists of names and states alone, checks the same.
`repeats.py` finds the rows that several tables have.

If no table has both of two names that look the same, they are one variable, and refused. If a table has both,
they may be two, with a warning.

States keep sites apart if no chain of common states joins them, or by two states that no site has both.
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

from collections.abc import Hashable, Iterable, Sequence, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import LISTED, listed, shown, unlisted
from .._base.spelling import HOW, look_alike, told_apart
from .._base.warn import warn
from .._base.wording import few_values
from ..errors import DataWarning, InvalidInputError
from .columns import Column, Node, place_of
from .opened import Opened, all_labels
from .texts import as_number, text_facts


def compare_names(tables: Sequence[Opened], accepted: Set[Hashable]) -> None:
    """Refuse or warn of names of columns that look the same, unless the caller accepts them."""
    named = [table for table in tables if table.names is not None]
    every = [name for name in all_labels(named) if name not in accepted]
    if not (groups := look_alike(every)):
        return
    argument = named[0].argument
    place = place_of(argument, None, None) if len(tables) > 1 else named[0].place
    compare_spellings(groups, [(table.place, table.labels) for table in named], place, argument)


def compare_spellings(
    groups: Sequence[Sequence[Hashable]],
    lists: Sequence[tuple[str, Sequence[Hashable]]],
    place: str,
    argument: str | None = None,
) -> None:
    """Refuse or warn of groups of names that look the same. `lists` has the names of each place."""
    own = [(where, set(names)) for where, names in lists]
    beside = [group for group in groups if any(len(names.intersection(group)) > 1 for _, names in own)]
    for found, refused in ((beside, False), ([group for group in groups if group not in beside], True)):
        if not found:
            continue
        names = [name for group in found for name in group]
        each = "; ".join(_with_places(group, own) for group in found[:LISTED]) + unlisted(found)
        meant = f"pass {few_values('accept', names)} if they are several variables"
        problem = f"{place}: the names {each} {HOW}: give a variable one name, or {meant}"
        if refused:
            raise InvalidInputError(problem, argument=argument, nodes=names)
        warn(problem, DataWarning)


def _with_places(group: Sequence[Hashable], own: Sequence[tuple[str, Set[Hashable]]]) -> str:
    """The names, each with the places that have it."""
    if len(own) == 1:
        return ", ".join(told_apart(group))
    return ", ".join(
        f"{text} in {listed(place for place, names in own if name in names)}"
        for name, text in zip(group, told_apart(group), strict=True)
    )


class Unlike(NamedTuple):
    """States of one variable that keep sites apart."""

    name: Hashable
    apart: Apart
    places: Sequence[str]
    """What messages call each site."""
    dags: Sequence[int | None]
    """The number of each site in the argument."""

    @property
    def told(self) -> str:
        return told(self.apart, self.places)

    @property
    def odd(self) -> int | None:
        """The only site with such states, if others agree."""
        sites, others = self.apart.sites, self.apart.others
        return sites[0] if len(sites) == 1 < len(others) else None


def compare_states(nodes: Iterable[Node]) -> None:
    """Refuse or warn of states that some clients lack, in variables that were not accepted."""
    found, argument = [], ""
    for node in nodes:
        lists = [column.states for column in node.columns]
        if len(lists) < 2:
            continue
        if all(own == lists[0] for own in lists) and not any(column.declared for column in node.columns):
            continue
        at, argument = node.locations, node.locations[0].argument
        for one in states_apart(lists, [*map(rows_of_states, node.columns)]):
            found.append(Unlike(node.name, one, [own.place for own in at], [own.dag for own in at]))
    tell_unlike(found, place_of(argument, None, None), argument)


def tell_unlike(found: Sequence[Unlike], place: str, argument: str | None = None) -> None:
    """Refuse what has no state in common, or else warn. `place` is what messages call all sites together."""
    if not found:
        return
    refused = [one for one in found if one.apart.refused]
    names = list(dict.fromkeys(one.name for one in refused or found))
    cure = f"the same values at all sites, or pass {few_values('accept', names)} if they are meant"
    if refused:
        first, *others = refused
        where = place if first.odd is None else first.places[first.odd]
        more = f"; the same goes for {_listed(others)}" if others else ""
        raise InvalidInputError(
            f"{where}: column {shown(first.name)}: {first.told}, have no state in common: write {cure}{more}",
            argument=argument,
            dag=None if first.odd is None else first.dags[first.odd],
            nodes=names,
        )
    warn(
        f"{place}: states that may mean the same, in {_listed(found)}: no site has both. Write {cure}",
        DataWarning,
    )


def _listed(found: Sequence[Unlike]) -> str:
    return listed(f"{shown(one.name)} ({one.told})" for one in found)


def rows_of_states(column: Column) -> NDArray[np.int64]:
    """The number of rows of each state."""
    codes = column.codes if column.missing is None else column.codes[~column.missing]
    return np.bincount(codes, minlength=len(column.states))


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
