"""Structures in JSON, as the command line and the bundled sets hold them.

There are two shapes. ``{"nodes": [...], "clients": [[[from, to], ...], ...]}`` holds several structures.
``mcbnc learn`` writes it. ``{"nodes": [...], "edges": [[from, to], ...]}`` holds one structure.
``mcbnc consensus --json`` writes it. Both may have more keys.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import Any, Literal

from .._base.files import File
from .._base.json_text import DuplicateKey, json_value
from .._base.names import find_node
from .._base.provenance import check_record
from .._base.show import shown
from .graph import Graph
from .json_names import is_name, name_from_json, names_from_json
from .source import Source, source_of_arcs

BEGINS = re.compile(r"\{")
"""The bracket of an object. A list has no graph."""
_HEAD = 64
"""The number of bytes in which the key "format" of a saved run is, as mcbnc writes it."""
_OTHERS = {
    "breakpoints": "the table of a trajectory, as mcbnc trajectory --json prints it, has no graph; "
    "mcbnc trajectory --out run.json saves the run",
    "methods": "a comparison has no graph",
}


def structures_record(graphs: Sequence[Graph]) -> dict[str, Any]:
    """The object for JSON that holds these graphs, which have the same nodes in the same order."""
    return {"nodes": graphs[0].nodes, "clients": [graph.edges for graph in graphs]}


def parse_structures(file: File) -> list[Source] | None:
    """Read the structures of a file, at least one.

    If a result or a trajectory was saved in the file, or if the file is no JSON object, return None. Then
    the engine reads the file, or finds what is wrong.
    """
    if b'"format"' in file.content[:_HEAD]:
        return None
    try:
        record = json_value(file.content)
    except DuplicateKey as error:
        raise file.refuse(str(error)) from error
    except (ValueError, RecursionError):  # no JSON, no text, or a number with too many digits
        return None
    if not isinstance(record, dict) or "format" in record:
        return None
    nodes, kind = _parts(record, file)
    names = names_from_json(nodes, f'{file.place}: "nodes"')
    index = {name: i for i, name in enumerate(names)}
    made = record.get("provenance")
    if made is not None:
        check_record(made, f"{file.place}: provenance")
    if kind == "edges":
        return [_source(record[kind], names, index, file)._replace(hashed=file.hashed, made=made)]
    clients = record[kind]
    if not isinstance(clients, list) or not clients:
        raise file.refuse('it has no structures: "clients" must be a list of them')
    sources = [
        _source(arcs, names, index, file._replace(place=f"{file.place}[{k}]"))
        for k, arcs in enumerate(clients)
    ]
    return [source._replace(hashed=file.hashed, made=made) for source in sources]


def _parts(record: dict[str, Any], file: File) -> tuple[list[Any], Literal["clients", "edges"]]:
    """The names of the nodes, and the key that holds the structures."""
    for key, problem in _OTHERS.items():
        if key in record:
            raise file.refuse(problem)
    if "clients" not in record and "edges" not in record:
        raise file.refuse(
            'it holds no structure: neither "clients" nor "edges", and no "format" of a saved run'
        )
    if not isinstance(record.get("nodes"), list) or not record["nodes"]:
        raise file.refuse('it has no nodes: "nodes" must be a list of names')
    return record["nodes"], "clients" if "clients" in record else "edges"


def _source(arcs: Any, names: list[Hashable], index: dict[Hashable, int], file: File) -> Source:
    """One structure. All structures of a file share the list of names."""
    if not isinstance(arcs, list):
        raise file.refuse(f"a structure is a list of arcs, not {shown(arcs)}")
    pairs = []
    for arc in arcs:
        if not isinstance(arc, list) or len(arc) != 2:
            raise file.refuse(f"an arc is a list of two nodes, not {shown(arc)}")
        tail, head = (_find(end, index, file) for end in arc)
        if tail == head:
            raise file.refuse(f"{shown(arc[0])} has an arc to itself")
        pairs.append((tail, head))
    return source_of_arcs(names, pairs, file.refuse)


def _find(end: Any, index: dict[Hashable, int], file: File) -> int:
    """The node at an end of an arc. 1.0 and true are equal to 1 in Python, but are no names."""
    name = name_from_json(end)
    if not is_name(name):
        raise file.refuse(f"no node is named {shown(end)}")
    return find_node(name, index, file.place)
