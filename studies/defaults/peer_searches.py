#!/usr/bin/env python3
"""The searches of other packages, each with its package's defaults, for peer_study.py.

It reads lines of JSON, `[PEER, FILE, SECONDS]`, and prints for each a line of JSON: the version of the
package, and the CPU seconds of the search and its edges, as (u, v, 0) for u → v and (u, v, 1) for u − v; or
after how many CPU seconds it was stopped; or how it failed. Each search is a child process: so the packages
are loaded once, and the limit ends the search alone. It gets the states that are in the rows, as in a user's
table.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import rows

Edges = list[tuple[int, int, int]]
Search = Callable[[], Edges]
MEMORY = 8 << 30  # bytes that a search may have


def pyagrum_search(use: str) -> Callable[[np.ndarray], Search]:
    """The DAG of a learner of pyAgrum, after its method `use`. Its score is BDeu if it has one."""
    import pyagrum

    def prepare(cells: np.ndarray) -> Search:
        learner = pyagrum.BNLearner(frame(cells))
        learner.setNumberOfThreads(1)
        getattr(learner, use)()
        place = {learner.idFromName(name): v for v, name in enumerate(names(cells))}
        return lambda: [(place[u], place[v], 0) for u, v in learner.learnDAG().arcs()]

    return prepare


def pgmpy_search(name: str, **options: Any) -> Callable[[np.ndarray], Search]:
    """A search of pgmpy. Its score of tables of states is BIC."""
    from pgmpy import causal_discovery, config

    config.set_show_progress(False)

    def prepare(cells: np.ndarray) -> Search:
        table = frame(cells)
        learner = getattr(causal_discovery, name)(**options)
        place = {name: v for v, name in enumerate(names(cells))}

        def search() -> Edges:
            graph = learner.fit(table).causal_graph_
            kinds = enumerate((graph.directed_edges, graph.undirected_edges))
            return [(place[u], place[v], k) for k, some in kinds for u, v in some]

        return search

    return prepare


def causal_search(run: Callable[[np.ndarray], Any]) -> Callable[[np.ndarray], Search]:
    """A search of causal-learn, which returns a graph of its own kind."""

    def prepare(cells: np.ndarray) -> Search:
        return lambda: edges(run(cells.astype(int)).graph)

    return prepare


def edges(marks: np.ndarray) -> Edges:
    """marks[v, u] = 1 and marks[u, v] = -1 is u → v; both -1 is u − v; both 1 is u ↔ v, which no DAG has."""
    nodes = range(len(marks))
    if any(marks[u, v] == marks[v, u] == 1 for v in nodes for u in range(v)):
        raise ValueError("the answer has edges with two heads")
    arcs = [(u, v, 0) for u in nodes for v in nodes if (marks[v, u], marks[u, v]) == (1, -1)]
    return arcs + [(u, v, 1) for v in nodes for u in range(v) if marks[u, v] == marks[v, u] == -1]


def ges() -> Callable[[np.ndarray], Search]:
    from causallearn.search.ScoreBased.GES import ges

    return causal_search(lambda cells: ges(cells, "local_score_BDeu")["G"])


def boss() -> Callable[[np.ndarray], Search]:
    from causallearn.search.PermutationBased.BOSS import boss

    return causal_search(lambda cells: boss(cells, "local_score_BDeu", verbose=False))


def pc() -> Callable[[np.ndarray], Search]:
    from causallearn.search.ConstraintBased.PC import pc

    return causal_search(lambda cells: pc(cells, indep_test="chisq", show_progress=False).G)


def xges() -> Callable[[np.ndarray], Search]:
    """The package xges has no score of states, and takes that of bench/rivals/xges_package.py."""
    import xges_package
    from xges import XGES

    XGES().fit(np.random.default_rng(1).standard_normal((100, 3)), verbose=0)  # compiles what Numba compiles

    def prepare(cells: np.ndarray) -> Search:
        states = [int(column.max()) + 1 for column in cells.T]
        scorer = xges_package.Counts(np.ascontiguousarray(cells.T), states, "bic")
        values = np.ascontiguousarray(cells.astype(float))

        def search() -> Edges:
            learner = XGES()
            learner.fit(values, scorer=scorer, verbose=0)
            dag = learner.get_a_dag()
            return [(int(u), int(v), 0) for v in dag.get_nodes() for u in dag.get_parents(v)]

        return search

    return prepare


PEERS: dict[str, Callable[[], Callable[[np.ndarray], Search]]] = {
    "pyAgrum MIIC": lambda: pyagrum_search("useMIIC"),
    "pyAgrum hill climbing": lambda: pyagrum_search("useGreedyHillClimbing"),
    "pyAgrum tabu": lambda: pyagrum_search("useLocalSearchWithTabuList"),
    "pgmpy hill climbing": lambda: pgmpy_search("HillClimbSearch", show_progress=False),
    "pgmpy GES": lambda: pgmpy_search("GES"),
    "causal-learn PC": pc,
    "causal-learn GES": ges,
    "causal-learn BOSS": boss,
    "xges": xges,
}


def frame(cells: np.ndarray) -> Any:
    import pandas as pd

    return pd.DataFrame(cells.astype(str), columns=names(cells))


def names(cells: np.ndarray) -> list[str]:
    return [f"x{v}" for v in range(cells.shape[1])]


def occurring(cells: np.ndarray) -> np.ndarray:
    """The codes 0, 1, ... of the states that occur in each column."""
    return np.stack([np.unique(column, return_inverse=True)[1] for column in cells.T], axis=1)


def run(prepare: Callable[[np.ndarray], Search], path: Path, seconds: int) -> dict[str, Any]:
    """The answer of a child process, which the limit of CPU seconds may end."""
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        random.seed(1)
        np.random.seed(1)
        os.write(writer, json.dumps(answer(prepare, path)).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if said:
        return dict(json.loads(said))
    if status == -signal.SIGXCPU:
        return {"stopped": seconds}
    return {"failed": f"the process ended with {status}"}


def answer(prepare: Callable[[np.ndarray], Search], path: Path) -> dict[str, Any]:
    try:
        search = prepare(occurring(rows.read(path)[2].T))
        begin = time.process_time()
        found = search()
        return {"cpu": round(time.process_time() - begin, 4), "edges": [list(map(int, e)) for e in found]}
    except BaseException as error:  # of whatever kind another package has
        return {"failed": f"{type(error).__name__}: {error}"[:200]}


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the packages print is no answer
    loaded: dict[str, Callable[[np.ndarray], Search]] = {}
    for line in sys.stdin:
        peer, path, seconds = json.loads(line)
        if peer not in loaded:
            loaded[peer] = PEERS[peer]()
        package = peer.split()[0]
        said = {"version": f"{package} {version(package)}", **run(loaded[peer], Path(path), seconds)}
        print(json.dumps(said), file=answers, flush=True)


if __name__ == "__main__":
    main()
