"""Learning from counts: the sites' rows are of states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from ..._plumbing import Arrays, Score, defaults
from ...errors import InvalidInputError
from .learning import COLUMNS_REFUSED, LearningTask, outliers
from .numbers import Listed, arity_of
from .private import NOISE_REFUSED


@dataclass(frozen=True, kw_only=True)
class ByCounts(LearningTask):
    """What the modes that learn from counts of states share."""

    operation = "learning"
    usual_search = defaults.SUMS_SEARCH
    asked = ("draft", "columns", "searches", "same_columns")
    refusals: ClassVar[Mapping[str, str]] = {
        "rounds": "rounds='one' learns from sums of products, by dg, bge or bic-g, not by {score}",
        "most_rows": "most_rows is for sums of products; {score} takes counts",
        **NOISE_REFUSED,
        **COLUMNS_REFUSED,
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.chosen is not None and not self.chosen.discrete:
            raise InvalidInputError(
                f"score: {self.chosen.name} learns from sums of products: take ProductsTask", argument="score"
            )

    def score_of(self, listed: Listed) -> Score:
        return self.chosen or defaults.SCORE

    def arrays(self, listed: Listed, score: Score) -> Arrays:
        return {"arity": arity_of(listed)}


@dataclass(frozen=True, kw_only=True)
class CountsTask(ByCounts):
    """One structure from the sites' rows of states, as :func:`mcbnc.learn_jointly` finds it.

    The answer is that of ``learn_jointly(tables, own=False, outliers="keep")``.

    Parameters
    ----------
    states : dict or sequence
        The states of every node, by name or in the order of the nodes: a list, or how many there are.
    pairs, score, search, prior, max_parents, knowledge, pair_weights, workers
        As in :func:`mcbnc.learn_jointly`, with a score of states. Default of `search`: "ges", since "xges"
        asks for several times as many sums.
    union : {"or", "counts"}, optional
        As in :class:`ConsensusTask`. The `pairs` "votes" or a share take "counts", the default there.
    draft : int
        As in :class:`ConsensusTask`.
    outliers : {"keep", "drop"}
        With "drop" the votes go to all sites, and a site that is unlike the others sends zeros. With masks
        the votes come with the answers that they are the sum of, so that each site adds them up itself.

    Raises
    ------
    InvalidInputError
        A bad value of an option, or options that do not go together.
    """

    title = "learning from counts"
    refusals: ClassVar[Mapping[str, str]] = {
        **ByCounts.refusals,
        "tables": "{tables} leaves nothing to learn from but the sites' own scores, and they are not asked "
        "for: add {own}, which goes without masks, and each site must then say {tell_scores}",
    }

    outliers: Literal["keep", "drop"] = outliers()
