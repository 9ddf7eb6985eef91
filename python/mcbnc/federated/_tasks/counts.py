"""Learning from counts: the sites' rows are of states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from ..._plumbing import Arrays, Score, check_flag, defaults, wording
from ...errors import InvalidInputError
from .arguments import count_states
from .learning import LearningTask, Other
from .numbers import Listed
from .options import Setting, choice, option, whole

_SEARCHES = 3


@dataclass(frozen=True, kw_only=True)
class CountsTask(LearningTask):
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
        each site must have ``Limits(trust_votes=True)``, since a coordinator that lies about the votes could
        see its numbers.
    own : bool
        True asks for scores of each site's own rows too. With masks each site must have
        ``Limits(tell_scores=True)``, which shows its counts to the coordinator.
    tables : bool
        With False no site is asked for tables of counts, but for the number of its rows, for the pairs that
        its own structure joins, and for scores. This takes ``own=True``.
    columns : {"same", "union"}
        With "union" each site has some of the nodes, and fills the cells of the others by draws. It takes
        neither `own` nor ``tables=False``. With masks, at least `same_columns` sites must have the columns of
        any of them.
    seed : int, optional
        With "union", of the draws. Default: 0.
    searches : int, optional
        With "union", how many searches there are, each on rows that are filled anew. Default: 3.
    same_columns : int, optional
        Default: that of the coordinator's limits.

    Raises
    ------
    InvalidInputError
        A bad value of an option, or options that do not go together.
    """

    title = "learning from counts"
    operation = "learning"
    usual_search = defaults.SUMS_SEARCH
    asked = ("draft", "columns", "searches", "same_columns")
    others: ClassVar[Mapping[str, Other]] = {
        "rounds": Other(
            "many",
            "rounds='one' learns from sums of products, by dg, bge or bic-g, not by {score}",
            argument="score",
        ),
        "most_rows": Other(None, "most_rows is for sums of products; {score} takes counts"),
        "epsilon": Other(
            None,
            "epsilon is for rounds='one' with the score dg: questions that depend on answers would take far "
            "more noise",
        ),
        "delta": Other(None, "delta goes with epsilon"),
    }

    own: bool = option(
        False,
        check_flag,
        "ask for scores of each site's own rows too, as mcbnc learn --jointly does. With masks each "
        "site must pass --tell-scores, since this shows its counts to the coordinator",
    )
    columns: Literal["same", "union"] = choice(
        "same", "all sites have the same columns (default), or each has some of them"
    )
    seed: int | None = whole(None, "with --columns union, of the draws that fill cells (default 0)", 0)
    searches: int | None = whole(
        None, "with --columns union, the number of searches, each on cells filled anew"
    )
    same_columns: int | None = whole(None)
    tables: bool = option(
        True, check_flag, "ask for the sites' own scores alone, and for no tables: needs --own"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.chosen is not None and not self.chosen.discrete:
            raise InvalidInputError(
                f"score: {self.chosen.name} learns from sums of products: take ProductsTask", argument="score"
            )
        if not self.tables and not self.own:
            spelled = wording()
            raise InvalidInputError(
                f"{spelled.flag('tables', False)} leaves nothing to learn from but the sites' own scores, "
                f"and they are not asked for: add {spelled.flag('own', True)}. With masks each site must "
                f"then say {spelled.flag('tell_scores', True)}, which shows its counts to the coordinator",
                argument="tables",
            )
        if self.columns == "same":
            for name in ("seed", "searches", "same_columns"):
                if getattr(self, name) is not None:
                    raise InvalidInputError(f"{name} is for columns='union' alone", argument=name)
        elif self.own or not self.tables:
            raise InvalidInputError(
                "columns='union' learns from tables of counts alone: leave own and tables out",
                argument="own" if self.own else "tables",
            )

    def score_of(self, listed: Listed) -> Score:
        return self.chosen or defaults.SCORE

    def arrays(self, listed: Listed, score: Score) -> Arrays:
        return {"arity": count_states(listed)}

    def own_record(self, setting: Setting, score: Score, listed: Listed) -> dict[str, Any]:
        usual = {
            "seed": 0,
            "searches": _SEARCHES,
            "same_columns": setting.limits.same_columns if setting.masks else 1,
        }
        given = {name: getattr(self, name) for name in usual}
        if self.columns == "union":
            given = {name: usual[name] if value is None else value for name, value in given.items()}
        return {"own": self.own, "tables": self.tables, "columns": self.columns, **given}
