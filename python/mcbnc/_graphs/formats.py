"""What writes a graph in the format of each suffix that reading.py reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from .._base.adjacency import Arcs, distinct
from .._base.options import check_count
from .._base.show import as_text
from ..errors import InvalidInputError
from .cycles import check_acyclic
from .identifiers import Network, Words, identified
from .json_names import name_as_json
from .network_writers import rounded, write_bif, write_dsc, write_net, write_xdsl, write_xmlbif
from .source import Source, undirected_edge
from .structure_writers import write_dagitty, write_dot, write_model
from .table_writer import write_matrix


class Written(NamedTuple):
    """The text of a file, and what to warn of."""

    text: str
    told: str | None = None


class _Format(NamedTuple):
    """A format of networks with probabilities."""

    name: str
    write: Callable[[Network, Words], str]
    marks: str = ""
    digits: bool = True


_BIF = _Format("BIF", write_bif, marks=".-")
_XMLBIF = _Format("XMLBIF", write_xmlbif)
_NETWORKS = {
    ".bif": _BIF,
    ".net": _Format(".net", write_net),
    ".dsc": _Format(".dsc", write_dsc),
    ".xdsl": _Format(".xdsl", write_xdsl, digits=False),
    ".xmlbif": _XMLBIF,
    ".bifxml": _XMLBIF,
    ".xml": _XMLBIF,
}
_MOST_DIGITS = 15
_DIRECTED = (".txt", ".bn")
"""The formats of structures that have no undirected edges."""


def write_network(network: Network, suffix: str, digits: int | None = None) -> Written:
    """The text of a network with probabilities, in one of the formats that have these.

    `digits` are those after the point. None: all.
    """
    kind = _NETWORKS[suffix]
    words = identified(network, kind.name, kind.marks, kind.digits)
    shown = network.shows(digits) if network.shows is not None else None
    told = [each for each in (words.told, shown) if each is not None]
    if digits is not None:
        families = [(node, parents, rounded(table, digits)) for node, parents, table in network.families]
        network = network._replace(families=families)
    return Written(kind.write(network, words), ". ".join(told) or None)


def check_digits(digits: Any) -> int | None:
    """The argument `digits`."""
    if digits is None:
        return None
    return check_count(digits, "digits", 1, none="None for all", most=_MOST_DIGITS)


def write_structure(
    source: Source,
    suffix: str,
    network: Callable[[], Network] | None,
    digits: int | None = None,
    more: Mapping[str, Any] = MappingProxyType({}),
) -> Written:
    """The text of a graph. `network` makes the graph's network if it has probabilities.

    `more` is what a file of JSON has beside nodes and edges.

    Refuses what the format cannot hold: an undirected edge, a graph without probabilities, a name. A cycle of
    directed edges is a CycleError.
    """
    both = undirected_edge(source)
    if both and (suffix in _DIRECTED or suffix in _NETWORKS):
        u, v = map(as_text, both)
        raise InvalidInputError(
            f"{u} - {v} is undirected, and {suffix} has no undirected edges: give a DAG, such as that of "
            "to_dag(), or write .dot, .csv or .json",
            nodes=both,
        )
    check_acyclic(_directed(source), source.names)
    if suffix in _NETWORKS:
        if network is None:
            raise InvalidInputError(
                f"a network in {suffix} has probabilities, and this graph has none: learn_jointly gives a "
                "network with probabilities; a structure alone goes into .dot, .csv, .json, .bn or .dagitty"
            )
        return write_network(network(), suffix, digits)
    if digits is not None:
        raise InvalidInputError(
            f"digits are those of probabilities, and {suffix} holds none: it is for {', '.join(_NETWORKS)}",
            argument="digits",
        )
    return Written(_json(source, more) if suffix == ".json" else _STRUCTURES[suffix](source))


def _directed(source: Source) -> Arcs:
    n, (tails, heads) = len(source.names), source.arcs.T
    return source.arcs[~np.isin(tails * n + heads, heads * n + tails)]


def _json(source: Source, more: Mapping[str, Any]) -> str:
    names = [name_as_json(name) for name in source.names]
    edges = [[names[i], names[j]] for i, j in source.arcs.tolist()]
    return json.dumps({"nodes": names, "edges": edges, **more}, ensure_ascii=False) + "\n"


def _model(source: Source) -> str:
    return write_model(distinct(source.arcs, len(source.names)), source.names) + "\n"


def _dot(source: Source) -> str:
    return write_dot(source.arcs, source.names)


_STRUCTURES: dict[str, Callable[[Source], str]] = {
    ".csv": lambda source: write_matrix(source.array, source.names),
    ".tsv": lambda source: write_matrix(source.array, source.names, "\t"),
    **dict.fromkeys((".dot", ".gv"), _dot),
    **dict.fromkeys((".txt", ".bn"), _model),
    ".json": lambda source: _json(source, {}),
    ".dagitty": lambda source: write_dagitty(source.arcs, source.names),
}

STRUCTURE_SUFFIXES = tuple(_STRUCTURES)
NETWORK_SUFFIXES = tuple(_NETWORKS)
"""The suffixes of the formats that hold probabilities. Only a network with these goes into them."""
