"""A time limit, which counts from the beginning of a public call: reading of the inputs is part of it."""

from __future__ import annotations

import time

SOON = 1e-9
"""Seconds: the time limit of a job that shall end at once. The engine refuses 0."""


class TimeLimit(float):
    """Seconds from now on. A number that is not positive stays as it is, so that the engine refuses it."""

    _end: float
    ended_a_stage = False
    """A stage of the call ended by it, so no further stage begins."""

    def __new__(cls, seconds: float) -> TimeLimit:
        limit = super().__new__(cls, seconds)
        limit._end = time.monotonic() + seconds
        return limit

    def left(self) -> float:
        """The seconds that are left, `SOON` if none are."""
        return float(self) if self <= 0 else max(self._end - time.monotonic(), SOON)

    @property
    def passed(self) -> bool:
        """True if no time is left."""
        return self > 0 and self.left() == SOON
