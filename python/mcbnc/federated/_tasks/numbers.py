"""Columns of numbers in a session: what all sites must know of them, and the cells of one site."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Arrays, Score, counted, read_number, shown, warn
from ...errors import DataWarning, InvalidInputError

MOST_ROWS = 1 << 20
"""The most rows of all sites together, unless a session says another number."""
_KEY = "numbers"


@dataclass(frozen=True)
class Numbers:
    """A node that has numbers, in the place of its states.

    Numbers as they are need a range that all sites agree on: a site rounds its numbers to parts of it, so
    that sums are exact. A site with a number out of the range refuses the session. So it is with the scores
    "bge" and "bic-g", and with ``DegenerateGaussian(values="raw")``, the default. The score "dg" of normal
    scores needs no range. Normal scores are functions of the ranks at a site, and their sums show each site's
    rows: with masks each site must have ``Limits(tell_scores=True)``.

    Parameters
    ----------
    low, high : float, optional
        The least and the largest number that there may be. Both, or none.

    Raises
    ------
    InvalidInputError
        If one is given without the other, or `low` is not below `high`, or one is not finite.
    """

    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        if self.low is None and self.high is None:
            return
        wanted = "the ends of a range, two finite numbers"
        low, high = (read_number(end, "states", wanted) for end in (self.low, self.high))
        if not low < high:
            raise InvalidInputError(
                f"states: the range of numbers from {low} to {high} is empty", argument="states"
            )
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    def check(self, node: Any, values: NDArray[np.float64]) -> None:
        """Refuse numbers out of the range."""
        outside = values[self._outside(values)]
        if len(outside):
            raise InvalidInputError(
                f"{shown(node)} has the value {outside[0]:g}, and its range is from {self.low:g} to "
                f"{self.high:g}",
                argument="data",
                nodes=[node],
            )

    def clip(self, node: Any, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The numbers for a session with noise: the ends of the range for those out of it.

        A DataWarning counts these. No session is refused for what the numbers are, also if all are equal: the
        engine refuses a column that does not vary, so one of them moves by less than sums can tell.
        """
        if self.low is None or self.high is None:
            return values
        if count := int(self._outside(values).sum()):
            warn(
                f"{shown(node)} has {counted(count, 'number')} out of the session's range from {self.low:g} "
                f"to {self.high:g}: noise hides a row within it alone, so they count as its ends",
                DataWarning,
            )
        clipped: NDArray[np.float64] = np.clip(values, self.low, self.high)
        if len(clipped) and (clipped == clipped[0]).all():
            clipped[0] = np.nextafter(clipped[0], self.low if clipped[0] > self.low else self.high)
        return clipped

    def _outside(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        if self.low is None or self.high is None:
            return np.zeros(len(values), bool)
        return (values < self.low) | (values > self.high)

    def record(self) -> dict[str, list[float] | None]:
        """The node's numbers as JSON has them."""
        return {_KEY: None if self.low is None or self.high is None else [self.low, self.high]}


def read_record(record: Any, node: Any) -> Numbers | None:
    """What :meth:`Numbers.record` wrote. None: it is none."""
    if not isinstance(record, dict):
        return None
    ends = record.get(_KEY)
    if set(record) != {_KEY} or not (ends is None or (isinstance(ends, list) and len(ends) == 2)):
        raise InvalidInputError(
            f"states of {shown(node)} must be a list, or {{{_KEY!r}: null}}, or {{{_KEY!r}: [low, high]}}",
            argument="states",
            nodes=[node],
        )
    return Numbers(*(ends or ()))


Listed = list[list[Hashable] | Numbers]
"""By node: its states, or that it has numbers."""


def columns(listed: Listed, score: Score) -> Arrays:
    """The arrays of a request of sums of products: numbers of states, and ranges of numbers."""
    arity = [0 if isinstance(each, Numbers) else max(len(each), 1) for each in listed]
    arrays: Arrays = {"arity": np.array(arity, np.int32)}
    if needs_ranges(score):
        ends = [(each.low, each.high) if isinstance(each, Numbers) else (0, 0) for each in listed]
        arrays["ranges"] = np.array(ends, np.float64)
    return arrays


def needs_ranges(score: Score) -> bool:
    """Whether a score takes numbers as they are, and not their ranks at a site."""
    return not score.mixed or vars(score).get("values") == "raw"


_RANGE = (
    "needs a range of the numbers of {node} on which all sites agree, such as Numbers(0, 120), or 0..120 in "
    "a code book"
)
_RANKS = (
    ". Or take dg of normal scores, the score 'dg' by its name alone: with masks each site must then have "
    "tell_scores (--tell-scores), which shows its number of rows to the coordinator"
)


def check_columns(listed: Listed, nodes: Sequence[Any], score: Score) -> None:
    """Refuse a score that does not take these columns."""
    problems = (
        (score.gaussian, False, "{score} takes numbers, and {node} has states"),
        (score.discrete, True, "{score} takes states, and {node} has numbers: take dg"),
        (needs_ranges(score), True, f"{{score}} {_RANGE}{_RANKS if score.mixed else ''}"),
    )
    for applies, of_numbers, problem in problems:
        for node, each in zip(nodes, listed, strict=True):
            ranged = isinstance(each, Numbers) and each.low is not None and not score.discrete
            if applies and isinstance(each, Numbers) is of_numbers and not ranged:
                told = problem.format(score=score.name, node=shown(node))
                raise InvalidInputError(told, argument="states", nodes=[node])


def as_numbers(node: Any, states: list[Hashable], codes: NDArray[Any]) -> NDArray[np.float64]:
    """The numbers of a column that a site has read as states."""
    try:
        values = np.array([float(state) for state in states], np.float64)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        values = np.array([np.nan])
    if not np.isfinite(values).all():
        raise InvalidInputError(
            f"{shown(node)} has numbers in the session, and here states such as {shown(states[0])}",
            argument="states",
            nodes=[node],
        )
    cells: NDArray[np.float64] = values[codes]
    return cells


def as_states(node: Any, values: NDArray[np.float64]) -> tuple[list[Hashable], NDArray[np.intp]]:
    """The states, and the codes, of a column that a site has read as numbers."""
    found, codes = np.unique(values, return_inverse=True)
    return [int(value) if value.is_integer() else value for value in found.tolist()], codes
