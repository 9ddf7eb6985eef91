"""The cases of the study: one method on one network with one number of clients, and all its measures."""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import learning
import numpy as np
from measure import Inputs, measure
from methods import METHODS, Case, Method, read_file
from networks import Network, load
from store import Params, Stage, Store

STAGE = Stage("cases", 1)
INPUTS = Stage("inputs", 1)

CLIENTS = (5, 10, 20, 30, 50, 100)


def params(network: Network, clients: int, method: str, rows: int, code: str | None = None) -> Params:
    """What a case depends on. `code` is a hash of the file that the method is from, if it is not ours."""
    facts = {"network": network.name, "checksum": network.checksum, "clients": clients, "rows": rows}
    return {**facts, "method": method, **({"code": code} if code else {})}


def run(folder: Path, given: Params, file: Path | None = None) -> dict[str, Any]:
    """Run a method, and measure its graph."""
    method = {**METHODS, **read_file(file)}[given["method"]]
    case, inputs = load_case(folder, given["network"], given["clients"], given["rows"])
    graph, seconds = timed(method, case)
    if graph is None:
        return {}
    dag = np.asarray(graph)
    found: dict[str, Any] = measure(folder, case.network.name, dag, inputs, case.rows)
    found["seconds"] = seconds
    for fact in ("theta", "status"):
        if (value := getattr(graph, fact, None)) is not None:
            found[fact] = value
    return found


def timed(method: Method, case: Case) -> tuple[Any, float]:
    """A method's graph, and the seconds of processor time of all its threads, without drawing the rows."""
    begin, drawing = time.process_time(), case.drawing
    graph = method(case)
    return graph, time.process_time() - begin - (case.drawing - drawing)


@lru_cache(maxsize=1)
def load_case(folder: Path, name: str, clients: int, rows: int) -> tuple[Case, Inputs]:
    """A case, kept for the methods that follow."""
    network = load(folder / "networks", name)
    dags = learning.read(Store(folder), network, clients, rows)
    return Case(network, dags, rows), Inputs(dags)


def input_params(network: Network, clients: int, rows: int) -> Params:
    return {
        "network": network.name, "checksum": network.checksum, "clients": clients, "rows": rows,
    }  # fmt: skip


def run_inputs(folder: Path, given: Params) -> dict[str, list[float]]:
    """The measures of each client's own DAG, but its distance to the other clients' DAGs."""
    network = load(folder / "networks", given["network"])
    dags = learning.read(Store(folder), network, given["clients"], given["rows"])
    each = [measure(folder, network.name, dag, None, given["rows"]) for dag in dags]
    return {key: [one[key] for one in each] for key in each[0]}
