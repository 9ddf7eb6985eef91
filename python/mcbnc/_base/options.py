"""Checks of the options of the public functions. Each error message names the option.

The ``read_`` functions check the type of an option. Most of them leave the range to the engine. The
``check_`` functions check the range as well, for the options that Python itself uses.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Literal

import numpy as np

from ..errors import InvalidInputError
from .limit import TimeLimit
from .show import shorten, shown

STARTS = ("cpdag", "dag")
OUTPUTS = ("extension", "refusion")
OUTLIERS = ("keep", "drop")
DAG_NODES = ("same", "union")
"""The nodes of many DAGs, in the words of the shell. In Python the first is the default, None."""
SearchName = Literal["ges", "xges"]
SEARCHES: tuple[SearchName, ...] = ("ges", "xges")
PriorName = Literal["edges", "none"]
PRIORS: tuple[PriorName, ...] = ("edges", "none")
NO_LIMIT = "None for no limit"

_INT64 = 2**63

_MOST_RESAMPLES = 2**20  # the engine's own bound
MOST_STATES = 1 << 20
"""The limit on a number that stands for states, so that a mistyped number does not fill the memory."""


def read_whole(value: Any, argument: str, none: str = "None") -> int | None:
    """A whole number of 64 bits, or None. The engine checks the range.

    A float that is whole is accepted, because most numbers of R are floats. `none` is what messages
    call None.
    """
    if value is None:
        return None
    whole = _whole(value)
    if whole is None or not -_INT64 <= whole < _INT64:
        raise _refuse(argument, f"a whole number of 64 bits, or {none}", value)
    return whole


def read_prior(prior: Any) -> str:
    """A prior of structures. None is the prior "none"."""
    return "none" if prior is None else check_word(prior, "prior", PRIORS)


def read_size(value: Any, argument: str) -> int:
    """A whole number >= 0 that has to be given. The engine checks how large it may be."""
    whole = _whole(value)
    if whole is None or not 0 <= whole < _INT64:
        raise _refuse(argument, "a whole number >= 0", value)
    return whole


def read_number(value: Any, argument: str, wanted: str = "a finite number") -> float:
    """A finite number. The engine checks the range."""
    return _fitting(value, argument, wanted, math.isfinite)


def read_theta(theta: Any) -> float | Literal["auto"]:
    """A finite threshold, or the word ``"auto"``, which asks for the best threshold."""
    if isinstance(theta, str) and theta == "auto":
        return "auto"
    return read_number(theta, "theta", "a finite number, or 'auto'")


def check_resamples(value: Any, none: str) -> int:
    """The number of resamples. `none` is what messages offer in place of None."""
    return check_count(value, "resamples", least=1, none=none, most=_MOST_RESAMPLES)


def check_theta(theta: Any, argument: str = "theta") -> float:
    """A threshold to look up in a trajectory: a finite number >= 0."""
    return _fitting(theta, argument, "a finite number >= 0", lambda number: 0 <= number < math.inf)


def check_count(value: Any, argument: str, least: int = 0, none: str = "None", most: int = _INT64 - 1) -> int:
    """A whole number from `least` to `most`.

    None is refused here. `none` is what messages call None, because the function that calls this one
    may accept None.
    """
    whole = _whole(value)
    if whole is None or not least <= whole <= most:
        end = "2**63 - 1" if most == _INT64 - 1 else most
        raise _refuse(argument, f"a whole number from {least} to {end}, or {none}", value)
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


def check_share(value: Any, argument: str) -> float:
    """A number from 0 to 1."""
    return _fitting(value, argument, "a number from 0 to 1", lambda number: 0 <= number <= 1)


def read_pairs(pairs: Any) -> dict[str, Any]:
    """The argument `pairs` by the engine's names."""
    words = {"votes": "votes", "union": "share", "all": "all"}
    if isinstance(pairs, str) and pairs in words:
        return {"pairs": words[pairs]}
    with suppress(InvalidInputError):
        if share := check_share(pairs, "pairs"):
            return {"pairs": "share", "threshold": share}
    raise InvalidInputError(
        f"pairs must be 'votes', 'union', 'all' or a share above 0 and up to 1, not {shown(pairs)}",
        argument="pairs",
    )


def check_level(value: Any) -> float:
    """The level of an interval: a number above 0 and at most 1."""
    return _fitting(value, "level", "a number above 0 and at most 1", lambda number: 0 < number <= 1)


def read_time_limit(value: Any) -> TimeLimit | None:
    """A time limit in seconds from now on. None and infinity mean no limit: the result is None for both."""
    if value is None or _number(value) == math.inf:
        return None
    return TimeLimit(read_number(value, "time_limit", "a number of seconds, or None"))


def check_seed(seed: Any) -> int | None:
    """A seed >= 0, or None. NumPy's generators accept the same seeds."""
    return None if seed is None else check_count(seed, "seed")


def read_workers(value: Any) -> int:
    """The number of workers for the engine. 0 means all cores to the engine.

    None asks for all cores. The value 0 is refused, so that None is the only way to ask for them.
    """
    return 0 if value is None else check_count(value, "workers", least=1, none="None for all cores")


def is_sequence(value: Any) -> bool:
    """True if the value is a list, a tuple, an array or another sequence, but no string."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0  # an array without dimensions has no length
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def is_false(value: Any) -> bool:
    """True if the value is Python's or NumPy's False. None and 0 are not False here."""
    return _is_flag(value) and not value


def positions(k: Any, count: int, sequence: str, items: str) -> int | range:
    """The position >= 0 that an index selects, or the range of positions that a slice selects.

    The sequence has `count` items. `sequence` and `items` are what messages call the two.
    """
    try:
        selected: int | range = range(count)[k]
    except IndexError:
        raise IndexError(f"the {sequence} has {count} {items}, no [{shown(k)}]") from None
    except TypeError:
        raise TypeError(f"a {sequence} is indexed by int or slice, not {type(k).__name__}") from None
    return selected


def _fitting(value: Any, argument: str, wanted: str, fits: Callable[[float], bool]) -> float:
    """A number that fits. NaN fits nothing, since comparisons with it are False."""
    number = _number(value)
    if number is None or not fits(number):
        raise _refuse(argument, wanted, value)
    return number


def _is_flag(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _number(value: Any) -> float | None:
    """A real number as a float. For any other value, such as a string or a truth value, None."""
    if isinstance(value, (str, bytes)) or _is_flag(value) or getattr(value, "ndim", 0) != 0:
        return None
    if type(value) is float or (type(value) is int and -_INT64 <= value < _INT64):
        return float(value)  # an exception here is that of a signal's handler, and is for the caller
    try:
        return float(value)
    except Exception:  # the __float__ of a caller's class may raise any exception
        return None


def _whole(value: Any) -> int | None:
    """A whole number as an int. For any other value, None.

    A number of an integer type is converted exactly, also beyond 2**53.
    """
    if type(value) is int and -_INT64 <= value < _INT64:
        return value
    number = _number(value)
    if number is None or not number.is_integer():  # is_integer is False for NaN and infinity
        return None
    try:
        return operator.index(value)
    except TypeError:
        return int(number)


def _refuse(argument: str, wanted: str, value: Any) -> InvalidInputError:
    return InvalidInputError(f"{argument} must be {wanted}, not {shown(value)}", argument=argument)


MOST_GRAPHS = 1 << 20
"""The largest number of DAGs that the engine takes, and of data sets."""


def list_of(values: Iterable[Any], most: int, argument: str) -> list[Any]:
    """Return ``list(values)``. Refuse an iterator of more than `most` items.

    ``list`` would take an endless one until the memory is full, and Ctrl-C would not arrive meanwhile. It
    also believes an object with a wrong length. Lists and tuples have an end, and their checks are
    elsewhere.

    Raises TypeError if `values` cannot be iterated.
    """
    if isinstance(values, (list, tuple)):
        return list(values)
    try:
        items = iter(values)
    except TypeError:
        raise
    except Exception as error:  # the __iter__ of a caller's class may raise any exception
        problem = f"{argument} cannot be iterated: {shorten(str(error))}"
        raise InvalidInputError(problem, argument=argument) from error
    found = list(islice(items, most + 1))
    if len(found) > most:
        raise InvalidInputError(f"{argument} has more than {most:,} items, or no end", argument=argument)
    return found
