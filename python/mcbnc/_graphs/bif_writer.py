"""A network with its conditional probabilities as text in BIF, the Bayesian Interchange Format."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from .._base.show import shown
from ..errors import InvalidInputError

__all__ = ["Family", "write_bif"]

Family = tuple[int, list[int], NDArray[np.float64]]
"""A node, its parents, and the probabilities (q, r) of its states given each joint state of the parents."""

_PLAIN = re.compile(r"[\w.+\-<>:%#?!*&@$^~'`\\]+")  # what every reader takes as one word


def write_bif(nodes: Sequence[Hashable], states: Sequence[Sequence[Hashable]], families: list[Family]) -> str:
    """Write the network. The states of node i are states[i]; the last parent's states vary fastest."""
    names = _words(nodes, "nodes")
    values = [_words(listed, f"states of {shown(node)}") for node, listed in zip(nodes, states, strict=True)]
    lines = ["network unknown {", "}"]
    for name, listed in zip(names, values, strict=True):
        lines += [
            f"variable {name} {{",
            f"  type discrete [ {len(listed)} ] {{ {', '.join(listed)} }};",
            "}",
        ]
    for node, parents, table in families:
        given = f" | {', '.join(names[p] for p in parents)}" if parents else ""
        lines.append(f"probability ( {names[node]}{given} ) {{")
        lines += _rows([values[p] for p in parents], table)
        lines.append("}")
    return "\n".join(lines) + "\n"


def _rows(parents: list[list[str]], table: NDArray[np.float64]) -> Iterator[str]:
    """One line for each joint state of the parents."""
    if not parents:
        yield f"  table {_numbers(table[0])};"
        return
    for joint, probabilities in zip(np.ndindex(*map(len, parents)), table, strict=True):
        given = ", ".join(states[k] for states, k in zip(parents, joint, strict=True))
        yield f"  ({given}) {_numbers(probabilities)};"


def _numbers(probabilities: NDArray[np.float64]) -> str:
    return ", ".join(map(repr, probabilities.tolist()))


def _words(names: Sequence[Hashable], what: str) -> list[str]:
    """The names as words of the format, which differ from one another."""
    words = [_word(name, what) for name in names]
    if len(set(words)) < len(words):
        twice = next(word for k, word in enumerate(words) if word in words[:k])
        raise InvalidInputError(f"two {what} would both be written as {shown(twice)}")
    return words


def _word(name: Hashable, what: str) -> str:
    text = str(name)
    if _PLAIN.fullmatch(text):
        return text
    # A quoted string ends at the next quote, and has no escapes. Control characters and lone surrogates do
    # not come back from a file as they were.
    if not text or any(char in '"\\' or unicodedata.category(char) in ("Cc", "Cs") for char in text):
        raise InvalidInputError(f"{shown(name)}, one of the {what}, cannot be written in BIF")
    return f'"{text}"'
