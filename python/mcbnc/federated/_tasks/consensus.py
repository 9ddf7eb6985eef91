"""The task "consensus": the consensus of the sites' DAGs, as :func:`mcbnc.consensus` finds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..._plumbing import (
    Arrays,
    RunOptions,
    check_flag,
    read_order,
    read_theta,
    renamed,
)
from ...errors import InvalidInputError
from .._protocol.messages import Hello
from .._protocol.task import Asked, Found, Secrets, Sum
from .._results.checks import check_consensus
from .._results.party import Party
from .._secure.weights import PLACED, by_client, read_dag_counts, read_site_weights, weight_arrays
from .dags import DAGSite, DAGTask, engine_options
from .engine import Follower
from .options import DRAFT, UNION, Setting, TaskOptions, choice, no_limit, option, or_none, whole, workers
from .scope import check_consensus_question

NAME = "consensus"
_AS_THERE = "as in mcbnc consensus"
_RUN = ("k_max", "cap", "start", "canonical", "required", "forbidden")
_SENT = ("theta", "output", "nodes", "union", "member", "draft")
_ARRAYS = (
    *("order", "fusion", "adjacency", "cpdag"),
    *("step_edges", "score", "psi", "step_seconds", "h_ptr", "h", "s_ptr", "s"),
)
_OVER_NODES = ("step_weight", "together", "unsure")
"""Those that are there besides, if the sites' DAGs are over different nodes."""


@dataclass(frozen=True, kw_only=True)
class ConsensusTask(TaskOptions):
    """The consensus of the sites' DAGs, as :func:`mcbnc.consensus` finds it.

    Parameters
    ----------
    theta, k_max, cap, start, output, canonical, knowledge, order, workers
        As in :func:`mcbnc.consensus`. ``theta=None`` makes a :class:`mcbnc.Trajectory`.
    nodes : {"same", "union"}
        "union" lets each site have some of the nodes, as in :func:`mcbnc.consensus`. Nobody is told which
        site has which. The coordinator learns how many have both nodes of each pair.
    union : {"or", "counts"}
        With "or" the question for the union shows only whether any site has an edge, with "counts" how many
        have it. Other questions may show how many too.
    member : {"votes", "lowest"}
        "votes" asks which arrows the sites' DAGs have, "lowest" does not and takes the lowest sinks first.
    weights : sequence of n numbers or dict, optional
        A number for each client, by client or in their order: the site's DAG counts so much, as in
        :func:`mcbnc.consensus`. All sites receive them. With masks, at least three sites must have each
        weight.
    dags : sequence of int or dict, optional
        The number of DAGs of each client, if clients have several, which takes ``masks=False``. Each DAG of a
        client has the client's weight.
    draft : int
        The most steps that one question looks ahead.
    open_above : int, optional
        The most deletions of one edge whose numbers all sites send at once. Default: 64, or what the limits
        allow.
    budget : int, optional
        The most numbers of one question. Default: 1,000,000, or what the limits allow.

    Raises
    ------
    InvalidInputError
        A bad value of an option.
    """

    name = NAME
    title = "a consensus"

    theta: float | Literal["auto"] | None = option(
        0.5, or_none(lambda value, _: read_theta(value)), f"{_AS_THERE} (default 0.5)", "auto|X"
    )
    cap: int | None = option(None, no_limit, _AS_THERE, "N")
    k_max: int | None = option(10, no_limit, f"{_AS_THERE} (default 10)", "K|none")
    start: Literal["cpdag", "dag"] = choice("cpdag", _AS_THERE)
    output: Literal["extension", "refusion"] = choice("extension", _AS_THERE)
    canonical: bool = option(False, check_flag, _AS_THERE)
    order: Any = option(None, about=_AS_THERE, form="NAME,...")
    weights: Any = option(
        None, about="how much each site's DAG counts (default: equal weights)", form="SITE=W,..."
    )
    nodes: Literal["same", "union"] = choice("same", "all sites have all nodes of --names, or some")
    member: Literal["votes", "lowest"] = choice("votes", "direct edges by votes, or ask nothing")
    open_above: int | None = whole(None, "deletions of one edge answered at once")
    budget: int | None = whole(None, "numbers of one question at most")
    draft: int = whole(16, DRAFT)
    union: Literal["or", "counts"] = choice("or", UNION)
    dags: Any = option(None)
    knowledge: Any = option(None)
    workers: int | None = option(None, workers)

    def begin(self, setting: Setting) -> Consensus:
        return Consensus(self, setting)


_COUNTED = {"open_above": 64, "budget": 1_000_000}
"""The options that count numbers of one question, and their defaults."""


class Consensus:
    """The coordinator's side of a session."""

    name = NAME

    def __init__(self, task: ConsensusTask, setting: Setting) -> None:
        nodes, clients, most = setting.nodes, len(setting.clients), setting.limits.numbers
        weights, dags = (by_client(name, getattr(task, name), setting.clients) for name in PLACED)
        self._party = Party(nodes, clients)
        run = RunOptions.read(
            nodes,
            {
                "cap": task.cap,
                "k_max": task.k_max,
                "start": task.start,
                "canonical": task.canonical,
                "knowledge": task.knowledge,
            },
            task.workers,
        )
        self._workers = run.workers
        places = read_order(task.order, nodes)
        self.options: dict[str, Any] = {
            **{name: getattr(run, name) for name in _RUN},
            **{name: getattr(task, name) for name in _SENT},
            **{name: getattr(task, name) or min(usual, most) for name, usual in _COUNTED.items()},
            "order": places["order"].tolist() if places else None,
            "weights": read_site_weights(weights, clients),
            "dags": read_dag_counts(dags, clients),
        }
        self._engine = Follower(self._party, {**places, **weight_arrays(self.options)})

    def next(self, history: Sequence[Sum]) -> Asked | Found:
        request = {**engine_options(NAME, self.options), "workers": self._workers}
        step = self._engine.follow(request, history)
        if isinstance(step, Asked):
            return step
        # A run that is repeated sends all sites the same, so it sends no times.
        info = {name: value for name, value in step.info.items() if name in ("theta", "forced")}
        arrays = {name: step.arrays[name] for name in (*_ARRAYS, *_OVER_NODES) if name in step.arrays}
        timed = {**info, "seconds": step.info["seconds"]}
        return Found(_result(self._party, self.options, timed, arrays), info, arrays)


class _ConsensusOfSite(DAGTask):
    name = NAME
    title = ConsensusTask.title

    def __init__(self, hello: Hello, *own: Any) -> None:
        super().__init__(hello, *own)
        if self._options["draft"] > hello.promise["draft"]:
            raise InvalidInputError("the session looks further ahead than it promises", argument="draft")
        for name in _COUNTED:
            if self._options[name] > hello.promise["numbers"]:
                raise InvalidInputError(f"{name} is more numbers than the session promises", argument=name)

    def read_again(self, options: dict[str, Any]) -> dict[str, Any]:
        return consensus_again(list(range(self._party.n)), self._party.r, options).options

    def check(self, question: Asked) -> None:
        drafted = question.info.get("drafted")
        if type(drafted) is not int or drafted > self._options["draft"]:
            raise InvalidInputError("the question looks further ahead than was promised", argument="drafted")
        check_consensus_question(self._options, question)

    def arrays(self, secrets: Secrets) -> Arrays:
        return {"secret": np.frombuffer(secrets.question, np.uint8)}

    def result(self, info: dict[str, Any], arrays: Arrays) -> Any:
        check_consensus(self._party, self._options, info, arrays)
        return _result(self._party, self._options, info, arrays)


class ConsensusSite(DAGSite):
    """A site of a consensus."""

    task = _ConsensusOfSite


def consensus_again(nodes: list[Any], clients: int, options: dict[str, Any]) -> Consensus:
    """The coordinator's side of a session with these options."""
    order = options.get("order")
    if isinstance(order, list) and all(type(k) is int and 0 <= k < len(nodes) for k in order):
        order = [nodes[k] for k in order]
    return ConsensusTask.of({**renamed(options, nodes), "order": order}).begin(Setting(nodes, range(clients)))


def _result(party: Party, options: dict[str, Any], info: dict[str, Any], arrays: Arrays) -> Any:
    """The result of a session, at whichever end, of the engine's last reply. Without theta a trajectory."""
    # Results load much, and are made at the end.
    from ..._plumbing import Reply, Trajectory, result_of
    from .._results.how_made import consensus_called
    from .._results.without_sites import SummedRun

    weights = weight_arrays(options)
    run = SummedRun(
        nodes=party.nodes,
        named=party.named,
        packed=np.zeros((0, 0), np.uint8),
        r=sum(options["dags"] or [party.r]),
        weights={name: array for name, array in weights.items() if name == "weights"},
        dag_counts=weights.get("held"),
        options=RunOptions(**{name: options[name] for name in _RUN}),
        together=arrays.get("together"),
        sites_of_session=party.r,
        called=consensus_called(options),
        told={**arrays, "removed": np.zeros((0, 4), np.int32)},
        status="complete",
        seconds=info.get("seconds", 0.0),
        limit=info.get("theta"),
        forced=info.get("forced", 0),
    )
    if options["theta"] is None:
        return Trajectory(run)
    return result_of(run, Reply({"seconds": run.seconds}, arrays), float(info["theta"]))
