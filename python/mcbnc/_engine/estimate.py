"""How far a job is in time, told from how far it is in work."""

from __future__ import annotations

__all__ = ["Estimate"]

_POWER = 1.5  # the time for the last share y of the deletions is y to this power of the whole time
_SOONEST = 3.0  # seconds before anything is said of the rest
_LEAST = 0.05  # share of the time that must be over before
_AGREE = 1.5  # factor within which this estimate and that at half of the time must agree
_THIN = 1.02  # estimates are kept at times that grow by this factor


class Estimate:
    """The share of a job's time that is over, and the seconds left, from what was done at which time.

    The first deletions take longest: the graph gets sparser, so later questions are smaller. How much longer
    varies: in measured runs the first half of the deletions took from a third of the time to nearly all of
    it. The model says 65 %. Runs and data sets are taken to be alike.

    No model is right for every run, so the seconds left are told only once the model has proved itself: what
    it says of the whole time must agree with what it said when half of the time was over.
    """

    def __init__(self, falling: bool) -> None:
        self._power = _POWER if falling else 1.0
        self._past: list[tuple[float, float]] = []  # when, and how long the whole seemed to take then

    def share(self, left: int, start: int) -> float:
        """The share of the time that is over, when `left` of `start` are still to be done."""
        return float(1 - (min(max(left, 0), start) / start) ** self._power) if start > 0 else 0.0

    def seconds_left(self, left: int, start: int, seconds: float) -> float | None:
        """The seconds left after so many `seconds`. None as long as nothing can be said.

        The times of the calls must not fall.
        """
        share = self.share(left, start)
        if share <= 0:
            return None
        whole = seconds / share
        if not self._past or seconds >= _THIN * self._past[-1][0]:
            self._past.append((seconds, whole))
        while len(self._past) > 1 and self._past[1][0] <= seconds / 2:
            del self._past[0]
        when, before = self._past[0]
        if seconds < _SOONEST or share < _LEAST or when > seconds / 2:
            return None
        return whole - seconds if 1 / _AGREE <= whole / before <= _AGREE else None
