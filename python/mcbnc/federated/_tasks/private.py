"""Differential privacy of the one round: what is noisy, by how much, and what a site adds."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Score, read_number
from ...errors import InvalidInputError
from .._protocol.frame import digest
from .._protocol.messages import Hello
from .._secure.limits import read_delta
from .._secure.noise import DELTA, Sampler, least_noise, spent
from .arguments import read_states
from .numbers import Listed, Numbers, needs_ranges

_NOISE = b"mcbnc noise"
_TAIL = 12  # no draw is so many standard deviations away
_ROOM = 3 * _TAIL  # so many standard deviations must fit into most_rows: see too_many


def read_privacy(
    epsilon: Any, delta: Any, one: bool, score: Score, listed: Listed, most_rows: int | None, sites: int
) -> dict[str, float | None]:
    """The options `epsilon` and `delta` of a session."""
    if epsilon is None:
        if delta is not None:
            raise InvalidInputError("delta goes with epsilon", argument="delta")
        return {"epsilon": None, "delta": None}
    if not one or not score.mixed:
        raise InvalidInputError(
            "epsilon is for rounds='one' with the score dg: questions that depend on answers would take far "
            "more noise",
            argument="epsilon",
        )
    if not needs_ranges(score) and any(isinstance(each, Numbers) for each in listed):
        raise InvalidInputError(
            "epsilon: normal scores of numbers depend on all rows of a site: take "
            "DegenerateGaussian(values='raw')",
            argument="epsilon",
        )
    wanted = read_number(epsilon, "epsilon", "a number above 0")
    small = read_delta(DELTA if delta is None else delta)
    if not 1e-3 <= wanted <= 100:
        raise InvalidInputError(f"epsilon must be from 0.001 to 100, not {wanted}", argument="epsilon")
    noise = _noise(wanted, small, listed, sites)
    if most_rows is not None and _ROOM * noise > most_rows:
        raise InvalidInputError(
            f"epsilon: sums over at most {most_rows} rows have no room for noise of {float(noise):.0f}: "
            "take a larger epsilon or most_rows",
            argument="epsilon",
        )
    return {"epsilon": wanted, "delta": small}


def _widths(listed: Listed) -> list[int]:
    """By node: how many columns it stands for."""
    return [1 if isinstance(each, Numbers) else max(len(each), 1) - 1 for each in listed]


def _units(listed: Listed) -> list[int]:
    """By number of an answer: how many of its factors are of numbers, and so in units of 2^-places."""
    widths, of_numbers = _widths(listed), [int(isinstance(each, Numbers)) for each in listed]
    units = [0]
    for width, number in zip(widths, of_numbers, strict=True):
        units += [number] * width
    for v, width in enumerate(widths):
        for w in range(v):
            units += [of_numbers[v] + of_numbers[w]] * (width * widths[w])
        units += [2] * of_numbers[v]
    return units


def _noise(epsilon: float, delta: float, listed: Listed, sites: int) -> Fraction:
    return least_noise(epsilon, delta, _squared(listed), len(_units(listed)), sites)


def _squared(listed: Listed) -> int:
    """How much one row may change an answer: the greatest sum of squares, where no part is beyond 1.

    A row counts 1 in the number of rows, at most 1 in one column of each node, in one product of each two
    nodes, and in the square of each node of numbers.
    """
    n = len(listed)
    return 1 + n + n * (n - 1) // 2 + sum(isinstance(each, Numbers) for each in listed)


class Privacy:
    """The noise of a session whose options have an `epsilon`."""

    def __init__(self, options: Mapping[str, Any], nodes: list[Any], sites: int) -> None:
        self._listed = read_states(options["states"], nodes)
        self._sites, self._most = sites, options["most_rows"]
        self.noise = _noise(options["epsilon"], options["delta"], self._listed, sites)
        """The standard deviation of the sum of all shares, in units of what one row may add."""

    @property
    def numbers(self) -> int:
        """How many numbers the one answer has."""
        return len(_units(self._listed))

    def rho(self) -> float:
        """What an answer spends of the privacy of each row, as ρ: it adds up over answers."""
        return spent(self.noise, _squared(self._listed), len(_units(self._listed)), self._sites)

    def too_many(self, rows: int) -> bool:
        """Whether so many rows, a noisy number, are more than there may be.

        No site refuses because it has too many. Sums are right of up to twice as many as there may be, less
        the noise. As long as this is false, there are no more.
        """
        return bool(rows > self._most + _TAIL * self.noise)

    def secret(self, site: bytes, hello: Hello, data: bytes) -> bytes:
        """What a site draws its noise by: its lasting secret, the session and the digest of its data.

        So a site that has forgotten that it answered has the same noise again: after an older state was
        restored, or with none. Other data never have the same noise: the difference would be exact.
        """
        return hmac.digest(site, _NOISE + digest(hello.pack()) + data, "sha256")

    def add(
        self, answer: NDArray[np.uint64], order: Sequence[int], secret: bytes, shares: int
    ) -> NDArray[np.uint64]:
        """An answer with a site's share of the noise, if there are so many `shares`.

        `order` are the nodes as the engine has them, by rank.
        """
        places = min((62 - (self._most - 1).bit_length()) // 2, 30)  # WholePlaces of core/learn/data/whole.go
        units = _units([self._listed[node] for node in order])
        assert len(units) == len(answer)
        sampler, variance = Sampler(secret), self.noise**2 / shares
        scaled = [variance * 4 ** (places * unit) for unit in range(3)]
        drawn = [sampler.gaussian(scaled[unit]) % 2**64 for unit in units]
        return answer + np.array(drawn, np.uint64)


def privacy_of(options: Mapping[str, Any], nodes: list[Any], sites: int) -> Privacy | None:
    """The privacy of a session. None: it has none."""
    return None if options.get("epsilon") is None else Privacy(options, nodes, sites)
