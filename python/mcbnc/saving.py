"""A run in a file, and back: one JSON file, which the engine writes and reads (core/runfile)."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._names import check_names
from ._request import Reply, execute
from ._run import STEP_ARRAYS, Run, pack
from ._show import shown
from ._version import __version__
from .convert import Arrays
from .errors import InvalidInputError
from .formats import Place

if TYPE_CHECKING:
    from .consensus import ConsensusResult
    from .trajectory import Trajectory

__all__ = ["load", "save_run"]

_INT64 = 2**63


def save_run(path: Place, run: Run, result: ConsensusResult | None = None) -> None:
    """Write `run`, and with it the state `result`, if it is to be loaded as that."""
    inputs = run.inputs
    record: dict[str, Any] = {
        "mcbnc": __version__,
        "nodes": [_saved(name) for name in run.nodes],
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


def load(path: Place) -> Trajectory | ConsensusResult:
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

    content = Path(path).read_bytes()
    try:
        reply = execute(None, {"op": "load"}, {"file": np.frombuffer(content, np.uint8)})
        run = _run_of(reply)
    except InvalidInputError as error:
        raise InvalidInputError(f"{os.fspath(path)}: {error}", argument="path") from error
    result = reply.info["record"]["result"]
    if result is None:
        return Trajectory(run)
    return ConsensusResult(run, Reply(result, reply.arrays), float(result["theta"]))


def _run_of(reply: Reply) -> Run:
    record, arrays = reply.info["record"], reply.arrays
    return Run(
        nodes=check_names([_loaded(name) for name in record["nodes"]], "nodes"),
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


def _saved(name: Hashable) -> Any:
    """A name as JSON has it, from which the very same one can be made again."""
    if type(name) is tuple and all(map(_is_word, name)):
        return list(name)
    if not _is_word(name):
        raise InvalidInputError(
            f"the node {shown(name)} of type {type(name).__name__} cannot be saved: names in a file are "
            "str in valid Unicode, int of 64 bits, or tuples of these",
            argument="nodes",
            nodes=[name],
        )
    return name


def _is_word(name: object) -> bool:
    # By type and not isinstance: a subclass, such as NumPy's str_ or bool, would come back as another.
    if type(name) is str:
        return name.isascii() or name.encode("utf-8", "ignore").decode() == name
    return type(name) is int and -_INT64 <= name < _INT64


def _loaded(name: Any) -> Hashable:
    return tuple(name) if isinstance(name, list) else name


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
