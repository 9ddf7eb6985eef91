"""Files of :meth:`mcbnc.ConsensusResult.save`. The engine's operation "load" reads and checks them."""

from __future__ import annotations

import os
from collections.abc import Hashable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .._base.names import check_names
from .._base.show import shown
from .._engine.request import Arrays, execute
from ..errors import InvalidInputError
from .source import Source

__all__ = ["PathLike", "Saved", "name_as_json", "read_saved", "saved_graph"]

PathLike = str | os.PathLike[str]

_INT64 = 2**63


class Saved(NamedTuple):
    """A saved run: a whole trajectory, or one result of it."""

    nodes: list[Hashable]
    record: dict[str, Any]
    """All but arrays and nodes; "result" is None for a trajectory."""
    arrays: Arrays
    """As include/mcbnc.h describes them; a result has "adjacency" and "cpdag" too."""


def read_saved(path: PathLike) -> Saved:
    """Read a file; an InvalidInputError where it is none of mcbnc's, or a damaged one."""
    content = Path(path).read_bytes()
    try:
        reply = execute(None, {"op": "load"}, {"file": np.frombuffer(content, np.uint8)})
        record = reply.info["record"]
        return Saved(check_names([_name(name) for name in record["nodes"]], "nodes"), record, reply.arrays)
    except InvalidInputError as error:
        raise InvalidInputError(f"{os.fspath(path)}: {error}", argument="path") from error


def saved_graph(path: PathLike) -> Source:
    """The graph of a saved result; a trajectory is no graph."""
    saved = read_saved(path)
    if saved.record["result"] is None:
        raise InvalidInputError(
            f"{os.fspath(path)}: it holds a whole trajectory; mcbnc.load(path).at(theta) is a graph of it",
            argument="path",
        )
    return Source(saved.nodes, saved.arrays["adjacency"])


def name_as_json(name: Hashable) -> Any:
    """A name as JSON has it, from which the very same one can be made again."""
    if type(name) is tuple and all(map(_is_word, name)):
        return list(name)
    if not _is_word(name):
        raise InvalidInputError(
            f"the node {shown(name)} of type {type(name).__name__} cannot be saved: names in a file are "
            "str in valid Unicode, int of 64 bits, or tuples of these",
            argument="nodes",
            nodes=[name],
        )
    return name


def _is_word(name: object) -> bool:
    # By type and not isinstance: a subclass, such as NumPy's str_ or bool, would come back as another.
    if type(name) is str:
        return name.isascii() or name.encode("utf-8", "ignore").decode() == name
    return type(name) is int and -_INT64 <= name < _INT64


def _name(name: Any) -> Hashable:
    return tuple(name) if isinstance(name, list) else name
