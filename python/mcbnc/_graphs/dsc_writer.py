"""A network with its conditional probabilities in .dsc, the format of MSBN."""

from __future__ import annotations

from .bif_writer import joint_rows, numbers
from .identifiers import Network, Words

__all__ = ["write_dsc"]


def write_dsc(network: Network, words: Words) -> str:
    """Write the network with these words for its nodes and states. Joint states are numbers from 0."""
    lines = [f"// {words.note}"] if words.note else []
    lines.append('belief network "unknown"')
    for name, states in zip(words.nodes, words.states, strict=True):
        listed = ", ".join(f'"{state}"' for state in states)
        lines += [f"node {name}", "{", f"  type : discrete [ {len(states)} ] = {{ {listed} }};", "}"]
    for node, parents, table in network.families:
        given = f" | {', '.join(words.nodes[p] for p in parents)}" if parents else ""
        lines += [f"probability ( {words.nodes[node]}{given} )", "{"]
        if parents:
            places = [[str(k) for k in range(len(words.states[p]))] for p in parents]
            lines += [f"  ({', '.join(at)}) : {numbers(row)};" for at, row in joint_rows(places, table)]
        else:
            lines.append(f"  {numbers(table[0])};")
        lines.append("}")
    return "\n".join(lines) + "\n"
