"""Knowledge of other programs: pgmpy's `ExpertKnowledge`, and the knowledge files of Tetrad."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from itertools import permutations, product
from typing import Any

from .._base.show import shown
from .._graphs.source import Text
from ..errors import InvalidInputError
from .bars import require_arcs

Parts = dict[str, Any]
"""The keys of a Knowledge."""

_TIER = re.compile(r"([0-9]{1,18})(\*?)(-?)\*?")
_SECTIONS = ("addtemporal", "forbiddirect", "requiredirect")


def is_pgmpys(knowledge: Any) -> bool:
    """Return whether an object is an ExpertKnowledge. pgmpy is not imported for it."""
    return type(knowledge).__name__ == "ExpertKnowledge" and hasattr(knowledge, "temporal_order")


def of_pgmpy(knowledge: Any, nodes: list[Hashable]) -> Parts:
    """The content of an ExpertKnowledge. A search space forbids all arcs that it does not have."""
    forbidden = list(knowledge.forbidden_edges)
    if space := set(getattr(knowledge, "search_space", ())):
        require_arcs(len(nodes) * (len(nodes) - 1))
        forbidden += [arc for arc in permutations(nodes, 2) if arc not in space]
    return {
        "required": sorted(knowledge.required_edges, key=repr),
        "forbidden": sorted(set(forbidden), key=repr),
        "tiers": [list(tier) for tier in knowledge.temporal_order or [] if len(tier)],
    }


def of_tetrad(text: Text, nodes: list[Hashable]) -> Parts:
    """Read a knowledge file. Its names are texts; where nodes are numbers, the texts of numbers are these.

    ``addtemporal`` has a tier a line: its number, then its names. A star after the number forbids arcs
    inside the tier, and a minus sign arcs to later tiers than the next. ``forbiddirect`` and
    ``requiredirect`` have an arc a line.
    """
    named: dict[str, Hashable] = {str(name): name for name in nodes}
    placed: set[str] = set()
    arcs: dict[str, list[tuple[Hashable, Hashable]]] = {"forbiddirect": [], "requiredirect": []}
    tiers: dict[int, list[Hashable]] = {}
    inside: set[int] = set()
    only_next: set[int] = set()
    for line, section, words in _lines(text):
        if section != "addtemporal":
            if len(words) != 2:
                raise text.refuse(f"{section} needs two names a line, not {len(words)}", line)
            arcs[section].append((named.get(words[0], words[0]), named.get(words[1], words[1])))
            continue
        number = _TIER.fullmatch(words[0])
        if number is None:
            problem = f"a tier begins with its number, of 18 digits at most, not with {shown(words[0])}"
            raise text.refuse(problem, line)
        k = int(number[1])
        for word in words[1:]:  # before arcs are made of the names, so that a short file makes no long list
            if word not in named or word in placed:
                problem = "is in a tier already" if word in placed else "is no node of the data"
                raise text.refuse(f"{shown(word)} {problem}", line)
            placed.add(word)
        tiers.setdefault(k, []).extend(named[word] for word in words[1:])
        if "*" in words[0]:
            inside.add(k)
        if number[3]:
            only_next.add(k)
    forbidden = arcs["forbiddirect"]
    beyond = [(k, later) for k in sorted(only_next) for later in tiers if later > k + 1]
    within = sum(len(tiers[k]) * (len(tiers[k]) - 1) for k in inside)
    require_arcs(within + sum(len(tiers[k]) * len(tiers[later]) for k, later in beyond))
    for k in sorted(inside):
        forbidden += permutations(tiers[k], 2)
    for k, later in beyond:
        forbidden += product(tiers[k], tiers[later])
    return {
        "required": arcs["requiredirect"],
        "forbidden": forbidden,
        "tiers": [tiers[k] for k in sorted(tiers) if tiers[k]],
    }


def _lines(text: Text) -> Iterator[tuple[int, str, list[str]]]:
    """The lines with content: the number of the line, the section, and the words."""
    section, started = "", False
    for line, content in enumerate(text.content.splitlines(), 1):
        words = content.split()
        if not words:
            continue
        if not started:
            if words != ["/knowledge"]:
                raise text.refuse("a knowledge file of Tetrad begins with /knowledge", line)
            started = True
        elif len(words) == 1 and words[0].isalpha() and words[0] in _SECTIONS:
            section = words[0]
        elif len(words) == 1 and words[0] in ("forbiddengroup", "requiredgroup"):
            problem = f"{words[0]} is not read: write its arcs in forbiddirect or requiredirect"
            raise text.refuse(problem, line)
        elif not section:
            raise text.refuse(f"{words[0]!r} is no section: they are {', '.join(_SECTIONS)}", line)
        else:
            yield line, section, words
    if not started:
        raise InvalidInputError(f"{text.place}: the file is empty", argument="path")
