"""The clients' structures: each client learns a DAG from its own rows, by mcbnc.learn with its defaults."""

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


def params(network: Network, client: int, rows: int = ROWS) -> Params:
    return {"network": network.name, "checksum": network.checksum, "client": client, "rows": rows}


def run(folder: Path, given: Params) -> dict[str, Any]:
    """Learn the DAG of a client. BDeu with equivalent sample size 1 is the default of mcbnc.learn."""
    network = load(folder / "networks", given["network"])
    rows = network.sample(given["client"], given["rows"])
    begin = time.process_time()
    learned = mcbnc.learn(mcbnc.Rows(rows, names=network.nodes, states=network.arities.tolist()), workers=1)
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
