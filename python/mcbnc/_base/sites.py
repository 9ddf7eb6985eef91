"""Sites with names: an argument that is a dict of site name to graph or table, or a list of files.

The function itself gets a list. The names are kept beside it for the time of the call: messages have them,
and the results take them from there.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from ..errors import InvalidInputError
from .names import differences
from .wording import Sites, sited, sites_now, wording

__all__ = ["site_names", "takes_sites"]

F = TypeVar("F", bound=Callable[..., Any])


def takes_sites(argument: str, at: int = 0) -> Callable[[F], F]:
    """Let a function take a dict of site name to graph or table as this argument, and `weights` by site."""

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            given = args[at] if len(args) > at else options.get(argument)
            sites = _sites_of(given, argument)
            weights = options.get("weights")
            if sites is None and not isinstance(weights, Mapping) and sites_now() is None:
                return function(*args, **options)
            if isinstance(given, Mapping):
                given = list(given.values())
            if isinstance(weights, Mapping):
                options["weights"] = _in_order(weights, sites, argument)
            if len(args) > at:
                args = (*args[:at], given, *args[at + 1 :])
            else:
                options[argument] = given
            with sited(sites):
                return function(*args, **options)

        return call  # type: ignore[return-value]

    return decorate


def site_names(argument: str, r: int) -> list[Hashable] | None:
    """The names of the sites of the `r` graphs or tables of this argument. None if they have none."""
    sites = sites_now()
    if sites is None or sites.argument != argument or len(sites.names) != r:
        return None
    return sites.names


def _sites_of(given: Any, argument: str) -> Sites | None:
    if type(given) is np.ndarray:
        return None
    if isinstance(given, (list, tuple)):
        names = _names_of(given)
        return None if names is None else Sites(argument, names, not isinstance(given[0], (str, os.PathLike)))
    if not isinstance(given, Mapping):
        return None
    if given and argument == "datasets" and all(map(_is_column, given.values())):
        raise InvalidInputError(
            f"datasets must be a sequence of data sets, or a dict of site name to data set, not a single "
            f"{type(given).__name__} of columns; {wording().function('learn')} takes one",
            argument=argument,
        )
    return Sites(argument, list(given), told=True)


def _names_of(given: Sequence[Any]) -> list[Hashable] | None:
    """The names of files, or those that structures learned from sites with names still have."""
    if not given:
        return None
    if isinstance(given[0], (str, os.PathLike)):
        names = _file_names(given)
    elif getattr(given[0], "site", None) is None:
        return None
    else:
        names = [getattr(each, "site", None) for each in given]
    return names if len(set(names)) == len(names) and None not in names else None


def _file_names(paths: Sequence[Any]) -> list[Hashable]:
    """The names of files, without their folders if they still differ. None for what is no path."""
    texts = [os.fspath(path) if isinstance(path, (str, os.PathLike)) else None for path in paths]
    whole: list[Hashable] = [
        None if not isinstance(text, str) or text.startswith("[") else text for text in texts
    ]
    short: list[Hashable] = [os.path.basename(name) if isinstance(name, str) else None for name in whole]
    return short if len(set(short)) == len(short) else whole


def _in_order(weights: Mapping[Any, Any], sites: Sites | None, argument: str) -> list[Any]:
    """The weights in the order of the sites."""
    if sites is None:
        raise InvalidInputError(
            f"weights is by site, but {argument} has no site names: make {argument} a dict of them too",
            argument="weights",
        )
    if set(weights) != set(sites.names):
        raise InvalidInputError(
            f"weights must have the sites of {argument}, but it {differences(list(weights), sites.names)}",
            argument="weights",
        )
    return [weights[name] for name in sites.names]


def _is_column(value: Any) -> bool:
    """Whether the value is a column of a table rather than a table."""
    if isinstance(value, (list, tuple)):
        return not any(isinstance(cell, (list, tuple, np.ndarray, Mapping)) for cell in value)
    return getattr(value, "ndim", None) == 1
