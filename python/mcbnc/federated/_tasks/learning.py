"""The task "learning": one structure from the sites' rows, as :func:`mcbnc.learn_jointly` finds it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..._base import defaults
from ..._base.names import default_names, differences, same_names
from ..._base.options import SEARCHES, check_count, check_flag, check_word, read_whole, read_workers
from ..._base.scoring import read_record, read_score
from ..._base.wording import wording
from ..._engine.request import Arrays, execute
from ..._inputs.knowledge import knowledge_of, read_knowledge, without_knowledge
from ..._learning.dense import tell_dense
from ..._learning.jointly import read_pairs
from ..._learning.pair_weights import read_pair_weights
from ..._rows.columns import smallest
from ..._rows.data import Data
from ..._rows.rows import read_rows
from ...errors import InvalidInputError
from .._protocol.messages import Hello
from .._protocol.task import Asked, Found, Secrets, SiteTask, Sum
from .._results.checks import check_learned
from .._results.party import Party
from .._results.summed import SummedLearned
from .._results.sums import find_families
from .._secure.limits import WORDS
from .arguments import count_states, plain_states, read_nodes, read_states, recode
from .engine import Follower, answer, check_options
from .scope import check_learning_question

NAME = "learning"
_SEARCH = ("search", "max_parents", "required", "forbidden")
_UNION = ("columns", "searches", "same_columns")
_ARRAYS = (
    *("adjacency", "cpdag", "total", "learn_seconds", "learn_status"),
    *("step_ptr", "step_kind", "step_edges", "gain", "h_ptr", "h"),
)
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
        score: Any = defaults.SITES_SCORE,
        search: Any = defaults.SUMS_SEARCH,
        max_parents: Any = None,
        knowledge: Any = None,
        pair_weights: Any = None,
        union: Any = None,
        tables: Any = True,
        draft: Any = 8,
        columns: Any = "same",
        seed: Any = None,
        searches: Any = None,
        same_columns: Any = None,
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
        tables, own = _read_searches(tables, own)
        apart = _read_columns(columns, seed, searches, same_columns, tables, own)
        self.options = {
            "score": read_score(score).record(),
            "search": check_word(search, "search", SEARCHES),
            "max_parents": read_whole(max_parents, "max_parents", "None for no limit"),
            **read_knowledge(knowledge, nodes),
            **among,
            "own": own,
            "union": _read_union(union, among, tables, apart["columns"]),
            "tables": tables,
            "draft": check_count(draft, "draft", 1),
            **apart,
            "states": listed,
            # The sites need no weights. Their digest distinguishes runs.
            "pair_weights": None if weights is None else hashlib.sha256(weights.tobytes()).hexdigest(),
        }

    def next(self, history: Sequence[Sum]) -> Asked | Found:
        questions = [each.question.info for each in history]
        request = {**_session_options(self.options), "workers": self._workers}
        step = self._engine.follow({**request, "history": questions}, history)
        if isinstance(step, Asked):
            return step
        dense = step.arrays["dense"].max(keepdims=True)
        tell_dense(dense, ["the rows of all sites together"], self._party.nodes)
        timed = {name: step.arrays[name] for name in _ARRAYS}
        # A run that is repeated sends all sites the same, so it sends no times.
        if self.options["columns"] == "union":
            timed["together"] = step.arrays["together"]
        arrays = {**timed, "learn_seconds": np.zeros_like(timed["learn_seconds"])}
        info = {name: step.info[name] for name in ("status", "score_title")}
        info["counts"] = {name: step.info["counts"][name] for name in ("best", "pairs")}
        info["rows"] = next(int(each.numbers[0]) for each in history if each.question.info.get("facts"))
        result = SummedLearned(self._party, self.options, info, timed)
        if self.options["tables"]:
            result.keep_families(find_families(self._party, self._arity, result.adjacency, history))
        return Found(result, info, arrays)


class RowSite:
    """A site that has rows: a table, :class:`mcbnc.Rows` of one, or the data that were made of one."""

    def __init__(self, data: Any, *, min_cell: Any = 0, workers: Any = None) -> None:
        read = data if isinstance(data, Data) else read_rows(data, "bdeu")
        assert isinstance(read, Data)
        has = np.flatnonzero(read.has()[0]).tolist()
        self._nodes = read_nodes([read.nodes[i] for i in has])
        self._states = [plain_states(read.states[i]) for i in has]
        self._codes = read.blocks()[0][has].copy()
        self._local = {"min_cell": check_count(min_cell, "min_cell"), "workers": read_workers(workers)}

    @property
    def nodes(self) -> list[Any]:
        return self._nodes

    @property
    def rows(self) -> int:
        return int(self._codes.shape[1])

    def digest(self) -> bytes:
        described = repr((NAME, self._nodes, self._states, self._local["min_cell"], self._codes.dtype.str))
        return hashlib.sha256(described.encode() + self._codes.tobytes()).digest()

    def open(self, hello: Hello) -> SiteTask:
        """Bring the rows to the session's nodes and states."""
        if hello.task != NAME:
            raise InvalidInputError(f"this site takes part in learning, not in {hello.task}", argument="task")
        options = check_options(
            hello.options, lambda sent: _read_again(Party(hello.nodes, hello.clients), sent)
        )
        states = options["states"]
        moved = self._places(hello.nodes, options["columns"] == "union")
        codes = np.zeros((len(moved), self.rows), smallest(max(map(len, states), default=1)))
        for node, (place, listed) in enumerate(zip(moved, states, strict=True)):
            if place is not None:
                codes[node] = recode(hello.nodes[node], self._states[place], listed)[self._codes[place]]
        return _RowTask(hello, options, codes, [place is not None for place in moved], self._local)

    def _places(self, nodes: list[Any], some: bool) -> list[int | None]:
        """The place of each of the session's nodes among the columns. None: the site lacks it, if it may."""
        if not some:
            return [*same_names(self._nodes, nodes, "data", None, "the session")]
        if not set(self._nodes) <= set(nodes):
            raise InvalidInputError(
                f"data has columns that the session does not have: it {differences(self._nodes, nodes)}",
                argument="data",
                nodes=[name for name in self._nodes if name not in set(nodes)],
            )
        place = {name: k for k, name in enumerate(self._nodes)}
        return [place.get(name) for name in nodes]


class _RowTask:
    """A site's side of one session."""

    def __init__(
        self,
        hello: Hello,
        options: dict[str, Any],
        codes: NDArray[Any],
        sees: list[bool],
        local: dict[str, int],
    ) -> None:
        self._party = Party(hello.nodes)
        self._sites = hello.clients
        self._options = options
        self._local = local
        self._data = {"data": codes.ravel(), "arity": count_states(options["states"])}
        if options["columns"] == "union":
            self._data["seen"] = np.array([sees], np.uint8)
        self._shape = {"rows": [codes.shape[1]], "width": codes.itemsize}
        self._dag: NDArray[np.uint8] | None = None

    def check(self, question: Asked) -> None:
        check_learning_question(self._options, self._sites, question)

    def answer(self, question: Asked, secrets: Secrets, most: int, place: int) -> NDArray[np.uint64]:
        arrays = {**self._data, "secret": np.frombuffer(secrets.question, np.uint8)}
        if question.info.get("pairs") or question.info.get("votes"):
            arrays["dags"] = self._learn()
        if self._options["columns"] == "union":
            arrays["key"] = draw_key(self._options["seed"], secrets.site)
        request = {**_session_options(self._options), **self._shape, **self._local, "place": place}
        return answer(self._party, request, arrays, question, most)

    def result(self, info: dict[str, Any], arrays: Arrays) -> SummedLearned:
        party = Party(self._party.nodes, self._sites)
        check_learned(party, self._options, info, arrays)
        return SummedLearned(party, self._options, info, arrays)

    def _learn(self) -> NDArray[np.uint8]:
        """(1, n, n): the structure that the site learns alone, as :func:`mcbnc.learn` does."""
        if self._dag is None:
            request = {**_search_options(self._options), **self._shape, "workers": self._local["workers"]}
            arrays = {**self._data, **self._party.rank()}
            reply = execute(self._party.nodes, self._party.request("learn", **request), arrays)
            self._dag = reply.arrays["adjacency"]
        return self._dag


def _search_options(options: dict[str, Any]) -> dict[str, Any]:
    """What the sites' own searches and the joint one have in common."""
    score = read_record(options["score"]).request()
    return {**score, **{name: options[name] for name in _SEARCH if options[name] is not None}}


def _session_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a session as a request has them."""
    names = ("pairs", "threshold", "own", "union", "tables", "draft", *_UNION)
    chosen = {name: options[name] for name in names if options[name] is not None}
    return {**_search_options(options), **chosen, "task": NAME}


def _read_again(party: Party, options: dict[str, Any]) -> dict[str, Any]:
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


def _read_union(union: Any, among: dict[str, Any], tables: bool, columns: str) -> str:
    """How the sites report which pairs their structures join. Shares and penalties need how many do.

    With different columns the votes also say by which structure the rows are filled first.
    """
    counts = among["threshold"] is not None or (among["pairs"] == "votes" and tables) or columns == "union"
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


def _read_searches(tables: Any, own: Any) -> tuple[bool, bool]:
    """Whether a coordinator asks for tables of counts, and whether for own scores. It must ask for one."""
    asked = check_flag(tables, "tables"), check_flag(own, "own")
    if not any(asked):
        words = wording()
        raise InvalidInputError(
            f"{words.flag('tables', False)} leaves nothing to learn from but the sites' own scores, and they "
            f"are not asked for: add {words.flag('own', True)}. With masks each site must then say "
            f"{words.flag('tell_scores', True)}, which shows its counts to the coordinator",
            argument="tables",
        )
    return asked


def _read_columns(
    columns: Any, seed: Any, searches: Any, same_columns: Any, tables: bool, own: bool
) -> dict[str, Any]:
    """Whether the sites have the same columns, and how the rows are filled if not."""
    word = check_word(columns, "columns", ("same", "union"))
    given = {"seed": seed, "searches": searches, "same_columns": same_columns}
    if word == "same":
        for name, value in given.items():
            if value is not None:
                raise InvalidInputError(f"{name} is for columns='union' alone", argument=name)
        return {"columns": word, **given}
    if own or not tables:
        raise InvalidInputError(
            "columns='union' learns from tables of counts alone: leave own and tables out",
            argument="own" if own else "tables",
        )
    return {
        "columns": word,
        "seed": check_count(seed or 0, "seed"),
        "searches": check_count(_SEARCHES if searches is None else searches, "searches", 1),
        "same_columns": check_count(1 if same_columns is None else same_columns, "same_columns", 1),
    }


_SEARCHES = 3


def draw_key(seed: int, secret: bytes) -> NDArray[np.uint64]:
    """The key of the draws that fill a site's rows. Without a secret anyone can draw the same."""
    if not secret:
        return np.array([seed, 0], np.uint64)
    digest = hmac.digest(secret, b"mcbnc fill" + seed.to_bytes(8, "big"), "sha256")
    return np.frombuffer(digest[:16], ">u8").astype(np.uint64)
