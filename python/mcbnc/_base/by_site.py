"""Numbers by site, such as weights: brought to the order of the sites of the call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import InvalidInputError
from .extras import is_a
from .names import differences
from .show import shown
from .wording import BY_SITE, Sites

__all__ = ["in_order", "is_by_site"]


def is_by_site(options: Mapping[str, Any]) -> bool:
    """Whether an option of the call is a dict by site."""
    return isinstance(options.get("weights"), Mapping) or isinstance(options.get("counts"), Mapping)


def in_order(options: dict[str, Any], sites: Sites | None, argument: str) -> dict[str, Any]:
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
    elif is_a(values, "pandas", "DataFrame"):
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
