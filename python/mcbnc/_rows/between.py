"""What differs between tables and makes one variable two: names that look the same, and states of some sites.

Every function that takes several tables asks this, and :func:`mcbnc.check` by itself. The coordinator of a
federation, which has lists of names and states alone, checks the same. `apart.py` is the rule about states,
and `shared.py` finds the rows that several tables have.

If no table has both of two names that look the same, they are one variable, and refused. If a table has both,
they may be two, with a warning.
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
from .apart import Apart, states_apart, told
from .columns import Column
from .location import place_of
from .node import Node
from .opened import Opened, all_labels


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
        for one in states_apart(lists, [*map(_rows_of, node.columns)]):
            found.append(Unlike(node.name, one, [own.place for own in at], [own.dag for own in at]))
    tell_unlike(found, place_of(argument, None, None), argument)


def tell_unlike(found: Sequence[Unlike], place: str, argument: str | None = None) -> None:
    """Refuse what has no state in common, or else warn. `place` is what messages call all sites together."""
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
    if found:
        warn(
            f"{place}: states that may mean the same, in {_listed(found)}: no site has both. Write {cure}",
            DataWarning,
        )


def _listed(found: Sequence[Unlike]) -> str:
    return listed(f"{shown(one.name)} ({one.told})" for one in found)


def _rows_of(column: Column) -> NDArray[np.int64]:
    """The number of rows of each state."""
    codes = column.codes if column.missing is None else column.codes[~column.missing]
    return np.bincount(codes, minlength=len(column.states))
