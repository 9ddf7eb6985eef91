"""The task "learning": one structure from the sites' rows, as :func:`mcbnc.learn_jointly` finds it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ..._base.names import default_names
from ..._base.options import check_count, check_word, read_whole, read_workers
from ..._base.scoring import read_record, read_score
from ..._engine.request import Arrays, Reply
from ..._inputs.knowledge import knowledge_of, read_knowledge, without_knowledge
from ..._learning.dense import tell_dense
from ..._learning.jointly import read_pairs
from ..._learning.pair_weights import read_pair_weights
from ...errors import InvalidInputError
from .._protocol.task import Asked, Found, Sum
from .._results.families import find_families
from .._results.party import Party
from .._results.summed import SummedLearned
from .._secure.limits import WORDS
from .._secure.own_scores import read_searches
from .engine import Follower
from .states import count_states, read_states

__all__ = ["NAME", "Learning", "make_result", "read_again", "search_options", "session_options"]

NAME = "learning"
_SEARCH = ("max_parents", "required", "forbidden")
_ARRAYS = (
    "adjacency",
    "cpdag",
    "total",
    "learn_seconds",
    "learn_status",
    "step_ptr",
    "step_kind",
    "step_edges",
)
_STEPS = ("gain", "h_ptr", "h")
_DIGEST = 32  # bytes


class Learning:
    """The coordinator's side. The parameters are those of :class:`mcbnc.federated.Coordinator`."""

    name = NAME
    counted: ClassVar[dict[str, int]] = {}

    def __init__(
        self,
        nodes: list[Any],
        clients: int,
        *,
        states: Any = None,
        pairs: Any = "votes",
        own: Any = False,
        score: Any = "bdeu",
        max_parents: Any = None,
        knowledge: Any = None,
        pair_weights: Any = None,
        union: Any = None,
        tables: Any = True,
        draft: Any = 8,
        workers: Any = None,
    ) -> None:
        self._party = Party(nodes, clients)
        self._workers = read_workers(workers)
        listed = read_states(states, nodes)
        self._arity = count_states(listed)
        arrays = {"arity": self._arity, **read_pair_weights(pair_weights, nodes)}
        self._engine = Follower(self._party, arrays)
        weights = arrays.get("pair_weights")
        among = {"pairs": "share", "threshold": None, **read_pairs(pairs)}
        tables, own = read_searches(tables, own)
        self.options = {
            "score": read_score(score).record(),
            "max_parents": read_whole(max_parents, "max_parents", "None for no limit"),
            **read_knowledge(knowledge, nodes),
            **among,
            "own": own,
            "union": _read_union(union, among, tables),
            "tables": tables,
            "draft": check_count(draft, "draft", 1),
            "states": listed,
            # The sites need no weights. Their digest distinguishes runs.
            "pair_weights": None if weights is None else hashlib.sha256(weights.tobytes()).hexdigest(),
        }

    def next(self, history: Sequence[Sum]) -> Asked | Found:
        """The next question, or the end."""
        questions = [each.question.info for each in history]
        request = {**session_options(self.options), "workers": self._workers, "task": NAME}
        step = self._engine.follow({**request, "history": questions}, history)
        if isinstance(step, Asked):
            return step
        dense = step.arrays["dense"].max(keepdims=True)
        tell_dense(dense, ["the rows of all sites together"], self._party.nodes)
        info, arrays = self._public(step, history)
        timed = {**arrays, "learn_seconds": step.arrays["learn_seconds"]}
        result = make_result(self._party, self.options, info, timed)
        if self.options["tables"]:
            result.keep_families(find_families(self._party, self._arity, result.adjacency, history))
        return Found(result, info, arrays)

    def _public(self, reply: Reply, history: Sequence[Sum]) -> tuple[dict[str, Any], Arrays]:
        """What all sites receive at the end. A run that is repeated sends the same, so it sends no times."""
        info = {name: reply.info[name] for name in ("status", "score_title")}
        info["counts"] = {name: reply.info["counts"][name] for name in ("best", "pairs")}
        info["rows"] = next(int(each.numbers[0]) for each in history if each.question.info.get("facts"))
        arrays = {name: reply.arrays[name] for name in (*_ARRAYS, *_STEPS)}
        return info, {**arrays, "learn_seconds": np.zeros_like(arrays["learn_seconds"])}


def search_options(options: dict[str, Any]) -> dict[str, Any]:
    """What the sites' own searches and the joint one have in common."""
    score = read_record(options["score"]).request()
    return {**score, **{name: options[name] for name in _SEARCH if options[name] is not None}}


def session_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a session as a request has them."""
    names = ("pairs", "threshold", "own", "union", "tables", "draft")
    return {**search_options(options), **{name: options[name] for name in names if options[name] is not None}}


def read_again(party: Party, options: dict[str, Any]) -> dict[str, Any]:
    """The options that a coordinator would send if it was given these, with indices as the nodes' names.

    It sends lists of states and no numbers of states, which a site would turn into lists of any length. It
    sends a digest of the pairs' weights, which only itself can make.
    """
    nodes, states, digest = default_names(party.n), options["states"], options["pair_weights"]
    if not isinstance(states, list) or not all(isinstance(listed, list) for listed in states):
        raise InvalidInputError("the session's states are no lists", argument="states")
    if digest is not None and (not isinstance(digest, str) or len(bytes.fromhex(digest)) != _DIGEST):
        raise InvalidInputError("the session's pair_weights are no digest", argument="pair_weights")
    given = {name: value for name, value in options.items() if name not in ("threshold", "pair_weights")}
    given["score"] = read_record(given["score"])
    given = {**without_knowledge(given), "knowledge": knowledge_of(given, nodes)}
    if given["pairs"] == "share":
        given["pairs"] = "union" if options["threshold"] is None else options["threshold"]
    return {**Learning(nodes, party.r, **given).options, "pair_weights": digest}


def make_result(party: Party, options: dict[str, Any], info: dict[str, Any], arrays: Arrays) -> SummedLearned:
    """The result of a session, at whichever end."""
    described = {**info, "tables": options["tables"]}
    return SummedLearned(party, options["states"], read_record(options["score"]), described, arrays)


def _read_union(union: Any, among: dict[str, Any], tables: bool) -> str:
    """How the sites report which pairs their structures join. Shares and penalties need how many do."""
    counts = among["threshold"] is not None or (among["pairs"] == "votes" and tables)
    if union is None:
        return "counts" if counts else "or"
    word = check_word(union, "union", WORDS["union"])
    if counts and word == "or":
        raise InvalidInputError(
            "union: 'or' hides how many sites join a pair, and these pairs need it: take 'counts', or "
            "pairs='union'",
            argument="union",
        )
    return word
