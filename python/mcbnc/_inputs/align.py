"""Things over the same nodes, graphs or data, brought to one order of the nodes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, Protocol

from .._base.names import default_names, same_names
from .._base.rank import rank
from .._base.show import shorten, shown
from .._engine.request import Arrays
from ..errors import InvalidInputError

__all__ = ["Named", "Nodes", "Order", "common_order", "wrong_count"]


class Named(Protocol):
    """Something over n nodes, which may have names, and where it was found."""

    @property
    def n(self) -> int: ...
    @property
    def names(self) -> list[Hashable] | None: ...
    @property
    def argument(self) -> str: ...
    @property
    def dag(self) -> int | None: ...
    @property
    def place(self) -> str: ...
    @property
    def unit(self) -> str:
        """The word for the nodes in messages."""


class Nodes:
    """The nodes of one call, and how many things over them it is about."""

    nodes: list[Hashable]
    """The names in the order of the arrays; 0..n-1 where unnamed."""
    named: bool

    @property
    def r(self) -> int:
        raise NotImplementedError

    @property
    def n(self) -> int:
        return len(self.nodes)

    def request(self, op: str, **options: Any) -> dict[str, Any]:
        """A request for the engine about these."""
        request: dict[str, Any] = {"op": op, "n": self.n, "r": self.r}
        if self.named:
            request["names"] = [_text(name) for name in self.nodes]
        return {**request, **options}

    def rank(self) -> Arrays:
        """The array "rank" for the engine, where one is needed."""
        ranks = rank(self.nodes) if self.named else None
        return {} if ranks is None else {"rank": ranks}


class Order(NamedTuple):
    """The order of the nodes of several things, and what brings each to it."""

    nodes: list[Hashable]
    named: bool
    moved: list[list[int] | None]
    """The place of each of `nodes` in a thing. None means that the thing has that order."""


def common_order(things: Sequence[Named], given: list[Hashable] | None, by: str) -> Order:
    """The order of the first; unnamed ones are in the order `given`, by the argument `by`, else 0..n-1."""
    first = things[0]
    n = first.n
    for thing in things:
        if thing.n != n:
            raise InvalidInputError(
                f"{thing.place} has {thing.n} {thing.unit}, but {first.place} has {n}",
                argument=thing.argument,
                dag=thing.dag,
            )
    if given is not None and len(given) != n:
        raise wrong_count(by, given, first.place, f"{n} {first.unit}")
    unnamed = default_names(n) if given is None else given
    base = first.names or unnamed
    if given is not None:
        same_names(given, base, by, None, first.place)
    moved: list[list[int] | None] = []
    for thing in things:
        names = thing.names or unnamed
        if names == base:
            moved.append(None)
            continue
        if given is None and (thing.names is None) != (first.names is None):
            _check_mixed(thing, names, base, by)
        moved.append(same_names(names, base, thing.argument, thing.dag, first.place))
    return Order(base, given is not None or any(thing.names is not None for thing in things), moved)


def wrong_count(by: str, given: list[Hashable], place: str, count: str) -> InvalidInputError:
    return InvalidInputError(f"{by} has {len(given)} names, but {place} has {count}", argument=by)


def _check_mixed(thing: Named, names: list[Hashable], base: list[Hashable], by: str) -> None:
    """Named and unnamed ones go together only where the names say how."""
    if set(names) != set(base):
        raise InvalidInputError(
            f"{thing.argument} mixes some with names and some without ({thing.place} for one): "
            f"say by {by}= what the {thing.unit} of those without are",
            argument=thing.argument,
            dag=thing.dag,
        )


def _text(name: Hashable) -> str:
    """A name for the engine's messages; lone surrogates are no UTF-8."""
    text = shorten(name) if isinstance(name, str) else shown(name)
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
