"""A whole federation in one process: what it answers, what it costs, and what it shows."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from .._plumbing import (
    PDAG,
    ColumnsName,
    ScoreOption,
    Table,
    check_flag,
    chosen_columns,
    counted,
    listed,
    read_dags,
    read_datasets,
    read_score,
    shown,
    sited,
    takes_sites,
)
from ..errors import InvalidInputError
from ._coordinator.coordinator import Coordinator
from ._results.sums import Leak, Told, list_leaks
from ._secure.keys import Identity
from ._secure.limits import Limits
from ._site.client import Client
from ._tasks.codebook import CodeBook, read_codebook
from ._tasks.consensus import ConsensusTask
from ._tasks.numbers import Numbers
from ._tasks.options import refuse_unknown
from ._tasks.private import Hidden, hidden_by
from ._tasks.rows import RowSite
from ._tasks.vote import VoteTask

_KEY = 32


@dataclass(frozen=True)
class Report:
    """What a federation answered, what it cost, and what its coordinator saw.

    Made by :func:`simulate`, :func:`simulate_vote` and :func:`simulate_learning`. ``print(report)`` shows it
    as a table. ``bytes`` is the number of bytes that each site sent, with the messages before the
    first and after the last round.
    """

    result: Any
    """What :attr:`Coordinator.result` is: a :class:`mcbnc.ConsensusResult`, :class:`mcbnc.Trajectory`,
    :class:`mcbnc.baselines.Baseline` or :class:`mcbnc.JointlyLearned`."""
    rounds: int
    """The number of questions. Each one waits for all sites."""
    numbers: int
    """How many numbers each site sent."""
    bytes: int
    received: int
    """How many bytes each site received."""
    leaks: list[Leak]
    """What the coordinator saw: sums over all sites, by kind."""
    told: list[Told]
    """The sums that all sites were shown, with their proof. Without masks there are none."""
    hidden: Hidden | None
    """What the noise hides. None: there was none."""

    def __str__(self) -> str:
        lines = [
            repr(self.result),
            f"{counted(self.rounds, 'round')}; each site sent {counted(self.numbers, 'number', ',')} in "
            f"{self.bytes:,} bytes, "
            f"and received {self.received:,} bytes",
            "the coordinator saw these sums over all sites:",
            *(
                f"  {leak.numbers:>10,}  {leak.what} ({leak.zeros:,} are 0, {leak.small:,} are 1 to 4)"
                for leak in self.leaks
            ),
            *(["all sites were shown these of them:"] if self.told else []),
            *(f"  {told.numbers:>10,}  {told.what}, of question {told.round}" for told in self.told),
            *([] if self.hidden is None else [str(self.hidden)]),
        ]
        return "\n".join(lines)


@takes_sites("dags")
def simulate(
    dags: Any,
    theta: Any = 0.5,
    *,
    nodes: Any = None,
    masks: bool = False,
    limits: Limits | None = None,
    **options: Any,
) -> Report:
    """Find the consensus of DAGs as a federation finds it: from sums alone, each DAG at its own site.

    The result is that of :func:`mcbnc.consensus`, or with ``theta=None`` that of :func:`mcbnc.trajectory`,
    without what it has of each single DAG.

    Parameters
    ----------
    dags, nodes
        As in :func:`mcbnc.consensus`. Names are strings or whole numbers. With ``nodes="union"`` each DAG has
        some of the nodes, and the result is that of :func:`mcbnc.consensus` with ``nodes="union"``.
    theta : float, "auto" or None
        As in :func:`mcbnc.consensus`. None makes a trajectory.
    masks : bool
        Whether the sites mask their numbers, which needs at least 3 of them. The result is the same.
    limits : Limits, optional
        Of the coordinator and of all sites.
    **options
        As in :class:`Coordinator`, such as ``draft=16``.

    Returns
    -------
    Report

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`.
    MissingExtraError
        Masks need the library cryptography, mcbnc's extra "federated".

    Examples
    --------
    >>> import mcbnc.federated
    >>> a = [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
    >>> b = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
    >>> report = mcbnc.federated.simulate([a, a, b], nodes=["x", "y", "z"])
    >>> report.result.edges
    [('x', 'z'), ('y', 'z')]
    """
    return _of_dags(ConsensusTask, dags, nodes, {"theta": theta, **options}, masks, limits)


@takes_sites("dags")
def simulate_vote(
    dags: Any,
    threshold: float = 0.5,
    *,
    nodes: Any = None,
    masks: bool = False,
    limits: Limits | None = None,
    **options: Any,
) -> Report:
    """Vote on the skeleton as a federation does: from sums alone, each DAG at its own site.

    The result is that of ``mcbnc.baselines.vote(dags, threshold, kind="skeleton")``, without what it has of
    each single DAG.

    Parameters
    ----------
    dags, threshold, nodes
        As in :func:`mcbnc.baselines.vote`. Names are strings or whole numbers.
    masks, limits
        As in :func:`simulate`.
    **options
        Those of :class:`VoteTask`, such as `weights` and, with ``nodes="union"``, `explained`.

    Returns
    -------
    Report

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.baselines.vote`.
    MissingExtraError
        As in :func:`simulate`.

    Examples
    --------
    >>> import mcbnc.federated
    >>> a = [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
    >>> b = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
    >>> report = mcbnc.federated.simulate_vote([a, a, b], nodes=["x", "y", "z"])
    >>> report.result.edges
    [('x', 'z'), ('y', 'z')]
    """
    return _of_dags(VoteTask, dags, nodes, {"threshold": threshold, **options}, masks, limits)


def _of_dags(
    kind: type[ConsensusTask] | type[VoteTask],
    dags: Any,
    nodes: Any,
    options: dict[str, Any],
    masks: bool,
    limits: Limits | None,
) -> Report:
    """A federation in which each site has one DAG."""
    inputs = read_dags(dags, nodes, union=True)
    refuse_unknown(kind.title, options, kind.table())
    task = kind(nodes="same" if inputs.seen is None else "union", **options)
    coordinator = Coordinator(inputs.nodes, inputs.r, task=task, masks=masks, limits=limits)

    def make(k: int, **keys: Any) -> Client:
        keys |= {"task": kind.name, "limits": limits}
        if inputs.seen is None:
            return Client(inputs.graphs[k], nodes=inputs.nodes, **keys)
        own = np.flatnonzero(inputs.seen[k])
        names = [inputs.nodes[i] for i in own.tolist()]
        return Client(PDAG(inputs.graphs[k][np.ix_(own, own)], names, True), nodes="union", **keys)

    return _run(coordinator, make, masks)


@takes_sites("datasets")
def simulate_learning(
    datasets: Any,
    *,
    score: ScoreOption | None = None,
    columns: ColumnsName | None = None,
    rounds: Literal["many", "one"] = "many",
    codebook: Mapping[Hashable, Any] | None = None,
    min_cell: int = 0,
    masks: bool = False,
    limits: Limits | None = None,
    **options: Any,
) -> Report:
    """Learn one structure as a federation learns it: from sums alone, the rows at their own sites.

    The result is that of ``mcbnc.learn_jointly(datasets, pairs=pairs, own=own, outliers="keep")`` with
    the same search. With ``outliers="drop"`` each site judges itself, by the votes of all.

    Parameters
    ----------
    datasets
        As in :func:`mcbnc.learn_jointly`.
    score, rounds
        As in :class:`CountsTask`, or by :class:`ProductsTask` for columns of numbers, for scores that take
        these, and for one round.
    columns : {"same", "common", "union"}, optional
        As in :func:`mcbnc.learn_jointly`. With "union" each site fills the cells of the columns that it
        lacks, and each sum is over the rows of all sites. The rule is another one than that of one place: see
        :doc:`/federate`.
    codebook : dict, optional
        What all sites have agreed on: by node, its states or :class:`Numbers`. The other nodes have all
        states that occur, or the range of all numbers.
    min_cell : int
        Each site refuses to send a table of counts with a cell from 1 to one less.
    masks : bool
        Whether the sites mask their numbers, which needs at least 3 of them. The result is the same.
    limits : Limits, optional
        Of the coordinator and of all sites.
    **options
        As in :class:`Coordinator`: those of the task, such as `pairs`, `own`, `search`, `max_parents` and
        `knowledge`. With masks and different columns each site also draws by its own key, so the result
        depends on the sites' keys.

    Returns
    -------
    Report

    Raises
    ------
    InvalidInputError
        As in :func:`mcbnc.learn_jointly`.
    Refused
        If a table has a cell that is smaller than `min_cell`, or masked sites are asked for what `limits` do
        not allow.
    MissingExtraError
        Masks need the library cryptography, mcbnc's extra "federated".
    """
    union = chosen_columns(datasets, columns) == "union"
    chosen = None if score is None else read_score(score)
    agreed = read_codebook(codebook)
    numbers = any(isinstance(each, Numbers) for each in agreed.values())
    if chosen is None or chosen.discrete:
        read_by = "dg" if chosen is None and (rounds == "one" or numbers) else "bdeu"
    else:
        read_by = chosen.name
    data = read_datasets(datasets, read_by, columns=columns, union=read_by == "bdeu")
    states = agreed_states(data, agreed)
    coordinator = Coordinator(
        data.nodes,
        data.r,
        task="learning",
        states=states,
        score=score,
        columns="union" if union else "same",
        rounds=rounds,
        masks=masks,
        limits=limits,
        recipe=None if data.recipe is None else bytes.fromhex(data.recipe),
        **options,
    )

    book = dict(zip(data.nodes, states, strict=True))

    def make(k: int, **keys: Any) -> Client:
        site = RowSite(data.only([k]), min_cell=min_cell, codebook=book)
        return Client(site, limits=limits, **keys)

    return _run(coordinator, make, masks)


def agreed_states(data: Table, codebook: CodeBook) -> list[Any]:
    """By node: what the code book has, or else its states or the range of its numbers, from all data."""
    unknown = [name for name in codebook if name not in set(data.nodes)]
    if unknown:
        raise InvalidInputError(
            f"codebook has {listed(unknown, shown)}, which no data set has",
            argument="codebook",
            nodes=unknown,
        )
    blocks = [block for block, rows in zip(data.blocks(), data.rows, strict=True) if rows]
    found = [
        Numbers(min(b[i].min() for b in blocks), max(b[i].max() for b in blocks))
        if states is None and name not in codebook
        else [*(states or ())]
        for i, (name, states) in enumerate(zip(data.nodes, data.states, strict=True))
    ]
    return [codebook.get(name, own) for name, own in zip(data.nodes, found, strict=True)]


def make_keys(sites: int, masks: bool) -> list[dict[str, Any]]:
    """By site: the arguments of a :class:`Client` about masks."""
    if not masks:
        return [{"masks": False}] * sites
    secrets = [os.urandom(_KEY) for _ in range(sites)]
    peers = [Identity(secret).public for secret in secrets]
    return [{"identity": secret, "peers": peers} for secret in secrets]


def carry(coordinator: Coordinator, sites: Mapping[Hashable, Client]) -> tuple[int, int]:
    """Carry all messages, within the process: how many bytes each site sent, and received."""
    sent = received = 0
    for message in coordinator:
        replies = {client: sites[client].answer(message.bytes) for client in message.to}
        received += len(message.bytes)
        sent += max(map(len, replies.values()))
        coordinator.feed(replies)
    return sent, received


def _run(coordinator: Coordinator, make: Callable[..., Client], masks: bool) -> Report:
    """Make the sites, and carry all messages."""
    keys = make_keys(len(coordinator.clients), check_flag(masks, "masks"))
    sites = {client: make(k, **keys[k]) for k, client in enumerate(coordinator.clients)}
    with sited(None):  # each site has one graph or table
        sent, received = carry(coordinator, sites)
    return Report(
        result=coordinator.result,
        rounds=coordinator.rounds,
        numbers=coordinator.numbers,
        bytes=sent,
        received=received,
        leaks=list_leaks(coordinator.history, coordinator.options),
        told=coordinator.told,
        hidden=hidden_by(coordinator.options, coordinator.nodes, len(coordinator.clients)),
    )
