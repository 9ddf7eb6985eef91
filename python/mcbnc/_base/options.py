"""The options of the public functions: each checked, with a message that names it."""

from __future__ import annotations

import math
import operator
from typing import Any, Literal, get_args

import numpy as np

from ..errors import InvalidInputError
from .show import shown

__all__ = [
    "check_count",
    "check_flag",
    "check_level",
    "check_positive",
    "check_share",
    "check_theta",
    "check_time_limit",
    "check_word",
    "is_false",
    "pick",
    "read_cap",
    "read_theta",
    "read_workers",
    "run_options",
]

STARTS = ("cpdag", "dag")
OUTPUTS = ("extension", "refusion")
ScoreName = Literal["bdeu", "bic", "aic"]  # a test compares it with the engine's own list
SCORES: tuple[str, ...] = get_args(ScoreName)
OUTLIERS = ("keep", "drop")
NO_LIMIT = "None for no limit"

_INT64 = 2**63


def run_options(
    *, k_max: Any, cap: Any, start: Any, canonical: Any, seed: Any, workers: Any
) -> dict[str, Any]:
    """The options that belong to a run and to all its states, checked, as the engine names them."""
    return {
        "k_max": None if k_max is None else check_count(k_max, "k_max", none=NO_LIMIT),
        "cap": read_cap(cap),
        "start": check_word(start, "start", STARTS),
        "canonical": check_flag(canonical, "canonical"),
        "seed": None if seed is None else check_count(seed, "seed"),
        "workers": read_workers(workers),
    }


def read_cap(cap: Any) -> int | None:
    """The most that one DAG's cut counts."""
    return None if cap is None else check_count(cap, "cap", least=1, none=NO_LIMIT)


def read_theta(theta: Any) -> float | Literal["auto"]:
    """A threshold, or the word that asks for the best one."""
    if isinstance(theta, str) and theta == "auto":
        return "auto"
    return check_theta(theta, "a finite number >= 0, or 'auto'")


def check_theta(theta: Any, wanted: str = "a finite number >= 0", argument: str = "theta") -> float:
    """A threshold: a finite number >= 0."""
    value = _number(theta)
    if value is None or not math.isfinite(value) or value < 0:
        raise _refuse(argument, wanted, theta)
    return value


def check_count(value: Any, argument: str, least: int = 0, none: str = "None") -> int:
    """A whole number; a float that is one will do, since R has hardly any others.

    `none` is how messages call the None that the caller has dealt with.
    """
    whole = _whole(value)
    if whole is None or not least <= whole < _INT64:
        raise _refuse(argument, f"a whole number from {least} to 2**63 - 1, or {none}", value)
    return whole


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


def check_share(value: Any, argument: str, more: str = "") -> float:
    """A number from 0 to 1; `more` is what else messages say it may be."""
    number = _number(value)
    if number is None or not 0 <= number <= 1:  # nor is NaN
        raise _refuse(argument, f"a number from 0 to 1{more}", value)
    return number


def check_level(value: Any) -> float:
    """The level of an interval: a share above 0, at most 1."""
    number = _number(value)
    if number is None or not 0 < number <= 1:  # nor is NaN
        raise _refuse("level", "a number above 0 and at most 1", value)
    return number


def check_positive(value: Any, argument: str) -> float:
    """A finite number above 0."""
    number = _number(value)
    if number is None or not 0 < number < math.inf:  # nor is NaN
        raise _refuse(argument, "a finite number > 0", value)
    return number


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
    return 0 if value is None else check_count(value, "workers", least=1, none="None for all cores")


def is_false(value: Any) -> bool:
    """Is it False, Python's or NumPy's? Not None, and not 0."""
    return _is_flag(value) and not value


def pick(k: Any, count: int, sequence: str, items: str) -> int | range:
    """The place that an index of a sequence means, or the places that a slice does."""
    try:
        places: int | range = range(count)[k]
    except IndexError:
        raise IndexError(f"the {sequence} has {count} {items}, no [{shown(k)}]") from None
    except TypeError:
        raise TypeError(f"a {sequence} is indexed by int or slice, not {type(k).__name__}") from None
    return places


def _is_flag(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _number(value: Any) -> float | None:
    """A real number as a float; None for anything else, strings and truth values included."""
    if isinstance(value, (str, bytes)) or _is_flag(value) or getattr(value, "ndim", 0) != 0:
        return None
    try:
        return float(value)
    except Exception:  # TypeError, ValueError, OverflowError; a caller's own class may raise any
        return None


def _whole(value: Any) -> int | None:
    """A whole number as an int, exactly where it is of an integer type; None for anything else."""
    number = _number(value)
    if number is None or not number.is_integer():  # nor are NaN and infinity
        return None
    try:
        return operator.index(value)
    except TypeError:
        return int(number)


def _refuse(argument: str, wanted: str, value: Any) -> InvalidInputError:
    return InvalidInputError(f"{argument} must be {wanted}, not {shown(value)}", argument=argument)
