"""A network with its conditional probabilities as text in BIF, the Bayesian Interchange Format."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .identifiers import Network, Words

__all__ = ["joint_rows", "numbers", "write_bif"]


def write_bif(network: Network, words: Words) -> str:
    """Write the network with these words for its nodes and states."""
    lines = [f"// {words.note}"] if words.note else []
    lines += ["network unknown {", "}"]
    for name, listed in zip(words.nodes, words.states, strict=True):
        lines += [
            f"variable {name} {{",
            f"  type discrete [ {len(listed)} ] {{ {', '.join(listed)} }};",
            "}",
        ]
    for node, parents, table in network.families:
        given = f" | {', '.join(words.nodes[p] for p in parents)}" if parents else ""
        lines.append(f"probability ( {words.nodes[node]}{given} ) {{")
        if parents:
            rows = joint_rows([words.states[p] for p in parents], table)
            lines += [f"  ({', '.join(states)}) {numbers(row)};" for states, row in rows]
        else:
            lines.append(f"  table {numbers(table[0])};")
        lines.append("}")
    return "\n".join(lines) + "\n"


def joint_rows(
    states: list[list[str]], table: NDArray[np.float64]
) -> Iterator[tuple[list[str], NDArray[np.float64]]]:
    """Each joint state of the parents, and the probabilities given it."""
    for joint, row in zip(np.ndindex(*map(len, states)), table, strict=True):
        yield [own[k] for own, k in zip(states, joint, strict=True)], row


def numbers(probabilities: NDArray[np.float64], separator: str = ", ") -> str:
    """The probabilities with all their digits."""
    return separator.join(map(repr, probabilities.ravel().tolist()))
