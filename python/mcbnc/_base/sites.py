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
from .extras import is_a
from .libraries import is_frame
from .names import check_names, differences
from .show import shown
from .wording import BY_SITE, Sites, sited, sites_now, wording

F = TypeVar("F", bound=Callable[..., Any])


def takes_sites(argument: str, at: int = 0, weights_at: int | None = None) -> Callable[[F], F]:
    """Let a function take a dict of site name to graph or table as this argument, and weights by site.

    `at` and `weights_at` are the places of the two among the arguments without keywords.
    """

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            if weights_at is not None and len(args) == weights_at + 1:
                options.setdefault("weights", args[weights_at])
                args = args[:weights_at]
            given = args[at] if len(args) > at else options.get(argument)
            sites = sites_of(given, argument)
            by_site = any(isinstance(options[name], Mapping) for name in BY_SITE if name in options)
            if sites is None and not by_site and sites_now() is None:
                return function(*args, **options)
            if isinstance(given, Mapping):
                given = list(given.values())
            if len(args) > at:
                args = (*args[:at], given, *args[at + 1 :])
            else:
                options[argument] = given
            with sited(sites):
                return function(*args, **_in_order(options, sites, argument))

        return call  # type: ignore[return-value]

    return decorate


def site_names(argument: str, r: int) -> list[Hashable] | None:
    """The names of the sites of the `r` graphs or tables of this argument. None if they have none."""
    sites = sites_now()
    if sites is None or sites.argument != argument or len(sites.names) != r:
        return None
    return sites.names


def sites_of(given: Any, argument: str) -> Sites | None:
    """The sites of the graphs or tables of an argument. None: they have no names."""
    if isinstance(given, np.ndarray):
        return None
    if isinstance(given, (list, tuple)):
        names = _names_of(given)
        return None if names is None else Sites(argument, names, isinstance(given[0], (str, os.PathLike)))
    if not isinstance(given, Mapping):
        own = getattr(given, "_sites_as", None)  # Rows have their own
        return None if own is None else own(argument)
    if given and argument == "datasets" and all(map(_is_column, given.values())):
        raise InvalidInputError(
            f"datasets must be a sequence of data sets, or a dict of site name to data set, not a single "
            f"{type(given).__name__} of columns; {wording().function('learn')} takes one",
            argument=argument,
        )
    return Sites(argument, check_site_names(list(given), argument))


def check_site_names(names: list[Hashable], argument: str) -> list[Hashable]:
    """Return the names of a dict's sites. Refuse missing and empty ones, and those that read the same."""
    check_names(names, argument, kind="site")
    texts: dict[str, Hashable] = {}
    for k, name in enumerate(names):
        text = str(name)
        if not text.strip():
            raise InvalidInputError(f"{argument}: site {k} has an empty name", argument=argument, dag=k)
        if texts.setdefault(text, name) is not name:
            raise InvalidInputError(
                f"{argument}: names must differ in their text too, but the sites {shown(texts[text])} and "
                f"{shown(name)} do not",
                argument=argument,
                dag=k,
            )
    return names


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
        text if isinstance(text, str) and not _is_model(text) else None for text in texts
    ]
    short: list[Hashable] = [os.path.basename(name) if isinstance(name, str) else None for name in whole]
    return short if len(set(short)) == len(short) else whole


def _is_model(text: str) -> bool:
    """Whether a text is a graph written out, such as a model string, and not a path."""
    return text.startswith("[") or "{" in text


def _is_column(value: Any) -> bool:
    """Whether the value is a column of a table rather than a table."""
    if isinstance(value, (list, tuple)):
        return not any(isinstance(cell, (list, tuple, np.ndarray, Mapping)) for cell in value)
    return getattr(value, "ndim", None) == 1


def _in_order(options: dict[str, Any], sites: Sites | None, argument: str) -> dict[str, Any]:
    """The options of a call with what is by site in the order of its sites, and without their names."""
    found = {name: _by_name(options[name], sites, name) for name in BY_SITE if name in options}
    ordered = {name: _ordered(own, sites, name, argument) for name, own in found.items() if own is not None}
    return {**options, **ordered}


def _by_name(values: Any, sites: Sites | None, name: str) -> dict[Any, Any] | None:
    """The values by the names of sites. None: they come in the order of the sites.

    The labels of a Series or of a frame's columns are names of sites, unless they are numbers from 0.
    """
    if isinstance(values, Mapping):
        return dict(values)
    if sites is None:  # then labels can mean nothing
        return None
    if is_a(values, "pandas", "Series"):
        labels, parts = values.index.tolist(), values.tolist()
    elif is_frame(values):
        labels, parts = values.columns.tolist(), values.to_numpy().T.tolist()
    else:
        return None
    if labels == list(range(len(labels))) != sites.names:
        return None
    if len(set(labels)) < len(labels):
        raise InvalidInputError(f"{name} has two entries for one site", argument=name)
    return dict(zip(labels, parts, strict=True))


def _ordered(values: dict[Any, Any], sites: Sites | None, name: str, argument: str) -> list[Any]:
    """One number for each site, or one for each run and site."""
    if sites is None:
        raise InvalidInputError(
            f"{name} is by site, but {argument} has no site names: make {argument} a dict of them too",
            argument=name,
        )
    if set(values) != set(sites.names):
        raise InvalidInputError(
            f"{name} must have the sites of {argument}, but it {differences(list(values), sites.names)}",
            argument=name,
        )
    columns = [values[site] for site in sites.names]
    if not all(hasattr(column, "__len__") and not isinstance(column, str) for column in columns):
        return columns
    lengths = [len(column) for column in columns]
    if len(set(lengths)) > 1:
        odd = next(k for k, length in enumerate(lengths) if length != lengths[0])
        raise InvalidInputError(
            f"{name} must have a number for each run, but {shown(sites.names[0])} has {lengths[0]} and "
            f"{shown(sites.names[odd])} has {lengths[odd]}",
            argument=name,
            dag=odd,
        )
    return [list(run) for run in zip(*columns, strict=True)]
