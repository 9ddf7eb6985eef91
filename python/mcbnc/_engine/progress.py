"""The display of a run's progress: a tqdm bar, a function of the caller, or nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, Protocol

from .._base.extras import import_extra
from .._base.options import is_false
from .._base.show import shown
from ..errors import InvalidInputError, MissingExtraError
from .ffi import Progress

Asked = Callable[[int, int, float], bool | None]
ProgressOption = bool | Asked | None

_BAR_AFTER_SECONDS = 1.0
_COLUMNS, _ROWS = 80, 24  # of a terminal of unknown size
_EDGE = "edge"
DELETING = 3
LEARNING = 6
SEARCHING = 9
_WORKING = (DELETING, LEARNING, SEARCHING)  # the phases in which the engine counts
_FINISHING = 4
_DONE = 5
_PHASES = {
    0: "starting",
    1: "ordering",
    2: "fusing",
    DELETING: "deleting",
    _FINISHING: "finishing",
    _DONE: "done",
    LEARNING: "learning",
    7: "voting",
    8: "climbing",
    SEARCHING: "searching",
}


class Watch(Protocol):
    """An observer of a running job."""

    @property
    def stopped(self) -> bool:
        """The watch has asked to stop, perhaps when a job had ended. No further job of the call begins."""

    def show(self, progress: Progress) -> bool:
        """Show the progress. The result False asks the job to stop."""

    def close(self) -> None:
        """Clean up after the end of the job."""


class Part:
    """A watch of one of several jobs that together are one work. It passes on what it sees, as of the whole.

    `before` is the time that the jobs before this one took, and `done` the number of pieces that they did, of
    `count` in all. Without `count` the job itself counts the whole work. `pieces` is how many this job does,
    where the job counts something smaller. `phase` is the phase of the work:
    the end of a job that is not the last one is not the end.
    """

    def __init__(
        self,
        watch: Watch,
        phase: int,
        before: float,
        *,
        done: int = 0,
        count: int | None = None,
        pieces: int | None = None,
        last: bool = False,
    ) -> None:
        self._watch = watch
        self._phase = phase
        self._before = before
        self._done = done
        self._count = count
        self._pieces = pieces
        self._last = last

    @property
    def stopped(self) -> bool:
        return self._watch.stopped

    def show(self, progress: Progress) -> bool:
        if progress.phase == _DONE and not self._last:
            progress = progress._replace(phase=self._phase)
        if self._count is not None:
            done = progress.edges_at_start - progress.edges_left
            if self._pieces is not None:
                done = done * self._pieces // max(progress.edges_at_start, 1)
            left = self._count - self._done - done
            progress = progress._replace(edges_at_start=self._count, edges_left=left)
        return self._watch.show(progress._replace(seconds=self._before + progress.seconds))

    def close(self) -> None:
        """Nothing: the whole work has not ended."""


class Latch:
    """A caller's function `progress` of a whole public call. Once it returned False, it is not called again.

    A call of several stages makes one of its argument by :func:`read_progress`, and the watches of its stages
    of that. Then what stopped one stage has stopped them all.
    """

    def __init__(self, function: Asked) -> None:
        self._function = function
        self.stopped = False

    def __call__(self, left: int, start: int, psi: float) -> bool:
        self.stopped = self.stopped or is_false(self._function(left, start, psi))
        return not self.stopped


def read_progress(progress: ProgressOption) -> ProgressOption:
    """The argument `progress` of a call of several stages."""
    if progress is None or isinstance(progress, (bool, Latch)):
        return progress
    if callable(progress):
        return Latch(progress)
    raise InvalidInputError(
        f"progress must be None, True, False or a function, not {shown(progress)}", argument="progress"
    )


def make_watch(progress: ProgressOption, unit: str = _EDGE) -> Watch | None:
    """Make the watch for the argument `progress` of the public functions.

    `unit` is what the engine counts, as a bar shows it. If nothing is to be shown, the result is None.
    """
    if progress is None:
        return _Bar(unit, wait=_BAR_AFTER_SECONDS) if _is_interactive() else None
    if isinstance(progress, bool):
        return _Bar(unit, wait=0.0, tqdm=_tqdm()) if progress else None
    latch = read_progress(progress)
    assert isinstance(latch, Latch)
    return _Call(latch)


class _Call:
    """A watch that calls a function of the caller each time the progress has changed."""

    def __init__(self, latch: Latch) -> None:
        self._latch = latch
        self._last: tuple[int, int, float] | None = None

    @property
    def stopped(self) -> bool:
        return self._latch.stopped

    def show(self, progress: Progress) -> bool:
        now = (progress.edges_left, progress.edges_at_start, progress.psi)
        if self.stopped or progress.phase < DELETING or now == self._last:
            return not self.stopped
        self._last = now
        return self._latch(*now)

    def close(self) -> None:
        pass


class _Bar:
    """A tqdm bar over the time of a job, with the phase, and what is done of what there is to do.

    `unit` is what is done: deletions of edges, or runs, or data sets. The bar opens when the job has run for
    `wait` seconds.
    """

    stopped = False

    def __init__(self, unit: str, wait: float, tqdm: Any = None) -> None:
        self._unit = unit
        self._wait = wait
        self._tqdm = tqdm
        self._bar: Any = None
        self._estimate = Estimate(falling=unit == _EDGE)

    def show(self, progress: Progress) -> bool:
        over, phase, facts = self._tell(progress)
        if self._bar is None and progress.seconds >= self._wait:
            if progress.phase == _DONE and self._wait:
                return True  # a bar that was not asked for would come and go
            self._open(over, phase, facts)
        if self._bar is not None:
            self._bar.n = round(100 * over, 1)
            self._bar.set_description_str(f"mcbnc {phase}", refresh=False)
            self._bar.unit = facts
            self._bar.refresh()
        return True

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()

    def _tell(self, progress: Progress) -> tuple[float, str, str]:
        """The share of the time that is over, the phase, and the other facts."""
        phase, start, left = progress.phase, progress.edges_at_start, progress.edges_left
        facts = [_clock(progress.seconds)]
        if phase in _WORKING:
            rest = self._estimate.seconds_left(left, start, progress.seconds)
            if rest is not None:
                facts.append(f"about {_clock(rest)} left")
        if start > 0:
            facts.append(f"{start - left:,} of {start:,} {self._unit}s")
        if progress.psi:  # a batch has no psi
            facts.append(f"psi={progress.psi:.3g}")
        word = "running" if phase == DELETING and self._unit != _EDGE else _PHASES.get(phase, "")
        return self._over(progress), word, ", ".join(facts)

    def _over(self, progress: Progress) -> float:
        """The share of the time that is over."""
        if progress.phase in (_FINISHING, _DONE):
            return 1.0
        if progress.phase not in _WORKING:
            return 0.0
        return self._estimate.share(progress.edges_left, progress.edges_at_start)

    def _open(self, over: float, phase: str, facts: str) -> None:
        if self._tqdm is None:
            try:
                self._tqdm = _tqdm()
            except MissingExtraError:
                self._wait = float("inf")  # no error, because the caller did not ask for a bar
                return
        # The clock is the engine's. Tqdm's own estimate would take each deletion for as long as the last.
        self._bar = self._tqdm(
            total=100,
            initial=round(100 * over, 1),
            desc=f"mcbnc {phase}",
            unit=facts,
            leave=False,
            bar_format="{desc} {percentage:3.0f}%|{bar}| {unit}",
            **_size(),
        )


def _clock(seconds: float) -> str:
    """A time as MM:SS or H:MM:SS."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def _is_interactive() -> bool:
    """True if a bar would be seen, in a terminal or in a notebook."""
    if "ipykernel" in sys.modules:
        return True
    return sys.stderr is not None and sys.stderr.isatty()


def _size() -> dict[str, int]:
    """What tqdm must know of the terminal. With 0 rows or columns it would show nothing."""
    try:
        size = os.get_terminal_size(sys.stderr.fileno())
    except (AttributeError, OSError, ValueError):  # stderr is None, no file, or no terminal
        return {}
    told = {"ncols": (size.columns, _COLUMNS), "nrows": (size.lines, _ROWS)}
    return {name: usual for name, (own, usual) in told.items() if not own}


def _tqdm() -> Any:
    # Without ipywidgets tqdm's notebook bar warns and shows nothing. The plain bar works in a notebook.
    widgets = "ipykernel" in sys.modules and "ipywidgets" in sys.modules
    return import_extra("tqdm.notebook" if widgets else "tqdm.std").tqdm


_POWER = 1.5  # the time for the last share y of the deletions is y to this power of the whole time
_SOONEST = 3.0  # seconds before the rest is shown
_LEAST = 0.05  # share of the time that must be over before
_AGREE = 1.5  # factor within which this estimate and that at half of the time must agree
_THIN = 1.02  # estimates are kept at times that grow by this factor


class Estimate:
    """The share of a job's time that is over, and the seconds left, from what was done at which time.

    The first deletions take longest: the graph gets sparser, so later questions are smaller. How much longer
    varies: in measured runs the first half of the deletions took from a third of the time to nearly all of
    it. The model gives 65 %. Runs and data sets are taken to be alike.

    No model is right for every run, so the seconds left are shown only once the model has proved itself: its
    estimate of the whole time must agree with its estimate when half of the time was over.
    """

    def __init__(self, falling: bool) -> None:
        self._power = _POWER if falling else 1.0
        self._past: list[tuple[float, float]] = []  # when, and how long the whole seemed to take then

    def share(self, left: int, start: int) -> float:
        """The share of the time that is over, when `left` of `start` are still to be done."""
        return float(1 - (min(max(left, 0), start) / start) ** self._power) if start > 0 else 0.0

    def seconds_left(self, left: int, start: int, seconds: float) -> float | None:
        """The seconds left after `seconds`. None as long as they are unknown.

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
