"""Learning from counts where each site has some of the columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..._plumbing import Score
from .counts import ByCounts
from .numbers import Listed
from .options import Setting, whole

_SEARCHES = 3


@dataclass(frozen=True, kw_only=True)
class DifferentColumnsTask(ByCounts):
    """One structure from rows of states, where each site has some of the nodes.

    A site fills the cells of the nodes that it lacks by draws. So all sums are over all sites. With masks, at
    least `same_columns` sites must have the columns of any of them.

    Parameters
    ----------
    states, pairs, score, search, prior, max_parents, knowledge, pair_weights, union, draft, workers
        As in :class:`CountsTask`. The nodes are those of all sites.
    seed : int
        Of the draws.
    searches : int
        How many searches there are, each on rows that are filled anew.
    same_columns : int, optional
        Default: that of the coordinator's limits.

    Raises
    ------
    InvalidInputError
        A bad value of an option, or options that do not go together.
    """

    title = "learning from different columns"
    selected: ClassVar[Mapping[str, Any]] = {"columns": "union"}
    refusals: ClassVar[Mapping[str, str]] = {
        **ByCounts.refusals,
        "outliers": "outliers='drop' takes the same columns at all sites: leave columns='union' out",
        "tables": "columns='union' learns from tables of counts alone: leave own and tables out",
    }

    seed: int = whole(0, "with --columns union, of the draws that fill cells (default 0)", 0)
    searches: int = whole(
        _SEARCHES,
        f"with --columns union, the number of searches, each on cells filled anew (default {_SEARCHES})",
    )
    same_columns: int | None = whole(None)

    def own_record(self, setting: Setting, score: Score, listed: Listed) -> dict[str, Any]:
        record = super().own_record(setting, score, listed)
        if self.same_columns is None:
            record["same_columns"] = setting.limits.same_columns if setting.masks else 1
        return record
