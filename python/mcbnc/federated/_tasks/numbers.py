"""Columns of numbers in a session: what all sites must know of them, and the cells of one site."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Arrays, Score, counted, read_number, shown, warn, wording
from ...errors import DataWarning, InvalidInputError
from .._secure.unmaskable import needs_ranges
from .quantiles import (
    Quantiles,
    finer_points,
    map_numbers,
    quantiles_of_counts,
    read_quantiles,
    scores_of,
)

MOST_ROWS = 1 << 20
"""The most rows of all sites together, unless a session says another number."""
_RANGE, _MAP = "numbers", "quantiles"


@dataclass(frozen=True)
class Numbers:
    """A node that has numbers, in the place of its states.

    Numbers need a range, or `quantiles`, on which all sites agree: a site rounds its numbers to parts of the
    range, so that sums are exact. So it is with the scores "bge" and "bic-g", and with
    ``DegenerateGaussian(values="raw")``, the default. The score "dg" of normal scores needs neither. Normal
    scores are functions of the ranks at a site, and their sums show each site's rows: they go
    without masks alone, and each site must have ``Limits(tell_scores=True)``.

    With a range, numbers are taken as they are, and a site with a number out of it refuses the session. With
    `quantiles`, each number is mapped to its normal score by them. A number beyond the outer quantiles counts
    as the nearer one, and no site refuses a session for it. The map suits skewed columns.

    Parameters
    ----------
    low, high : float, optional
        The least and the largest number that there may be. Both, or none.
    quantiles : dict or sequence of pairs, optional
        By probability, the number that so large a share of the values is below, such as ``{0.1: 20, 0.5: 41,
        0.9: 70}``: two or more, in the place of `low` and `high`. They are of public knowledge, or of an
        earlier session's counts, and never of one site's rows.

    Raises
    ------
    InvalidInputError
        If one end is given without the other, or `low` is not below `high`, or one is not finite. If there
        are less than two quantiles, or a probability is not between 0 and 1, or not all numbers rise with
        their probabilities.
    """

    low: float | None = None
    high: float | None = None
    quantiles: Mapping[float, float] | Sequence[tuple[float, float]] | None = None

    def __post_init__(self) -> None:
        if self.quantiles is not None:
            if self.low is not None or self.high is not None:
                raise InvalidInputError(
                    "quantiles: they have ends, so there is no range besides", argument="states"
                )
            object.__setattr__(self, "quantiles", read_quantiles(self.quantiles))
            return
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

    @classmethod
    def from_counts(cls, points: Sequence[float], counts: Sequence[int]) -> Numbers:
        """Numbers with the quantiles of an earlier session's counts.

        Parameters
        ----------
        points : sequence of float
            The cut points of the bins. Each is a quantile. The first and the last one should be the least and
            the greatest number that there may be, since numbers beyond them count as these.
        counts : sequence of int
            By bin, how many rows of all sites it has: first those up to the first point, last those above the
            last one. A thousandth of the rows, and at least one row, is spread evenly over the bins besides.

        Returns
        -------
        Numbers

        Raises
        ------
        InvalidInputError
            If the points do not ascend, there are less than two, or counts are negative or of other bins.

        Examples
        --------
        >>> Numbers.from_counts([0, 40, 80], [0, 49, 50, 0]).quantiles
        ((0.0025, 0.0), (0.495, 40.0), (0.9975, 80.0))
        """
        return cls(quantiles=quantiles_of_counts(points, counts))

    def cut_points(self) -> list[float]:
        """Cut points of bins for a second session of counts, by the quantiles of a first one.

        Returns
        -------
        list of float
            The first and the last quantile, and between them up to 17 points in equal steps of the normal
            score, from -3 to 3. Bins of equal width show the shape of a skewed column badly, and these well.

        Raises
        ------
        InvalidInputError
            If there are no quantiles.
        """
        if self.map is None:
            raise InvalidInputError("cut_points: there are no quantiles", argument="states")
        return finer_points(self.map)

    @property
    def map(self) -> Quantiles | None:
        """The quantiles as they are kept, in ascending order."""
        return self.quantiles  # type: ignore[return-value]

    @property
    def ends(self) -> tuple[float, float] | None:
        """The range of the numbers that sums are of. None: the sites have agreed on none."""
        if self.map is not None:
            scores = scores_of((self.map[0], self.map[-1])).tolist()
            return scores[0], scores[1]
        return None if self.low is None or self.high is None else (self.low, self.high)

    def check(self, node: Any, values: NDArray[np.float64]) -> None:
        """Refuse numbers out of the range."""
        outside = values[self._outside(values)]
        if len(outside):
            raise InvalidInputError(
                f"{wording().place('data')}: {shown(node)} has the value {outside[0]:g}, and its range is "
                f"from {self.low:g} to {self.high:g}",
                argument="data",
                nodes=[node],
            )

    def taken(self, node: Any, values: NDArray[np.float64], noisy: bool) -> NDArray[np.float64]:
        """The numbers that a session's sums are of, if it has noise or not."""
        if self.map is not None:
            _warn_of_ends(node, values, self.map)
            values = map_numbers(values, self.map)
        return self._forced(node, values) if noisy else values

    def _forced(self, node: Any, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The numbers for a session with noise: the range's ends for those out of it, its middle for NaN.

        The middle adds nothing to any sum. A DataWarning counts these numbers.
        """
        if self.ends is None:
            return values
        low, high = self.ends
        missing = np.isnan(values)
        out = int(self._outside(values).sum())
        warn_of(node, out, f"a number not from {low:g} to {high:g}", "the nearer end")
        warn_of(node, int(missing.sum()), "no number", "the middle of the range")
        return np.where(missing, low / 2 + high / 2, np.clip(values, low, high))

    def _outside(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        if self.low is None or self.high is None:
            return np.zeros(len(values), bool)
        return (values < self.low) | (values > self.high)

    def record(self) -> dict[str, Any]:
        """The node's numbers as JSON has them."""
        if self.map is not None:
            return {_MAP: [[*pair] for pair in self.map]}
        return {_RANGE: None if self.ends is None else [*self.ends]}


def _warn_of_ends(node: Any, values: NDArray[np.float64], quantiles: Quantiles) -> None:
    """Warn if the map has little to do with the numbers: they may be in other units."""
    low, high = quantiles[0][1], quantiles[-1][1]
    count = int(((values < low) | (values > high)).sum())
    if 2 * count > len(values):
        warn(
            f"{shown(node)}: {count} of {counted(len(values), 'number')} are beyond the agreed quantiles, "
            f"from {low:g} to {high:g}, and count as the nearer one: are they in the same units?",
            DataWarning,
        )


def warn_of(node: Any, count: int, what: str, rule: str) -> None:
    """Warn the site's operator of cells that do not fit a session with noise. The coordinator is not told."""
    if count:
        warn(
            f"{shown(node)} has {counted(count, 'cell')} with {what}: in a session with noise such a cell "
            f"counts as {rule}",
            DataWarning,
        )


def read_numbers(record: Any, node: Any) -> Numbers | None:
    """What :meth:`Numbers.record` wrote. None: it is none."""
    if not isinstance(record, dict):
        return None
    if set(record) == {_MAP}:
        try:
            return Numbers(quantiles=read_quantiles(record[_MAP]))
        except InvalidInputError as error:
            raise InvalidInputError(f"{shown(node)}: {error}", argument="states", nodes=[node]) from error
    ends = record.get(_RANGE)
    if set(record) != {_RANGE} or not (ends is None or (isinstance(ends, list) and len(ends) == 2)):
        raise InvalidInputError(
            f"states of {shown(node)} must be a list, {{{_RANGE!r}: null}}, {{{_RANGE!r}: [low, high]}} or "
            f"{{{_MAP!r}: [[probability, number], ...]}}",
            argument="states",
            nodes=[node],
        )
    return Numbers(*(ends or ()))


Listed = list[list[Hashable] | Numbers]
"""By node: its states, or that it has numbers."""


def arity_of(listed: Listed) -> NDArray[np.int32]:
    """By node: its number of states, at least 1; 0: it has numbers."""
    return np.array([0 if isinstance(each, Numbers) else max(len(each), 1) for each in listed], np.int32)


def ranges_of(listed: Listed, score: Score) -> Arrays:
    """The array of a request that has the ranges of numbers, if the score needs it."""
    if not needs_ranges(score):
        return {}
    ends = [(isinstance(each, Numbers) and each.ends) or (0, 0) for each in listed]
    return {"ranges": np.array(ends, np.float64)}


_AGREED = (
    "needs a range of the numbers of {node} on which all sites agree, such as Numbers(0, 120), or 0..120 in "
    "a code book. If they are skewed, take quantiles in its place"
)
_RANKS = (
    ". Or take dg of normal scores, the score 'dg' by its name alone, without masks: each site must then "
    "have tell_scores (--tell-scores), which shows its number of rows to the coordinator"
)
_MAPPED = (
    "{score} of ranks at each site has no use for the agreed quantiles of {node}: leave the score out, or "
    "take DegenerateGaussian(values='raw') (--score dg --values raw)"
)


def check_columns(listed: Listed, nodes: Sequence[Any], score: Score) -> None:
    """Refuse a score that does not take these columns."""
    numbers = [each if isinstance(each, Numbers) else None for each in listed]
    raw, of_states = needs_ranges(score), score.discrete
    problems = (
        ("{score} takes numbers, and {node} has states", [score.gaussian and not own for own in numbers]),
        ("{score} takes states, and {node} has numbers: take dg", [of_states and own for own in numbers]),
        (
            f"{{score}} {_AGREED}{_RANKS if score.mixed else ''}",
            [raw and own and not own.ends for own in numbers],
        ),
        (_MAPPED, [not raw and own and own.map for own in numbers]),
    )
    for problem, unfit in problems:
        for node, is_unfit in zip(nodes, unfit, strict=True):
            if is_unfit:
                told = problem.format(score=score.name, node=shown(node))
                raise InvalidInputError(told, argument="states", nodes=[node])


def as_numbers(
    node: Any, states: list[Hashable], codes: NDArray[Any], forced: bool = False
) -> NDArray[np.float64]:
    """The numbers of a column that a site has read as states. `forced`: NaN for none, and no error."""
    values = np.array([_number(state) for state in states] or [np.nan], np.float64)
    if not forced and not np.isfinite(values).all():
        raise InvalidInputError(
            f"{shown(node)} has numbers in the session, and here states such as {shown(states[0])}",
            argument="states",
            nodes=[node],
        )
    cells: NDArray[np.float64] = values[codes]
    return cells


def _number(state: Any) -> float:
    try:
        return float(state)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def as_states(node: Any, values: NDArray[np.float64]) -> tuple[list[Hashable], NDArray[np.intp]]:
    """The states, and the codes, of a column that a site has read as numbers."""
    found, codes = np.unique(values, return_inverse=True)
    return [int(value) if value.is_integer() else value for value in found.tolist()], codes
