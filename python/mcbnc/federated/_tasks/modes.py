"""Which mode of learning is asked for, and the options of a session read again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..._plumbing import check_flag, check_word, read_record, read_score, renamed, wording
from ...errors import InvalidInputError
from .._results.party import Party
from .arguments import read_states
from .counts import CountsTask
from .different_columns import DifferentColumnsTask
from .learning import WITHOUT, Learning, LearningTask
from .numbers import Numbers
from .options import Option, Setting
from .own_scores import OwnScoresTask
from .products import ProductsTask

COLUMNS = ("same", "union")

MODES: tuple[type[LearningTask], ...] = (CountsTask, OwnScoresTask, DifferentColumnsTask, ProductsTask)
CHOICES: Mapping[str, Option] = {
    "own": Option(
        False,
        check_flag,
        "ask for scores of each site's own rows too, as mcbnc learn --jointly does: only with --no-masks, "
        "and each site must pass --tell-scores, since its counts follow from them",
        "",
    ),
    "columns": Option(
        "same",
        lambda value, name: check_word(value, name, COLUMNS),
        "all sites have the same columns (default), or each has some of them",
        COLUMNS,
    ),
}
"""The options that choose a mode and are options of none."""
_OPTIONS = {**{name: each for mode in MODES for name, each in mode.table().items()}, **CHOICES}
_DIGEST = 32  # bytes


def mode_of(options: Mapping[str, Any]) -> type[LearningTask]:
    """The mode of a session, by the options that all sites receive."""
    return _mode(not read_record(options["score"]).discrete, options["own"], options["columns"] == "union")


def _mode(products: bool, own: bool, union: bool) -> type[LearningTask]:
    if products:
        return ProductsTask
    if own:
        return OwnScoresTask
    return DifferentColumnsTask if union else CountsTask


def choose_mode(given: Mapping[str, Any], nodes: list[Any]) -> LearningTask:
    """The task that these options ask for. Those that its mode does not have must say nothing."""
    others = {name: _read(name, given[name]) for name in WITHOUT if name in given}
    mode = _mode(not _by_counts(given, nodes), others.get("own", False), others.get("columns") == "union")
    task = mode.of({name: value for name, value in given.items() if name not in others.keys() - mode.table()})
    said = {**WITHOUT, **mode.selected}
    for name, value in others.items():
        if name not in mode.table() and value != said[name]:
            words = wording()
            flags = {"own": True, "tables": False, "tell_scores": True}
            spelled = {flag: words.flag(flag, on) for flag, on in flags.items()}
            problem = mode.refusals[name].format(score=task.score_of([]).name, **spelled)
            raise InvalidInputError(problem, argument="score" if name == "rounds" else name)
    return task


def _read(name: str, value: Any) -> Any:
    """An option of another mode may be None where that says nothing."""
    return value if value is WITHOUT[name] is None else _OPTIONS[name].read(value, name)


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
    return choose_mode(given, nodes).begin(Setting(nodes, range(clients)))
