"""The task "vote": the vote on the skeleton of the sites' DAGs, as :func:`mcbnc.baselines.vote` finds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..._plumbing import Arrays, read_number, read_workers
from ...errors import InvalidInputError
from .._protocol.task import Asked, Found, Sum
from .._results.checks import check_vote
from .._results.party import Party
from .._secure.weights import PLACED, by_client, read_dag_counts, read_site_weights, weight_arrays
from .dags import DAGSite, DAGTask, engine_options
from .engine import Follower
from .options import Setting, TaskOptions, choice, option, whole, workers
from .scope import check_vote_question

NAME = "vote"
_USUAL = 8
_SENT = ("threshold", "explained", "nodes")
_ARRAYS = ("adjacency", "cpdag", "conflicts")
_OVER_NODES = ("joined", "plain_shares", "shares", "together", "unsure")
"""Those that are there besides, if the sites' DAGs are over different nodes."""


def _threshold(value: Any, name: str) -> float:
    share = read_number(value, name)
    if not 0 <= share <= 1:
        raise InvalidInputError(f"threshold must be from 0 to 1, not {share:g}", argument=name)
    return share


@dataclass(frozen=True, kw_only=True)
class VoteTask(TaskOptions):
    """The vote on the skeleton of the sites' DAGs, as ``mcbnc.baselines.vote(dags, kind="skeleton")`` has it.

    Parameters
    ----------
    threshold, workers
        As in :func:`mcbnc.baselines.vote`.
    explained : int, optional
        As in :func:`mcbnc.baselines.vote`, for ``nodes="union"``. Default: 8.
    nodes : {"same", "union"}
        "union" lets each site have some of the nodes. Nobody is told which site has which. The coordinator
        learns how many have both nodes of each pair. With masks all sites are shown its sums, by which they
        check the graphs that it asks about.
    weights, dags
        As in :class:`ConsensusTask`.

    Raises
    ------
    InvalidInputError
        A bad value of an option.
    """

    name = NAME
    title = "a vote"

    threshold: float = option(
        0.5, _threshold, "the share above which pairs are joined, from 0 to 1 (default 0.5)", "X"
    )
    explained: int | None = whole(
        None, "with --nodes union, a join that the rest explains counts one of N (default 8)"
    )
    weights: Any = option(
        None, about="how much each site's DAG counts (default: equal weights)", form="SITE=W,..."
    )
    nodes: Literal["same", "union"] = choice("same", "all sites have all nodes of --names, or some")
    dags: Any = option(None)
    workers: int | None = option(None, workers)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.nodes == "same" and self.explained is not None:
            raise InvalidInputError(
                "explained: only a vote with nodes='union' asks what the rest explains; leave it out, or "
                "write both",
                argument="explained",
            )

    def begin(self, setting: Setting) -> Vote:
        return Vote(self, setting)


class Vote:
    """The coordinator's side of a session."""

    name = NAME

    def __init__(self, task: VoteTask, setting: Setting) -> None:
        clients = len(setting.clients)
        weights, dags = (by_client(name, getattr(task, name), setting.clients) for name in PLACED)
        self._party = Party(setting.nodes, clients)
        self._workers = read_workers(task.workers)
        self.options: dict[str, Any] = {
            **{name: getattr(task, name) for name in _SENT},
            "weights": read_site_weights(weights, clients),
            "dags": read_dag_counts(dags, clients),
        }
        if task.nodes == "union":
            self.options["explained"] = task.explained or _USUAL
        self._engine = Follower(self._party, weight_arrays(self.options))

    def next(self, history: Sequence[Sum]) -> Asked | Found:
        request = {**engine_options(NAME, self.options), "workers": self._workers}
        step = self._engine.follow(request, history)
        if isinstance(step, Asked):
            return step._replace(shown=self.options["nodes"] == "union")
        arrays = {name: step.arrays[name] for name in (*_ARRAYS, *_OVER_NODES) if name in step.arrays}
        from .._results.summed_vote import summed_vote  # results load much, and are made at the end

        return Found(summed_vote(self._party, self.options, arrays, step.info["seconds"]), {}, arrays)


class _VoteOfSite(DAGTask):
    name = NAME
    title = VoteTask.title

    def read_again(self, options: dict[str, Any]) -> dict[str, Any]:
        return vote_again(list(range(self._party.n)), self._party.r, options).options

    def check(self, question: Asked) -> None:
        check_vote_question(self._options, question)

    def check_told(self, question: Asked, shown: Sequence[Sum]) -> None:
        """Over different nodes, the whole question is that of a coordinator with the sums that are shown.

        The graph that a question tells depends on the sums of all questions before. The result tells all
        sites nearly all of them.
        """
        if self._options["nodes"] == "same":
            return
        step = vote_again(self._party.nodes, self._party.r, self._options).next(shown)
        if not isinstance(step, Asked) or not step.same(question):
            raise InvalidInputError("it asks about another graph than the sites' answers lead to")

    def result(self, info: dict[str, Any], arrays: Arrays) -> Any:
        from .._results.summed_vote import summed_vote  # results load much, and are made at the end

        check_vote(self._party, self._options, info, arrays)
        return summed_vote(self._party, self._options, arrays, 0.0)


class VoteSite(DAGSite):
    """A site of a vote."""

    task = _VoteOfSite


def vote_again(nodes: list[Any], clients: int, options: dict[str, Any]) -> Vote:
    """The coordinator's side of a session with these options."""
    return VoteTask.of(options).begin(Setting(nodes, range(clients)))
