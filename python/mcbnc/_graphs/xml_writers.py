"""A network with its conditional probabilities in XML: as XMLBIF 0.3, or in .xdsl, the format of GeNIe.

All names are identifiers, so nothing has to be escaped.
"""

from __future__ import annotations

from collections.abc import Sequence

from .bif_writer import numbers
from .identifiers import Family, Network, Words

__all__ = ["write_xdsl", "write_xmlbif"]


def _opening(words: Words) -> list[str]:
    return ['<?xml version="1.0" encoding="UTF-8"?>', *([f"<!-- {words.note} -->"] if words.note else [])]


def write_xmlbif(network: Network, words: Words) -> str:
    """Write the network with these words for its nodes and states."""
    lines = [*_opening(words), '<BIF VERSION="0.3">', "<NETWORK>", "<NAME>unknown</NAME>"]
    for name, states in zip(words.nodes, words.states, strict=True):
        outcomes = "".join(f"<OUTCOME>{state}</OUTCOME>" for state in states)
        lines.append(f'<VARIABLE TYPE="nature"><NAME>{name}</NAME>{outcomes}</VARIABLE>')
    for node, parents, table in network.families:
        given = "".join(f"<GIVEN>{words.nodes[p]}</GIVEN>" for p in parents)
        lines += [
            f"<DEFINITION><FOR>{words.nodes[node]}</FOR>{given}",
            f"<TABLE>{numbers(table, ' ')}</TABLE></DEFINITION>",
        ]
    return "\n".join([*lines, "</NETWORK>", "</BIF>", ""])


def write_xdsl(network: Network, words: Words) -> str:
    """Write the network with these words for its nodes and states. Parents come before their children."""
    lines = [*_opening(words), '<smile version="1.0" id="unknown">', "<nodes>"]
    for node, parents, table in _parents_first(network.families):
        lines.append(f'<cpt id="{words.nodes[node]}">')
        lines += [f'<state id="{state}" />' for state in words.states[node]]
        if parents:
            lines.append(f"<parents>{' '.join(words.nodes[p] for p in parents)}</parents>")
        lines.append(f"<probabilities>{numbers(table, ' ')}</probabilities></cpt>")
    lines += [
        "</nodes>",
        "<extensions>",
        '<genie version="1.0" app="mcbnc" name="unknown">',
    ]  # pyAgrum wants them
    lines += [f'<node id="{name}"><name>{name}</name></node>' for name in words.nodes]
    return "\n".join([*lines, "</genie>", "</extensions>", "</smile>", ""])


def _parents_first(families: Sequence[Family]) -> list[Family]:
    children: dict[int, list[int]] = {}
    left = {}
    for k, (_, parents, _) in enumerate(families):
        left[k] = len(parents)
        for parent in parents:
            children.setdefault(parent, []).append(k)
    ready = [k for k in left if not left[k]]
    for k in ready:  # which grows
        for child in children.get(families[k][0], ()):
            left[child] -= 1
            if not left[child]:
                ready.append(child)
    return [families[k] for k in ready]
