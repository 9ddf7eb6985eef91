"""Differential privacy of the one round: what is noisy, by how much, and what a site adds."""

from __future__ import annotations

import hmac
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Score, counted, read_number
from ...errors import InvalidInputError
from .._protocol.frame import digest
from .._protocol.messages import Hello
from .._secure.limits import read_delta
from .._secure.noise import DELTA, Sampler, least_noise, spent, told_epsilon
from .._secure.unmaskable import needs_ranges
from .arguments import read_states
from .numbers import Listed, Numbers

NOISE_REFUSED: Mapping[str, str] = {
    "epsilon": "epsilon is for rounds='one' with the score dg: questions that depend on answers would take "
    "far more noise",
    "delta": "delta goes with epsilon",
    "colluders": "colluders goes with epsilon",
}
"""Why a session has no such option: messages."""
_NOISE = b"mcbnc noise"
_TAIL = 12  # no draw is so many standard deviations away
_ROOM = 3 * _TAIL  # so many standard deviations must fit into most_rows: see too_many


class Wanted(NamedTuple):
    """The options of a session about noise, as they were given."""

    epsilon: Any
    delta: Any = None
    colluders: Any = None


def read_privacy(
    wanted: Wanted, one: bool, score: Score, listed: Listed, most_rows: int, sites: int
) -> dict[str, Any]:
    """The options of a session about noise, as all sites receive them."""
    if wanted.epsilon is None:
        for name in ("delta", "colluders"):
            if getattr(wanted, name) is not None:
                raise InvalidInputError(NOISE_REFUSED[name], argument=name)
        return wanted._asdict()
    if not one or not score.mixed:
        raise InvalidInputError(NOISE_REFUSED["epsilon"], argument="epsilon")
    if not needs_ranges(score) and any(isinstance(each, Numbers) for each in listed):
        raise InvalidInputError(
            "epsilon: normal scores of numbers depend on all rows of a site: take "
            "DegenerateGaussian(values='raw')",
            argument="epsilon",
        )
    epsilon = read_number(wanted.epsilon, "epsilon", "a number above 0")
    if not 1e-3 <= epsilon <= 100:
        raise InvalidInputError(f"epsilon must be from 0.001 to 100, not {epsilon}", argument="epsilon")
    delta = read_delta(DELTA if wanted.delta is None else wanted.delta)
    options = {"epsilon": epsilon, "delta": delta, "colluders": wanted.colluders or 0}
    noise = Privacy({**options, "most_rows": most_rows}, listed, sites).noise
    if _ROOM * noise > most_rows:
        raise InvalidInputError(
            f"epsilon: sums over at most {counted(most_rows, 'row', ',')} have no room for noise of "
            f"{noise:.0f}: take a larger epsilon or most_rows",
            argument="epsilon",
        )
    return options


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


def _squared(listed: Listed) -> int:
    """How much one row may change an answer: the greatest sum of squares, where no part is beyond 1.

    A row counts 1 in the number of rows, at most 1 in one column of each node, in one product of each two
    nodes, and in the square of each node of numbers.
    """
    n = len(listed)
    return 1 + n + n * (n - 1) // 2 + sum(isinstance(each, Numbers) for each in listed)


class Privacy:
    """The noise of a session whose options have an `epsilon`."""

    def __init__(self, options: Mapping[str, Any], listed: Listed, sites: int) -> None:
        self._listed, self._delta, self._most = listed, options["delta"], options["most_rows"]
        self._sites, self.colluders = sites, options["colluders"]
        if type(self.colluders) is not int or not 0 <= self.colluders < sites:
            raise InvalidInputError(
                f"colluders must be a whole number below that of the sites, {sites}, not {self.colluders}",
                argument="colluders",
            )
        honest = sites - self.colluders
        left = least_noise(options["epsilon"], self._delta, self._squared, self.numbers, honest)
        self.share = left**2 / honest
        """The variance of a site's share, in squares of what one row may add. The shares of all sites but the
        colluders hide a row as far as was promised."""
        self.noise = math.sqrt(self.share * sites)
        """The standard deviation of the sum of all shares."""

    @property
    def numbers(self) -> int:
        """How many numbers the one answer has."""
        return len(_units(self._listed))

    @property
    def _squared(self) -> int:
        return _squared(self._listed)

    def rho(self) -> float:
        """What an answer spends of the privacy of each row, as ρ: it adds up over answers."""
        return self._rho(self.colluders)

    def epsilon(self, colluders: int) -> float:
        """ε of an answer for a coordinator with which so many sites work: they know their own shares."""
        return told_epsilon(self._rho(colluders), self._delta)

    def _rho(self, colluders: int) -> float:
        return spent(self.share, self._squared, self.numbers, self._sites - colluders)

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
        self, answer: NDArray[np.uint64], order: Sequence[int], secret: bytes, shares: int = 1
    ) -> NDArray[np.uint64]:
        """An answer with the noise of so many shares. A site has one.

        `order` are the nodes as the engine has them, by rank.
        """
        places = min((62 - (self._most - 1).bit_length()) // 2, 30)  # WholePlaces of core/learn/data/whole.go
        units = _units([self._listed[node] for node in order])
        assert len(units) == len(answer)
        sampler, variance = Sampler(secret), self.share * shares
        scaled = [variance * 4 ** (places * unit) for unit in range(3)]
        drawn = [sampler.gaussian(scaled[unit]) % 2**64 for unit in units]
        return answer + np.array(drawn, np.uint64)


def privacy_of(options: Mapping[str, Any], nodes: list[Any], sites: int) -> Privacy | None:
    """The privacy of a session. None: it has none."""
    if options.get("epsilon") is None:
        return None
    return Privacy(options, read_states(options["states"], nodes), sites)


@dataclass(frozen=True)
class Hidden:
    """What the noise of a session hides, from whom."""

    epsilon: float
    delta: float
    sites: int
    colluders: int
    """How many sites may work together with the coordinator: `epsilon` holds then too."""
    noise: float
    """The standard deviation of the noise of a sum, in units of what one row may add."""
    left: dict[int, float]
    """By how many sites work together with the coordinator: what epsilon is then."""

    def __str__(self) -> str:
        others = ", ".join(f"{epsilon:.3g} with {count}" for count, epsilon in self.left.items())
        work = "works" if self.colluders == 1 else "work"
        return (
            f"noise of {self.noise:.3g} rows hides each row: epsilon is {self.epsilon:g}, with delta "
            f"{self.delta:g}, also if {self.colluders} of {counted(self.sites, 'site')} {work} with the "
            f"coordinator. Of c such sites, ({self.sites} - c)/{self.sites} of the variance is left: epsilon "
            f"is {others}"
        )


def hidden_by(options: Mapping[str, Any], nodes: list[Any], sites: int) -> Hidden | None:
    """What the noise of a session hides. None: it has none."""
    privacy = privacy_of(options, nodes, sites)
    if privacy is None:
        return None
    told = sorted({0, 1, privacy.colluders, privacy.colluders + 1, sites // 2, sites - 1} & set(range(sites)))
    left = {count: privacy.epsilon(count) for count in told}
    epsilon, delta = options["epsilon"], options["delta"]
    return Hidden(epsilon, delta, sites, privacy.colluders, privacy.noise, left)
