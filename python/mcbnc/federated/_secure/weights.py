"""How much each site counts, and how many DAGs it has: by its place among the coordinator's clients.

With masks, different weights can undo what masks hide. If one site counts once and all others 16 times, then
the sum modulo 16 is that site's own number, where that is below 16. Whatever the weights are, a weighted
sum shows no more than the sums over the sites of each weight. So the sites of each weight have to be as many
as a session with masks needs, unless a site's limits set another number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from ..._plumbing import Arrays, check_count, counted, read_weights, shown
from ...errors import InvalidInputError
from .._protocol.errors import Refused
from .._protocol.messages import Hello, Member, Roster
from .ledger import SiteSet

PLACED = ("weights", "dags")
"""The options that have a value for each client."""


def by_client(name: str, given: Any, clients: Sequence[Hashable]) -> Any:
    """The option `name`, as a list in the clients' order if it was given by client."""
    if not isinstance(given, Mapping):
        return given
    if set(given) != set(clients):
        wrong = next(iter(set(given).symmetric_difference(clients)))
        problem = "lacks" if wrong in set(clients) else "has no client"
        raise InvalidInputError(f"{name} {problem} {shown(wrong)}", argument=name)
    return [given[client] for client in clients]


def has_places(options: Mapping[str, Any]) -> bool:
    """Whether sites' places count: there is a value for each client, or sites have different columns."""
    return options.get("columns") == "union" or any(options.get(name) is not None for name in PLACED)


def read_site_weights(weights: Any, clients: int) -> list[float] | None:
    """The option `weights`: a number for each client."""
    arrays = read_weights(weights, clients)
    return arrays["weights"].tolist() if arrays else None


def read_dag_counts(dags: Any, clients: int) -> list[int] | None:
    """The option `dags`: how many DAGs each client has."""
    if dags is None:
        return None
    counts = list(dags) if hasattr(dags, "__iter__") else [dags]
    if len(counts) != clients:
        raise InvalidInputError(
            f"dags must be {clients} numbers, how many DAGs each client has, not {len(counts)}",
            argument="dags",
        )
    return [check_count(count, "dags", 1) for count in counts]


def weight_arrays(options: Mapping[str, Any]) -> Arrays:
    """The weights as the engine takes them, by the sites' places."""
    given = {"weights": (options["weights"], np.float64), "held": (options["dags"], np.int64)}
    return {name: np.array(each, dtype) for name, (each, dtype) in given.items() if each is not None}


def check_weights(options: Mapping[str, Any], clients: int, masks: bool, least: int) -> None:
    """Raise InvalidInputError if the weights undo masks, or if sites of several DAGs are to mask.

    The options may be a coordinator's that lies, so they may have any type.
    """
    weights = read_site_weights(options.get("weights"), clients)
    read_dag_counts(options.get("dags"), clients)
    if not masks:
        return
    if options.get("dags") is not None:
        raise InvalidInputError(
            "dags: with masks each site has one DAG; sites of several need masks=False", argument="dags"
        )
    if weights is None:
        return
    if 0 in weights:
        raise InvalidInputError(
            "weights: with masks no site has weight 0; leave the site out", argument="weights"
        )
    weight, count = min(Counter(weights).items(), key=lambda item: (item[1], item[0]))
    if count < least:
        raise InvalidInputError(
            f"weights: {counted(count, 'site')} alone {'has' if count == 1 else 'have'} weight {weight:g}, "
            f"and with masks there must be at least {least} of each weight; else a weighted sum can "
            "show one site's numbers",
            argument="weights",
        )


def check_places(roster: Roster, hello: Hello) -> None:
    """Refuse a roster that lacks the places of the sites, where these matter."""
    count = len(roster.members) if has_places(hello.options) else 0
    if sorted(roster.places) != list(range(count)):
        raise Refused("the roster's places are wrong", reason="roster")


def site_set(roster: Roster, hello: Hello, sees: Sequence[Any] | None) -> SiteSet:
    """The sites of a roster, and which of them have the same weight or the same columns.

    The coordinator may learn the sum over each of these parts. `sees` are the columns of each site, by its
    place, if they differ.
    """
    values = hello.options.get("weights") if sees is None else sees
    parts: dict[str, list[bytes]] = {}
    for member, place in zip(roster.members, roster.places, strict=False):
        parts.setdefault(repr(values[place]) if values else "", []).append(member.identity)
    return SiteSet(
        roster.identities(),
        tuple(member.identity for member in roster.members if member.may_leave),
        tuple(sorted(map(tuple, parts.values()))) if len(parts) > 1 else (),
        hello.options.get("outliers") == "drop",
    )


def place_of(roster: Roster, own: Member) -> int:
    """The place of a site; 0 where it does not matter."""
    return roster.places[roster.members.index(own)] if roster.places else 0
