"""How a result of a session was made: by its options, of what is at the sites and is not told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..._plumbing import Made, MadeOfRows, knowledge_told
from .party import Party

_OF_CONSENSUS = ("theta", "output", "member", "union", "dags")
_OF_VOTE = ("threshold", "nodes", "union", "explained", "weights", "dags")
_OF_LEARNING = (
    *(
        "score",
        "search",
        "prior",
        "max_parents",
        "outliers",
        "pairs",
        "threshold",
        "own",
        "tables",
        "columns",
    ),
    *("rounds", "seed", "searches", "most_rows", "epsilon", "delta"),
)


def consensus_called(options: Mapping[str, Any]) -> Made:
    """The call that made a consensus or a trajectory. The run keeps the other options."""
    return Made.now("federated consensus", _told(options, _OF_CONSENSUS))


def vote_called(options: Mapping[str, Any]) -> Made:
    """The call that made a vote."""
    return Made.now("federated vote", _told(options, _OF_VOTE))


def learning_called(party: Party, options: Mapping[str, Any]) -> MadeOfRows:
    """The call that learned a structure."""
    known = {"knowledge": knowledge_told(options, party.nodes)}
    called = Made.now("federated learning", {**_told(options, _OF_LEARNING), **known})
    return MadeOfRows(called, sites_told(party.r, "rows"), [])


def sites_told(sites: int, what: str) -> list[dict[str, Any]]:
    """An entry for each site. What it has, nobody else knows."""
    return [{"kind": f"{what} at a site"} for _ in range(sites)]


def _told(options: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: options[name] for name in names if options.get(name) is not None}
