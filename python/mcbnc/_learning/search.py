"""The search for a structure of each client's data: one job, or a job for each chunk of clients."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np

from .._base.fields import Request
from .._base.names import label
from .._base.scoring import Score
from .._base.sites import site_names
from .._engine.checkpoint import COMPLETE
from .._engine.chunks import HERE, Chunking
from .._engine.progress import LEARNING, Part, Watch
from .._engine.request import Arrays, Reply, execute
from .._inputs.knowledge import read_knowledge
from .._inputs.known import known_among
from .._results.edge_table import joined_shares
from .._rows.table import Table
from ..errors import InvalidInputError, McbncError, MemoryLimitError
from .chance import Found, chance_of, found_by, left_of, refuse_doubt, shuffles_for, tell_chance
from .dense import tell_dense
from .made import MadeOfRows, made_of_rows
from .over import CHAINS, ROUNDS, Union, as_reply, learn_union, tell_unseen
from .resamples import resamples_for, resamples_of
from .structure import Learned, searches_layout


def learn_each(
    data: Table,
    options: dict[str, Any],
    knowledge: Any,
    weights: Arrays,
    watch: Watch | None,
    chunking: Chunking = HERE,
    argument: str = "datasets",
    ties: bool = True,
    alone: bool = True,
    chance: int | None = 0,
    resamples: int | None = 0,
    *,
    called: tuple[str, Score] | None = None,
) -> list[Learned]:
    """Learn a structure from each client's data. `argument` is the one that the data came in.

    `called` is the public function that was called, with the score in force. The structures then know how
    they were made. None: the caller gives them that.

    `ties`: the seed draws ties. It also draws what fills cells without a value. `alone`: warn of columns that
    no row of a client has together. Callers that learn from all rows together warn for all rows. `chance` is
    how many shuffles find how much of each structure is chance, and `resamples` how many resamples of its
    rows find how sure each edge is. None: a number that does not take long.
    """
    refuse_doubt(data, chance=chance, resamples=resamples)
    asked = _Asked(
        options if ties else {**options, "seed": None},
        read_knowledge(knowledge, data.nodes),
        weights,
        [label(argument, k if argument == "datasets" else None) for k in range(data.r)],
        alone,
    )
    made = called and made_of_rows(*called, data, options, asked.edges, weights, argument)
    apart, draws = not data.coded and data.seen is not None, data.coded and data.gaps
    if not apart and not draws:
        began = time.monotonic()
        found = _told(_search(data, asked, watch, chunking), made)
        if data.complete:
            _measure_chance(data, asked, found, chance, began)
            _measure_resamples(data, asked, found, resamples, began)
        return found
    if chunking != HERE:
        what = "different columns of numbers" if apart else "missing='fill'"
        raise InvalidInputError(
            f"{what} cannot be combined with an executor, chunks or a checkpoint",
            argument="columns" if apart else "missing",
        )
    return _told(_apart(data, asked, watch) if apart else _fill(data, asked, options["seed"], watch), made)


class _Asked(NamedTuple):
    """What is asked of each client's data."""

    options: dict[str, Any]
    edges: dict[str, Any]
    weights: Arrays
    places: list[str]
    """What messages call each client's data."""
    alone: bool
    """Tell which columns no row of a client has together."""


def _search(data: Table, asked: _Asked, watch: Watch | None, chunking: Chunking) -> list[Learned]:
    """One search of each client's rows."""
    options, edges, weights, places, alone = asked

    def ask(part: range) -> tuple[Request, Arrays]:
        own = data if len(part) == data.r else data.only(list(part))
        return own.request("learn", **options, **edges), {**own.arrays, **weights}

    if data.gaps and alone:
        for k, place in enumerate(places):
            tell_unseen(data.only([k]), place)
    with data.errors_name_tables():
        done = chunking.run(
            "learn_many",
            data.r,
            ask,
            phase=LEARNING,
            nodes=data.nodes,
            watch=watch,
            layout=searches_layout(len(data.nodes)),
        )
    if done.parts[-1].stop < data.r:
        raise McbncError(f"progress stopped the searches before the {data.r} data sets were done")
    dense = np.concatenate([reply.arrays["dense"] for reply in done.replies])
    tell_dense(dense, places, data.nodes)
    return [
        _learned(data, reply, k - part.start, options["score"], k, edges)
        for part, reply in zip(done.parts, done.replies, strict=True)
        for k in part
    ]


def _apart(data: Table, asked: _Asked, watch: Watch | None) -> list[Learned]:
    """One search of each client's numbers, over the columns that it has."""
    found: list[Learned] = []
    seconds = 0.0
    try:
        for k, has in enumerate(data.has()):
            part = watch and Part(watch, LEARNING, seconds, done=k, count=data.r, last=k == data.r - 1)
            place = {i: at for at, i in enumerate(np.flatnonzero(has).tolist())}
            edges = known_among(asked.edges, place)
            own = asked._replace(edges=edges, places=[asked.places[k]])
            found += _search(data.alone(k), own, part, HERE)
            seconds += found[-1].seconds
    finally:
        if watch is not None:
            watch.close()
    return found


def _fill(data: Table, asked: _Asked, seed: int | None, watch: Watch | None) -> list[Learned]:
    """The vote of chains where a client has cells to be filled, else its one search.

    The time limit is for all clients together.
    """
    every = [data.only([k]) for k in range(data.r)]
    searches = [1 + CHAINS * ROUNDS if one.gaps else 1 for one in every]
    found: list[Learned] = []
    seconds = 0.0
    try:
        for k, one in enumerate(every):
            done, count = sum(searches[:k]), sum(searches)
            last = k == data.r - 1
            part = watch and Part(watch, LEARNING, seconds, done=done, count=count, last=last)
            own = asked._replace(places=[asked.places[k]])
            if one.gaps:
                union = learn_union(
                    one, None, {**own.options, "seed": seed}, own.edges, own.weights, part, own.places[0]
                )
                found.append(_voted(one, union, own.options["score"], own.edges))
                if own.alone:
                    tell_unseen(one, own.places[0])
            else:
                found += _search(one, own, part, HERE)
            seconds += found[-1].seconds
    finally:
        if watch is not None:
            watch.close()
    return found


def _measure_chance(
    data: Table, asked: _Asked, found: list[Learned], chance: int | None, began: float
) -> None:
    """Give each structure that was not stopped its chance, and warn of those that may be chance.

    The time limit is for the searches and the shuffles together.
    """

    def search(rows: Table) -> list[Found] | None:
        options = left_of(asked.options, began)
        if options is None:
            return None
        request = rows.request("learn", **options, **asked.edges)
        reply = execute(rows.nodes, request, {**rows.arrays, **asked.weights})
        if reply.info["status"] != COMPLETE:
            return None
        return found_by(reply.arrays)

    told = []
    for k, (place, learned) in enumerate(zip(asked.places, found, strict=True)):
        shuffles = shuffles_for(chance, data.rows[k])
        if not shuffles or learned.status != COMPLETE or data.n == 1:
            continue
        measured = chance_of(data.only([k]), shuffles, search)
        if measured is not None:
            learned._chance = measured.chance
            told.append((place, learned, measured))
    tell_chance(told)


def _measure_resamples(
    data: Table, asked: _Asked, found: list[Learned], resamples: int | None, began: float
) -> None:
    """Give each structure that was not stopped its resamples, if the time limit leaves time for them.

    A score may refuse a resample though it takes the rows: a column of numbers does not vary in it. So may
    the limit of memory. Then there are none, unless the caller asked for them.
    """
    for k, learned in enumerate(found):
        edges = len(learned) + len(learned.reversible)
        count = resamples_for(resamples, data.rows[k], data.n, edges)
        options = left_of(asked.options, began)
        if not count or options is None or learned.status != COMPLETE:
            continue
        try:
            learned._resamples = resamples_of(data.only([k]), count, options, asked.edges, asked.weights)
        except (InvalidInputError, MemoryLimitError):
            if resamples is not None:
                raise


def _told(found: list[Learned], made: MadeOfRows | None) -> list[Learned]:
    """The structures with the names of their sites, and how they were made."""
    for k, learned in enumerate(found):
        learned._made = made
        learned._of = k if len(found) > 1 else None
    for learned, site in zip(found, site_names("datasets", len(found)) or (), strict=False):
        learned._site = site
    return found


def _voted(data: Table, found: Union, criterion: str, edges: dict[str, Any]) -> Learned:
    """The structure that the chains of the only client voted for, over the columns that it has."""
    learned = _learned(data, as_reply(found), 0, criterion, 0, edges)
    shares = joined_shares(found.chains.arrays["adjacency"][found.voters], {})
    has = np.flatnonzero(data.has()[0])
    learned._stability = shares[np.ix_(has, has)]
    return learned


def _learned(
    data: Table, reply: Reply, at: int, criterion: str, client: int, edges: dict[str, Any]
) -> Learned:
    """The structure of a client, over the columns that it has."""
    if data.seen is None:
        return Learned(data, reply, at, criterion, [client], edges)
    has = np.flatnonzero(data.seen[client])
    place = np.zeros(data.n, np.int32)
    place[has] = np.arange(len(has))
    first, last = reply.arrays["step_ptr"][at : at + 2].tolist()
    ptr = reply.arrays["h_ptr"][first : last + 1]
    one = {
        name: reply.arrays[name][at : at + 1] for name in ("total", "prior", "learn_seconds", "learn_status")
    }
    one |= {name: reply.arrays[name][at : at + 1][:, has][:, :, has] for name in ("adjacency", "cpdag")}
    one |= {name: reply.arrays[name][first:last] for name in ("step_kind", "gain")}
    one["step_ptr"] = np.array([0, last - first])
    one["step_edges"] = place[reply.arrays["step_edges"][first:last]]
    one["h"], one["h_ptr"] = place[reply.arrays["h"][ptr[0] : ptr[-1]]], ptr - ptr[0]
    known = known_among(edges, {i: at for at, i in enumerate(has.tolist())})
    return Learned(data.alone(client), Reply(reply.info, one), 0, criterion, [0], known)
