"""The methods of the study: each makes one graph from the sites' rows."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mcbnc

Tables = list[NDArray[np.uint8]]
Found = dict[str, tuple[int, int, float]]
"""For each method SMHD and SHD to the truth, and the CPU seconds from the rows to the answer."""

MEAN = "mean input"
VOTE = "vote"
CONSENSUS = "MCBNC"
AVERAGED = "averaged"
ONE_TABLE = "one table"
ONE_TABLE_KEPT = "one table, flagged out"
VOTES = "jointly"
UNION = "jointly, union"
OWN = "own search alone"
METHODS = (MEAN, VOTE, CONSENSUS, AVERAGED, ONE_TABLE, ONE_TABLE_KEPT, OWN, UNION, VOTES)
BHD = {"BHD, ges": False, "BHD, xges": True}
"""The rival score of the program of bhd/, by either search: whether it leaves local optima."""


def run(
    tables: Tables, states: list[int], gold: NDArray[np.uint8], program: Path | None = None
) -> tuple[Found, dict[str, Any]]:
    """Run all methods on one thread, by the defaults; BHD too if there is its program.

    Also returns the sites that were flagged, and the search that won.
    """
    gold = np.asarray(gold)  # the tables have no names either
    one = {"workers": 1}
    read = partial(mcbnc.Rows, states=states)
    dags, learning = _timed(lambda: mcbnc.learn_many(read(tables), **one))
    joint, seconds = _timed(lambda: mcbnc.learn_jointly(read(tables), **one))
    kept = [k for k in range(len(tables)) if k not in joint.dropped]
    drop = {"outliers": "drop", **one}
    rows = np.concatenate
    graphs: dict[str, tuple[Any, float]] = {VOTES: (joint, seconds)}
    for name, learnt, method in (
        (VOTE, True, lambda: mcbnc.baselines.vote(dags, kind="skeleton", **drop)),
        (CONSENSUS, True, lambda: mcbnc.consensus(dags, "auto", **drop)),
        (AVERAGED, True, lambda: mcbnc.baselines.averaged(dags, **drop)),
        (ONE_TABLE, False, lambda: mcbnc.learn(read(rows(tables)), **one)),
        (ONE_TABLE_KEPT, True, lambda: mcbnc.learn(read(rows([tables[k] for k in kept])), **one)),
        (UNION, False, lambda: mcbnc.learn_jointly(read(tables), pairs="union", **one)),
        (OWN, True, lambda: own_search([tables[k] for k in kept], [dags[k] for k in kept], states)),
    ):
        graph, seconds = _timed(method)
        graphs[name] = (graph, seconds + learning * learnt)
    for name, extended in BHD.items() if program else ():
        graphs[name] = _timed(partial(bhd, program, [tables[k] for k in kept], states, extended))
        graphs[name] = (graphs[name][0], graphs[name][1] + learning)
    found = {name: (*_distances(graph, gold), seconds) for name, (graph, seconds) in graphs.items()}
    each = np.mean([_distances(dag, gold) for dag in dags], axis=0)
    found[MEAN] = (*each.round(2).tolist(), learning)
    return {name: found[name] for name in (*METHODS, *BHD) if name in found}, {
        "flagged": joint.dropped,
        "search": joint.method,
    }


def own_search(tables: Tables, dags: list[Any], states: list[int]) -> NDArray[np.uint8]:
    """The search by the sum of the sites' own scores, among the pairs that a DAG joins.

    The sum of the sites' BDeu is BDeu of all rows, if the site is one more variable that is a parent of every
    node, and the equivalent sample size is the number of sites.
    """
    n, sites = len(states), len(tables)
    joined = np.any([np.asarray(dag) | np.asarray(dag).T for dag in dags], axis=0)
    rows = np.concatenate(
        [np.column_stack([table, np.full(len(table), k)]) for k, table in enumerate(tables)]
    )
    learned = mcbnc.learn(
        mcbnc.Rows(rows, states=[*states, sites]),
        score=mcbnc.BDeu(sites),
        knowledge={
            "required": [(n, v) for v in range(n)],
            "forbidden": [{i, j} for i in range(n) for j in range(i) if not joined[i, j]],
        },
        prior=None,
        workers=1,
    )
    return learned.adjacency[:n, :n]


def bhd(program: Path, tables: Tables, states: list[int], extended: bool) -> NDArray[np.uint8]:
    """A search by the Bayesian hierarchical Dirichlet score, which studies/together/bhd/hierarchy.go defines.

    The parameters are those of the authors' program for several domains: s is the number of joint states of a
    family, and the prior of the mean is uniform.
    """
    sites = [base64.b64encode(np.ascontiguousarray(table).tobytes()).decode() for table in tables]
    problem = {"arity": states, "sites": sites, "strength": 1, "prior": 1, "extended": extended}
    done = subprocess.run([program], input=json.dumps(problem), stdout=subprocess.PIPE, text=True, check=True)
    dag = np.zeros((len(states), len(states)), np.uint8)
    for x, y in json.loads(done.stdout)["Arcs"]:
        dag[x, y] = 1
    return dag


def _distances(graph: Any, gold: NDArray[np.uint8]) -> tuple[int, int]:
    return mcbnc.metrics.smhd(graph, gold), mcbnc.metrics.shd(graph, gold)


def _timed(method: Callable[[], Any]) -> tuple[Any, float]:
    begin = _cpu()
    result = method()
    return result, _cpu() - begin


def _cpu() -> float:
    """The CPU seconds of this process and of the programs that it ran, however busy the machine is."""
    return sum(os.times()[:4])
