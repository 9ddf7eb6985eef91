"""The argument `answers`: what somebody who knows says of pairs, as required and forbidden edges."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Literal

import numpy as np

from .._base.names import find_node
from .._base.place import error_at
from .._base.show import listed, shown
from .._graphs.cycles import check_acyclic
from ..errors import CycleError, InvalidInputError
from .known import Edges

AnswerWord = Literal["->", "<-", "--", "none"]
WORDS: tuple[AnswerWord, ...] = ("->", "<-", "--", "none")
Answers = dict[tuple[int, int], AnswerWord]
"""The word for each pair of indices, the lower first."""

_TURNED: dict[AnswerWord, AnswerWord] = {"->": "<-", "<-": "->", "--": "--", "none": "none"}


def read_answers(answers: Any, nodes: list[Hashable]) -> Answers:
    """Read a dict of pair to word. A pair that is there both ways must have one meaning."""
    if answers is None:
        return {}
    if not isinstance(answers, Mapping):
        raise _refuse(f"must be a dict such as {{('a', 'b'): '->'}}, not {shown(answers)}")
    index = {name: k for k, name in enumerate(nodes)}
    found: Answers = {}
    for pair, word in answers.items():
        ends = tuple(pair) if isinstance(pair, (tuple, frozenset)) else ()
        if len(ends) != 2:
            raise _refuse(f"must have pairs (a, b), not {shown(pair)}")
        if not isinstance(word, str) or word not in WORDS:
            raise _refuse(f"must have {listed(WORDS, shown)} for a pair, not {shown(word)} for {shown(pair)}")
        if isinstance(pair, frozenset) and word in ("->", "<-"):
            raise _refuse(f"has {shown(word)} for {shown(pair)}, which has no order: write (a, b)")
        u, v = (find_node(end, index, "answers") for end in ends)
        if u == v:
            raise _refuse(f"has {shown(ends[0])} with itself")
        told = word if u < v else _TURNED[word]
        if found.setdefault((min(u, v), max(u, v)), told) != told:
            raise _refuse(f"has two answers for {shown(ends[0])} and {shown(ends[1])}", list(ends))
    cycle = _find_cycle(answered(found)["required"], nodes)
    if cycle is not None:
        raise _cyclic(str(cycle), cycle)
    return found


def answered(answers: Answers) -> dict[str, Edges]:
    """The answers as the lists "required" and "forbidden" of a request."""
    required: Edges = []
    forbidden: Edges = []
    for (u, v), word in answers.items():
        if word == "none":
            forbidden.append([u, v, 1])
        elif word == "--":
            required.append([u, v, 1])
        else:
            required.append([u, v, 0] if word == "->" else [v, u, 0])
    return {"required": required, "forbidden": forbidden}


def with_knowledge(
    answers: Answers, known: Mapping[str, Edges | None], nodes: list[Hashable]
) -> dict[str, Edges | None]:
    """Both as the lists of a request. Answers against knowledge are an error."""
    told = answered(answers)
    required, forbidden = known["required"] or [], known["forbidden"] or []
    kept_pairs = {frozenset(edge[:2]) for edge in required}
    arcs = {(u, v) for u, v, undirected in required if not undirected}
    barred = {(u, v) for u, v, _ in forbidden} | {(v, u) for u, v, undirected in forbidden if undirected}
    for u, v, _ in told["forbidden"]:
        if frozenset((u, v)) in kept_pairs:
            raise _against(
                f"no edge between {shown(nodes[u])} and {shown(nodes[v])}", "requires one", u, v, nodes
            )
    for u, v, undirected in told["required"]:
        if undirected and (u, v) in barred and (v, u) in barred:
            raise _against(f"{shown(nodes[u])} -- {shown(nodes[v])}", "forbids it", u, v, nodes)
        if not undirected and (u, v) in barred:
            raise _against(f"{shown(nodes[u])} -> {shown(nodes[v])}", "forbids it", u, v, nodes)
        if not undirected and (v, u) in arcs:
            raise _against(
                f"{shown(nodes[u])} -> {shown(nodes[v])}", "requires the other direction", u, v, nodes
            )
    both = {"required": required + told["required"], "forbidden": forbidden + told["forbidden"]}
    cycle = _find_cycle(both["required"], nodes)
    if cycle is not None and _find_cycle(required, nodes) is None:  # else the engine refuses the knowledge
        raise _cyclic(f"with what knowledge requires, {cycle}", cycle)
    return {name: edges or None for name, edges in both.items()}


def _find_cycle(required: Edges, nodes: list[Hashable]) -> CycleError | None:
    """The error about a cycle of the arrows, if there is one."""
    arcs = [edge[:2] for edge in required if not edge[2]]
    try:
        check_acyclic(np.array(arcs, np.int64).reshape(-1, 2), nodes)
    except CycleError as error:
        return error
    return None


def _cyclic(problem: str, cycle: CycleError) -> CycleError:
    return error_at(CycleError, problem, "answers", nodes=cycle.nodes)


def _against(said: str, why: str, u: int, v: int, nodes: list[Hashable]) -> InvalidInputError:
    return _refuse(f"has {said}, but knowledge {why}", [nodes[u], nodes[v]])


def _refuse(problem: str, nodes: list[Hashable] | None = None) -> InvalidInputError:
    return InvalidInputError(f"answers {problem}", argument="answers", nodes=nodes or [])
