"""The clients' structures: each client learns a DAG from its own rows, by GES with BDeu, as in the paper."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
from networks import ROWS, Network, load
from numpy.typing import NDArray
from store import Params, Stage, Store

import mcbnc

CLIENTS = 100
STAGE = Stage("learn", 1)
PROTOCOL: dict[str, Any] = {"score": mcbnc.BDeu(ess=1), "search": "ges", "prior": None}
"""How the paper's clients learn."""


def params(network: Network, client: int, rows: int = ROWS) -> Params:
    return {"network": network.name, "checksum": network.checksum, "client": client, "rows": rows}


def run(folder: Path, given: Params) -> dict[str, Any]:
    """Learn the DAG of a client."""
    network = load(folder / "networks", given["network"])
    rows = network.sample(given["client"], given["rows"])
    begin = time.process_time()
    table = mcbnc.Rows(rows, names=network.nodes, states=network.arities.tolist())
    learned = mcbnc.learn(table, workers=1, **PROTOCOL)
    seconds = time.process_time() - begin
    return {"arcs": np.argwhere(learned.adjacency).tolist(), "seconds": round(seconds, 3)}


def read(store: Store, network: Network, clients: int, rows: int = ROWS) -> NDArray[np.uint8]:
    """The DAGs of the first clients, (clients, n, n)."""
    n = len(network.nodes)
    dags = np.zeros((clients, n, n), np.uint8)
    for k in range(clients):
        arcs = np.array(store.get(STAGE, params(network, k, rows))["arcs"], np.int64).reshape(-1, 2)
        dags[k, arcs[:, 0], arcs[:, 1]] = 1
    return dags
