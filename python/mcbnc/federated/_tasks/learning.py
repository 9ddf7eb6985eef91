"""The task "learning", one structure from the sites' rows: what its modes share."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from ..._plumbing import (
    SUMMED_SCORES,
    Arrays,
    PriorName,
    Score,
    ScoreOption,
    SearchName,
    defaults,
    read_knowledge,
    read_pair_weights,
    read_pairs,
    read_prior,
    read_record,
    read_score,
    tell_dense,
    wording,
)
from ...errors import InvalidInputError
from .._protocol.errors import Refused
from .._protocol.task import Asked, Found, Sum
from .._results.party import Party
from .._results.sums import find_families, rows_of
from .._secure.unmaskable import unmaskable
from .arguments import read_states
from .engine import Follower
from .numbers import Listed, Numbers, arity_of, check_columns
from .options import DRAFT, UNION, Setting, TaskOptions, choice, no_limit, option, or_none, whole, workers
from .private import privacy_of
from .scope import is_shown

NAME = "learning"
COLUMNS_REFUSED = {
    name: f"{name} is for columns='union' alone" for name in ("seed", "searches", "same_columns")
}
_SEARCH = ("search", "prior", "max_parents", "required", "forbidden")
_ARRAYS = (
    *("adjacency", "cpdag", "total", "prior", "learn_seconds", "learn_status"),
    *("step_ptr", "step_kind", "step_edges", "gain", "h_ptr", "h"),
)
_AS_THERE = "as in mcbnc learn"


WITHOUT: Mapping[str, Any] = {
    "outliers": "keep",
    "own": False,
    "tables": True,
    "columns": "same",
    "seed": None,
    "searches": None,
    "same_columns": None,
    "rounds": "many",
    "most_rows": None,
    "epsilon": None,
    "delta": None,
    "colluders": None,
}
"""The options that some modes have, and what messages to the sites say of them in the other modes."""


@dataclass(frozen=True, kw_only=True)
class LearningTask(TaskOptions):
    """The options of all modes."""

    name = NAME
    operation: ClassVar[str]
    """What requests to the engine call the mode."""
    usual_search: ClassVar[str]
    asked: ClassVar[tuple[str, ...]]
    """The options that requests of this mode alone have."""
    selected: ClassVar[Mapping[str, Any]] = {}
    """The options by which the mode is chosen, where these are options of no mode."""
    refusals: ClassVar[Mapping[str, str]]
    """Why the mode has not an option of `WITHOUT`: messages that may name the {score} and options."""

    states: Any = option(None)
    pairs: Literal["votes", "union", "all"] | float | None = option(
        None,
        about=f"{_AS_THERE} --jointly. votes, the default, asks for tables of all pairs, union for far fewer",
        form="votes|union|all|X",
    )
    score: ScoreOption | None = option(
        None,
        or_none(lambda value, _: read_score(value)),
        f"{_AS_THERE} --jointly. Columns of numbers take dg, bge or bic-g. The default then is dg of raw "
        "numbers, within ranges or by quantiles that all sites agree on. By --score dg alone each site takes "
        "normal scores of ranks: only without masks, and each site must pass --tell-scores",
        SUMMED_SCORES,
    )
    search: SearchName | None = choice(
        None,
        f"{_AS_THERE}, but the default is {defaults.SUMS_SEARCH}: the other asks for more sums except by "
        f"dg, bge and bic-g, whose default is {defaults.SEARCH}",
    )
    prior: PriorName | None = choice(defaults.PRIOR, _AS_THERE, lambda value, _: read_prior(value))
    max_parents: int | None = option(None, no_limit, _AS_THERE, "K")
    knowledge: Any = option(None)
    pair_weights: Any = option(None)
    draft: int = whole(8, DRAFT)
    union: Literal["or", "counts"] | None = choice(None, UNION)
    workers: int | None = option(None, workers)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.among()

    def among(self) -> dict[str, Any]:
        """Which pairs of nodes are asked for, as the engine has it."""
        return read_pairs("votes" if self.pairs is None else self.pairs)

    @property
    def chosen(self) -> Score | None:
        """The score, if one was given."""
        return None if self.score is None else read_score(self.score)

    def score_of(self, listed: Listed) -> Score:
        """The score, or the usual one for these columns."""
        raise NotImplementedError

    def arrays(self, listed: Listed, score: Score) -> Arrays:
        """What the engine must know of these columns."""
        raise NotImplementedError

    def own_record(self, setting: Setting, score: Score, listed: Listed) -> dict[str, Any]:
        """The options of `WITHOUT` that say something in this mode, as all sites receive them."""
        return {**self.selected, **{name: getattr(self, name) for name in WITHOUT if name in self.table()}}

    def begin(self, setting: Setting) -> Learning:
        return Learning(self, setting)

    @classmethod
    def request(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a session as a request has them."""
        names = ("pairs", "threshold", "own", "union", "tables", "outliers", *cls.asked)
        chosen = {name: options[name] for name in names if options[name] is not None}
        return {**search_request(options), **chosen, "task": cls.operation}


def outliers() -> Any:
    """The field `outliers` of a mode that asks for votes before all else."""
    return choice(
        "keep",
        "drop: send all sites the votes of all. A site that is unlike the others then sends zeros. With "
        "masks the votes come with their proof",
    )


def search_request(options: Mapping[str, Any]) -> dict[str, Any]:
    """What the sites' own searches and the joint one have in common."""
    score = read_record(options["score"]).request()
    return {**score, **{name: options[name] for name in _SEARCH if options[name] is not None}}


class Learning:
    """The coordinator's side of a session."""

    name = NAME

    def __init__(self, task: LearningTask, setting: Setting) -> None:
        nodes = setting.nodes
        self._task, self._party = task, Party(nodes, len(setting.clients))
        listed = read_states(task.states, nodes)
        score = task.score_of(listed)
        check_columns(listed, nodes, score)
        self.arity = arity_of(listed)
        arrays = {**task.arrays(listed, score), **read_pair_weights(task.pair_weights, nodes)}
        self._engine = Follower(self._party, arrays)
        weights = arrays.get("pair_weights")
        self.options = {
            "score": score.record(),
            "search": task.search or task.usual_search,
            **{name: getattr(task, name) for name in ("prior", "max_parents", "draft")},
            **read_knowledge(task.knowledge, nodes),
            "threshold": None,
            **task.among(),
            **WITHOUT,
            **task.own_record(setting, score, listed),
            "states": [each.record() if isinstance(each, Numbers) else each for each in listed],
            # The sites need no weights. Their digest distinguishes runs.
            "pair_weights": None if weights is None else hashlib.sha256(weights.tobytes()).hexdigest(),
        }
        if setting.masks:
            _check_maskable(self.options)
        self.options["union"] = _read_union(task.union, self.options)
        self._privacy = privacy_of(self.options, nodes, self._party.r)

    def next(self, history: Sequence[Sum]) -> Asked | Found:
        questions = [each.question.info for each in history]
        request = {**self._task.request(self.options), "workers": self._task.workers or 0}
        if self._privacy is not None:
            request["noise"] = self._privacy.noise
        self._check_rows(history)
        step = self._engine.follow({**request, "history": questions}, history)
        if isinstance(step, Asked):
            return step._replace(shown=is_shown(self.options, step.info))
        dense = step.arrays["dense"].max(keepdims=True)
        tell_dense(dense, ["the rows of all sites together"], self._party.nodes)
        timed = {name: step.arrays[name] for name in _ARRAYS}
        # A run that is repeated sends all sites the same, so it sends no times.
        if self.options["columns"] == "union":
            timed["together"] = step.arrays["together"]
        arrays = {**timed, "learn_seconds": np.zeros_like(timed["learn_seconds"])}
        info: dict[str, Any] = {name: step.info[name] for name in ("status", "score_title")}
        info["counts"] = {name: step.info["counts"][name] for name in ("best", "pairs")}
        rows = rows_of(history)
        info["rows"] = rows if self._privacy is None else min(max(rows, 1), self.options["most_rows"])
        from .._results.without_sites import SummedLearned  # results load much, and are made at the end

        result = SummedLearned(self._party, self.options, info, timed)
        if self.options["tables"] and read_record(self.options["score"]).discrete:
            result.keep_families(find_families(self._party, self.arity, result.adjacency, history))
        return Found(result, info, arrays)

    def _check_rows(self, history: Sequence[Sum]) -> None:
        """Refuse sums of more rows than there may be. No site does if there is noise."""
        if self._privacy is not None and history and self._privacy.too_many(rows := rows_of(history)):
            raise Refused(
                f"all sites together have about {rows:,} rows, and most_rows is "
                f"{self.options['most_rows']:,}: the sums may be wrong",
                reason="data",
            )


def _check_maskable(options: Mapping[str, Any]) -> None:
    """Refuse what no site sends under masks."""
    if (beyond := unmaskable(options)) is not None:
        flag = wording().flag
        raise InvalidInputError(
            f"{beyond.argument}: this asks for {beyond.what}. With masks no site sends them: "
            f"{beyond.instead}, or ask without masks ({flag('masks', False)}) sites that let the coordinator "
            f"see them ({flag('tell_scores', True)})",
            argument=beyond.argument,
        )


def _read_union(union: str | None, options: Mapping[str, Any]) -> str:
    """How the sites report which pairs their structures join. Shares and penalties need how many do.

    So do sites that judge themselves, and with different columns the votes also say by which structure the
    rows are filled first.
    """
    counts = (
        options["outliers"] == "drop"
        or options["columns"] == "union"
        or options["threshold"] is not None
        or (options["pairs"] == "votes" and options["tables"])
    )
    if union == "or" and counts:
        raise InvalidInputError(
            "union: 'or' hides how many sites join a pair, and these pairs need it: take 'counts', or "
            "pairs='union'",
            argument="union",
        )
    return union or ("counts" if counts else "or")
