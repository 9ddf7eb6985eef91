"""What no site sends under masks, because it is no sum over rows, and no function of one structure.

A masked sum hides its parts only if each part is itself a sum over the site's rows, of a function of one
row. A score of a site's own rows is no such sum: it is a nonlinear function of its counts, with dozens of
binary places. A normal score is no such number: it depends on the rank among all rows of the site, and so
on how many there are. A sum of such numbers over few sites has one solution in whole counts, which an
honest coordinator can find.

The engine refuses both under masks too (`core/federate/masked`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..._plumbing import Score, read_record, wording
from ...errors import InvalidInputError


class Unmaskable(NamedTuple):
    """What a session asks for that no site sends under masks."""

    argument: str
    """The option that asks for it."""
    what: str
    """What it asks for, and what sums of it show."""
    instead: str
    """What a coordinator may take in its place."""


def unmaskable(options: Mapping[str, Any]) -> Unmaskable | None:
    """The first thing that a session with these options asks for, and no site sends under masks."""
    if options.get("own", False) is not False:
        return Unmaskable(
            "own",
            "scores of each site's own rows. Their sums show each site's counts",
            f"leave {wording().flag('own', True)} out",
        )
    if takes_ranks(options):
        return Unmaskable(
            "score",
            "normal scores of numbers, which are functions of their ranks at a site. Their sums show each "
            "site's number of rows, and how often a number occurs there",
            "take dg of raw numbers, the default, within ranges or by quantiles that all sites agree on",
        )
    return None


def takes_ranks(options: Mapping[str, Any]) -> bool:
    """Whether columns of numbers are taken by their ranks at a site, by options as they were sent.

    A coordinator may send anything. A score that cannot be read counts as one of ranks: no site opens it.
    """
    states = options.get("states")
    if not isinstance(states, list) or not any(isinstance(each, dict) for each in states):
        return False
    try:
        return not needs_ranges(read_record(options.get("score")))
    except InvalidInputError:
        return True


def needs_ranges(score: Score) -> bool:
    """Whether a score takes numbers as they are, and not their ranks at a site."""
    return not score.mixed or vars(score).get("values") == "raw"
