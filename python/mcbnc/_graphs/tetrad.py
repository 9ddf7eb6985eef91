"""Graphs as Tetrad, causal-cmd and causal-learn save them as text: ``Graph Nodes:`` and ``Graph Edges:``.

Tetrad writes them in its class GraphSaveLoadUtils (https://github.com/cmu-phil/tetrad), and causal-learn in
``str(graph)`` of its GeneralGraph (https://github.com/py-why/causal-learn).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .._base.show import shown
from .latents import warn_of_latents
from .marks import link, problem, ways_of
from .source import Source, Text, collect

_NODES, _EDGES = "graph nodes:", "graph edges:"
_START = re.compile(r"^[ \t]*graph nodes:", re.IGNORECASE | re.MULTILINE)
_TRIPLES = {
    "ambiguous triples": "a graph with ambiguous triples, each of which may be a collider or not, stands for "
    "several classes of DAGs",
    "dotted underlined triples": "dotted underlines are of a graph with cycles, and no DAG has them",
}
"""How lists begin that tell more of the graph than its edges, and what is wrong with it."""
_KNOWLEDGE = re.compile(r"/knowledge\s")
_EDGE = re.compile(r"\d+\.\s+(\S+)\s+([<o-])-([>o-])\s+(\S+)(?:\s.*)?")
_AT_FIRST = {"<": ">"}
_BESIDE = re.compile(r"graph (?:node |edge )?attributes:|underlined triples", re.IGNORECASE)
"""How the parts begin that are skipped. An underlined triple is no collider, as the edges say."""


class _Line(NamedTuple):
    number: int
    text: str


def is_tetrad(text: str) -> bool:
    """True for a text that has the nodes of a graph of Tetrad. A report may stand before them."""
    return _START.search(text) is not None


def is_knowledge(text: str) -> bool:
    """True for the beginning of a file of knowledge, which has no graph."""
    return _KNOWLEDGE.match(text) is not None


def parse_tetrad(text: Text) -> Source:
    """Read the nodes and the edges. Attributes, and what stands behind an edge, are skipped.

    Nodes in parentheses are latent there. They are nodes like all others, and a DataWarning names them.
    """
    lines = [_Line(k, line.strip()) for k, line in enumerate(text.content.splitlines(), 1)]
    starts = [line for line in lines if line.text.lower().startswith(_NODES)]
    if len(starts) > 1:
        raise text.refuse(
            f"the second graph of {len(starts)} begins here, and a file has one: put each into a file of its "
            "own",
            starts[1].number,
        )
    lines = lines[starts[0].number - 1 :]
    first = next((k for k, line in enumerate(lines) if line.text.lower() == _EDGES), None)
    if first is None:
        raise text.refuse("no graph of Tetrad: it has nodes, but no line 'Graph Edges:'", starts[0].number)
    names, latents = _nodes([line.text for line in lines[:first]])
    if latents:
        warn_of_latents(text.place, latents)
    return collect(text, names, _arcs(text, lines[first + 1 :], set(names)))


def _nodes(lines: list[str]) -> tuple[list[str], list[str]]:
    """The names of the nodes, and those of the latent ones."""
    listed = " ".join([lines[0][len(_NODES) :], *lines[1:]])
    words = [word.strip() for word in re.split("[;,]", listed)]
    names = [_bare(word) for word in words if word]
    return names, [_bare(word) for word in words if _bare(word) != word]


def _bare(word: str) -> str:
    """The name of a node, without the parentheses of a latent one."""
    return word[1:-1] if word.startswith("(") and word.endswith(")") else word


def _arcs(text: Text, lines: list[_Line], names: set[str]) -> list[tuple[str, str]]:
    """The arcs of the edges. An undirected edge is arcs both ways."""
    arcs: list[tuple[str, str]] = []
    joined: set[frozenset[str]] = set()
    beside = False
    for number, line in lines:
        if not line:
            continue
        told = next((told for start, told in _TRIPLES.items() if line.lower().startswith(start)), None)
        if told is not None:
            raise text.refuse(told, number)
        beside = beside or _BESIDE.match(line) is not None
        if beside:
            continue
        found = _EDGE.fullmatch(line)
        if found is None:
            raise text.refuse(f"{shown(line)} is no edge of Tetrad, like 1. X1 --> X2", number)
        u, v = _bare(found[1]), _bare(found[4])
        odd = next((end for end in (u, v) if end not in names), None)
        if odd is not None:
            raise text.refuse(f"{shown(odd)} is not one of the nodes", number)
        if u == v or frozenset((u, v)) in joined:
            raise text.refuse(f"the edge of {shown(u)} and {shown(v)} is a loop, or comes twice", number)
        joined.add(frozenset((u, v)))
        marks = _AT_FIRST.get(found[2], found[2]), found[3]
        ways = ways_of(*marks)
        if ways is None:
            raise text.refuse(problem(link(*marks), u, v), number)
        arcs += [arc for arc, there in zip(((u, v), (v, u)), ways, strict=True) if there]
    return arcs
