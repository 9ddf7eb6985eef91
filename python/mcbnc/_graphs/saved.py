"""Files that :meth:`mcbnc.ConsensusResult.save` wrote. The engine's operation "load" checks the files."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from .._base.files import File
from .._base.json_text import DuplicateKey, json_value
from .._base.provenance import check_record
from .._engine.request import Told, execute
from ..errors import InvalidInputError
from .json_names import is_name, name_from_json, names_from_json
from .source import Source


class Saved(NamedTuple):
    """A saved run: a whole trajectory, or one result of a trajectory."""

    nodes: list[Hashable]
    record: dict[str, Any]
    """All values except the arrays and the nodes. For a trajectory, "result" is None."""
    arrays: Told
    """The arrays that include/mcbnc.h describes. A result has "adjacency" and "cpdag" too."""
    sites: list[Hashable] | None
    """The names of the sites of the inputs, if they have names."""


def read_saved(file: File) -> Saved:
    """Read a saved run. If the file is damaged or not from mcbnc, raise InvalidInputError."""
    _check_keys(file)
    try:
        reply = execute(
            None, {"op": "load", "as_arcs": True}, {"file": np.frombuffer(file.content, np.uint8)}
        )
        record = reply.info["record"]
        if "provenance" in record:
            check_record(record["provenance"])
        sites = _read_sites(record.get("sites"), len(reply.arrays["arc_ptr"]) - 1)
        return Saved(names_from_json(record["nodes"], "nodes"), record, reply.arrays, sites)
    except InvalidInputError as error:
        raise InvalidInputError(f"{file.place}: {error}", argument="path") from error


def _check_keys(file: File) -> None:
    """Refuse a key that comes twice. A file with a digest has none, unless the digest is wrong."""
    if b'"sha256"' in file.content:
        return
    try:
        json_value(file.content)
    except DuplicateKey as error:
        raise file.refuse(str(error)) from error
    except (ValueError, RecursionError):  # the engine finds what is wrong
        return


def _read_sites(values: Any, r: int) -> list[Hashable] | None:
    """The names of the sites, one for each input. Several inputs may be of one site."""
    if values is None:
        return None
    names = [name_from_json(value) for value in values] if isinstance(values, list) else []
    if len(names) != r or not all(map(is_name, names)):
        raise InvalidInputError(f"sites must be a list of {r} names, one for each of the inputs")
    return names


def saved_graph(file: File) -> Source:
    """The graph of a saved result. A file with a whole trajectory is an InvalidInputError."""
    saved = read_saved(file)
    if saved.record["result"] is None:
        raise InvalidInputError(
            f"{file.place}: it holds a whole trajectory; mcbnc.load(path).at(theta) is a graph of it",
            argument="path",
        )
    arcs = saved.arrays["adjacency_arcs"].astype(np.int64)
    return Source(saved.nodes, arcs, hashed=file.hashed, made=saved.record.get("provenance"))
