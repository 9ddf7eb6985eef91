"""Identifiers in place of names, for formats whose readers take no other words, and the way back.

A file that has such identifiers begins with a comment that holds the names. Readers skip comments, and mcbnc
takes the names of the nodes from it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.json_text import json_value
from .._base.names import check_names
from .._base.show import counted, listed, shown
from ..errors import InvalidInputError
from .source import Source, Text, texts

Family = tuple[int, list[int], NDArray[np.float64]]
"""A node, its parents, and the probabilities (q, r) of its states given each joint state of the parents.

The last parent's states vary fastest in q.
"""

_MARK = "mcbnc-names"
_NOTE = re.compile(
    r"(?:<\?xml[^\r\n]*\r?\n)?(?://|%|<!--) " + _MARK + r" (\{[^\r\n]*\})(?: -->)?\r?(?:\n|\Z)"
)
_SPELLED = {"<=": "le", ">=": "ge", "≤": "le", "≥": "ge", "<": "lt", ">": "gt", "+": "plus", "ß": "ss"}
_SIGNS = re.compile("|".join(map(re.escape, _SPELLED)))
_BIF = ("network", "variable", "probability", "property", "type", "discrete", "default", "table")
_NET = ("net", "node", "potential", "states", "data", "belief")
_RESERVED = frozenset((*_BIF, *_NET))
"""The words of the formats."""


class Network(NamedTuple):
    """A network with its probabilities."""

    nodes: Sequence[Hashable]
    states: Sequence[Sequence[Hashable]]
    """Of each node."""
    families: Sequence[Family]
    shows: Callable[[int | None], str | None] | None = None
    """What the probabilities, with so many digits, show of rows that are elsewhere. None: nothing."""


class Words(NamedTuple):
    """The words by which a file calls the nodes and the states."""

    nodes: list[str]
    states: list[list[str]]
    note: str | None
    """A line of ASCII for a comment that tells the names. None: all are written as they are."""
    told: str | None
    """What to say of the names that are not written as they are."""


def identified(network: Network, kind: str, marks: str = "", digits: bool = True) -> Words:
    """Words that every reader of a format takes, which differ from one another.

    An identifier of ASCII stays as it is. `marks` are what it may have besides letters, digits and _, and
    with `digits` a state may be a whole number. `kind` is what messages call the format.
    """
    plain = re.compile(rf"[A-Za-z_][A-Za-z0-9_{re.escape(marks)}]*")
    number = re.compile(r"[0-9]+") if digits else plain
    names = texts(list(network.nodes), kind)
    nodes = _differing(names, plain, plain, "v")
    values, states = [], []
    for node, own in zip(network.nodes, network.states, strict=True):
        try:
            values.append(texts(list(own), kind))
        except InvalidInputError as error:
            raise InvalidInputError(f"the states of {shown(node)}: {error}", nodes=[node]) from error
        states.append(_differing(values[-1], plain, number, "s"))
    renamed = {word: name for word, name in zip(nodes, names, strict=True) if word != name}
    of_states = {
        word: other
        for word, own, theirs in zip(nodes, states, values, strict=True)
        if (other := {a: b for a, b in zip(own, theirs, strict=True) if a != b})
    }
    if not renamed and not of_states:
        return Words(nodes, states, None, None)
    told = _told(renamed, [pair for other in of_states.values() for pair in other.items()], kind)
    return Words(nodes, states, f"{_MARK} {_ascii({'nodes': renamed, 'states': of_states})}", told)


def _differing(names: list[str], plain: re.Pattern[str], number: re.Pattern[str], prefix: str) -> list[str]:
    """A word for each name."""

    def fits(name: str) -> bool:
        whole = plain.fullmatch(name) or number.fullmatch(name)
        return whole is not None and name.lower() not in _RESERVED

    taken = {name for name in names if fits(name)}
    last: dict[str, int] = {}
    words = []
    for name in names:
        word = name
        if not fits(name):
            start = word = _identifier(name, prefix)
            while word in taken:
                last[start] = last.get(start, 1) + 1
                word = f"{start}_{last[start]}"
            taken.add(word)
        words.append(word)
    return words


def _identifier(name: str, prefix: str) -> str:
    """An identifier that resembles a name: "Age (y)" is Age_y, "<50" is lt_50."""
    text = re.sub(r"^\s*[-\u2212](?=\s*[0-9.])", " minus_", name)
    text = _SIGNS.sub(lambda found: f" {_SPELLED[found[0]]} ", text)
    text = unicodedata.normalize("NFKD", text)
    text = "".join(char for char in text if not unicodedata.combining(char))
    word = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")
    return word if word[:1].isalpha() and word.lower() not in _RESERVED else f"{prefix}_{word}".rstrip("_")


def _told(nodes: dict[str, str], states: list[tuple[str, str]], kind: str) -> str:
    def show(pairs: Iterable[tuple[str, str]]) -> str:
        return listed([f"{shown(name)} as {word}" for word, name in pairs])

    parts = []
    if nodes:
        parts.append(f"{counted(len(nodes), 'node')} ({show(nodes.items())})")
    if states:
        parts.append(f"{counted(len(states), 'state')} ({show(states)})")
    return (
        f"{' and '.join(parts)} written as identifiers, since some readers of {kind} take nothing else. A "
        "comment in the file has the names, and mcbnc reads those of the nodes back"
    )


def _ascii(record: dict[str, Any]) -> str:
    """The record in JSON, in which no mark may end a comment or confuse a reader."""
    text = json.dumps(record)
    return re.sub(r"[^A-Za-z0-9 _.,:{}\"\\]", lambda found: f"\\u{ord(found[0]):04x}", text)


def note_in(start: str | bytes) -> str | None:
    """The names in the comment at the start of a file, in JSON. None: there are none."""
    text = start if isinstance(start, str) else start.decode("ascii", "replace")
    found = _NOTE.match(text)
    return found[1] if found else None


def restored(source: Source, note: str, text: Text) -> Source:
    """The graph with the names in the comment."""
    try:
        record = json_value(note)
        originals = record["nodes"]
        names: list[Hashable] = [originals.get(name, name) for name in source.names]
        if not all(isinstance(name, str) for name in names):
            raise TypeError
        check_names(names, _MARK)
    except InvalidInputError as error:
        raise text.refuse(f"the comment with the names: {error}", 1) from error
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as error:
        raise text.refuse(
            f"the comment {_MARK} is damaged; without it, the identifiers are names", 1
        ) from error
    return source._replace(names=names)
