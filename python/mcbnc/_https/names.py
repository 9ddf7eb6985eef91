"""The file with the nodes of a federation, and for learning the states of each node."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from .._base.files import read_file
from .._base.json_text import DuplicateKey, json_value
from .._base.names import differences
from .._base.show import listed, shown
from .._base.writing import write_whole
from ..errors import InvalidInputError

__all__ = ["Names", "check", "merge", "read_names_file", "write_names_file"]

_STATES = (str, int, float, bool)


class Names(NamedTuple):
    """The nodes, and their states, or None for graphs."""

    nodes: list[Any]
    states: dict[Any, list[Any]] | None


def read_names_file(path: str) -> Names:
    """Read ``{"nodes": ["a", "b"], "states": {"a": ["no", "yes"], ...}}``. The states may be missing.

    A key, a node or a state that comes twice is refused, since only one of the two would count.
    """
    try:
        content = json_value(read_file(path).text())
    except DuplicateKey as error:
        raise InvalidInputError(f"{path}: {error}") from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, InvalidInputError):
            raise
        raise InvalidInputError(f"{path}: it is no JSON: {error}") from error
    if not isinstance(content, dict) or not isinstance(content.get("nodes"), list):
        raise InvalidInputError(f'{path} must be an object with "nodes", a list of names')
    states = content.get("states")
    if states is not None and not isinstance(states, dict):
        raise InvalidInputError(f'{path}: "states" must be an object that lists the states of each node')
    nodes = content["nodes"]
    if not all(type(node) in (str, int) for node in nodes):
        raise InvalidInputError(f"{path}: names of nodes are strings or whole numbers")
    if not nodes:
        raise InvalidInputError(f'{path}: "nodes" lists none')
    _check_distinct(path, "nodes", nodes)
    if states is not None:
        _check_states(path, nodes, states)
    return Names(nodes, states)


def _check_states(path: str, nodes: list[Any], states: dict[str, Any]) -> None:
    """Refuse states that are not a list for each of the nodes."""
    if set(states) != set(nodes):
        raise InvalidInputError(
            f'{path}: "states" must have the nodes of "nodes", but it {differences(list(states), nodes)}'
        )
    for node, values in states.items():
        if not isinstance(values, list) or not all(type(value) in _STATES for value in values):
            raise InvalidInputError(f"{path}: the states of {shown(node)} must be a list of texts or numbers")
        _check_distinct(path, f"the states of {shown(node)}", values)


def _check_distinct(path: str, what: str, values: list[Any]) -> None:
    twice = [value for (_, value), count in Counter((type(v), v) for v in values).items() if count > 1]
    if twice:
        raise InvalidInputError(
            f"{path}: {what} must differ, but {listed(twice, shown)} "
            f"{'comes' if len(twice) == 1 else 'come'} more than once"
        )


def write_names_file(path: str, names: Names) -> None:
    """Write what :func:`read_names_file` reads, one line for each node."""
    lines = [f'"nodes": {_json(names.nodes)}']
    if names.states is not None:
        each = [f"  {_json(node)}: {_json(names.states[node])}" for node in names.nodes]
        lines.append('"states": {\n' + ",\n".join(each) + "\n}")
    write_whole(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def merge(files: Iterable[str], several: Iterable[Names]) -> Names:
    """The nodes of all files, which must be the same ones, each with the states that any file has."""
    paths, every = list(files), list(several)
    first = every[0]
    for path, other in zip(paths, every, strict=True):
        _check_nodes(path, other, first, paths[0])
        if (other.states is None) != (first.states is None):
            those, without = (paths[0], path) if other.states is None else (path, paths[0])
            raise InvalidInputError(f"{without} lists no states, and {those} does: both must be for one task")
    if first.states is None:
        return first
    return Names(first.nodes, {node: _union(node, every) for node in first.nodes})


def check(path: str, own: Names, book: Names, where: str) -> None:
    """Refuse a file with other nodes than the code book at `where`, or with a state that this has not."""
    _check_nodes(path, own, book, where)
    for node in own.nodes:
        for state in (own.states or {}).get(node, ()):
            if state not in (book.states or {})[node]:
                raise InvalidInputError(
                    f"{path}: {shown(node)} has the state {shown(state)}, which {where} has not"
                )


def _check_nodes(path: str, own: Names, base: Names, where: str) -> None:
    if set(own.nodes) != set(base.nodes):
        raise InvalidInputError(
            f"{path} must have the same nodes as {where}, but it {differences(own.nodes, base.nodes)}"
        )


def _union(node: Any, every: list[Names]) -> list[Any]:
    """The states of a node in all files, sorted as their texts."""
    found = {(type(state), state) for names in every for state in (names.states or {}).get(node, ())}
    return sorted((state for _, state in found), key=str)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
