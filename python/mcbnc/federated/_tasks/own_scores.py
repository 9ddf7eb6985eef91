"""Learning from counts and from scores of the sites' own rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..._plumbing import check_flag
from .counts import ByCounts
from .options import option


@dataclass(frozen=True, kw_only=True)
class OwnScoresTask(ByCounts):
    """One structure from the sites' rows of states, and from scores of each site's own rows.

    The answer is that of ``learn_jointly(tables, outliers="keep")``. With masks no site sends scores. Without
    masks each site must have ``Limits(tell_scores=True)``, since its counts follow from them.

    Parameters
    ----------
    states, pairs, score, search, prior, max_parents, knowledge, pair_weights, union, draft, workers
        As in :class:`CountsTask`.
    tables : bool
        With False no site is asked for tables of counts, but for the number of its rows, for the pairs that
        its own structure joins, and for scores.

    Raises
    ------
    InvalidInputError
        A bad value of an option, or options that do not go together.
    """

    title = "learning from own scores"
    selected: ClassVar[Mapping[str, Any]] = {"own": True}
    refusals: ClassVar[Mapping[str, str]] = {
        **ByCounts.refusals,
        "outliers": "outliers='drop' sends votes and asks for counts alone: leave own out",
        "columns": "columns='union' learns from tables of counts alone: leave own and tables out",
    }

    tables: bool = option(
        True, check_flag, "ask for the sites' own scores alone, and for no tables: needs --own"
    )
