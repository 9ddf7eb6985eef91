"""Learning from sums of products: the sites' rows may have numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from ..._plumbing import Arrays, Score, defaults, read_pairs
from ...errors import InvalidInputError
from .._secure.noise import DELTA
from .learning import COLUMNS_REFUSED, LearningTask, outliers
from .numbers import MOST_ROWS, Listed, Numbers, arity_of, ranges_of
from .options import Setting, choice, option, whole
from .private import Wanted, read_privacy

_MOST_ROWS = 2**31 - 1


@dataclass(frozen=True, kw_only=True)
class ProductsTask(LearningTask):
    """One structure from sums of products of the sites' columns, by the score "dg", "bge" or "bic-g".

    Parameters
    ----------
    states : dict or sequence
        As in :class:`CountsTask`. A node with numbers has :class:`Numbers` in the place of its states.
    pairs, search, prior, max_parents, knowledge, pair_weights, workers
        As in :func:`mcbnc.learn_jointly`. One round takes the `pairs` "all".
    score : {"dg", "bge", "bic-g"} or object, optional
        Default: with numbers ``DegenerateGaussian(values="raw")``, for which all sites agree on a range or
        on quantiles, and else "dg". The score "dg" by its name alone takes ranks at each site: only
        without masks, and each must have ``Limits(tell_scores=True)``.
    union, draft, outliers
        As in :class:`CountsTask`.
    rounds : {"many", "one"}
        With "one" each site is asked once. It does not go with ``outliers="drop"``.
    most_rows : int, optional
        How many rows all sites together have at most. Default: 2^20.
    epsilon, delta : float, optional
        With one round the sites add noise to the sums, under their masks: the sums are then differentially
        private for adding or removing one row of one site. Numbers take "dg" of raw ones. Default of `delta`:
        1e-6.
    colluders : int, optional
        With `epsilon`: so many sites may tell the coordinator their shares of the noise, and `epsilon` holds
        all the same. Of n sites, the variance of the noise is n / (n - colluders) times as large. Default: 0.

    Raises
    ------
    InvalidInputError
        A bad value of an option, or options that do not go together.
    """

    title = "learning from sums of products"
    operation = "numbers"
    usual_search = defaults.SEARCH
    asked = ("most_rows",)
    refusals: ClassVar[Mapping[str, str]] = {
        **COLUMNS_REFUSED,
        **dict.fromkeys(
            ("own", "tables", "columns"),
            "sums of products are all that this score needs: leave own, tables and columns out",
        ),
    }

    outliers: Literal["keep", "drop"] = outliers()
    rounds: Literal["many", "one"] = choice(
        "many",
        "one: ask each site once, for sums of products of its columns, and learn by dg",
    )
    epsilon: float | None = option(
        None,
        about="with --rounds one: differential privacy. The sites add noise under their masks, so that the "
        "sums hide each row",
        form="X",
    )
    delta: float | None = option(
        None, about=f"with --epsilon (default {DELTA:g}, and sites allow no more by default)", form="X"
    )
    colluders: int | None = whole(
        None,
        "with --epsilon: it holds also if C sites tell the coordinator their shares of the noise (default "
        "0). The noise is larger for it",
        least=0,
    )
    most_rows: int | None = whole(
        None,
        f"by dg, bge and bic-g: the most rows of all sites together (default {MOST_ROWS:,})",
        most=_MOST_ROWS,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.chosen is not None and self.chosen.discrete:
            raise InvalidInputError(
                f"score: {self.chosen.name} learns from counts: take CountsTask", argument="score"
            )
        if self.outliers == "drop" and self.rounds == "one":
            raise InvalidInputError(
                "outliers='drop' asks for votes first, and rounds='one' asks once: take one of them",
                argument="outliers",
            )

    def among(self) -> dict[str, Any]:
        if self.rounds == "many":
            return super().among()
        if self.pairs not in (None, "all"):
            raise InvalidInputError(
                "rounds='one' asks nobody for pairs: leave pairs out, or take 'all'", argument="pairs"
            )
        return read_pairs("all")

    def score_of(self, listed: Listed) -> Score:
        numbers = any(isinstance(each, Numbers) for each in listed)
        return self.chosen or (defaults.NUMBERS_SCORE if numbers else defaults.GAPS_SCORE)

    def arrays(self, listed: Listed, score: Score) -> Arrays:
        return {"arity": arity_of(listed), **ranges_of(listed, score)}

    def own_record(self, setting: Setting, score: Score, listed: Listed) -> dict[str, Any]:
        rows = MOST_ROWS if self.most_rows is None else self.most_rows
        one, sites = self.rounds == "one", len(setting.clients)
        wanted = Wanted(self.epsilon, self.delta, self.colluders)
        private = read_privacy(wanted, one, score, listed, rows, sites)
        return {**super().own_record(setting, score, listed), "most_rows": rows, **private}
