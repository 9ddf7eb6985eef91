"""A run in a file, and back: one JSON file, which the engine writes and reads (core/job/file.go)."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import pack
from ._request import Reply, execute
from ._run import STEP_ARRAYS, Run
from ._saved import PathLike, Saved, name_as_json, read_saved
from ._version import __version__
from .convert import Arrays

if TYPE_CHECKING:
    from .consensus import ConsensusResult
    from .trajectory import Trajectory

__all__ = ["load", "save_run"]


def save_run(path: PathLike, run: Run, result: ConsensusResult | None = None) -> None:
    """Write `run`, and with it the state `result`, if it is to be loaded as that."""
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
        record["result"] = {"theta": result.theta, "seconds": result.seconds}
        arrays["adjacency"] = result.adjacency
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    reply = execute(inputs, inputs.request("save", **run.options, record=record), whole)
    _write(Path(path), reply.arrays["file"].tobytes())


def load(path: PathLike) -> Trajectory | ConsensusResult:
    """Read what :meth:`Trajectory.save` or :meth:`ConsensusResult.save` wrote.

    The answers of what comes back, ``at(theta)`` and all the others, are those of what was saved,
    to the last bit, on any machine. Only the option ``workers`` is not kept: it is all cores.

    Parameters
    ----------
    path : str or os.PathLike

    Returns
    -------
    Trajectory or ConsensusResult
        As it was saved.

    Raises
    ------
    InvalidInputError
        If the file is none of mcbnc's, is damaged, or a newer mcbnc wrote it in a format that this
        one does not know; says which. All of it is checked before anything is returned; whoever
        changes a file by hand takes its "sha256" out.
    OSError
        If the file cannot be read.
    """
    from .consensus import ConsensusResult
    from .trajectory import Trajectory

    saved = read_saved(path)
    run, result = _run_of(saved), saved.record["result"]
    if result is None:
        return Trajectory(run)
    return ConsensusResult(run, Reply(result, saved.arrays), float(result["theta"]))


def _run_of(saved: Saved) -> Run:
    record, arrays = saved.record, saved.arrays
    return Run(
        nodes=saved.nodes,
        named=record["named"],
        packed=pack(arrays["dags"]),
        r=len(arrays["dags"]),
        weights={name: arrays[name] for name in ("weights",) if name in arrays},
        options={"cap": None, **record["options"], "workers": 0},
        order=arrays["order"],
        fusion=arrays["fusion"],
        steps={name: arrays[name] for name in STEP_ARRAYS},
        status=record["status"],
        seconds=float(record["seconds"]),  # JSON of a whole number is an int's
        limit=None if record["limit"] is None else float(record["limit"]),
        forced=record["forced"],
        dropped=tuple(record.get("dropped", ())),
    )


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
