"""The file with the nodes of a federation, and for learning the states of each node.

A code book lists which states each node may have, whatever states occur in the rows.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any, Literal, NamedTuple

from .._base.files import File, read_file
from .._base.json_text import read_json
from .._base.names import differences
from .._base.show import counted, listed, shown
from .._base.spelling import look_alike
from .._base.writing import write_whole
from ..errors import InvalidInputError
from ..federated._tasks.numbers import Numbers, read_numbers

STATES = (str, int, float, bool)
"""The types of states in a file."""
_COLUMNS = ("node", "state")
_HASH = re.compile("[0-9a-f]{64}")
_QUANTILE = re.compile(r"q([\d.,eE-]+)\s*=(.*)")


class Names(NamedTuple):
    """The nodes, and their states, or None for graphs. A node of numbers has a record in their place."""

    nodes: list[Any]
    states: dict[Any, Any] | None
    recipe: str | None = None
    """The hash of the recipe that made the tables or lists that the states are of. None: none did."""

    @property
    def numbers(self) -> list[Any]:
        """The nodes of numbers."""
        return [node for node, each in (self.states or {}).items() if isinstance(each, dict)]


def read_names_file(path: str) -> Names:
    """Read ``{"nodes": ["a", "b"], "states": {"a": ["no", "yes"], ...}}``. The states may be missing.

    A key, a node or a state that comes twice is refused, since only one of the two would count.
    """
    return names_in(path, read_json(path))


def names_in(path: str, content: Any) -> Names:
    """The names that the JSON of a file has."""
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
    return Names(nodes, states, read_hash(path, content))


def read_hash(path: str, content: dict[str, Any]) -> str | None:
    """The hash of the recipe that a file tells. None: it tells none."""
    recipe = content.get("recipe")
    if recipe is not None and (not isinstance(recipe, str) or not _HASH.fullmatch(recipe)):
        raise InvalidInputError(f'{path}: "recipe" must be a SHA-256 in hexadecimal')
    return recipe


def _check_states(path: str, nodes: list[Any], states: dict[str, Any]) -> None:
    """Refuse states that are not a list for each of the nodes."""
    if set(states) != set(nodes):
        raise InvalidInputError(
            f'{path}: "states" must have the nodes of "nodes", but it {differences(list(states), nodes)}'
        )
    for node, values in states.items():
        if read_numbers(values, f"{path}: {node}"):
            continue
        if not isinstance(values, list) or not all(type(value) in STATES for value in values):
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
    lines = [f'"nodes": {as_json(names.nodes)}']
    if names.states is not None:
        each = [f"  {as_json(node)}: {as_json(names.states[node])}" for node in names.nodes]
        lines.append('"states": {\n' + ",\n".join(each) + "\n}")
    write_object(path, lines, names.recipe)


def write_object(path: str, lines: list[str], recipe: str | None) -> None:
    """Write an object of these members, and of the hash of a recipe if there is one."""
    if recipe is not None:
        lines = [*lines, f'"recipe": {as_json(recipe)}']
    write_whole(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def as_json(value: Any) -> str:
    """A value in JSON, with its letters as they are."""
    return json.dumps(value, ensure_ascii=False)


def merge(
    files: Iterable[str],
    several: Iterable[Names],
    union: bool = False,
    accept: Sequence[Any] | Literal[True] | None = None,
) -> Names:
    """The nodes of all files, each with the states that any file has, sorted.

    All files must have the same nodes, unless `union` takes all that any file has. Names and states that
    differ between files are refused or get a warning, unless the nodes are in `accept`.
    """
    paths, every = list(files), list(several)
    first = every[0]
    for path, other in zip(paths, every, strict=True):
        if not union:
            _check_nodes(path, other, first, paths[0])
        if (other.states is None) != (first.states is None):
            those, without = (paths[0], path) if other.states is None else (path, paths[0])
            raise InvalidInputError(f"{without} lists no states, and {those} does: both must be for one task")
        if other.recipe != first.recipe:
            raise InvalidInputError(f"{path} and {paths[0]} were not made by the same recipe")
    nodes = list(dict.fromkeys(node for names in every for node in names.nodes))
    if accept is not True:
        _compare(paths, every, {*map(str, accept or ())})
    if first.states is None:
        return Names(nodes, None)
    own = [(names.states or {}).get(node, []) for node in nodes for names in every]
    listed = [own[k : k + len(every)] for k in range(0, len(own), len(every))]
    merged = {node: _merged(node, each) for node, each in zip(nodes, listed, strict=True)}
    return Names(nodes, merged, first.recipe)


def _compare(paths: list[str], every: list[Names], accepted: Set[str]) -> None:
    """Check the lists of nodes and states as tables are checked, since no one sees the rows of all sites."""
    from .._rows.between import (  # they load what reads rows
        Unlike,
        compare_spellings,
        states_apart,
        tell_unlike,
    )

    nodes = [
        node for node in dict.fromkeys(n for own in every for n in own.nodes) if str(node) not in accepted
    ]
    lists = [(path, own.nodes) for path, own in zip(paths, every, strict=True)]
    compare_spellings(look_alike(nodes), lists, "all files")
    found = []
    for node in nodes:
        listed = {path: (own.states or {}).get(node) for path, own in zip(paths, every, strict=True)}
        states = {path: own for path, own in listed.items() if isinstance(own, list)}
        places: list[str] = [*states]
        found += [Unlike(node, one, places, [None] * len(places)) for one in states_apart([*states.values()])]
    tell_unlike(found, "all files")


def _merged(node: Any, several: list[Any]) -> Any:
    """The states that any file has, sorted. A node that has numbers in any file has numbers in all."""
    numbers = [each for each in several if isinstance(each, dict)]
    if numbers:
        return _merged_numbers(node, numbers)
    found = {(type(state), state) for each in several for state in each}
    return sorted((state for _, state in found), key=str)


def _merged_numbers(node: Any, several: list[Any]) -> Any:
    """The widest range, or the quantiles, which must be the same wherever there are any or a range."""
    told = [own for own in (read_numbers(each, node) for each in several) if own and own.ends]
    if any(own.map for own in told):
        if any(own != told[0] for own in told):
            raise InvalidInputError(
                f"the files have other quantiles of {shown(node)}, or a range: all must have the same"
            )
        return told[0].record()
    ends = [own.ends for own in told if own.ends]
    return Numbers(*((min(low for low, _ in ends), max(high for _, high in ends)) if ends else ())).record()


def check(path: str, own: Names, book: Names, where: str, union: bool = False) -> None:
    """Refuse a file with other nodes than the code book at `where`, or with a state that this has not.

    `union`: the file may lack nodes.
    """
    _check_nodes(path, own, Names([n for n in book.nodes if n in own.nodes], None) if union else book, where)
    for node in own.nodes:
        states, listed = (own.states or {}).get(node, ()), (book.states or {}).get(node, ())
        if isinstance(listed, dict):
            continue  # states may be numbers: the session decides
        if isinstance(states, dict):
            raise InvalidInputError(f"{path}: {shown(node)} has numbers, and in {where} it has states")
        known = set(listed)
        for state in states:
            if state not in known:
                raise InvalidInputError(
                    f"{path}: {shown(node)} has the state {shown(state)}, which {where} has not"
                )


def _check_nodes(path: str, own: Names, base: Names, where: str) -> None:
    if set(own.nodes) != set(base.nodes):
        raise InvalidInputError(
            f"{path} must have the same nodes as {where}, but it {differences(own.nodes, base.nodes)}"
        )


def read_codebook(path: str) -> Names:
    """Read the nodes and their states: ``.json`` as :func:`read_names_file` does, or a table.

    The table has a row for each state, with the columns "node" and "state". Other columns, such as labels,
    are left out. Nodes and states come in the order of their rows. A node of numbers has one row, with the
    state "numbers" or a range such as "0..120", or a row for each quantile, such as "q0.5=41".
    """
    if Path(path).suffix.lower() == ".json":
        book = read_names_file(path)
        if book.states is None:
            raise InvalidInputError(f'{path}: a code book has "states", which list those of each node')
        return book
    file = read_file(path)
    states: dict[str, dict[str, None]] = {}  # an ordered set: in a list, each new state looks at all others
    for line, node, state in _rows(file):
        listed = states.setdefault(node, {})
        if not node or state in listed:
            problem = f"{shown(node)} has the state {shown(state)} already" if node else "there is no node"
            raise file.refuse(f"line {line}: {problem}")
        listed[state] = None
    read: dict[str, Any] = {
        node: _numbers(file, node, [*listed]) or [*listed] for node, listed in states.items()
    }
    if not states:
        raise file.refuse("a code book has a row for each state of each node, and this one has no rows")
    return Names(list(read), read)


def _numbers(file: File, node: str, listed: list[str]) -> dict[str, Any] | None:
    """The record of a node whose only state is "numbers" or a range such as 0..120, or of quantiles."""
    quantiles = [found for found in map(_QUANTILE.fullmatch, listed) if found]
    low, dots, high = listed[0].partition("..")
    if not quantiles and (len(listed) > 1 or not (dots or listed[0] == "numbers")):
        return None
    try:
        if len(quantiles) == len(listed):
            return Numbers(quantiles=[(float(q[1]), float(q[2])) for q in quantiles]).record()
        if quantiles:
            raise ValueError("each row must be a quantile, such as q0.5=41")
        return (Numbers(float(low), float(high)) if dots else Numbers()).record()
    except ValueError as error:  # an InvalidInputError is one too
        what = "quantiles" if quantiles else f"range {shown(listed[0])}"
        raise file.refuse(f"{shown(node)} has the {what}: {error}") from error


def _rows(file: File) -> Iterator[tuple[int, str, str]]:
    """The number of the line, the node and the state of each row."""
    lines = list(io.StringIO(file.text(), newline=""))
    header = lines[0] if lines else ""
    reader = csv.reader(lines, delimiter=max(",;\t", key=header.count), strict=True)
    try:
        columns = next(reader, [])
        if any(columns.count(name) != 1 for name in _COLUMNS):
            raise file.refuse(f"a code book has one column {_COLUMNS[0]!r} and one column {_COLUMNS[1]!r}")
        node, state = map(columns.index, _COLUMNS)
        for row in reader:
            if row and len(row) != len(columns):
                raise file.refuse(
                    f"line {reader.line_num} has {counted(len(row), 'cell')} in place of {len(columns)}"
                )
            if row:
                yield reader.line_num, row[node], row[state]
    except csv.Error as error:
        raise file.refuse(f"line {reader.line_num}: {error}") from error
