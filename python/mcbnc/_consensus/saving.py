"""A run into a file: one of JSON, made by the engine's operation "save"."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._base.paths import PathLike
from .._base.writing import write_whole
from .._engine.request import Arrays, execute
from .._graphs.json_names import name_as_json
from .._results.result import Result
from .._version import __version__
from .run import Run

__all__ = ["save_run"]


def save_run(path: PathLike, run: Run, result: Result | None = None) -> None:
    """Write `run`, and with it the state at its limit, `result`, if it is to be loaded as that."""
    inputs = run.inputs
    record: dict[str, Any] = {
        "mcbnc": __version__,
        "nodes": [name_as_json(name) for name in run.nodes],
        "named": run.named,
        "status": run.status,
        "seconds": run.seconds,
        "limit": run.limit,
        "forced": run.forced,
        "dropped": run.dropped,
        "extended": run.extended,
    }
    steps = {name: array for name, array in run.steps.items() if name != "psi"}  # the score tells it
    arrays: Arrays = {"dags": inputs.graphs, **run.weights, "order": run.order, "fusion": run.fusion, **steps}
    if result is not None:
        record["result"] = {"theta": run.limit, "seconds": result.seconds}
        arrays["adjacency"] = result.adjacency
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    reply = execute(inputs.nodes, inputs.request("save", **run.options.request(), record=record), whole)
    write_whole(path, reply.arrays["file"].tobytes())
