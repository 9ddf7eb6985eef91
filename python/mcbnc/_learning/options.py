"""The options that `learn`, `learn_many` and `bootstrap` have in common, under the engine's names."""

from __future__ import annotations

from typing import Any, TypedDict

from .._base import defaults
from .._base.fields import Options
from .._base.options import (
    NO_LIMIT,
    SEARCHES,
    PriorName,
    SearchName,
    check_seed,
    check_word,
    read_prior,
    read_time_limit,
    read_whole,
    read_workers,
)
from .._base.scoring import Score, ScoreOption, read_score
from .._base.wording import wording
from .._engine.progress import ProgressOption
from .._rows.mixed import needs_every_cell
from .._rows.table import Table
from ..errors import InvalidInputError


class SearchKeywords(TypedDict, total=False):
    """The options, as keywords, of every function that searches. :func:`mcbnc.learn` describes them."""

    search: SearchName
    prior: PriorName | None
    max_parents: int | None
    knowledge: Any
    pair_weights: Any


class RowKeywords(SearchKeywords, total=False):
    """The options, as keywords, of every function that searches in rows and takes opinions."""

    score: ScoreOption | None
    seed: int | None
    workers: int | None
    progress: ProgressOption
    time_limit: float | None


def usual_search(
    *,
    search: SearchName = defaults.SEARCH,
    prior: PriorName | None = defaults.PRIOR,
    max_parents: int | None = None,
    knowledge: Any = None,
    pair_weights: Any = None,
) -> SearchKeywords:
    """The options of a search: those that are given, else the defaults."""
    return {
        "search": search,
        "prior": prior,
        "max_parents": max_parents,
        "knowledge": knowledge,
        "pair_weights": pair_weights,
    }


def read_options(
    score: Any, given: SearchKeywords, workers: Any, seed: Any, time_limit: Any
) -> dict[str, Any]:
    """Read the options that need no data. "score" is the score's name, and its parameters are beside it.

    There is no "score" if none was given.
    """
    own: Options = {
        "search": check_word(given["search"], "search", SEARCHES),
        "prior": read_prior(given["prior"]),
        "max_parents": read_whole(given["max_parents"], "max_parents", NO_LIMIT),
        "workers": read_workers(workers),
        "seed": check_seed(seed),
        "time_limit": read_time_limit(time_limit),
    }
    return {**({} if score is None else read_score(score).request()), **own}


def score_for(score: Any, data: Table) -> Score:
    """The argument `score` of a function, or the default for such data if none was given."""
    if score is not None:
        chosen = read_score(score)
        if not data.complete and chosen.name == defaults.MIXED_SCORE.name:
            apart = data.seen is not None
            argument, word = ("columns", "union") if apart else ("missing", "fill")
            problem, advice = needs_every_cell(chosen.name)
            raise InvalidInputError(
                f"{wording().option(argument, word)}: {problem}, and {advice}", argument=argument
            )
        return chosen
    if data.coded:
        return defaults.SCORE
    return defaults.MIXED_SCORE if data.complete else defaults.GAPS_SCORE
