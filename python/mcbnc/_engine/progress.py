"""The display of a run's progress: a tqdm bar, a function of the caller, or nothing."""

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
    """An observer of a running job."""

    def show(self, progress: Progress) -> bool:
        """Show the progress. The result False asks the job to stop."""

    def close(self) -> None:
        """Clean up after the end of the job."""


def make_watch(progress: ProgressOption, unit: str = "edge") -> Watch | None:
    """Make the watch for the argument `progress` of the public functions.

    `unit` is what a bar counts. If nothing is to be shown, the result is None.
    """
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
    """A watch that calls a function of the caller each time the progress has changed."""

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
    """A tqdm bar over the deleted edges, or over the finished runs or data sets.

    The bar opens when the job has run for `wait` seconds.
    """

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
            if progress.psi:  # a batch has no psi
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
                self._wait = float("inf")  # no error, because the caller did not ask for a bar
                return
        self._bar = self._tqdm(total=progress.edges_at_start, desc="mcbnc", unit=self._unit, leave=False)


def _is_interactive() -> bool:
    """True if a bar would be seen, in a terminal or in a notebook."""
    if "ipykernel" in sys.modules:
        return True
    return sys.stderr is not None and sys.stderr.isatty()


def _tqdm() -> Any:
    # Without ipywidgets tqdm's notebook bar warns and shows nothing. The plain bar works in a notebook.
    widgets = "ipykernel" in sys.modules and "ipywidgets" in sys.modules
    return import_extra("tqdm.notebook" if widgets else "tqdm.std").tqdm
