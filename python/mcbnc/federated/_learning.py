"""The task "learning": one structure from the sites' rows, as :func:`mcbnc.learn_jointly` finds it."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .._base.names import default_names, same_names
from .._base.options import SCORE_PARAMETERS, check_count, check_word, read_whole, read_workers
from .._base.scoring import read_parameters, read_score
from .._base.show import counted, shown
from .._engine.request import Arrays, Reply, execute
from .._inputs.constraints import respell
from .._learning.jointly import read_pairs
from .._learning.options import read_constraints
from .._learning.pair_weights import read_pair_weights
from .._rows.columns import smallest
from .._rows.csv import StateCells
from .._rows.data import align_tables
from .._rows.options import read_row_options
from .._rows.states import MOST_STATES
from .._rows.tables import open_table
from ..errors import InvalidInputError
from ._arguments import read_nodes
from ._ask import Follower, Party, answer, check_told
from ._checked import check_learned
from ._families import find_families
from ._held import hold_learning
from ._limits import WORDS
from ._messages import Hello
from ._own_scores import read_searches
from ._summed import SummedLearned
from ._task import Asked, Found, SiteTask, Sum

__all__ = ["Learning", "RowSite"]

NAME = "learning"
_SEARCH = ("score", "ess", "max_parents", "required", "forbidden")
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
_STATES = (str, int, float, bool)
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
        ess: Any = None,
        max_parents: Any = None,
        required: Any = None,
        forbidden: Any = None,
        pair_weights: Any = None,
        union: Any = None,
        tables: Any = True,
        draft: Any = 8,
        workers: Any = None,
    ) -> None:
        self._party = Party(nodes, clients)
        self._workers = read_workers(workers)
        listed = _read_states(states, nodes)
        self._arity = _arity(listed)
        arrays = {"arity": self._arity, **read_pair_weights(pair_weights, nodes)}
        self._engine = Follower(self._party, arrays)
        weights = arrays.get("pair_weights")
        among = {"pairs": "share", "threshold": None, **read_pairs(pairs)}
        tables, own = read_searches(tables, own)
        word = read_score(score)
        parameters = read_parameters(word, ess=ess)
        self.options = {
            "score": word,
            "ess": parameters["ess"] if "ess" in SCORE_PARAMETERS[word] else None,
            "max_parents": read_whole(max_parents, "max_parents", "None for no limit"),
            **read_constraints(required, forbidden, nodes),
            **among,
            "own": own,
            "union": _read_union(union, among, tables),
            "tables": tables,
            "draft": check_count(draft, "draft", 1),
            "states": listed,
            # The sites need no weights. Their digest tells one run from another.
            "pair_weights": None if weights is None else hashlib.sha256(weights.tobytes()).hexdigest(),
        }

    def next(self, history: Sequence[Sum]) -> Asked | Found:
        """The next question, or the end."""
        questions = [each.question.info for each in history]
        request = {**_search(self.options), **_among(self.options), "workers": self._workers, "task": NAME}
        step = self._engine.follow({**request, "history": questions}, history)
        if isinstance(step, Asked):
            return step
        info, arrays = self._public(step, history)
        timed = {**arrays, "learn_seconds": step.arrays["learn_seconds"]}
        result = _result(self._party, self.options, info, timed)
        if self.options["tables"]:
            result.keep_families(find_families(self._party, self._arity, result.adjacency, history))
        return Found(result, info, arrays)

    def _public(self, reply: Reply, history: Sequence[Sum]) -> tuple[dict[str, Any], Arrays]:
        """What all sites are told at the end. A run that is repeated tells the same, so it tells no times."""
        info = {name: reply.info[name] for name in ("status", "score_title")}
        info["counts"] = {name: reply.info["counts"][name] for name in ("best", "pairs")}
        info["rows"] = next(int(each.numbers[0]) for each in history if each.question.info.get("facts"))
        arrays = {name: reply.arrays[name] for name in (*_ARRAYS, *_STEPS)}
        return info, {**arrays, "learn_seconds": np.zeros_like(arrays["learn_seconds"])}


class RowSite:
    """A site that has rows. The options are those of :func:`mcbnc.learn` about rows, and `min_cell`."""

    def __init__(
        self,
        data: Any,
        *,
        names: Any = None,
        states: Any = None,
        missing: Any = "error",
        missing_values: Any = (),
        accept: Any = None,
        min_cell: Any = 0,
        workers: Any = None,
    ) -> None:
        options = read_row_options(
            names=names, states=states, missing=missing, missing_values=missing_values, accept=accept
        )
        data = align_tables([open_table(data, "data", None, options.names, StateCells)], options)
        self._keep(data.nodes, data.states, data.blocks()[0], min_cell, workers)

    @classmethod
    def coded(
        cls,
        nodes: list[Hashable],
        states: list[list[Hashable]],
        codes: NDArray[Any],
        *,
        min_cell: Any = 0,
        workers: Any = None,
    ) -> RowSite:
        """A site whose rows are codes already: (n, rows) indices into the lists of states."""
        site = cls.__new__(cls)
        site._keep(nodes, states, codes, min_cell, workers)
        return site

    def _keep(
        self,
        nodes: list[Hashable],
        states: list[list[Hashable]],
        codes: NDArray[Any],
        min_cell: Any,
        workers: Any,
    ) -> None:
        self._nodes = read_nodes(nodes)
        self._states = [_plain(listed) for listed in states]
        self._codes = codes.copy()
        self._local = {"min_cell": check_count(min_cell, "min_cell"), "workers": read_workers(workers)}

    @property
    def nodes(self) -> list[Any]:
        """The names of the columns."""
        return self._nodes

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self._codes.shape[1])

    def digest(self) -> bytes:
        """Of the names, the states and the rows."""
        told = repr((NAME, self._nodes, self._states, self._local["min_cell"], self._codes.dtype.str))
        return hashlib.sha256(told.encode() + self._codes.tobytes()).digest()

    def open(self, hello: Hello) -> SiteTask:
        """Bring the rows to the session's nodes and states."""
        if hello.task != NAME:
            raise InvalidInputError(f"this site takes part in learning, not in {hello.task}", argument="task")
        options = check_told(hello.options, lambda told: _read_again(Party(hello.nodes, hello.clients), told))
        states = options["states"]
        moved = same_names(self._nodes, hello.nodes, "data", None, "the session")
        codes = np.empty(self._codes.shape, smallest(max(map(len, states), default=1)))
        for node, (place, listed) in enumerate(zip(moved, states, strict=True)):
            codes[node] = _recode(hello.nodes[node], self._states[place], listed)[self._codes[place]]
        return _RowTask(hello, options, codes, _arity(states), self._local)


class _RowTask:
    """A site's side of one session."""

    def __init__(
        self,
        hello: Hello,
        options: dict[str, Any],
        codes: NDArray[Any],
        arity: NDArray[np.int32],
        local: dict[str, int],
    ) -> None:
        self._party = Party(hello.nodes)
        self._sites = hello.clients
        self._options = options
        self._local = local
        self._data = {"data": codes.ravel(), "arity": arity}
        self._shape = {"rows": [codes.shape[1]], "width": codes.itemsize}
        self._dag: NDArray[np.uint8] | None = None

    def seat(self, place: int) -> None:
        """Nothing depends on a site's place."""

    def check(self, question: Asked) -> None:
        """Refuse what the session's options exclude."""
        hold_learning(self._options, question)

    def answer(self, question: Asked, secret: bytes, most: int) -> NDArray[np.uint64]:
        """The site's numbers."""
        arrays = {**self._data, "secret": np.frombuffer(secret, np.uint8)}
        if question.info.get("pairs"):
            arrays["dags"] = self._learn()
        request = {**_search(self._options), **_among(self._options), **self._shape, **self._local}
        return answer(self._party, {**request, "task": NAME}, arrays, question, most)

    def result(self, info: dict[str, Any], arrays: Arrays) -> SummedLearned:
        """The result that the coordinator told."""
        check_learned(self._party, self._options, info, arrays)
        return _result(Party(self._party.nodes, self._sites), self._options, info, arrays)

    def _learn(self) -> NDArray[np.uint8]:
        """(1, n, n): the structure that the site learns alone, as :func:`mcbnc.learn` does."""
        if self._dag is None:
            request = {**_search(self._options), **self._shape, "workers": self._local["workers"]}
            arrays = {**self._data, **self._party.rank()}
            reply = execute(self._party.nodes, self._party.request("learn", **request), arrays)
            self._dag = reply.arrays["adjacency"]
        return self._dag


def _search(options: dict[str, Any]) -> dict[str, Any]:
    """What the sites' own searches and the joint one have in common."""
    return {name: options[name] for name in _SEARCH if options[name] is not None}


def _read_again(party: Party, options: dict[str, Any]) -> dict[str, Any]:
    """The options that a coordinator would tell if it was given these, with indices as the nodes' names.

    It tells lists of states and no numbers of states, which a site would turn into lists of any length. It
    tells a digest of the pairs' weights, which only itself can make.
    """
    nodes, states, digest = default_names(party.n), options["states"], options["pair_weights"]
    if not isinstance(states, list) or not all(isinstance(listed, list) for listed in states):
        raise InvalidInputError("the session's states are no lists", argument="states")
    if digest is not None and (not isinstance(digest, str) or len(bytes.fromhex(digest)) != _DIGEST):
        raise InvalidInputError("the session's pair_weights are no digest", argument="pair_weights")
    given = {name: value for name, value in options.items() if name not in ("threshold", "pair_weights")}
    given |= {name: given[name] and respell(given[name], nodes) for name in ("required", "forbidden")}
    if given["pairs"] == "share":
        given["pairs"] = "union" if options["threshold"] is None else options["threshold"]
    return {**Learning(nodes, party.r, **given).options, "pair_weights": digest}


def _among(options: dict[str, Any]) -> dict[str, Any]:
    names = ("pairs", "threshold", "own", "union", "tables", "draft")
    return {name: options[name] for name in names if options[name] is not None}


def _result(party: Party, options: dict[str, Any], info: dict[str, Any], arrays: Arrays) -> SummedLearned:
    told = {**info, "tables": options["tables"]}
    return SummedLearned(party, options["states"], options["score"], options["ess"] or 1.0, told, arrays)


def _read_union(union: Any, among: dict[str, Any], tables: bool) -> str:
    """How the sites tell which pairs their structures join. Shares and penalties need how many do."""
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


def _arity(states: list[list[Hashable]]) -> NDArray[np.int32]:
    return np.array([max(len(listed), 1) for listed in states], np.int32)


def _read_states(states: Any, nodes: list[Any]) -> list[list[Hashable]]:
    """The states of each node, which all sites must know, from a dict or in the order of the nodes."""
    listed = [states.get(name) for name in nodes] if isinstance(states, dict) else states
    if not isinstance(listed, (list, tuple)) or len(listed) != len(nodes):
        raise InvalidInputError(
            "states must list the states of every node, by name or in the order of the nodes",
            argument="states",
        )
    return [_read_list(name, each) for name, each in zip(nodes, listed, strict=True)]


def _read_list(node: Any, states: Any) -> list[Hashable]:
    count = states if type(states) is int else len(states) if isinstance(states, (list, tuple)) else 0
    if count > MOST_STATES:
        raise InvalidInputError(
            f"states of {shown(node)}: {counted(count, 'state')} are too many; at most {MOST_STATES} will do",
            argument="states",
            nodes=[node],
        )
    if type(states) is int and states > 0:
        return list(range(states))
    if not isinstance(states, (list, tuple)) or not all(type(state) in _STATES for state in _plain(states)):
        raise InvalidInputError(
            f"states of {shown(node)} must be a list of strings and numbers, or how many there are",
            argument="states",
            nodes=[node],
        )
    plain = _plain(states)
    if len({(type(state) is bool, state) for state in plain}) < len(plain):
        raise InvalidInputError(f"states of {shown(node)} must differ", argument="states", nodes=[node])
    return plain


def _plain(states: Sequence[Any]) -> list[Hashable]:
    """The states as JSON has them."""
    return [state.item() if isinstance(state, np.generic) else state for state in states]


def _recode(node: Any, own: list[Hashable], common: list[Hashable]) -> NDArray[np.int64]:
    """The index in `common` of each of a site's own states."""
    index = {(type(state) is bool, state): i for i, state in enumerate(common)}
    for state in own:
        if (type(state) is bool, state) not in index:
            raise InvalidInputError(
                f"{shown(node)} has the state {shown(state)}, which the session does not know",
                argument="states",
                nodes=[node],
            )
    return np.array([index[type(state) is bool, state] for state in own] or [0], np.int64)
