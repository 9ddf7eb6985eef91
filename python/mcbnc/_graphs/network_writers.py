"""A network with its conditional probabilities as text: in BIF, .net, .dsc, XMLBIF 0.3 or .xdsl.

Each function writes the network with the given words for its nodes and states. All words are identifiers, so
nothing has to be escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter

import numpy as np
from numpy.typing import NDArray

from .identifiers import Family, Network, Words

_XML = '<?xml version="1.0" encoding="UTF-8"?>'


def write_bif(network: Network, words: Words) -> str:
    lines = [*_note("// {}", words), "network unknown {", "}"]
    for name, states in zip(words.nodes, words.states, strict=True):
        listed = ", ".join(states)
        lines += [f"variable {name} {{", f"  type discrete [ {len(states)} ] {{ {listed} }};", "}"]
    for node, parents, table in network.families:
        lines.append(f"probability ( {_family(words, node, parents)} ) {{")
        if parents:
            rows = _joint_rows([words.states[p] for p in parents], table)
            lines += [f"  ({', '.join(states)}) {_numbers(row)};" for states, row in rows]
        else:
            lines.append(f"  table {_numbers(table[0])};")
        lines.append("}")
    return "\n".join([*lines, ""])


def write_dsc(network: Network, words: Words) -> str:
    """Joint states are numbers from 0."""
    lines = [*_note("// {}", words), 'belief network "unknown"']
    for name, states in zip(words.nodes, words.states, strict=True):
        listed = ", ".join(f'"{state}"' for state in states)
        lines += [f"node {name}", "{", f"  type : discrete [ {len(states)} ] = {{ {listed} }};", "}"]
    for node, parents, table in network.families:
        lines += [f"probability ( {_family(words, node, parents)} )", "{"]
        if parents:
            places = [[str(k) for k in range(len(words.states[p]))] for p in parents]
            lines += [f"  ({', '.join(at)}) : {_numbers(row)};" for at, row in _joint_rows(places, table)]
        else:
            lines.append(f"  {_numbers(table[0])};")
        lines.append("}")
    return "\n".join([*lines, ""])


def write_net(network: Network, words: Words) -> str:
    lines = [*_note("% {}", words), "net", "{", "}"]
    for name, states in zip(words.nodes, words.states, strict=True):
        listed = " ".join(f'"{state}"' for state in states)
        lines += [f"node {name}", "{", f"  states = ( {listed} );", "}"]
    for node, parents, table in network.families:
        parts = [f"({_numbers(row, ' ')})" for row in table]
        for p in parents[::-1]:  # the last parent's states are together first
            size = len(words.states[p])
            parts = [f"({''.join(parts[k : k + size])})" for k in range(0, len(parts), size)]
        family = _family(words, node, parents, " ")
        lines += [f"potential ( {family} )", "{", f"  data = {parts[0]};", "}"]
    return "\n".join([*lines, ""])


def write_xmlbif(network: Network, words: Words) -> str:
    note = _note("<!-- {} -->", words)
    lines = [_XML, *note, '<BIF VERSION="0.3">', "<NETWORK>", "<NAME>unknown</NAME>"]
    for name, states in zip(words.nodes, words.states, strict=True):
        outcomes = "".join(f"<OUTCOME>{state}</OUTCOME>" for state in states)
        lines.append(f'<VARIABLE TYPE="nature"><NAME>{name}</NAME>{outcomes}</VARIABLE>')
    for node, parents, table in network.families:
        given = "".join(f"<GIVEN>{words.nodes[p]}</GIVEN>" for p in parents)
        lines += [
            f"<DEFINITION><FOR>{words.nodes[node]}</FOR>{given}",
            f"<TABLE>{_numbers(table, ' ')}</TABLE></DEFINITION>",
        ]
    return "\n".join([*lines, "</NETWORK>", "</BIF>", ""])


def write_xdsl(network: Network, words: Words) -> str:
    """Parents come before their children. The extensions are there because pyAgrum requires them."""
    note = _note("<!-- {} -->", words)
    lines = [_XML, *note, '<smile version="1.0" id="unknown">', "<nodes>"]
    for node, parents, table in _parents_first(network.families):
        lines.append(f'<cpt id="{words.nodes[node]}">')
        lines += [f'<state id="{state}" />' for state in words.states[node]]
        if parents:
            lines.append(f"<parents>{' '.join(words.nodes[p] for p in parents)}</parents>")
        lines.append(f"<probabilities>{_numbers(table, ' ')}</probabilities></cpt>")
    lines += ["</nodes>", "<extensions>", '<genie version="1.0" app="mcbnc" name="unknown">']
    lines += [f'<node id="{name}"><name>{name}</name></node>' for name in words.nodes]
    return "\n".join([*lines, "</genie>", "</extensions>", "</smile>", ""])


def _note(comment: str, words: Words) -> list[str]:
    """The comment with the names, if there is one."""
    return [comment.format(words.note)] if words.note else []


def _family(words: Words, node: int, parents: Sequence[int], separator: str = ", ") -> str:
    given = f" | {separator.join(words.nodes[p] for p in parents)}" if parents else ""
    return words.nodes[node] + given


def _joint_rows(
    states: list[list[str]], table: NDArray[np.float64]
) -> Iterator[tuple[list[str], NDArray[np.float64]]]:
    """Each joint state of the parents, and the probabilities given it."""
    for joint, row in zip(np.ndindex(*map(len, states)), table, strict=True):
        yield [own[k] for own, k in zip(states, joint, strict=True)], row


def rounded(table: NDArray[np.float64], digits: int) -> NDArray[np.float64]:
    """The probabilities with this number of digits after the point. Each row still adds up to 1.

    Rounded down, a row lacks some units of its last digit: they go to those that lost most, the first ones of
    equal ones.
    """
    one = 10**digits
    units = np.floor(table * one)
    lost = table * one - units
    lacking = (one - units.sum(axis=1)).astype(np.int64)
    rank = np.argsort(np.argsort(-lost, axis=1, kind="stable"), axis=1, kind="stable")
    result: NDArray[np.float64] = (units + (rank < lacking[:, np.newaxis])) / one
    return result


def _numbers(probabilities: NDArray[np.float64], separator: str = ", ") -> str:
    """The probabilities with all their digits."""
    return separator.join(map(repr, probabilities.ravel().tolist()))


def _parents_first(families: Sequence[Family]) -> list[Family]:
    of_node = {family[0]: family for family in families}
    order = TopologicalSorter(dict.fromkeys(of_node, ()))
    for node, parents, _ in families:
        order.add(node, *parents)
    return [of_node[node] for node in order.static_order()]
