"""The options of the public functions: each checked, with a message that names it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .errors import InvalidInputError

__all__ = [
    "check_count",
    "check_flag",
    "check_theta",
    "check_time_limit",
    "check_word",
    "read_workers",
    "run_options",
]

STARTS = ("cpdag", "dag")
OUTPUTS = ("extension", "refusion")

_INT64 = 2**63


def run_options(*, k_max: Any, start: Any, canonical: Any, seed: Any, workers: Any) -> dict[str, Any]:
    """The options that belong to a run and to all its states, checked, as the engine names them."""
    return {
        "k_max": None if k_max is None else check_count(k_max, "k_max"),
        "start": check_word(start, "start", STARTS),
        "canonical": check_flag(canonical, "canonical"),
        "seed": None if seed is None else check_count(seed, "seed"),
        "workers": read_workers(workers),
    }


def check_theta(theta: Any) -> float:
    """A threshold: a finite number >= 0."""
    value = _number(theta)
    if value is None or not math.isfinite(value) or value < 0:
        raise _refuse("theta", "a finite number >= 0, or 'auto'", theta)
    return value


def check_count(value: Any, argument: str, least: int = 0) -> int:
    """A whole number; a float that is one will do, since R has hardly any others."""
    number = _number(value)
    if number is None or not math.isfinite(number) or int(value) != value or not least <= value < _INT64:
        raise _refuse(argument, f"a whole number >= {least}, or None", value)
    return int(value)


def check_word(value: Any, argument: str, words: tuple[str, ...]) -> str:
    """One of the words."""
    if not isinstance(value, str) or value not in words:
        raise _refuse(argument, " or ".join(repr(word) for word in words), value)
    return str(value)


def check_flag(value: Any, argument: str) -> bool:
    """True or False, Python's or NumPy's."""
    if not _is_flag(value):
        raise _refuse(argument, "True or False", value)
    return bool(value)


def check_time_limit(value: Any) -> float | None:
    """Seconds, or None for no limit."""
    if value is None:
        return None
    number = _number(value)
    if number is None or math.isnan(number) or number <= 0:
        raise _refuse("time_limit", "a number of seconds > 0, or None", value)
    return None if math.isinf(number) else number


def read_workers(value: Any) -> int:
    """The engine's number of workers; 0 means all cores."""
    return 0 if value is None else check_count(value, "workers", least=1)


def _is_flag(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _number(value: Any) -> float | None:
    """A real number as a float; None for anything else, strings and truth values included."""
    if isinstance(value, (str, bytes)) or _is_flag(value) or getattr(value, "ndim", 0) != 0:
        return None
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _refuse(argument: str, wanted: str, value: Any) -> InvalidInputError:
    return InvalidInputError(f"{argument} must be {wanted}, not {value!r}", argument=argument)
