#!/usr/bin/env python3
"""Run the searches of other packages on a sample of the cases of defaults.py, on the same table of each.

    make -C studies defaults-peers

Each case begins with mcbnc's default, which must be as far from the truth as defaults.json has it: so the
rows are the same, and the engine finds the same.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

import draws
import numpy as np
import results
import rows
import trials
from paired import Case
from resume import arguments, collect, key_of

import mcbnc

HERE = Path(__file__).resolve().parent
QUICK = (
    "pyAgrum MIIC", "pyAgrum hill climbing", "pyAgrum tabu", "pgmpy hill climbing", "causal-learn PC", "xges",
)  # fmt: skip
SLOW = ("pgmpy GES", "causal-learn GES", "causal-learn BOSS")
"""They run on networks of few nodes alone."""
PEERS = (*QUICK, *SLOW)
FEW_NODES = 20
OF_FEW, OF_MORE = 6, 10
"""How many cases of each number of rows are on networks of at most so many nodes, and how many on others."""
TABLE_ROWS = [count for count in draws.TABLE_ROWS if 50 <= count <= 5000]
SECONDS = 10
"""The limit of CPU seconds of a search."""
FACTS = ("repetition", "network", "regime", "versions", "stopped", "failed")
MEASURES = ("smhd", "shd", "seconds")


def few(case: Case) -> bool:
    return bool(case["nodes"] <= FEW_NODES)


def sample(cases: Sequence[Case]) -> list[Case]:
    """The cases that the peers get: the first by a hash of the key, of each number of rows and each size.

    The numbers of rows take turns, so a study that was stopped has about as many cases of each.
    """
    columns = []
    for count in TABLE_ROWS:
        its = sorted((case for case in cases if case["table_rows"] == count), key=hashed)
        for wanted, most in ((True, OF_FEW), (False, OF_MORE)):
            columns.append([case for case in its if few(case) == wanted][:most])
    return [case for case in chain(*zip_longest(*columns)) if case]


def hashed(case: Case) -> int:
    return zlib.crc32(repr(key_of(case)).encode())


class Worker:
    """A process of peer_searches.py."""

    def __init__(self, python: str) -> None:
        one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
        self.process = subprocess.Popen(
            [python, str(HERE / "peer_searches.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **one, "PYTHONPATH": str(Path(rows.__file__).parent), "PYTHONHASHSEED": "0"},
        )

    def run(self, peer: str, file: Path) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        with suppress(BrokenPipeError):
            print(json.dumps([peer, str(file), SECONDS]), file=self.process.stdin, flush=True)
        if not (said := self.process.stdout.readline()):
            words = shlex.join(map(str, self.process.args))
            sys.exit(f"{peer}: {words} has ended: run it by hand to see why")
        return dict(json.loads(said))


def run(folder: Path, case: Case, workers: dict[str, Worker]) -> dict[str, Any]:
    """All peers on the table of a case."""
    drawn = draws.draw(folder, key_of(case))
    truth, states = np.asarray(drawn.network.dag), drawn.network.arities.tolist()
    check(case, drawn, states)
    kept: dict[str, Any] = {name: {} for name in ("found", "versions", "stopped", "failed")}
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "table.rows"
        rows.write(file, [f"x{v}" for v in range(len(truth))], states, drawn.table.T)
        for peer in PEERS if few(case) else QUICK:
            answer = workers[peer].run(peer, file)
            kept["versions"][peer] = answer["version"]
            keep(kept, peer, answer, truth)
    return {**dict(zip(("repetition", "network", "regime"), key_of(case), strict=True)), **kept}


def keep(kept: dict[str, Any], peer: str, answer: dict[str, Any], truth: np.ndarray) -> None:
    """Keep the distances and the CPU seconds of an answer, or why there is none."""
    for mishap in ("stopped", "failed"):
        if mishap in answer:
            kept[mishap][peer] = answer[mishap]
            return
    graph = np.zeros_like(truth)
    for u, v, loose in answer["edges"]:
        graph[u, v] = 1
        graph[v, u] |= loose
    try:
        distances = [int(f(graph, truth)) for f in (mcbnc.metrics.smhd, mcbnc.metrics.shd)]
    except mcbnc.McbncError as error:
        kept["failed"][peer] = f"no class: {error}"[:200]
    else:
        kept["found"][peer] = [*distances, answer["cpu"]]


def check(case: Case, drawn: draws.Draw, states: list[int]) -> None:
    """mcbnc's default is as far from the truth as defaults.json has it."""
    table = mcbnc.Rows(drawn.table, states=states)
    trial = trials.attempt(mcbnc.learn, table, **trials.LEARNERS[trials.DEFAULT].options())
    now = trials.measures(np.asarray(trial.result), np.asarray(drawn.network.dag), 0.0)[:2]
    before = case["found"][trials.method("learn", trials.DEFAULT)][:2]
    if now != [*before]:
        sys.exit(f"{key_of(case)}: the default is at {now}, and was at {before}: run defaults.py anew")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("networks", type=Path)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--rivals", required=True, help="the Python that has pyAgrum, pgmpy and causal-learn")
    parser.add_argument("--xges", required=True, help="the Python that has the package xges")
    args = parser.parse_args()
    cases = {key_of(case): case for case in sample(results.load(args.cases, trials.MEASURES))}
    others, xges = Worker(args.rivals), Worker(args.xges)
    workers = {peer: xges if peer == "xges" else others for peer in PEERS}
    found = collect(args.lines, [*cases], lambda key: run(args.networks, cases[key], workers))
    results.save(args.json, found, FACTS, MEASURES)


if __name__ == "__main__":
    main()
