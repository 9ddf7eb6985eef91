"""How a result was made, kept until somebody asks: little is done in the call itself."""

from __future__ import annotations

import json
import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Stack
from .._base.file_hash import FileHash
from .._base.provenance import GENERATIONS, UNKNOWN, Record
from .._engine.made_by import made_by
from .._inputs.digest import graph_digests, name_told
from .._inputs.known import Edges
from .._inputs.origin import Origin

FEDERATED = "federated "
"""What the names of sessions begin with, in the place of a function."""


class Made(NamedTuple):
    """A call: its function, and those of its options that the result does not keep elsewhere."""

    function: str
    options: Mapping[str, Any]
    """Plain values, of which a record can be made."""
    versions: Mapping[str, str]
    kept: Record | None = None
    """The whole record, of a result out of a file. `options` are then those that have changed since."""

    @classmethod
    def now(cls, function: str, options: Mapping[str, Any]) -> Made:
        """A call of this process."""
        return cls(function, options, made_by())

    @classmethod
    def told(cls, record: Record) -> Made:
        """The call of a result that comes with its record."""
        return cls(record["function"], {}, record["versions"], record)

    def then(self, function: str, **options: Any) -> Made:
        """The call that asks what this one has made, with other options."""
        return self._replace(function=function, options={**self.options, **options})

    def at(self, theta: float, output: str) -> Made:
        """The call that asks a run for its state at a threshold."""
        function = self.function if self.function.startswith(FEDERATED) else "Trajectory.at"
        return self.then(function, theta=theta, output=output)

    def record(
        self,
        options: Mapping[str, Any],
        inputs: Iterable[Record],
        found: Mapping[str, Any],
        made_of: Sequence[Record] = (),
        recipe: Record | None = None,
    ) -> Record:
        """The record of a result. `options` and `found` are what the result itself keeps."""
        if self.kept is not None:
            changed = {**self.kept["options"], **self.options}
            if self.function == self.kept["function"] and changed == self.kept["options"]:
                return self.kept
            return {**self.kept, "function": self.function, "options": changed, "found": dict(found)}
        told = {**options, **self.options}
        if found.get("status") == "complete":
            told.pop("time_limit", None)  # it had no effect
        return {
            "function": self.function,
            "options": told,
            "inputs": list(inputs),
            "found": dict(found),
            "versions": dict(self.versions),
            "recipe": recipe,
            "made_of": [_cut(each, GENERATIONS - 1) for each in made_of],
        }


def _cut(record: Record, generations: int) -> Record:
    """The record without those that are too deep within it: nothing is said of them."""
    if not generations:
        return UNKNOWN
    return {**record, "made_of": [_cut(each, generations - 1) for each in record["made_of"]]}


def graph_inputs(
    packed: Stack, origin: Origin, seen: NDArray[np.uint8] | None = None
) -> tuple[list[Record], list[Record]]:
    """The entries of the DAGs that a result was made of, and the records of how these were made."""
    nodes, r = origin.nodes, origin.r
    n = len(nodes)
    sizes = [n] * r if seen is None else seen.sum(axis=1).tolist()
    entries: list[Record] = [
        {"kind": "graph", "content": digest, "nodes": size, "edges": count}
        for (digest, count), size in zip(graph_digests(packed, nodes, seen), sizes, strict=True)
    ]
    for k in origin.extended:  # a member of its class is here in its place
        entries[k] = {"kind": "graph", "nodes": sizes[k]}
    whence = origin.whence
    if whence.partial is not None:
        own = None if seen is None else seen[list(origin.extended)]
        for k, (digest, _) in zip(origin.extended, graph_digests(whence.partial, nodes, own), strict=True):
            entries[k]["content"] = digest
    for entry, site in zip(entries, _sites_told(origin) if origin.sites else (), strict=False):
        entry["site"] = site
    for entry, file in zip(entries, whence.hashed, strict=False):
        entry |= file_told(file)
    return entries, records_of(whence.made)


def aside_told(origin: Origin) -> Record:
    """The inputs left out, and the partially directed ones: their sites, else their numbers."""
    aside = {"dropped": origin.dropped, "extended": origin.extended}
    if origin.sites is None:
        return {name: list(inputs) for name, inputs in aside.items()}
    sites = _sites_told(origin)
    return {name: [sites[k] for k in inputs] for name, inputs in aside.items()}


def _sites_told(origin: Origin) -> list[Any]:
    """The names of the sites, if they have names."""
    files = origin.whence.hashed or [None] * origin.r
    return [site_told(site, file) for site, file in zip(origin.sites or (), files, strict=True)]


def site_told(site: Hashable, file: FileHash | None) -> Any:
    """The name of a site for a record. That of a file comes without its folder: a path may be private."""
    if file is not None and isinstance(site, str):
        _, _, name = site.rpartition(os.sep)
        site = name if name.startswith(file.name) else site
    return name_told(site)


def records_of(made: Iterable[Any]) -> list[Record]:
    """The different records among these: many graphs may be of one call."""
    found: dict[str, Record] = {}
    for each in {id(one): one for one in made if one is not None}.values():
        record = each if isinstance(each, dict) else each.record()
        found.setdefault(json.dumps(record, sort_keys=True), record)
    return list(found.values())


def file_told(file: FileHash | None) -> Record:
    """What an entry has of a file. Its name may have bytes that are no text."""
    if file is None:
        return {}
    return {"file": file.name.encode("utf-8", "backslashreplace").decode(), "sha256": file.sha256}


def knowledge_told(options: Mapping[str, Any], nodes: list[Hashable]) -> Record | None:
    """The edges of a request in words: "a -> b" is an arc, and "a - b" an edge in either direction."""
    told = {
        name: _edges_told(options.get(name) or [], nodes)
        for name in ("required", "forbidden")
        if options.get(name)
    }
    return told or None


def _edges_told(edges: Edges, nodes: list[Hashable]) -> list[str]:
    words = [str(name_told(name)) for name in nodes]
    return [f"{words[u]} {'-' if undirected else '->'} {words[v]}" for u, v, undirected in edges]
