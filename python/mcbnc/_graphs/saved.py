"""Files that :meth:`mcbnc.ConsensusResult.save` wrote. The engine's operation "load" checks the files."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from .._base.files import File
from .._base.names import check_names
from .._base.show import shown
from .._engine.request import Arrays, execute
from ..errors import InvalidInputError
from .source import Source
from .structures import name_from_json

__all__ = ["Saved", "name_as_json", "read_saved", "saved_graph"]

_INT64 = 2**63


class Saved(NamedTuple):
    """A saved run: a whole trajectory, or one result of a trajectory."""

    nodes: list[Hashable]
    record: dict[str, Any]
    """All values except the arrays and the nodes. For a trajectory, "result" is None."""
    arrays: Arrays
    """The arrays that include/mcbnc.h describes. A result has "adjacency" and "cpdag" too."""


def read_saved(file: File) -> Saved:
    """Read a saved run. If the file is damaged or not from mcbnc, raise InvalidInputError."""
    try:
        reply = execute(None, {"op": "load"}, {"file": np.frombuffer(file.content, np.uint8)})
        record = reply.info["record"]
        names = [name_from_json(name) for name in record["nodes"]]
        return Saved(check_names(names, "nodes"), record, reply.arrays)
    except InvalidInputError as error:
        raise InvalidInputError(f"{file.place}: {error}", argument="path") from error


def saved_graph(file: File) -> Source:
    """The graph of a saved result. A file with a whole trajectory is an InvalidInputError."""
    saved = read_saved(file)
    if saved.record["result"] is None:
        raise InvalidInputError(
            f"{file.place}: it holds a whole trajectory; mcbnc.load(path).at(theta) is a graph of it",
            argument="path",
        )
    return Source(saved.nodes, saved.arrays["adjacency"])


def name_as_json(name: Hashable) -> Any:
    """A name as a JSON value, from which :func:`read_saved` makes a name of the same type and value."""
    if type(name) is tuple and all(map(_is_str_or_int, name)):
        return list(name)
    if not _is_str_or_int(name):
        raise InvalidInputError(
            f"the node {shown(name)} of type {type(name).__name__} cannot be saved: names in a file are "
            "str in valid Unicode, int of 64 bits, or tuples of these",
            argument="nodes",
            nodes=[name],
        )
    return name


def _is_str_or_int(name: object) -> bool:
    # The test is by type, not by isinstance. A subclass, such as NumPy's str_ or bool, would be read as
    # another type.
    if type(name) is str:
        return name.isascii() or name.encode("utf-8", "ignore").decode() == name
    return type(name) is int and -_INT64 <= name < _INT64
