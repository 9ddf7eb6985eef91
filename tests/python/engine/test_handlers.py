"""Exceptions that handlers of signals raise: they reach the caller from any line of a call."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import random_dags

import mcbnc
from mcbnc._engine import load

PACKAGE = str(Path(mcbnc.__file__).parent)
DAGS = random_dags(1, 3, 4)
CALLS: dict[str, Callable[[], Any]] = {
    "trajectory": lambda: mcbnc.trajectory(DAGS, k_max=2, cap=3, time_limit=60.0),
    "consensus": lambda: mcbnc.consensus(DAGS, 0.5, workers=1),
    "stability": lambda: mcbnc.stability(DAGS, resamples=3, seed=1),
}


class Stopped(Exception):
    """Such as a TimeoutError of a handler of SIGALRM. It is no KeyboardInterrupt."""


def stopped_at(line: int, call: Callable[[], Any]) -> bool:
    """Raise at a line of mcbnc's, counted from the beginning of a call. False if the call has fewer lines."""
    seen = 0

    def trace(frame: Any, event: str, _: object) -> Any:
        nonlocal seen
        # Python itself ignores what is raised in __del__.
        if not frame.f_code.co_filename.startswith(PACKAGE) or frame.f_code.co_name == "__del__":
            return None
        if event == "line":
            seen += 1
            if seen == line:
                raise Stopped
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    except Stopped:
        return True
    finally:
        sys.settrace(before)
    assert seen < line, "the exception was swallowed"
    return False


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_it_is_not_taken_for_one_of_a_value(call: Callable[[], Any]) -> None:
    call()  # what only a first call does is done
    line = 1
    while stopped_at(line, call):
        line += 1
    assert line > 100
    assert load.library().runtime_info()["jobs"] == 0
