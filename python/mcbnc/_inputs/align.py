"""Alignment: graphs or tables over the same nodes get one common order of the nodes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from .._base.fields import Op, Options, Request
from .._base.names import default_names, differences, same_names
from .._base.rank import rank
from .._base.show import as_text, counted
from .._engine.request import Arrays
from ..errors import InvalidInputError

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Named(Protocol):
    """A graph or a table over n nodes.

    The nodes may have names. `argument` and `dag` are the place of the caller's input.
    """

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
    """The nodes of one call, and the number r of graphs or tables over these nodes."""

    nodes: list[Hashable]
    """The names in the order of the arrays. Unnamed nodes are 0..n-1."""
    named: bool

    @property
    def r(self) -> int:
        raise NotImplementedError

    @property
    def n(self) -> int:
        return len(self.nodes)

    def request(self, op: Op, **options: Unpack[Options]) -> Request:
        """A request for the engine about these nodes."""
        request: Request = {"op": op, "n": self.n, "r": self.r}
        if self.named:
            request["names"] = list(map(as_text, self.nodes))
        return {**request, **options}

    def rank(self) -> Arrays:
        """The array "rank" for the engine.

        The array is left out if the nodes are unnamed or in sorted order already.
        """
        ranks = rank(self.nodes) if self.named else None
        return {} if ranks is None else {"rank": ranks}


class Order(NamedTuple):
    """The common order of the nodes, and the permutation that brings each input to this order."""

    nodes: list[Hashable]
    named: bool
    moved: list[list[int] | None]
    """For each input, the position of each of `nodes` in the input. None: the input has this order."""


def common_order(things: Sequence[Named], given: list[Hashable] | None, by: str | None) -> Order:
    """Take the node order of the first input as the common order.

    Inputs without names have the names `given` by the argument `by`, else 0..n-1. Functions without such
    an argument have the `by` None.
    """
    first = things[0]
    n = first.n
    for thing in things:
        if thing.n != n:
            named = thing.names is not None and first.names is not None
            told = f": it {differences(thing.names or (), first.names or ())}" if named else ""
            raise InvalidInputError(
                f"{thing.place} has {thing.n} {thing.unit}, but {first.place} has {n}{told}",
                argument=thing.argument,
                dag=thing.dag,
            )
    if by is not None and given is not None and len(given) != n:
        raise wrong_count(by, given, first.place, f"{n} {first.unit}")
    unnamed = default_names(n) if given is None else given
    base = first.names or unnamed

    def moved_to_base(thing: Named) -> list[int] | None:
        names = thing.names or unnamed
        if names == base:
            return None
        if given is None and (thing.names is None) != (first.names is None):
            check_mixed(thing, first, by)
        return same_names(names, base, thing.argument, thing.dag, first.place)

    if by is not None and given is not None:
        same_names(given, base, by, None, first.place)
    moved = [moved_to_base(thing) for thing in things]
    return Order(base, given is not None or any(thing.names is not None for thing in things), moved)


def wrong_count(by: str, given: list[Hashable], place: str, count: str) -> InvalidInputError:
    return InvalidInputError(f"{by} has {counted(len(given), 'name')}, but {place} has {count}", argument=by)


def check_mixed(thing: Named, first: Named, by: str | None) -> None:
    """Refuse a mix of named and unnamed inputs, unless the names are 0..n-1, as those of unnamed ones are.

    The order of the names in the named ones does not determine the order of the rows in the unnamed ones.
    """
    bare, named = (thing, first) if thing.names is None else (first, thing)
    if set(named.names or ()) == set(default_names(named.n)):
        return
    cure = [] if bare.unit != "nodes" else ["give a DataFrame with the names as its index and columns"]
    if by is not None:
        place = "names= of mcbnc.Rows" if by == "names" else f"{by}="
        cure += [f"give the {bare.unit} of those without by {place}"]
    raise InvalidInputError(
        f"{bare.place} has no names, but {named.place} has: {', or '.join(cure)}",
        argument=bare.argument,
        dag=bare.dag,
    )
