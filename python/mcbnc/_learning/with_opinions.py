"""Opinions as they are asked for: read before any search, and pooled once the rows have been searched."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np

from .._base.options import check_word, is_sequence
from .._base.show import counted, listed, shown
from .._base.sites import takes_sites
from .._base.warn import warn
from .._base.wording import sites_now
from .._engine.request import Arrays
from .._inputs.align import Nodes
from .._inputs.answers import read_answers
from .._inputs.knowledge import read_knowledge
from .._inputs.known import as_pairs
from .._inputs.opinions import Opinions, read_opinions
from .._inputs.weights import read_weights
from .._results.made import Made
from ..errors import DataWarning, InvalidInputError
from .row_strengths import RowStrengths
from .sources import Asked, Pooled

CHANCES = ("warn", "drop")
"""The words of the argument `chance`, the default first."""
USUAL = 50
"""The resamples that are drawn beside opinions unless a caller says."""


@takes_sites("opinions")
def read_asked(
    opinions: Any,
    *,
    nodes: Any = None,
    columns: Nodes | None = None,
    answers: Any = None,
    knowledge: Any = None,
    groups: Any = None,
    weights: Any = None,
    chance: str = CHANCES[0],
) -> Asked:
    """Read what is asked, except the rows. With `columns`, the nodes are the columns of a table."""
    dropped = check_word(chance, "chance", CHANCES) == "drop"
    read = read_opinions(opinions, nodes, columns)
    given = read_answers(answers, read.nodes)
    told = read_knowledge(knowledge, read.nodes)
    known = {name: as_pairs(told[name]) for name in ("required", "forbidden")}
    arrays: Arrays = {**read_weights(weights, read.r), **_read_groups(groups, read)}
    if read.n == 1:
        raise InvalidInputError(
            "opinions: there is one node, and opinions are about pairs", argument="opinions"
        )
    options: Any = {"chance": "drop" if dropped else "keep"}
    called = Made.now("pool", {"chance": chance})
    return Asked(read, nodes is not None, options, arrays, known, given, called, sites_now())


def beside_rows(opinions: Any, columns: Nodes, knowledge: Any) -> Asked | None:
    """The argument `opinions` of a function that searches in rows with these columns, if it was given."""
    if opinions is None or isinstance(opinions, Asked):  # pool has read them
        return opinions
    return read_asked(opinions, columns=columns, knowledge=knowledge)


def refuse_beside(**options: Any) -> None:
    """Refuse the options that have no effect beside opinions."""
    for name, value in options.items():
        if value is not None:
            raise InvalidInputError(f"{name} cannot be combined with opinions", argument=name)


def pooled(asked: Asked, rows: RowStrengths | None = None) -> Pooled:
    """The result, beside rows if there are some. It warns of what is doubtful."""
    found = (asked if rows is None else asked.with_rows(rows)).pooled()
    _tell(found)
    return found


def _read_groups(groups: Any, opinions: Opinions) -> Arrays:
    """The array "groups": a number for each source, -1 for those of no group."""
    if groups is None:
        return {}
    place = {name: k for k, name in enumerate(opinions.sources)}
    numbers = np.full(opinions.r, -1, np.int32)
    for number, members in enumerate(_members(groups, opinions.sources)):
        for name in members:
            try:
                at = place[name]
            except (KeyError, TypeError):
                raise _refuse_groups(f"has {shown(name)}, which is no source") from None
            if numbers[at] >= 0:
                raise _refuse_groups(f"has {shown(name)} twice")
            numbers[at] = number
    return {"groups": numbers}


def _members(groups: Any, sources: list[Hashable]) -> list[list[Any]]:
    """The sources of each group: given so, or as a label for each source."""
    if isinstance(groups, Mapping):
        labels = dict(groups)
    elif not is_sequence(groups):
        raise _refuse_groups(f"must be lists of sources, or a label for each source, not {shown(groups)}")
    elif all(isinstance(each, (list, tuple, set, frozenset)) for each in groups):
        return [list(each) for each in groups]
    else:
        labels = dict(zip(sources, _labels([*groups], sources), strict=True))
    found: dict[Any, list[Any]] = {}
    for name, own in labels.items():
        if own is not None:
            found.setdefault(own, []).append(name)
    return list(found.values())


def _labels(given: list[Any], sources: list[Hashable]) -> list[Any]:
    """A label for each source. Names of sources instead, each once, would be groups of one."""
    if len(given) > 1 and all(each in sources and given.count(each) == 1 for each in given):
        raise _refuse_groups(f"has names of sources, and no list of them: [{shown(given)}] is one group")
    if len(given) != len(sources):
        raise _refuse_groups(f"must have a label for each of {len(sources)} sources, and has {len(given)}")
    return given


def _refuse_groups(problem: str) -> InvalidInputError:
    return InvalidInputError(f"groups {problem}", argument="groups")


def _tell(found: Pooled) -> None:
    """Warn of what makes a result doubtful."""
    asked = found._asked
    rows = asked.rows is not None
    if found._no_more_than_chance():
        beside = " and with the rows" if rows else ""
        drop = ", so they have no weight" if asked.options["chance"] == "drop" else ""
        warn(f"the opinions agree with each other{beside} no more than chance{drop}", DataWarning)
    if asked.opinions.r == 1 and not rows:
        warn("there is one opinion and no rows, so its own rates cannot be known", DataWarning)
    if found._counts["out_of_reach"]:
        warn(
            f"of {counted(len(found.nodes), 'node')} so few pairs are joined that no number of opinions "
            "makes a pair probable: all together add at most 6 nats. Rows would help",
            DataWarning,
        )
    _tell_unseen(found, rows)
    _tell_alike(found)


def _tell_unseen(found: Pooled, rows: bool) -> None:
    if not found.unseen:
        return
    has = found._asked.opinions.seen.astype(np.float32)  # these products are fast; sums of ones are above 0
    index = {name: k for k, name in enumerate(found.nodes)}
    together = has.T @ has
    unseen = [(a, b) for a, b in found.unseen if not together[index[a], index[b]]]
    if unseen:
        nobody = "no opinion and no rows have" if rows else "no opinion has"
        pairs = listed(unseen, lambda pair: " - ".join(map(shown, pair)))
        warn(
            f"{nobody} both nodes of {counted(len(unseen), 'pair')}, so no edge is claimed there: {pairs}",
            DataWarning,
        )


def _tell_alike(found: Pooled) -> None:
    names, copies = found._asked.opinions.sources, found._copies()
    if not copies:
        return

    def told(copy: tuple[int, int, float]) -> str:
        a, b, kappa = copy
        return f"{shown(names[a])} and {shown(names[b])} ({kappa:.2f})"

    warn(
        "opinions agree where the rows say otherwise, as copies do, so they count less: "
        f"{listed(copies, told)}",
        DataWarning,
    )
