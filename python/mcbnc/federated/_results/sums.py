"""What the sums over all sites give: what the coordinator learns, and the counts that a structure needs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import counted
from .._protocol.task import Asked, Sum
from .party import Party

if TYPE_CHECKING:
    from ..._plumbing import FamilyCounts

_WORDS = {
    "costs": "summed costs of making a node the last one of the order",
    "imaps or": "whether any site has an arc of the union",
    "imaps counts": "how many sites have an arc of the union",
    "cuts": "summed cuts, or minima of cuts, of deletions",
    "cuts union": "summed cuts, or minima of cuts, of deletions, and the weights of the sites that have both "
    "nodes, in eighths",
    "sees": "how many sites lack a node, and how many have both nodes of a pair",
    "distances": "summed distances of states from the sites' DAGs",
    "joins": "how many sites join an edge of the result, and of how many of these the rest explains it",
    "shares": "the weight of the sites that join a pair",
    "shares union": "the weight of the sites that join a pair, and of those that have both nodes",
    "directions": "the weights of the sites that have a path of the vote's skeleton, a v-structure on it, or "
    "an arrow",
    "explained": "the weight of the sites whose join of a pair the rest of the first vote explains",
    "morals": "how many sites' moral graphs join a pair",
    "arrows": "how many sites have an arrow of the result",
    "facts": "the number of rows of all sites",
    "seen": "which sites have a column",
    "votes": "how many sites' classes have an edge, by its direction",
    "filled": "counts of joint states in all rows, with drawn states in the columns that a site lacks",
    "pairs or": "whether any site's structure joins a pair",
    "pairs counts": "how many sites' structures join a pair",
    "tables": "counts of joint states in all rows",
    "products": "sums of the products of two columns, or of one, over all rows",
    "own": "summed scores of the sites' own rows, which show each site's counts",
}
SMALL = 5


class Leak(NamedTuple):
    """Sums of one kind that the coordinator saw."""

    what: str
    """What the sums say, in words."""
    numbers: int
    """How many sums there were."""
    zeros: int
    """How many of them are 0. Such a sum says the same of every site."""
    small: int
    """How many of them are 1 to 4. Such a sum may show single sites, or in a table single cases."""


def list_leaks(history: Iterable[Sum], options: dict[str, Any]) -> list[Leak]:
    """All sums of a run, by kind. `options` are those of the session."""
    kinds: dict[str, list[NDArray[np.uint64]]] = {}
    for question, numbers in history:
        for kind, part in _split(question.info, numbers, options):
            kinds.setdefault(kind, []).append(part)
    exact = options.get("epsilon") is None
    return [_leak(kind, np.concatenate(parts), exact) for kind, parts in kinds.items()]


class Told(NamedTuple):
    """A sum that all sites were shown, with their signed answers that prove it."""

    round: int
    """Which question's, from 1."""
    what: str
    """What the sum says, in words."""
    numbers: int


def list_told(told: Iterable[tuple[int, Sum]], options: Mapping[str, Any]) -> list[Told]:
    """The sums of a run that were shown, each with the number of its question, in words."""
    return [
        Told(number, _in_words(question, numbers, options), len(numbers))
        for number, (question, numbers) in told
    ]


def describe(question: Asked, options: Mapping[str, Any]) -> str:
    """What a question asks all sites for, in words. `options` are those of the session."""
    return _in_words(question, np.empty(question.length or 0, np.uint64), options)


def _in_words(question: Asked, numbers: NDArray[np.uint64], options: Mapping[str, Any]) -> str:
    tables = len(question.info.get("tables", ()))
    words = []
    for kind, _ in _split(question.info, numbers, options):
        words.append(_WORDS.get(kind, kind))
        if tables and kind in ("tables", "filled"):
            words[-1] += f", in {counted(tables, 'table')}"
    return " and ".join(words)


def _leak(kind: str, numbers: NDArray[np.uint64], exact: bool) -> Leak:
    if not exact:
        return Leak(f"{_WORDS[kind]}, with noise", len(numbers), 0, 0)
    # With "or" a sum is random where it is not 0. Scores show each site's counts, be they small or large.
    zeros, small = count_small(numbers)
    if kind.endswith(" or") or kind in ("own", "seen"):
        small = 0
    return Leak(_WORDS[kind], len(numbers), zeros, small)


def count_small(numbers: NDArray[Any]) -> tuple[int, int]:
    """How many numbers are 0, and how many are small."""
    return int(np.count_nonzero(numbers == 0)), int(np.count_nonzero((numbers > 0) & (numbers < SMALL)))


def rows_of(history: Iterable[Sum]) -> int:
    """The number of rows of all sites. With noise it may be negative."""
    told = next(each.numbers[:1] for each in history if each.question.info.get("facts"))
    return int(told.astype(np.int64)[0])


def _split(
    info: Mapping[str, Any], numbers: NDArray[np.uint64], options: Mapping[str, Any]
) -> list[tuple[str, NDArray[np.uint64]]]:
    """The parts of a sum, each of one kind."""
    if "kind" in info:
        kind = info["kind"]
        if kind == "imaps":
            kind = f"{kind} {options.get('union')}"
        elif kind in ("cuts", "shares") and options.get("nodes") == "union":
            kind = f"{kind} union"
        return [(kind, numbers)]
    # In learning one question may ask for facts, then pairs, then tables, then own scores.
    parts, facts = [], int(bool(info.get("facts")))
    own = len(numbers) - len(info.get("own", ()))
    if facts:
        parts.append(("facts", numbers[:1]))
    if info.get("seen"):
        parts.append(("seen", numbers[1:own]))
    elif info.get("votes"):
        parts.append(("votes", numbers))
    elif info.get("fill"):
        parts.append(("filled", numbers))
    elif info.get("pairs"):
        parts.append((f"pairs {info['pairs']}", numbers[facts:own]))
    elif info.get("tables"):
        parts.append(("tables", numbers[facts:own]))
    elif info.get("products"):
        parts.append(("products", numbers[facts:]))
    if own < len(numbers):
        parts.append(("own", numbers[own:]))
    return parts


Table = tuple[list[int], NDArray[np.int64]]
"""The nodes of a table, and the counts of their joint states: an axis for each node."""


def told_tables(party: Party, arity: NDArray[np.int32], history: Sequence[Sum]) -> Iterator[Table]:
    """All tables of counts that the coordinator has. Nodes of numbers, of arity 0, are in none."""
    yield from _tables(party, arity, history)
    for question, numbers in history:
        if question.info.get("products"):
            sums = numbers[int(bool(question.info.get("facts"))) :].astype(np.int64)
            yield from _pair_tables(node_order(party), arity, rows_of(history), sums)


def _pair_tables(
    node_of: list[int], arity: NDArray[np.int32], rows: int, sums: NDArray[np.int64]
) -> Iterator[Table]:
    """The tables of all pairs of nodes of states, by their sums of products (core/learn/data/whole.go).

    First there are, by node, the counts of each state but the first; then for each node and each one up to it
    the joint counts of these states, or where one has numbers the sums of them.
    """
    states = [int(arity[node]) for node in node_of]
    width = [each - 1 if each else 1 for each in states]
    totals = np.split(sums[: sum(width)], np.cumsum(width)[:-1])
    at = sum(width)
    for v, node in enumerate(node_of):
        for w in range(v + 1):
            told = width[v] * width[w] if v != w else int(not states[v])
            if v != w and states[v] and states[w]:
                table = np.zeros((states[v], states[w]), np.int64)
                table[1:, 1:] = sums[at : at + told].reshape(width[v], width[w])
                table[1:, 0] = totals[v] - table[1:, 1:].sum(axis=1)
                table[0, 1:] = totals[w] - table[1:, 1:].sum(axis=0)
                table[0, 0] = rows - table.sum()
                yield [node, node_of[w]], table
            at += told


def node_order(party: Party) -> list[int]:
    """The nodes in the order of their ranks, as the questions count them."""
    order: list[int] = np.argsort(party.rank().get("rank", np.arange(party.n))).tolist()
    return order


def find_families(
    party: Party, arity: NDArray[np.int32], adjacency: NDArray[np.uint8], history: Sequence[Sum]
) -> list[FamilyCounts]:
    """The counts of each node and its parents over the rows of all sites.

    A search has asked for the counts of each family of its answer, or for a table over more nodes.
    """
    last = history[-1].question.info.get("fill")  # tables of other fillings are of other rows
    rows = [each for each in history if each.question.info.get("fill") == last]
    tables = [(set(nodes), nodes, table) for nodes, table in _tables(party, arity, rows)]
    return [_find(node, np.flatnonzero(adjacency[:, node]).tolist(), tables) for node in range(party.n)]


def _tables(party: Party, arity: NDArray[np.int32], history: Sequence[Sum]) -> Iterator[Table]:
    """All tables that were asked for. A question names nodes by their ranks, in ascending order."""
    node_of = node_order(party)
    for question, numbers in history:
        info = question.info
        start = (1 if info.get("facts") else 0) + (party.n * (party.n - 1) // 2 if info.get("pairs") else 0)
        for set_ in info.get("tables", ()):
            nodes = [node_of[rank] for rank in set_]
            shape = [int(arity[node]) for node in nodes]
            end = start + math.prod(shape)
            yield nodes, numbers[start:end].astype(np.int64).reshape(shape)
            start = end


def _find(
    node: int, parents: list[int], tables: list[tuple[set[int], list[int], NDArray[np.int64]]]
) -> FamilyCounts:
    family = [*parents, node]
    wanted = set(family)
    _, nodes, table = min((each for each in tables if wanted <= each[0]), key=lambda each: each[2].size)
    others = tuple(axis for axis, member in enumerate(nodes) if member not in family)
    left = [member for member in nodes if member in family]
    counts = table.sum(axis=others).transpose([left.index(member) for member in family])
    joint = np.flatnonzero(counts)
    from ..._plumbing import FamilyCounts  # networks with probabilities need it, at the end

    return FamilyCounts(node, parents, list(counts.shape), joint, counts.ravel()[joint])
