"""A run into a file: one of JSON, made by the engine's operation "save"."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import numpy as np

from .._base.files import PathLike
from .._engine.request import Arrays, execute
from .._graphs.saved import name_as_json
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
    }
    steps = {name: array for name, array in run.steps.items() if name != "psi"}  # the score tells it
    arrays: Arrays = {"dags": inputs.graphs, **run.weights, "order": run.order, "fusion": run.fusion, **steps}
    if result is not None:
        record["result"] = {"theta": run.limit, "seconds": result.seconds}
        arrays["adjacency"] = result.adjacency
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    reply = execute(inputs.nodes, inputs.request("save", **run.options.request(), record=record), whole)
    _write(Path(path), reply.arrays["file"].tobytes())


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: beside its place first, then moved there."""
    target = Path(os.path.realpath(path))  # through a link, rather than in its place
    if target.exists() and not target.is_file():  # a device or a pipe is not to be replaced
        target.write_bytes(content)
        return
    beside = target.with_name(f".{os.urandom(8).hex()}.mcbnc")
    try:
        with open(beside, "xb") as file:
            if target.exists():  # who could not read the old one shall not read the new one
                os.chmod(beside, target.stat().st_mode & 0o7777)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(beside):  # a name that no caller knows
            raise OSError(error.errno, error.strerror, os.fspath(path)) from error
        raise
