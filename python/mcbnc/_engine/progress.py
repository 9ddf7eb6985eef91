"""Progress of a run: a tqdm bar, a caller's own function, or nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Protocol

from .._base.extras import import_extra
from .._base.options import is_false
from .._base.show import shown
from ..errors import InvalidInputError, MissingExtraError
from .ffi import Progress

__all__ = ["ProgressOption", "Watch", "make_watch"]

ProgressOption = bool | Callable[[int, int, float], bool | None] | None

_BAR_AFTER_SECONDS = 1.0
_DELETING = 3


class Watch(Protocol):
    """Something that looks on while a job runs."""

    def show(self, progress: Progress) -> bool:
        """Take note of the progress. False asks the job to stop."""

    def close(self) -> None:
        """The job has ended."""


def make_watch(progress: ProgressOption, unit: str = "edge") -> Watch | None:
    """The watch that the argument `progress` of the public functions asks for, over these units."""
    if progress is None:
        return _Bar(unit, wait=_BAR_AFTER_SECONDS) if _is_interactive() else None
    if isinstance(progress, bool):
        return _Bar(unit, wait=0.0, tqdm=_tqdm()) if progress else None
    if callable(progress):
        return _Call(progress)
    raise InvalidInputError(
        f"progress must be None, True, False or a function, not {shown(progress)}", argument="progress"
    )


class _Call:
    """Hands the progress to a function of the caller's, each time it has changed."""

    def __init__(self, function: Callable[[int, int, float], bool | None]) -> None:
        self._function = function
        self._last: tuple[int, int, float] | None = None

    def show(self, progress: Progress) -> bool:
        now = (progress.edges_left, progress.edges_at_start, progress.psi)
        if progress.phase < _DELETING or now == self._last:
            return True
        self._last = now
        return not is_false(self._function(*now))

    def close(self) -> None:
        pass


class _Bar:
    """A tqdm bar over the edges deleted, or the runs or data sets done, opened once some time has passed."""

    def __init__(self, unit: str, wait: float, tqdm: Any = None) -> None:
        self._unit = unit
        self._wait = wait
        self._tqdm = tqdm
        self._bar: Any = None

    def show(self, progress: Progress) -> bool:
        if progress.phase < _DELETING or progress.seconds < self._wait:
            return True
        if self._bar is None:
            self._open(progress)
        if self._bar is not None:
            self._bar.n = progress.edges_at_start - progress.edges_left
            if progress.psi:  # never in a batch
                self._bar.set_postfix(psi=f"{progress.psi:.3g}", refresh=False)
            self._bar.refresh()
        return True

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()

    def _open(self, progress: Progress) -> None:
        if self._tqdm is None:
            try:
                self._tqdm = _tqdm()
            except MissingExtraError:
                self._wait = float("inf")  # nobody asked for a bar by name
                return
        self._bar = self._tqdm(total=progress.edges_at_start, desc="mcbnc", unit=self._unit, leave=False)


def _is_interactive() -> bool:
    """Is there a terminal or a notebook to show a bar in?"""
    if "ipykernel" in sys.modules:
        return True
    return sys.stderr is not None and sys.stderr.isatty()


def _tqdm() -> Any:
    # Without ipywidgets tqdm's notebook bar warns and shows nothing; its plain bar works there.
    widgets = "ipykernel" in sys.modules and "ipywidgets" in sys.modules
    return import_extra("tqdm.notebook" if widgets else "tqdm.std").tqdm
