"""Which kind of learning is asked for, and the options of a session read again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..._plumbing import read_record, read_score, renamed
from ...errors import InvalidInputError
from .._results.party import Party
from .arguments import read_states
from .counts import CountsTask
from .learning import Learning, LearningTask
from .numbers import Numbers
from .options import Setting
from .products import ProductsTask

KINDS: tuple[type[LearningTask], ...] = (CountsTask, ProductsTask)
_DIGEST = 32  # bytes


def kind_of(options: Mapping[str, Any]) -> type[LearningTask]:
    """The kind of a session, by the options that all sites receive."""
    return KINDS[not read_record(options["score"]).discrete]


def choose_kind(given: Mapping[str, Any], nodes: list[Any]) -> LearningTask:
    """The task that these options ask for. Those that only the other kind has must say nothing."""
    kind, other = KINDS if _by_counts(given, nodes) else KINDS[::-1]
    foreign = other.of({name: given[name] for name in kind.others if name in given})
    task = kind.of({name: value for name, value in given.items() if name not in kind.others})
    for name, usual in kind.others.items():
        if getattr(foreign, name) != usual.value:
            problem = usual.refusal.format(score=task.score_of([]).name)
            raise InvalidInputError(problem, argument=usual.argument or name)
    return task


def _by_counts(given: Mapping[str, Any], nodes: list[Any]) -> bool:
    """Whether the score, or the usual one, takes counts."""
    if given.get("score") is not None:
        return read_score(given["score"]).discrete
    listed = read_states(given.get("states"), nodes)
    return given.get("rounds") != "one" and not any(isinstance(each, Numbers) for each in listed)


def sent_again(party: Party, options: dict[str, Any]) -> dict[str, Any]:
    """The options that a coordinator would send if it was given these, with indices as the nodes' names.

    It sends lists of states and no numbers of states, which a site would turn into lists of any length. It
    sends a digest of the pairs' weights, which only itself can make.
    """
    states, digest = options["states"], options["pair_weights"]
    if not isinstance(states, list) or not all(isinstance(listed, (list, dict)) for listed in states):
        raise InvalidInputError("the session's states are no lists", argument="states")
    if digest is not None and (not isinstance(digest, str) or len(bytes.fromhex(digest)) != _DIGEST):
        raise InvalidInputError("the session's pair_weights are no digest", argument="pair_weights")
    again = learning_again(list(range(party.n)), party.r, {**options, "pair_weights": None})
    return {**again.options, "pair_weights": digest}


def learning_again(nodes: list[Any], clients: int, options: dict[str, Any]) -> Learning:
    """The coordinator's side of a session with these options."""
    if options["pair_weights"] is not None:
        raise InvalidInputError("the run had weights of pairs, which are nowhere but at its coordinator")
    given = {name: value for name, value in options.items() if name not in ("threshold", "pair_weights")}
    given["score"] = read_record(given["score"])
    given = renamed(given, nodes)
    if given["pairs"] == "share":
        given["pairs"] = "union" if options["threshold"] is None else options["threshold"]
    return choose_kind(given, nodes).begin(Setting(nodes, range(clients)))
