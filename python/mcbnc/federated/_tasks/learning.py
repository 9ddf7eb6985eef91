"""The task "learning": one structure from the sites' rows, as :func:`mcbnc.learn_jointly` finds it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import (
    OUTLIERS,
    SEARCHES,
    Score,
    check_count,
    check_flag,
    check_word,
    defaults,
    knowledge_of,
    read_knowledge,
    read_pair_weights,
    read_pairs,
    read_prior,
    read_record,
    read_score,
    read_whole,
    read_workers,
    tell_dense,
    without_knowledge,
    wording,
)
from ...errors import InvalidInputError
from .._protocol.task import Asked, Found, Sum
from .._results.party import Party
from .._results.sums import find_families, rows_of
from .._results.without_sites import SummedLearned
from .._secure.limits import WORDS
from .arguments import count_states, read_states
from .engine import Follower
from .numbers import MOST_ROWS, Listed, Numbers, check_columns
from .numbers import columns as columns_of
from .private import privacy_of, read_privacy

NAME = "learning"
_SEARCH = ("search", "prior", "max_parents", "required", "forbidden")
_UNION = ("columns", "searches", "same_columns")
_ARRAYS = (
    *("adjacency", "cpdag", "total", "prior", "learn_seconds", "learn_status"),
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
        pairs: Any = None,
        own: Any = False,
        score: Any = None,
        search: Any = None,
        prior: Any = defaults.PRIOR,
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
        outliers: Any = "keep",
        rounds: Any = "many",
        most_rows: Any = None,
        epsilon: Any = None,
        delta: Any = None,
        workers: Any = None,
    ) -> None:
        self._party = Party(nodes, clients)
        self._workers = read_workers(workers)
        listed = read_states(states, nodes)
        one = check_word(rounds, "rounds", ("many", "one")) == "one"
        chosen = read_score(score) if score is not None else _usual_score(one, listed)
        check_columns(listed, nodes, chosen)
        tables, own = _read_searches(tables, own)
        if not chosen.discrete:
            _check_products(own, tables, columns)
        elif one:
            raise InvalidInputError(
                f"rounds='one' learns from sums of products, by dg, bge or bic-g, not by {chosen.name}",
                argument="score",
            )
        if search is None:
            search = defaults.SUMS_SEARCH if chosen.discrete else defaults.SEARCH
        self._arity = count_states(listed)
        of_nodes = {"arity": self._arity} if chosen.discrete else columns_of(listed, chosen)
        arrays = {**of_nodes, **read_pair_weights(pair_weights, nodes)}
        self._engine = Follower(self._party, arrays)
        weights = arrays.get("pair_weights")
        among = {"pairs": "share", "threshold": None, **_read_pairs(pairs, one)}
        apart = _read_columns(columns, seed, searches, same_columns, tables, own)
        drop = check_word(outliers, "outliers", OUTLIERS) == "drop"
        if drop and (one or own or not tables or apart["columns"] == "union"):
            raise InvalidInputError(
                "outliers='drop' asks for votes first, and for the same columns at all sites: it goes with "
                "neither rounds='one', own, tables=False nor columns='union'",
                argument="outliers",
            )
        rows = _read_most_rows(most_rows, chosen)
        self.options = {
            "score": chosen.record(),
            "search": check_word(search, "search", SEARCHES),
            "prior": read_prior(prior),
            "max_parents": read_whole(max_parents, "max_parents", "None for no limit"),
            **read_knowledge(knowledge, nodes),
            **among,
            "own": own,
            "union": _read_union(union, among, tables, drop or apart["columns"] == "union"),
            "tables": tables,
            "draft": check_count(draft, "draft", 1),
            **apart,
            "outliers": outliers,
            "rounds": rounds,
            "most_rows": rows,
            **read_privacy(epsilon, delta, one, chosen, listed, rows, clients),
            "states": [each.record() if isinstance(each, Numbers) else each for each in listed],
            # The sites need no weights. Their digest distinguishes runs.
            "pair_weights": None if weights is None else hashlib.sha256(weights.tobytes()).hexdigest(),
        }
        self._privacy = privacy_of(self.options, nodes, clients)

    def states_of(self) -> NDArray[np.int32]:
        """By node: its number of states; 0: it has numbers."""
        listed = read_states(self.options["states"], self._party.nodes)
        counts = [0 if isinstance(each, Numbers) else max(len(each), 1) for each in listed]
        return np.array(counts, np.int32)

    def next(self, history: Sequence[Sum]) -> Asked | Found:
        questions = [each.question.info for each in history]
        request = {**session_options(self.options), "workers": self._workers}
        if self._privacy is not None:
            request["noise"] = float(self._privacy.noise)
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
        rows = rows_of(history)
        info["rows"] = rows if self._privacy is None else min(max(rows, 1), self.options["most_rows"])
        result = SummedLearned(self._party, self.options, info, timed)
        if self.options["tables"] and not is_of_products(self.options):
            result.keep_families(find_families(self._party, self._arity, result.adjacency, history))
        return Found(result, info, arrays)


def search_options(options: dict[str, Any]) -> dict[str, Any]:
    """What the sites' own searches and the joint one have in common."""
    score = read_record(options["score"]).request()
    return {**score, **{name: options[name] for name in _SEARCH if options[name] is not None}}


def session_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a session as a request has them."""
    products = is_of_products(options)
    kind = ("most_rows",) if products else ("draft", *_UNION)
    names = ("pairs", "threshold", "own", "union", "tables", "outliers", *kind)
    chosen = {name: options[name] for name in names if options[name] is not None}
    return {**search_options(options), **chosen, "task": "numbers" if products else NAME}


def is_of_products(options: Mapping[str, Any]) -> bool:
    """Whether a session learns from sums of products, and not from counts."""
    return not read_record(options["score"]).discrete


def read_again(party: Party, options: dict[str, Any]) -> dict[str, Any]:
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
    given = {**without_knowledge(given), "knowledge": knowledge_of(given, nodes)}
    if given["pairs"] == "share":
        given["pairs"] = "union" if options["threshold"] is None else options["threshold"]
    return Learning(nodes, clients, **given)


def _read_union(union: Any, among: dict[str, Any], tables: bool, counted: bool) -> str:
    """How the sites report which pairs their structures join. Shares and penalties need how many do.

    So do sites that judge themselves, and with different columns the votes also say by which structure the
    rows are filled first.
    """
    counts = counted or among["threshold"] is not None or (among["pairs"] == "votes" and tables)
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


def _usual_score(one: bool, listed: Listed) -> Score:
    """The score if none was given."""
    if any(isinstance(each, Numbers) for each in listed):
        return defaults.NUMBERS_SCORE
    return defaults.GAPS_SCORE if one else defaults.SCORE


def _check_products(own: bool, tables: bool, columns: Any) -> None:
    """Refuse what cannot be had from sums of products."""
    for name, given in (("own", own), ("tables", not tables), ("columns", columns != "same")):
        if given:
            raise InvalidInputError(
                "sums of products are all that this score needs: leave own, tables and columns out",
                argument=name,
            )


def _read_pairs(pairs: Any, one: bool) -> dict[str, Any]:
    if not one:
        return read_pairs("votes" if pairs is None else pairs)
    if pairs not in (None, "all"):
        raise InvalidInputError(
            "rounds='one' asks nobody for pairs: leave pairs out, or take 'all'", argument="pairs"
        )
    return read_pairs("all")


def _read_most_rows(most_rows: Any, score: Score) -> int | None:
    if score.discrete:
        if most_rows is not None:
            raise InvalidInputError(
                f"most_rows is for sums of products; {score.name} takes counts", argument="most_rows"
            )
        return None
    return check_count(MOST_ROWS if most_rows is None else most_rows, "most_rows", 1, most=_MOST_ROWS)


_MOST_ROWS = 2**31 - 1
