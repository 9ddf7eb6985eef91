"""A network with its conditional probabilities in .net, the format of Hugin."""

from __future__ import annotations

from .bif_writer import numbers
from .identifiers import Network, Words

__all__ = ["write_net"]


def write_net(network: Network, words: Words) -> str:
    """Write the network with these words for its nodes and states."""
    lines = [f"% {words.note}"] if words.note else []
    lines += ["net", "{", "}"]
    for name, states in zip(words.nodes, words.states, strict=True):
        listed = " ".join(f'"{state}"' for state in states)
        lines += [f"node {name}", "{", f"  states = ( {listed} );", "}"]
    for node, parents, table in network.families:
        given = f" | {' '.join(words.nodes[p] for p in parents)}" if parents else ""
        parts = [f"({numbers(row, ' ')})" for row in table]
        for p in parents[::-1]:  # the last parent's states are together first
            size = len(words.states[p])
            parts = [f"({''.join(parts[k : k + size])})" for k in range(0, len(parts), size)]
        lines += [f"potential ( {words.nodes[node]}{given} )", "{", f"  data = {parts[0]};", "}"]
    return "\n".join(lines) + "\n"
