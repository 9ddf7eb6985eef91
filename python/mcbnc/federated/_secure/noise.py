"""Noise that hides single rows in sums: how much it takes, and how a site draws its share.

Each site adds a discrete Gaussian to each of its numbers, under its mask. Their sum hides each row: the
distributed discrete Gaussian mechanism (Kairouz, Liu and Steinke, ICML 2021). The privacy is that of adding
or removing one row of one site. It is counted as concentrated differential privacy, ρ, which adds up over
answers, and reported as (ε, δ) by Canonne, Kamath and Steinke (NeurIPS 2020).
"""

from __future__ import annotations

import hashlib
import math
from fractions import Fraction
from functools import lru_cache

DELTA = 1e-6
"""The δ of a session, and the greatest that a site allows, unless they say otherwise."""
_PARTS = 1 << 10  # of a unit: noise is a multiple of it
_CHUNK = 1 << 12  # bytes
_TERMS = 1000  # of a sum over the sites: the others are at most the last one


@lru_cache
def least_noise(epsilon: float, delta: float, squared: int, numbers: int, sites: int) -> Fraction:
    """The least standard deviation of the sum of all shares with which an answer is (ε, δ)-private.

    `squared` is how much one row may change the answer: the greatest sum of the squares of its parts. It is a
    multiple of 2^-10, and the variance of a share is at least 1.
    """
    low, high = 0, 1
    while told_epsilon(spent(Fraction(high, _PARTS) ** 2 / sites, squared, numbers, sites), delta) > epsilon:
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        share = Fraction(middle, _PARTS) ** 2 / sites
        if told_epsilon(spent(share, squared, numbers, sites), delta) > epsilon:
            low = middle
        else:
            high = middle
    return max(Fraction(high, _PARTS), Fraction(math.isqrt(sites) + 1))


def spent(variance: Fraction, squared: int, numbers: int, sites: int) -> float:
    """ρ of one answer of this number of integers, to which so many sites add shares of this variance.

    Kairouz et al., theorem 1. The second term is for the difference between a sum of discrete Gaussians and
    a discrete Gaussian.
    """
    total, share = float(variance * sites), float(variance)
    terms = [math.exp(-2 * math.pi**2 * share * k / (k + 1)) for k in range(1, min(sites, _TERMS))]
    apart = 10 * (sum(terms) + max(sites - _TERMS, 0) * min(terms, default=0.0))  # they descend
    return (
        min(
            squared / total + apart * numbers / 2,
            (math.sqrt(squared / total) + apart * math.sqrt(numbers)) ** 2,
        )
        / 2
    )


def told_epsilon(rho: float, delta: float) -> float:
    """The least ε that follows from ρ, for this δ (Canonne, Kamath and Steinke, corollary 13)."""
    if not rho:
        return 0.0

    def of(alpha: float) -> float:
        return rho * alpha + (math.log(1 / (alpha * delta)) + (alpha - 1) * math.log1p(-1 / alpha)) / (
            alpha - 1
        )

    low, high = 1 + 1e-6, 2.0
    while of(2 * high) < of(high):
        high *= 2
    high *= 2
    for _ in range(200):  # the function has one minimum
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if of(left) < of(right):
            high = right
        else:
            low = left
    return max(of(low), 0.0)


class Sampler:
    """Draws from discrete Gaussians, exactly (Canonne, Kamath and Steinke, algorithms 1 to 3).

    All random bits come from a secret, by SHAKE-256. The same secret makes the same draws.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret, self._chunks = secret, 0
        self._bits, self._left = 0, 0

    def gaussian(self, variance: Fraction) -> int:
        """A whole number x with a probability in proportion to exp(-x² / (2 variance))."""
        scale = math.isqrt(math.floor(variance)) + 1
        top, bottom = variance.numerator, variance.denominator
        while True:
            drawn = self._laplace(scale)
            # (|y| - variance / scale)² / (2 variance)
            distance = abs(drawn) * scale * bottom - top
            if self._falls(distance * distance, 2 * top * bottom * scale * scale):
                return drawn

    def _laplace(self, scale: int) -> int:
        """A whole number x with a probability in proportion to exp(-|x| / scale)."""
        while True:
            rest = self._below(scale)
            if not self._falls(rest, scale):
                continue
            whole = 0
            while self._falls(1, 1):
                whole += 1
            size = rest + scale * whole
            negative = self._below(2)
            if size or not negative:
                return -size if negative else size

    def _falls(self, top: int, bottom: int) -> bool:
        """True with the probability exp(-top / bottom)."""
        while top > bottom:
            if not self._falls(bottom, bottom):
                return False
            top -= bottom
        k = 1
        while self._below(bottom * k) < top:  # with the probability top / (bottom k)
            k += 1
        return k % 2 == 1

    def _below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each as likely as the others."""
        count = (bound - 1).bit_length()
        while True:
            while self._left < count:
                self._refill()
            drawn = self._bits & ((1 << count) - 1)
            self._bits >>= count
            self._left -= count
            if drawn < bound:
                return drawn

    def _refill(self) -> None:
        block = hashlib.shake_256(self._secret + self._chunks.to_bytes(8, "little")).digest(_CHUNK)
        self._bits |= int.from_bytes(block, "little") << self._left
        self._left += 8 * _CHUNK
        self._chunks += 1
