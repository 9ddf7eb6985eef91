"""Nodes that a graph calls latent. To mcbnc they are nodes like all others, with a warning."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from .._base.show import listed, shown
from .._base.warn import warn
from ..errors import DataWarning


def warn_of_latents(place: str, latents: Iterable[Hashable]) -> None:
    """Warn of the latent nodes of a graph, at least one."""
    each = list(dict.fromkeys(latents))
    one = len(each) == 1
    warn(
        f"{place}: {listed(each, shown)} {'is' if one else 'are'} latent there, and taken as "
        f"{'a node that was' if one else 'nodes that were'} seen: mcbnc has no latent nodes",
        DataWarning,
    )
